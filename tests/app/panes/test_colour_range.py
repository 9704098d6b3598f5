"""The dialog of a pane's colours edits the Document, and follows it."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from peviewer.app.panes.colour_range import ColourRange


@pytest.fixture
def dialog(open_window):
    window = open_window()
    window.docks["distance"].choose_range()
    made = window.docks["distance"].findChild(ColourRange)
    assert made.isVisible()
    return window, made


def chosen(window):
    return window.session.document.view.levels


def settle(window):
    window.session._announce()


@pytest.mark.slow
def test_a_choice_is_made_at_once_and_undone_like_everything(dialog):
    window, made = dialog
    assert made.mode.value() == "data"
    assert made.mode.findData("full") == -1, "distances have no other full range"
    assert any("0 is in their middle" in label.text() for label in made.findChildren(QLabel) if label.isVisible())
    window.session.edit({"pairwise.metric": "cosine"})
    settle(window)
    for mode in ("full", "seen"):
        made.mode.setCurrentIndex(made.mode.findData(mode))
        made.mode.activated.emit(made.mode.currentIndex())
        assert chosen(window) == {"distance": mode}
    window.session.undo_stack.undo()
    settle(window)
    assert made.mode.value() == "full"
    assert [box.value() for box in made.ends.values()] == [-1, 1]
    made.mode.setCurrentIndex(made.mode.findData("data"))
    made.mode.activated.emit(made.mode.currentIndex())
    assert chosen(window) == {}


@pytest.mark.slow
def test_a_number_typed_is_a_range_by_hand_and_a_wrong_one_is_refused_at_its_field(dialog):
    window, made = dialog
    low, high = made.ends.values()
    low.selectAll()
    QTest.keyClicks(low, "2")
    low._commit()
    settle(window)
    assert chosen(window)["distance"][0] == 2
    assert made.mode.value() == "hand"
    high.selectAll()
    QTest.keyClicks(high, "1")
    high._commit()
    assert "less than" in high.validation_error()
    assert chosen(window)["distance"][0] == 2
    assert chosen(window)["distance"][1] > 2


@pytest.mark.slow
def test_a_pane_without_such_colours_offers_none(dialog):
    window, made = dialog
    window.session.edit({"encoding.scheme": "alibi"})
    settle(window)
    assert not made.isVisible()


@pytest.mark.slow
def test_it_goes_with_its_pane(dialog):
    window, made = dialog
    window.area.close_pane("distance")
    assert not made.isVisible()


@pytest.mark.slow
def test_once_closed_nothing_of_it_is_left(dialog, qapp):
    window, made = dialog
    made.reject()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    dock = window.docks["distance"]
    assert dock.findChildren(ColourRange) == []
    dock.choose_range()
    assert dock.findChild(ColourRange).isVisible()
