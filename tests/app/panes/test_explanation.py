"""The popover that explains a pane stands where it can be read."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QPushButton

from peviewer.app.panes.explanation import GAP, Explanation
from peviewer.document.document import Document
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES

FRAME = 2  # pixels by which a platform without windows moves them, for frames that it thinks of


@pytest.fixture
def anchor(qtbot):
    made = QPushButton("?")
    qtbot.addWidget(made)
    made.resize(24, 24)
    made.show()
    return made


def opened(anchor):
    popover = Explanation(PANES["encoding"], Document(), LIGHT, anchor)
    popover.show_below(anchor)
    return popover.geometry()


def test_it_hangs_below_the_right_edge_of_its_button(anchor):
    room = anchor.screen().availableGeometry()
    anchor.move(room.center())
    popover, button = opened(anchor), QRect(anchor.mapToGlobal(QPoint(0, 0)), anchor.size())
    expected = button.right(), button.bottom() + 1 + GAP
    assert (popover.right(), popover.top()) == pytest.approx(expected, abs=FRAME)


@pytest.mark.parametrize("corner", ["topLeft", "topRight", "bottomLeft", "bottomRight"])
def test_it_stays_on_the_screen(anchor, corner):
    room = anchor.screen().availableGeometry()
    anchor.move(getattr(room, corner)())
    assert room.adjusted(0, 0, FRAME, FRAME).contains(opened(anchor))
