"""The gallery: in the place of the panes, searched, and opened by its key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.figures.panes.catalog import PANES


@pytest.mark.slow
def test_a_pane_is_found_and_opened_in_it_and_what_the_scheme_cannot_show_says_why(small_window, qtbot):
    window, shown = small_window, small_window.gallery
    gallery = shown.gallery
    for is_open in (True, False, True):
        QTest.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda is_open=is_open: shown.is_open is is_open)
    assert set(gallery.cards) == set(PANES)
    for name, card in gallery.cards.items():
        assert card.why == PANES[name].reason_empty(window.session.document)
        assert card.isEnabled() == PANES[name].serves(window.session.document)
    QTest.keyClicks(gallery.search, "hands")
    assert [card.pane.name for card in gallery.shown] == ["clocks"], "found by its line"
    qtbot.waitUntil(lambda: not gallery.cards["clocks"].picture.isNull(), timeout=30_000)
    QTest.keyClick(gallery.search, Qt.Key.Key_Return)
    assert "clocks" in window.session.document.view.panes
    assert not shown.is_open
    window.session.edit({"view.panes": ()})
    qtbot.waitUntil(lambda: shown.is_open)
    QTest.keyClick(gallery.search, Qt.Key.Key_Escape)
    assert shown.is_open, "without panes there is nowhere to go back to"
    window.session.undo_stack.undo()
    qtbot.waitUntil(lambda: not shown.is_open)
