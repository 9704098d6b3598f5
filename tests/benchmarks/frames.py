"""Frames of the window: from the edit to the painted panes, in a process of its own.

A time is the CPU time of the window's thread, as a multiple of that of a fixed loop in the same
process: on a shared machine absolute times say nothing. Aims are set for four panes together. Two rows are numbers alone: how many times faster
than matplotlib the same four pictures are drawn, and how much longer Shift alone takes
at 10,000,000 × 16,384 than at 200 × 256. There its four curves swing in every column of
pixels, and Qt fills the smooth outline of each in two milliseconds, where the lines of
the small table take next to nothing.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import peviewer
from tests.benchmarks.measure import Row, fixed_loop, in_loops, quantile
from tests.served import served

PROGRAM = str(Path(peviewer.__file__).parent)
FRAMES = 120
TURNS = 4
"""Turns of the event loop for a frame: the Figures and what they draw, what changed, painting, and one to spare."""
EDITS = 60
FOUR = ["encoding", "shift", "binary", "distance"]
TURNED = ["score", "clocks", "frequencies"]
SIZES = {
    "200 × 256": (200, 256),
    "1,000,000 × 4096": (1_000_000, 4096),
    "10,000,000 × 16,384": (10_000_000, 16_384),
}
GROWTH = [10**power for power in range(2, 8)]


class Measured(NamedTuple):
    """The seconds of the fixed loop in a process, and those of each step of each size there."""

    loop: float
    times: list[list[float]]

    def row(self, what: str, share: float, aim: str = "", size: int = 0) -> Row:
        """Return a row with the time below which a share of the steps of a size lies."""
        return in_loops(what, quantile(self.times[size], share), self.loop, aim)


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    four = _measured({"panes": FOUR, "sizes": list(SIZES.values())})
    small = quantile(four.times[0], 0.5)
    yield four.row("φ step, four panes at 1600×1000, 200 × 256: median", 0.5, "≤ 0.27")
    yield four.row("φ step, four panes at 1600×1000, 200 × 256: 95th percentile", 0.95)
    yield Row(
        "the same four pictures redrawn by matplotlib / ours",
        quantile(_matplotlib(), 0.5) / fixed_loop() / (small / four.loop),
        "×",
        note="set_data and draw, Agg",
    )
    for (name, _), times, aim in zip(
        list(SIZES.items())[1:], four.times[1:], ("≤ 1.5", "≤ 2"), strict=True
    ):
        what = f"φ step, four panes, {name} / 200 × 256"
        yield Row(what, quantile(times, 0.5) / small, "×", aim)
    passed = {"panes": FOUR, "sizes": [SIZES["200 × 256"]], "counted": True}
    ticks = _measured(passed).times
    for what, many, aim in zip(("files", "calls"), ticks[0], ("≤ 45", "≤ 3000"), strict=True):
        yield Row(f"φ step, four panes: {what} of the program passed through", many, "", aim)
    both = _measured({"panes": FOUR, "sizes": [SIZES["200 × 256"]], "against": "base=500"})
    yield both.row("φ step, four panes that compare A and B: 95th percentile", 0.95, "≤ 0.6")
    turned = _measured(
        {"panes": TURNED, "sizes": [(131_072, 128)], "against": "base=500000", "scheme": "rope"}
    )
    yield turned.row(f"φ step, {', '.join(TURNED)} of RoPE twice: 95th percentile", 0.95, "≤ 0.6")
    yield from _each_pane()
    changes = _measured({"changes": True})
    for size, what in enumerate(("maximise a pane", "switch the theme", "open a preset")):
        yield changes.row(f"{what}: median", 0.5, "< 2", size)
    gaps = _measured({"edits": True})
    yield gaps.row("random extreme edits of four panes: longest gap of a 4 ms timer", 1.0, "≤ 2")
    for many, seconds in growth():
        yield Row(f"φ step, four panes, {many:,} × 256: median", 1e3 * seconds, "ms")


def growth() -> list[tuple[int, float]]:
    """Return the median seconds of a φ step of the four panes, for lengths from 10² to 10⁷."""
    measured = _measured({"panes": FOUR, "sizes": [(many, 256) for many in GROWTH]})
    return [
        (many, quantile(times, 0.5)) for many, times in zip(GROWTH, measured.times, strict=True)
    ]


def _each_pane() -> Iterator[Row]:
    from peviewer.figures.panes.catalog import PANES

    for name in PANES:
        measured = _measured({"panes": [name], "sizes": list(SIZES.values())})
        small, large, huge = (quantile(times, 0.5) for times in measured.times)
        yield measured.row(f"φ step, {name}: 200 × 256", 0.5)
        yield Row(f"φ step, {name}: 1,000,000 × 4096 / 200 × 256", large / small, "×", "≤ 1.5")
        aim = "" if name == "shift" else "≤ 2"
        yield Row(f"φ step, {name}: 10,000,000 × 16,384 / 200 × 256", huge / small, "×", aim)


def _measured(task: dict[str, object]) -> Measured:
    """Return the frame times of each size, measured in a fresh offscreen process."""
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": home,
            "XDG_DATA_HOME": home,
        }
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.frames", json.dumps(task)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return Measured(*json.loads(done.stdout))


@contextmanager
def open_window(document: Any) -> Iterator[Any]:
    """Open the window on a Document, and close it afterwards."""
    from PySide6.QtWidgets import QApplication

    from peviewer.app.look.themes import Appearance
    from peviewer.app.session.session import Session
    from peviewer.app.session.settings import Settings
    from peviewer.app.window.window import MainWindow

    app = QApplication.instance() or QApplication([])
    folder = Path(os.environ["XDG_CONFIG_HOME"])
    window = MainWindow(Session(document, "benchmark"), Settings(folder), Appearance("light"))
    window.resize(1600, 1000)
    window.show()
    app.processEvents()
    yield window
    window.close_without_asking()
    window.finish()


def timed(window: Any, action: Callable[[], object]) -> float:
    """Return the CPU seconds of the window's thread from an action to the painted frame."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    start = time.thread_time()
    action()
    for _ in range(TURNS):
        QApplication.processEvents()
    while any(dock.view.is_pending for dock in window.docks.values()):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return time.thread_time() - start


def play(
    panes: list[str],
    sizes: list[tuple[int, int]],
    scheme: str = "sinusoidal",
    against: str = "",
    *,
    counted: bool = False,
) -> list[list[float]]:
    """Open a window on some panes and step φ; return the CPU seconds of each step, from the edit to the painted frame.

    counted: instead, return through how many of the program's files a step passes, and in how many
    calls.
    """
    from peviewer.document.document import Document
    from peviewer.document.fields import compare_with as compared

    calls: Counter[tuple[str, str]] = count_calls() if counted else Counter()
    found: list[list[float]] = []
    for length, dim in sizes:
        document = Document().edited(
            {"encoding.scheme": scheme, "encoding.length": length, "encoding.dim": dim}
        )
        document = served(
            panes[0], document.edited({"view.panes": panes})
        )  # with a scheme that the pane shows
        document = compared(document, against) if against else document
        with open_window(document) as window:
            times = []
            for frame in range(FRAMES):
                calls.clear()
                change = {"shift.phi": 0.37 * (frame + 1)}
                times.append(
                    timed(window, lambda change=change: window.session.edit(change, undoable=False))
                )
            found.append(
                [len({file for file, _ in calls}), calls.total()]
                if counted
                else times[FRAMES // 6 :]
            )
    return found


def count_calls() -> Counter[tuple[str, str]]:
    """Return what counts from now on how often each function of the program is called, on all threads."""
    calls: Counter[tuple[str, str]] = Counter()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PROGRAM):
            calls[code.co_filename.removeprefix(PROGRAM), code.co_qualname] += 1

    threading.setprofile(count)  # of the threads to come
    sys.setprofile(count)
    return calls


def change() -> list[list[float]]:
    """Maximise, switch themes and open presets in the default window.

    Return the CPU seconds of each.
    """
    from peviewer.figures.presets import DEFAULT, preset, presets

    with open_window(preset(DEFAULT).document) as window:
        maximised = [timed(window, lambda: window.area.toggle("distance")) for _ in range(10)]
        themes = [
            timed(window, lambda name=name: window.choose_theme(name))
            for name in ["dark", "light"] * 4
        ]
        opened = [
            timed(window, lambda one=one: window.session.open(one.document, one.title))
            for one in presets().values()
        ]
    return [maximised, themes, opened]


def edited() -> list[float]:
    """Show random Documents, of extreme sizes too, in the four panes of the default window.

    Returns
    -------
    list of float
        For each the longest time between two turns of a timer of 4 ms, in seconds: so long the
        window stood still.
    """
    import random

    from pyqtgraph.util.garbage_collector import GarbageCollector
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from peviewer.document.document import Document
    from tests.benchmarks.worst import random_document

    with open_window(Document().edited({"view.panes": tuple(FOUR)})) as window:
        garbage = GarbageCollector()  # as in the program
        turns: list[float] = []
        timer = QTimer(interval=4)
        timer.timeout.connect(lambda: turns.append(time.perf_counter()))
        timer.start()
        chance = random.Random(8)
        gaps = []
        for _ in range(EDITS):
            document = random_document(chance, "shift").edited({"view.panes": tuple(FOUR)})
            turns[:] = [time.perf_counter()]
            window.session.open(document, "benchmark")
            end = time.perf_counter() + 0.1
            while (
                time.perf_counter() < end
                or len(turns) < 2
                or any(dock.view.is_pending for dock in window.docks.values())
            ):
                QApplication.processEvents()
            gaps.append(max(later - earlier for earlier, later in pairwise(turns)))
    garbage.timer.stop()
    return gaps


def _matplotlib() -> list[float]:
    """Return the CPU seconds of redrawing the same four pictures as a notebook would, kept as fast as it allows."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    import peviewer as pv

    encoding = pv.Sinusoidal()
    table = encoding.table()
    page = Figure(figsize=(16, 10), dpi=100)
    canvas = FigureCanvasAgg(page)
    axes = page.subplots(2, 2)
    axes[0, 0].imshow(table, aspect="auto", cmap="RdBu")
    moving = axes[0, 1].imshow(table, aspect="auto", cmap="RdBu", vmin=-1, vmax=1)
    axes[1, 0].imshow(pv.binary_table(200).T, aspect="auto", cmap="gray_r")
    axes[1, 1].imshow(pv.pairwise(encoding), aspect="auto")
    canvas.draw()
    times = []
    for frame in range(20):
        start = time.thread_time()
        moving.set_data(encoding.table(positions=np.arange(200) + 0.37 * frame))
        canvas.draw()
        times.append(time.thread_time() - start)
    return times


if __name__ == "__main__":
    asked = json.loads(sys.argv[1])
    before = fixed_loop()
    measured = [edited()] if "edits" in asked else change() if "changes" in asked else play(**asked)
    print(json.dumps([(before + fixed_loop()) / 2, measured]))
