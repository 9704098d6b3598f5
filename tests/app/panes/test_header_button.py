"""A button that is there before it is drawn."""

import pytest

from peviewer.app.panes.header_button import HeaderButton
from peviewer.figures.palette import LIGHT


@pytest.fixture
def button(qtbot, themed):
    made = HeaderButton("close", "Close toy")
    qtbot.addWidget(made)
    made.set_palette(LIGHT)
    with qtbot.waitExposed(made):
        made.show()
    return made


def colours(button):
    image = button.grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_it_is_drawn_only_once_revealed(button):
    assert len(colours(button)) == 1
    button.reveal(True)
    assert len(colours(button)) > 1
    button.reveal(False)
    assert len(colours(button)) == 1
