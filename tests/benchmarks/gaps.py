"""How long the window stands still while presets and schemes change, in runs of a fixed loop.

It is processor time of the window's thread, so that others may use the machine, too.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tests.benchmarks.frames import open_window
from tests.benchmarks.measure import Row, fixed_loop, quantile

AIM = "≤ 2"
TICK_MS = 4
SETTLED = 0.3  # seconds after which all that follows from a change is done, if no view is pending
UNDONE = 25


class Gap(NamedTuple):
    """The longest time between two ticks of a timer after a change, in runs of the fixed loop."""

    kind: str
    name: str
    ratio: float


def rows() -> Iterator[Row]:
    """Yield the worst and the median of each kind of change."""
    with tempfile.TemporaryDirectory() as home:
        places = {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.gaps"],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **places},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    gaps = [Gap(*values) for values in json.loads(done.stdout)]
    for kind in dict.fromkeys(gap.kind for gap in gaps):
        ratios = {gap.name: gap.ratio for gap in gaps if gap.kind == kind}
        worst = max(ratios, key=ratios.__getitem__)
        yield Row(f"{kind}: longest gap / fixed loop", ratios[worst], "×", AIM, worst)
        median = quantile([*ratios.values()], 0.5)
        yield Row(f"{kind}: median of the longest gaps / fixed loop", median, "×")


def measured() -> Iterator[Gap]:
    """Open every preset, undo some of that, and go through all schemes in one window."""
    from pyqtgraph.util.garbage_collector import GarbageCollector

    from peviewer.figures.presets import DEFAULT, preset, presets
    from peviewer.model.encodings.catalog import SCHEMES

    with open_window(preset(DEFAULT).document) as window:
        session = window.session
        garbage = GarbageCollector()  # as in the program

        def opened(name: str) -> None:
            session.open(preset(name).document, preset(name).title)

        for name in presets():
            yield Gap("open a preset", name, gap_ratio(window, lambda name=name: opened(name)))
        for number in range(UNDONE):
            yield Gap("undo", str(number), gap_ratio(window, session.undo_stack.undo))
        opened(DEFAULT)
        for name in SCHEMES:
            change = {"encoding.scheme": name}
            ratio = gap_ratio(window, lambda change=change: session.edit(change))
            yield Gap("choose a scheme", name, ratio)
        garbage.timer.stop()


def _is_under_way(window: Any) -> bool:
    """Whether a picture is still being computed, or rows of the Parameters are still built."""
    is_any_pending = any(dock.view.is_pending for dock in window.docks.values())
    return is_any_pending or window.parameters.panel.building.is_under_way


def gap_ratio(window: Any, change: Callable[[], object]) -> float:
    """Return the longest time between two ticks of a timer, from a change until nothing is pending."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    before = fixed_loop(runs=1)
    ticks = [time.thread_time()]
    timer = QTimer(interval=TICK_MS)
    timer.timeout.connect(lambda: ticks.append(time.thread_time()))
    timer.start()
    change()
    end = time.monotonic() + SETTLED
    while time.monotonic() < end or _is_under_way(window):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    timer.stop()
    loop = (before + fixed_loop(runs=1)) / 2
    return max(later - earlier for earlier, later in pairwise(ticks)) / loop


if __name__ == "__main__":
    print(json.dumps([*measured()]))
