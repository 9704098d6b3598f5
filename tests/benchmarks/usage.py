"""How long the window stands still while somebody drags sliders, undoes that and opens presets.

As in the gaps, it is processor time of the window's thread, in runs of a fixed loop.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.benchmarks.frames import open_window
from tests.benchmarks.gaps import AIM, Gap, gap_ratio
from tests.benchmarks.measure import Row, quantile

MINUTES = 0.5
SEED = 61
ACTIONS = ("drag", "drag", "undo", "open a preset")
"""What follows by chance: twice as many drags."""
MOVES = 30
"""Moves of the mouse from one end of a drag to the other."""
MOVED_EVERY = 16
"""Milliseconds between two of these."""
MOST_UNDONE = 4


def rows(minutes: float = MINUTES) -> Iterator[Row]:
    """Yield the longest gap of all actions, their median, and the longest of each kind."""
    with tempfile.TemporaryDirectory() as home:
        places = {"XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.usage", str(minutes)],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **places},
            capture_output=True,
            text=True,
            check=True,
        )
    gaps = [Gap(*values) for values in json.loads(done.stdout)]
    worst = _longest(gaps)
    name = f"{minutes:g} min of use, {len(gaps)} actions"
    yield Row(f"{name}: longest gap / fixed loop", worst.ratio, "×", AIM, worst.kind)
    median = quantile([gap.ratio for gap in gaps], 0.5)
    yield Row(f"{name}: median of the longest gaps / fixed loop", median, "×")
    for kind in dict.fromkeys(gap.kind for gap in gaps):
        of_kind = _longest([gap for gap in gaps if gap.kind == kind])
        yield Row(f"    {kind}: longest gap / fixed loop", of_kind.ratio, "×", "", of_kind.name)


def _longest(gaps: list[Gap]) -> Gap:
    return max(gaps, key=lambda gap: gap.ratio)


def measured(minutes: float) -> Iterator[Gap]:
    """Use a window for some minutes, and yield the longest gap of each action."""
    from pyqtgraph.util.garbage_collector import GarbageCollector

    from peviewer.figures.presets import DEFAULT, preset, presets

    random = Random(SEED)
    names = [*presets()]
    with open_window(preset(DEFAULT).document) as window:
        garbage = GarbageCollector()  # as in the program
        end = time.monotonic() + 60 * minutes
        while time.monotonic() < end:
            kind = random.choice(ACTIONS)
            if kind == "drag":
                name, slider = random.choice(_sliders(window))
                action = partial(_drag, slider, random.random(), random.random())
            elif kind == "undo":
                count = random.randint(1, MOST_UNDONE)
                name = f"{count} steps"
                action = partial(_undo, window, count)
            else:
                name = random.choice(names)
                opened = preset(name)
                action = partial(window.session.open, opened.document, opened.title)
            yield Gap(kind, name, gap_ratio(window, action))
        garbage.timer.stop()


def _sliders(window: Any) -> list[tuple[str, Any]]:
    """Return the sliders of the Parameters that can be seen, each with its field's title."""
    from peviewer.app.controls.row import Row as ControlRow
    from peviewer.app.controls.slider import Slider

    found = []
    for row in window.parameters.panel.findChildren(ControlRow):
        slider = row.findChild(Slider)
        if slider is not None and slider.isVisible():
            found.append((row.control.spec.title, slider))
    return found


def _drag(slider: Any, start: float, stop: float) -> None:
    """Drag the handle from one place of its way, a share of it, to another and half of the way back."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    def point(share: float) -> QPoint:
        return QPoint(round(share * (slider.width() - 1)), slider.height() // 2)

    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=point(start))
    for move in range(MOVES):
        done = 1.5 * move / (MOVES - 1)
        share = done if done <= 1 else 2 - done
        QTest.mouseMove(slider, point(start + share * (stop - start)))
        QTest.qWait(MOVED_EVERY)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=point((start + stop) / 2))


def _undo(window: Any, count: int) -> None:
    for _ in range(count):
        window.session.undo_stack.undo()


if __name__ == "__main__":
    print(json.dumps([*measured(float(sys.argv[1]))]))
