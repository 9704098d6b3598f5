"""The gallery: in the place of the panes, by pointer and by keys, with what cannot be shown dimmed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.gallery.cards import columns
from peviewer.figures.panes.catalog import GROUPS, PANES

Key = Qt.Key


@pytest.fixture
def gallery(window, qtbot):
    """Return the gallery of a window that is asked for a pane."""
    window.add_button.click()
    found = window.gallery.gallery
    qtbot.waitUntil(found.search.hasFocus)
    return found


def focused():
    return QApplication.focusWidget()


@pytest.mark.slow
def test_the_button_beside_the_panes_opens_it_in_their_place(window, gallery):
    assert window.gallery.is_open
    assert not window.docks["shift"].isVisible()
    document = window.session.document
    wanted = sorted(GROUPS, key=lambda title: not any(pane.shows_any(document) for pane in GROUPS[title]))
    assert [group.title for group in gallery._groups] == wanted, "grouped as the catalog is, those without use last"
    assert set(gallery.cards) == set(PANES)


@pytest.mark.slow
def test_its_key_opens_it_and_takes_it_away(window, qtbot):
    for is_open in (True, False):
        QTest.keyClick(window, Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda is_open=is_open: window.gallery.is_open is is_open)
    assert window.docks["encoding"].isVisible()


@pytest.mark.slow
def test_choosing_a_pane_opens_it_as_one_step(window, gallery, qtbot, qapp):
    QTest.mouseClick(gallery.cards["clocks"], Qt.MouseButton.LeftButton)
    assert not window.gallery.is_open
    assert "clocks" in window.session.document.view.panes
    assert window.docks["clocks"].isVisible()
    qtbot.waitUntil(lambda: window.docks["clocks"].isAncestorOf(focused()) or window.docks["clocks"] is focused())
    qapp.processEvents()
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: "clocks" not in window.area.open)


@pytest.mark.slow
def test_a_pane_that_is_open_is_marked_and_brought_to_the_front(window, gallery, qtbot):
    assert {name for name, card in gallery.cards.items() if card.is_open} == set(window.area.open)
    before = window.session.document.view.panes
    gallery.cards["binary"].click()
    assert window.session.document.view.panes == before
    assert window.current.name == "binary"


@pytest.mark.slow
def test_what_the_scheme_cannot_serve_is_dimmed_with_the_reason_of_the_pane(window, gallery, qtbot):
    window.session.edit({"encoding.scheme": "alibi"})
    document = window.session.document
    qtbot.waitUntil(lambda: not gallery.cards["encoding"].isEnabled())
    for name, card in gallery.cards.items():
        assert card.why == PANES[name].reason_empty(document)
        assert card.isEnabled() == PANES[name].serves(document)
    assert gallery._groups[0].has_usable, "groups with something to choose come first"


@pytest.mark.slow
def test_each_pane_that_serves_is_drawn_and_no_other(window, gallery, qtbot):
    qtbot.waitUntil(lambda: gallery.thumbnails.busy)
    qtbot.waitUntil(lambda: not gallery.thumbnails.busy, timeout=60_000)
    document = window.session.document
    assert {name for name, card in gallery.cards.items() if not card.picture.isNull()} == {
        name for name, pane in PANES.items() if pane.serves(document)
    }


@pytest.mark.slow
def test_the_search_shows_what_fits_and_return_chooses_the_best(window, gallery, qtbot):
    QTest.keyClicks(gallery.search, "hands")
    assert [card.pane.name for card in gallery.shown] == ["clocks"], "found by its line"
    QTest.keyClick(gallery.search, Key.Key_Return)
    assert "clocks" in window.area.open
    assert not window.gallery.is_open


@pytest.mark.slow
def test_a_search_for_nothing_there_is_says_so(gallery):
    QTest.keyClicks(gallery.search, "xyzzy")
    assert gallery.shown == []
    assert gallery._nothing.isVisible()


@pytest.mark.slow
def test_arrows_lead_through_the_cards_and_back_to_the_search(window, gallery):
    across = columns(gallery._groups[0].width())
    QTest.keyClick(gallery.search, Key.Key_Down)
    assert focused() is gallery.cards["encoding"]
    QTest.keyClick(focused(), Key.Key_Right)
    assert focused() is gallery.cards["vectors"]
    QTest.keyClick(focused(), Key.Key_Down)
    first_of_pairs = [pane.name for pane in GROUPS["Their pairs"] if pane.serves(window.session.document)]
    if across >= 4:
        assert focused() is gallery.cards[first_of_pairs[1]], "the one below"
    while focused() is not gallery.search:
        QTest.keyClick(focused(), Key.Key_Up)
    QTest.keyClick(gallery.search, Key.Key_Down)
    QTest.keyClick(focused(), Key.Key_S)
    assert focused() is gallery.search
    assert gallery.search.text() == "s", "letters are for the search"


@pytest.mark.slow
def test_escape_searches_for_nothing_first_then_leaves(window, gallery):
    QTest.keyClicks(gallery.search, "shift")
    QTest.keyClick(gallery.search, Key.Key_Escape)
    assert window.gallery.is_open
    assert gallery.search.text() == ""
    QTest.keyClick(gallery.search, Key.Key_Escape)
    assert not window.gallery.is_open


@pytest.mark.slow
def test_return_on_a_card_opens_its_pane(window, gallery):
    QTest.keyClick(gallery.search, Key.Key_Down)
    QTest.keyClick(focused(), Key.Key_Right)
    QTest.keyClick(focused(), Key.Key_Return)
    assert "vectors" in window.area.open


@pytest.mark.slow
def test_a_window_without_panes_offers_the_same_and_cannot_leave_it(window, qtbot):
    window.session.edit({"view.panes": ()})
    qtbot.waitUntil(lambda: window.gallery.is_open)
    gallery = window.gallery.gallery
    assert gallery.close_button.isHidden()
    QTest.keyClick(gallery.search, Key.Key_Escape)
    assert window.gallery.is_open
    gallery.cards["distance"].click()
    assert window.area.open == ("distance",)
    assert not window.gallery.is_open
    assert window.docks["distance"].size() == window.area.size(), "it has all the room there is"


@pytest.mark.slow
def test_undo_of_closing_the_last_pane_takes_the_gallery_away(window, qtbot):
    for name in window.area.open:
        window.area.close_pane(name)
    qtbot.waitUntil(lambda: window.gallery.is_open)
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: not window.gallery.is_open)


@pytest.mark.slow
def test_a_window_that_is_smaller_leaves_cards_whole(window, gallery, qtbot):
    window.resize(700, 520)
    qtbot.waitUntil(lambda: gallery.width() < 520)
    for group in gallery._groups:
        rects = [card.geometry() for card in group.shown]
        assert all(0 <= rect.left() and rect.right() < max(group.width(), rect.width()) for rect in rects)
        assert not any(one.intersects(other) for one in rects for other in rects if one is not other)
