"""A preset's description stands above the panes, until it is closed, and says when it is no longer what is shown."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, preset
from peviewer.figures.stories import place
from peviewer.live.text import bound, unbroken


@pytest.fixture
def window(small_window):
    """Return a window that shows a step of a story."""
    show(small_window, "steps")
    return small_window


def show(window, name):
    known = preset(name)
    window.session.open(known.document, known.title)
    window.session.flush()


def edit(window, changes):
    window.session.edit(changes)
    window.session.flush()


@pytest.mark.slow
def test_it_says_what_the_step_or_preset_says_with_notes_that_lead_to_the_source(window):
    description, step = window.description, place("steps:1")
    assert description.title.text() == step.title
    assert description.line.text() == unbroken(bound(step.words.text))
    assert not description.notes.isVisible()
    description.notes_button.click()
    assert description.notes.isVisible()
    assert "each column has one" in description.notes.text()
    assert step.story.source.link in description.notes.text()
    show(window, "paper")
    assert description.title.text() == preset("paper").title
    assert description.line.text() == unbroken(bound(preset("paper").at_start.text))
    assert not description.notes_button.isVisible(), "no source, no notes"
    window.session.open(Document().edited({"encoding.length": 7}), "My own")
    window.session.flush()
    assert not description.isVisible()


@pytest.mark.slow
def test_where_it_replaces_the_invitation_the_panes_get_their_room_once(small_window, qapp):
    small_window.session.open(preset(FIRST).document, preset(FIRST).title)
    small_window.settings.remember(invites=True)
    small_window.session.flush()
    assert small_window.invitation.isVisible()
    heights = HeightsSeen(small_window.area)

    show(small_window, "shift")
    for _ in range(10):
        qapp.processEvents()

    assert not small_window.invitation.isVisible()
    assert len(heights.seen) == 1


@pytest.mark.slow
def test_a_step_that_is_left_for_another_scheme_moves_no_pane(window, qapp):
    heights = HeightsSeen(window.area)

    edit(window, {"encoding.scheme": "rope"})
    for _ in range(10):
        qapp.processEvents()

    assert window.session.left_preset
    assert window.description.isVisible()
    assert heights.seen == []


class HeightsSeen(QObject):
    """The heights that a widget is given."""

    def __init__(self, widget):
        super().__init__(widget)
        self.seen = []
        widget.installEventFilter(self)

    def eventFilter(self, widget, event):
        if event.type() == QEvent.Type.Resize:
            self.seen.append(widget.height())
        return False


@pytest.mark.slow
def test_closed_it_comes_back_with_another_preset_or_by_the_menu_if_it_is_wanted(window):
    description = window.description
    for back in (description.action.trigger, lambda: show(window, "shift")):
        description.close_button.click()
        assert not description.isVisible()
        back()
        assert description.isVisible()
    description.choose(False)
    show(window, "steps")
    assert not description.isVisible()
    assert not window.settings.choices.descriptions


@pytest.mark.slow
def test_its_numbers_follow_the_document_or_it_says_that_they_are_of_the_start(window):
    mark, height = window.description.mark, window.description.height()
    at_start = window.description.line.text()
    for changes, is_followed in (
        ({"waves.step": 2}, False), ({"content.kind": "ones"}, False), ({"encoding.schedule": "endpoint"}, False),
        ({"encoding.dim": 8}, True), ({"shift.phi": 3.5}, True), ({"cursor.position": 5}, True),
        ({"view.colormap": "grey"}, True), ({"view.zoom": {"position": (0.0, 3.0)}}, True),
    ):  # fmt: skip
        assert not mark.isVisible()
        edit(window, changes)
        assert mark.isVisible() is not is_followed, changes
        assert mark.text() == ("" if is_followed else "at the start of this step")
        assert (window.description.line.text() == at_start) is ("encoding.dim" not in changes), (
            changes
        )
        assert window.description.height() == height, "panes stay"
        window.session.undo_stack.undo()
        window.session.flush()
    edit(window, {"encoding.dim": 4, "encoding.base": 100.0})
    assert window.description.title.text() == "10 positions, 2 pairs, every number"
    assert "The 2 pairs divide the position by 1 and 10." in window.description.line.text()
    known = preset("steps")
    window.session.open(known.document.edited({"waves.step": 3}), known.title)
    window.session.flush()
    assert mark.isVisible(), "opened with something set"


@pytest.mark.slow
def test_with_another_scheme_it_tells_of_that_and_leads_back(window):
    description = window.description
    assert not description.back.isVisible()
    edit(window, {"encoding.scheme": "t5"})
    assert description.title.text() == window.preset_chooser.currentText() == "T5"
    assert description.line.text() == "gives a bias for every head and bucket of lags."
    assert window.windowTitle() == "T5 · 10 positions, 32 buckets[*] – peviewer"
    assert window.status.opened.text().startswith("T5 · ")
    description.back.click()
    window.session.flush()
    assert window.session.document == preset("steps").document
    assert description.title.text() == place("steps:1").title
    assert not description.back.isVisible()


def test_the_title_of_a_step_is_whole_where_the_name_of_its_story_has_no_room(window):
    window.resize(1000, 640)
    show(window, "wrong-operator-ones")
    QApplication.processEvents()
    assert window.description.title.shown_text() == place("tensor2tensor:7").title
    assert window.description.step.shown_text() == "… · 7 of 7"


@pytest.mark.slow
def test_keys_walk_a_story_to_its_ends_and_undo_walks_back(window):
    window.activateWindow()
    window.guide.open_place(place("shift:3"))
    window.session.flush()
    description, seen = window.description, []
    for key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown):
        QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        window.session.flush()
        QApplication.processEvents()
        seen.append(description.step.text())
    assert seen == [f"Shift and linearity · {number} of 4" for number in (2, 3, 4, 4)]
    assert not description.step_buttons[1].isEnabled()
    assert window.session.document == place("shift:4").step.document
    window.session.undo_stack.undo()
    window.session.flush()
    assert window.session.place.key == "shift:3", "of two steps with one preset"
    description.step_buttons[-1].click()
    window.session.flush()
    assert window.session.place.key == "shift:2"
