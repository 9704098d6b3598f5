"""The dialog of a pane's colours edits the Document, and follows it."""

import pytest
from PySide6.QtTest import QTest

from peviewer.app.panes.colour_range import ColourRange
from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.pointing import Pointing
from peviewer.figures.panes.catalog import PANES


@pytest.fixture
def dock(qtbot, session):
    made = PaneDock(PANES["distance"], session, Pointing(session))
    qtbot.addWidget(made, before_close_func=lambda dock: dock.dispose())
    with qtbot.waitExposed(made):
        made.show()
    made.choose_range()
    return made


@pytest.fixture
def dialog(dock):
    made = dock.findChild(ColourRange)
    assert made.isVisible()
    return made


def choose(dialog, mode):
    dialog.mode.setCurrentIndex(dialog.mode.findData(mode))
    dialog.mode.activated.emit(dialog.mode.currentIndex())


def type_in(box, text):
    box.selectAll()
    QTest.keyClicks(box, text)
    box.clearFocus()


def test_a_choice_is_made_at_once_and_undone_like_everything(qtbot, session, dialog, edit):
    assert dialog.mode.value() == "data"
    assert dialog.mode.findData("full") == -1, "distances have no other full range"
    edit({"pairwise.metric": "cosine"})
    for mode in ("full", "seen"):
        choose(dialog, mode)
        assert session.document.view.levels == {"distance": mode}
    with qtbot.waitSignal(session.changed):
        session.undo_stack.undo()
    assert dialog.mode.value() == "full"
    assert [box.value() for box in dialog.ends.values()] == [-1, 1]
    choose(dialog, "hand")
    assert session.document.view.levels == {"distance": (-1, 1)}
    choose(dialog, "data")
    assert session.document.view.levels == {}


def test_a_number_typed_is_a_range_by_hand_and_a_wrong_one_is_refused_at_its_field(
    qtbot, session, dialog
):
    low, high = dialog.ends.values()
    low.setFocus()
    with qtbot.waitSignal(session.changed):
        type_in(low, "2")
    assert dialog.mode.value() == "hand"
    levels = session.document.view.levels["distance"]
    assert 2 == levels[0] < levels[1]
    high.setFocus()
    type_in(high, "1")
    assert "less than" in high.validation_error()
    assert session.document.view.levels["distance"] == levels


@pytest.mark.parametrize("why", ["it has no such colours", "it is closed"])
def test_it_goes_with_the_colours_of_its_pane(qtbot, dock, dialog, why, edit):
    if why == "it is closed":
        dock.close()
    else:
        edit({"encoding.scheme": "alibi"})
    qtbot.waitUntil(lambda: not dialog.isVisible())


def test_ends_that_no_colour_tells_apart_are_refused_at_their_field(session, dialog):
    before = session.document
    low, high = dialog.ends.values()
    low.setFocus()
    type_in(low, f"{high.value() * (1 - 1e-7):.9f}")

    assert (
        low.validation_error()
        == "The first colour must stand for at least a millionth less than the last"
    )
    assert session.document == before
