"""A line of text in any room."""

import numpy as np
import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from peviewer.app.controls.elided import Elided


@pytest.fixture
def parent(qtbot, themed):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 30)
    return made


@pytest.fixture
def line(qtbot, parent):
    """Return a line that fills its parent."""
    made = Elided()
    layout = QHBoxLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(made)
    with qtbot.waitExposed(parent):
        parent.show()
    return made


def ink(line, text, room):
    """Return what is drawn of a text in a room, true where there is ink."""
    line.setText(text)
    line.window().resize(room, 30)
    line.window().layout().activate()
    assert line.width() == room
    image = line.grab().toImage().convertToFormat(line.grab().toImage().Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())[:, : image.width()]
    return rows < rows.max()


def test_a_text_is_drawn_at_the_left_in_the_middle(line):
    drawn = ink(line, "xxx", 200)
    down, across = np.nonzero(drawn)
    assert across.min() < 4
    assert down.mean() == pytest.approx(15, abs=4)
    assert not ink(line, "", 200).any()


def test_a_text_that_is_too_long_ends_in_dots_inside_its_room(line):
    assert np.array_equal(ink(line, "m" * 200, 120), ink(line, "m" * 300, 120))
    assert not ink(line, "m" * 200, 120)[:, -1].any()
    assert not np.array_equal(ink(line, "mm", 120), ink(line, "mmm", 120))


def test_a_line_of_parts_leaves_out_whole_ones_and_the_last_one_last(line):
    whole = "t = 37 · pair 6 · angle 297° · PE = −0.894"
    for kept in ("t = 37 · pair 6 · … · PE = −0.894", "t = 37 · … · PE = −0.894", "… · PE = −0.894"):
        room = line.fontMetrics().horizontalAdvance(kept) + 1
        assert np.array_equal(ink(line, whole, room), ink(line, kept, room))
