"""What stands in a pane that has nothing to show."""

import pytest
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.nothing_here import BELOW_WORDS, MARGIN, NothingHere

TITLES = {"similarity": "Similarity", "vectors": "Vectors", "fit": "Fit", "deciding": "What decides"}
WHY = "Table gives a vector for every position, read from a table; Precision shows what rounding leaves of pairs."


@pytest.fixture
def nothing(qtbot):
    pane = QWidget()  # a window of its own would be no smaller than its layout
    qtbot.addWidget(pane)
    made = NothingHere(pane)
    made.show_alternatives(WHY, TITLES)
    yield made
    pane.close()


def show(qtbot, widget, width, height):
    widget.resize(width, height)
    with qtbot.waitExposed(widget.window()):
        widget.window().show()


def is_whole(nothing, button):
    hint, size = button.sizeHint(), button.size()
    return size == size.expandedTo(hint) and nothing.rect().contains(button.geometry())


@pytest.mark.parametrize("width", [200, 300, 420, 900])
def test_buttons_keep_their_whole_titles_in_a_narrow_pane(qtbot, nothing, width):
    show(qtbot, nothing, width, 400)
    assert all(button.isVisible() and is_whole(nothing, button) for button in nothing.buttons.values())
    places = [button.geometry() for button in nothing.buttons.values()]
    assert not any(a.intersects(b) for a in places for b in places if a is not b)


def test_buttons_stand_in_one_row_where_there_is_room_again(qtbot, nothing):
    show(qtbot, nothing, 200, 400)
    assert len({button.y() for button in nothing.buttons.values()}) > 1
    nothing.resize(900, 400)
    qtbot.waitUntil(lambda: len({button.y() for button in nothing.buttons.values()}) == 1)
    across = [button.x() for button in nothing.buttons.values()]
    assert across == sorted(across)


def test_buttons_are_arranged_anew_where_type_grows(qtbot, nothing):
    show(qtbot, nothing, 480, 400)
    font = nothing.font()
    font.setPointSizeF(2 * font.pointSizeF())
    nothing.setFont(font)
    for button in nothing.buttons.values():
        button.setFont(font)
    qtbot.waitUntil(lambda: all(is_whole(nothing, button) for button in nothing.buttons.values()))


def test_buttons_that_have_no_room_in_a_low_pane_are_left_out_whole(qtbot, nothing):
    show(qtbot, nothing, 200, 400)
    one_row = max(button.sizeHint().height() for button in nothing.buttons.values())
    nothing.resize(200, 2 * MARGIN + nothing.why.heightForWidth(200 - 2 * MARGIN) + BELOW_WORDS + one_row)
    shown = [button for button in nothing.buttons.values() if button.isVisible()]
    assert 0 < len(shown) < len(TITLES)
    qtbot.waitUntil(lambda: all(is_whole(nothing, button) for button in shown))
    nothing.resize(200, 400)
    assert all(button.isVisible() for button in nothing.buttons.values())
