"""Quit the window in the middle of painting, again and again: ``python -m tests.endings --tries 200``.

Each try is a program of its own: it opens the window and the Export dialog, lets it paint previews while φ changes,
in some tries also writes a clip or copies a picture meanwhile, and closes the window once a thread paints. It must end
with status 0, say nothing on stderr, and not stand still. On the display where there is one, else offscreen.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from itertools import count
from pathlib import Path
from unittest.mock import patch

PATIENCE = 60.0  # seconds after which a try stands still
PAINTERS = ("preview", "export", "Copying")  # what threads that paint are called
CHATTER = ("This plugin does not support", "qt.qpa.")
KINDS = ("picture", "clip", "deck")
EDITS_MS = (15, 15, 60, 250, 500)  # one that comes quickly cancels the preview before; else some are painted whole


def tried(seed: int) -> tuple[str, list[str]]:
    """Run one try in a process of its own; return what went wrong, and what was painting when it was closed."""
    with tempfile.TemporaryDirectory() as home:
        own = {f"XDG_{what}_HOME": home for what in ("CONFIG", "DATA", "STATE")}
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, **own}
        if environment.get("DISPLAY"):
            environment.pop("QT_QPA_PLATFORM")
        try:
            done = subprocess.run(
                [sys.executable, "-X", "faulthandler", "-m", "tests.endings", "--one", str(seed), "--into", home],
                env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "stands still", []
    said = [line for line in done.stderr.splitlines() if not line.startswith(CHATTER)]
    painting = done.stdout.split()
    if done.returncode or said or not painting:
        return "\n".join([f"status {done.returncode}", *said]), painting
    return "", painting


def close_while_painting(seed: int, into: Path) -> int:
    """Open the window, let it paint, and close it meanwhile; print which threads painted."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from peviewer.app.window.launch import launch
    from peviewer.app.window.window import MainWindow
    from peviewer.figures.presets import DEFAULT, preset

    chance, run, numbers = random.Random(seed), QApplication.exec, count()
    exports = chance.random() < 0.5

    def begin() -> None:
        window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
        often, edits = QTimer(window, interval=3), QTimer(window, singleShot=True)
        actions = window.export_actions
        wait, since = chance.uniform(0.0, 1.5), time.monotonic()

        def look() -> None:
            painting = sorted({t.name.partition(" ")[0] for t in threading.enumerate() if t.name.startswith(PAINTERS)})
            if painting and time.monotonic() - since > wait:
                often.stop()
                edits.stop()
                print(*painting, flush=True)
                window.close_without_asking()

        def edit() -> None:
            window.session.edit({"shift.phi": chance.uniform(0, 99)})
            edits.start(chance.choice(EDITS_MS))
            if exports and chance.random() < 0.3:
                QTimer.singleShot(10, export)

        def export() -> None:
            actions.dialog.target.name.setText(str(into / f"written-{next(numbers)}"))
            actions.dialog.export()

        actions.open(chance.choice(list(window.docks)), chance.choice(KINDS))
        edits.timeout.connect(edit)
        edit()
        if chance.random() < 0.3:
            actions.copy("shift")
        often.timeout.connect(look)
        often.start()

    def exec_(*_: object) -> int:
        QTimer.singleShot(0, begin)
        return run()

    chosen = preset(DEFAULT)
    with patch.object(QApplication, "exec", exec_):
        return launch(chosen.document, chosen.title, "light")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endings", description=__doc__)
    parser.add_argument("--tries", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one is not None:
        return close_while_painting(arguments.one, arguments.into)
    bad, busy = 0, Counter[str]()
    for seed in range(arguments.seed, arguments.seed + arguments.tries):
        trouble, painting = tried(seed)
        busy.update(painting)
        if trouble:
            bad += 1
            print(f"try {seed}: {trouble}", flush=True)
    print(f"{arguments.tries} tries, {bad} went wrong; closed while at work: {dict(busy)}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
