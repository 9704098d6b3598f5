"""The sheet of panes: what it shows of each, how keys choose one, and the window where none is open."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from peviewer.app.look.parts import tooltip
from peviewer.app.panes import cards
from peviewer.app.panes.cards import Card
from peviewer.app.window.adding import NOTHING
from peviewer.figures.panes.catalog import GROUPS, PANES

Key = Qt.Key


@pytest.fixture
def window(small_window):
    return small_window


@pytest.fixture
def sheet(window, qtbot):
    """Return the sheet of a window with one pane, opened by its key."""
    QTest.keyClick(window, Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.adding.sheet.search.hasFocus)
    return window.adding.sheet


@pytest.fixture
def empty(window):
    """Return a window whose last pane was closed."""
    window.area.close_pane("encoding")
    window.session.flush()
    return window


def shown(sheet):
    return [card.pane.title for row in sheet.cards.rows for card in row]


def press(sheet, *keys):
    for key in keys:
        QTest.keyClick(sheet.search, key)


def test_all_panes_stand_under_the_headings_of_their_groups_in_their_order(sheet):
    assert shown(sheet) == [pane.title for pane in PANES.values()]
    for heading, (title, panes) in zip(sheet.cards.groups, GROUPS.items(), strict=True):
        first = sheet.cards.cards[panes[0].name]
        assert heading.text() == title
        assert heading.geometry().bottomLeft().x() == first.x()
        assert heading.geometry().bottom() < first.y()


def test_a_pane_is_said_to_be_open_or_why_it_cannot_show_anything(window, sheet):
    cards = sheet.cards.cards
    assert [name for name, card in cards.items() if card.state.text()] == ["encoding"]
    document = window.session.document
    assert cards["bias"].toolTip() == tooltip(PANES["bias"].reason_empty(document))
    assert not cards["bias"].picture.isEnabled()
    assert cards["clocks"].picture.isEnabled()
    window.session.edit({"encoding.scheme": "alibi"})
    window.session.flush()
    sheet.open()
    assert cards["bias"].picture.isEnabled()


def test_typing_leaves_what_matches_and_return_opens_the_best(window, sheet):
    QTest.keyClicks(sheet.search, "clo")
    assert "Clocks" in shown(sheet)
    assert "Waves" not in shown(sheet)
    press(sheet, Key.Key_Return)
    assert window.area.open == ("encoding", "clocks")
    assert not sheet.isVisible()


def test_arrows_go_from_card_to_card_and_to_the_nearest_of_the_next_row(sheet):
    sheet.search.setText("")
    first_row, second_row, *_ = sheet.cards.rows
    sheet.make_current(first_row[0])
    press(sheet, Key.Key_Right)
    assert sheet.current is first_row[1]
    press(sheet, Key.Key_Down)
    assert sheet.current is second_row[1]
    press(sheet, Key.Key_Up, Key.Key_Left, Key.Key_Left)
    assert sheet.current.pane.title == shown(sheet)[-1]


def test_escape_closes_it_and_what_cannot_be_shown_is_not_opened(window, sheet):
    sheet.cards.cards["bias"].click()
    assert sheet.isVisible()
    assert window.area.open == ("encoding",)
    press(sheet, Key.Key_Escape)
    assert not sheet.isVisible()


def test_a_line_says_why_the_current_pane_cannot_be_opened_or_that_none_was_found(sheet):
    QTest.keyClicks(sheet.search, "bias")
    assert sheet.current.pane.title == "Bias"
    assert sheet.note.text() == sheet.current.why_not
    QTest.keyClicks(sheet.search, "qqq")
    assert shown(sheet) == []
    assert sheet.note.text() == NOTHING
    sheet.search.clear()
    assert not sheet.note.isVisible()


@pytest.mark.parametrize("width", [400, 760, 1500])
def test_cards_do_not_overlap_and_stay_within_the_width(sheet, width):
    sheet.cards.arrange(list(PANES), width)
    places = [card.geometry() for card in sheet.cards.cards.values()]
    assert max(place.right() for place in places) < width
    assert max(place.bottom() for place in places) < sheet.cards.height()
    for number, place in enumerate(places):
        assert not any(place.intersects(other) for other in places[:number])


def test_with_no_pane_open_it_stays_and_nothing_can_be_played(empty):
    assert empty.adding.sheet.isVisible()
    assert not empty.transport.isEnabled()
    assert not empty.transport.play_action.isEnabled()
    press(empty.adding.sheet, Key.Key_Escape)
    assert empty.adding.sheet.isVisible()
    press(empty.adding.sheet, Key.Key_Return)
    assert empty.area.open == ("encoding",)
    assert empty.transport.isEnabled()
    assert not empty.adding.sheet.isVisible()


def test_what_was_closed_last_comes_back_by_its_button(empty):
    button = empty.adding.sheet.undo_button
    assert button.text() == "Undo close Encoding"
    button.click()
    empty.session.flush()
    assert empty.area.open == ("encoding",)
    assert not empty.adding.sheet.isVisible()


def test_a_pane_without_a_picture_has_a_card_with_its_words(qtbot, monkeypatch):
    monkeypatch.setattr(cards, "thumbnail", lambda _name: QPixmap())
    card = Card(PANES["clocks"])
    qtbot.addWidget(card)
    assert card.picture.pixmap().isNull()
    assert card.accessibleName() == "Clocks"


def test_each_pane_has_six_words_at_most():
    assert not [name for name, pane in PANES.items() if not 1 <= len(pane.in_brief.split()) <= 6]
