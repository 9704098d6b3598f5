"""A slider's drag, from the pointer to what is painted: the files that it passes, and in how many turns."""

import re
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from peviewer.app.controls.slider import Slider
from tests.screen import settle

ROOT = Path(__file__).parents[3]
FIELD = "shift.phi"
BEFORE = QPoint(90, 10)
AFTER = QPoint(120, 10)
STEPS = {
    "Slider.mouseMoveEvent": "peviewer/app/controls/slider.py",
    "Control._on_dragged": "peviewer/app/controls/row.py",
    "Group._edit": "peviewer/app/controls/group.py",
    "Session.edit": "peviewer/app/session/session.py",
    "Document.edited": "peviewer/document/document.py",
    "PaneDock._draw": "peviewer/app/panes/dock.py",
    "Pane.figure": "peviewer/figures/panes/pane.py",
    "FigureView._show": "peviewer/live/view.py",
    "PanelView.set_panel": "peviewer/live/panel.py",
    "HeatmapItem.prepare": "peviewer/live/marks/heatmap.py",
}
"""The function in each of the files that takes the drag further."""


def listed_files():
    """Return the files of the list in CONTRIBUTING, in its order."""
    words = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = words.partition("\n## A slider's drag\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `(.*?)`", section, re.MULTILINE)


def test_a_drag_passes_ten_files_in_order_and_samples_in_the_turn_after_it(open_window, qapp):
    window = open_window(panes=("shift",))
    slider = window.parameters.panel.unfold(FIELD).findChild(Slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=BEFORE)
    settle(window.docks["shift"].view)
    passed = {}

    def note(frame, event, _argument):
        code = frame.f_code
        if event == "call" and code.co_qualname in STEPS:
            passed.setdefault(code.co_qualname, code.co_filename.removeprefix(f"{ROOT}/"))

    sys.setprofile(note)
    QTest.mouseMove(slider, AFTER)
    window.session.flush()
    sys.setprofile(None)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=AFTER)
    assert [*passed.items()] == [*STEPS.items()]
    assert [*passed.values()] == listed_files()
