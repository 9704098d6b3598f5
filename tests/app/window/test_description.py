"""A preset's description stands above the panes, until it is closed, and says when it is no longer what is shown."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, preset
from peviewer.figures.stories import place, places


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
    description = window.description
    step = place("steps:1")
    assert description.title.text() == step.title
    assert plain_text(description.line) == step.words.look
    assert plain_text(description.to_do) == f"Try: {unstarred(step.words.do)}"
    assert "<b>Position t</b>" in description.to_do.text()
    assert not description.notes.isVisible()
    description.notes_button.click()
    assert description.notes.isVisible()
    assert "each column has one" in description.notes.text()
    assert step.story.source.link in description.notes.text()
    show(window, "paper")
    assert description.title.text() == preset("paper").title
    assert plain_text(description.line) == spaced(preset("paper").at_start.text)
    assert not description.to_do.isVisible()
    assert not description.notes_button.isVisible(), "no source, no notes"
    document = Document().edited({"encoding.length": 7})
    window.session.open(document, "My own")
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


def spaced(text):
    """Return a text with the spaces that a label has in numbers."""
    return text.replace("\N{THIN SPACE}", " ")


def plain_text(label):
    """Return the text of a label without its formatting and its line breaks."""
    fragment = QTextDocumentFragment.fromHtml(label.text().replace("<br>", " "))
    return fragment.toPlainText().replace("\N{WORD JOINER}", "")


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


CHANGES_AND_WHETHER_FOLLOWED = (
    ({"waves.step": 2}, False),
    ({"content.kind": "ones"}, False),
    ({"encoding.schedule": "endpoint"}, False),
    ({"encoding.dim": 8}, True),
    ({"shift.phi": 3.5}, True),
    ({"cursor.position": 5}, True),
    ({"view.colormap": "grey"}, True),
    ({"view.zoom": {"position": (0.0, 3.0)}}, True),
)


@pytest.mark.slow
def test_its_numbers_follow_the_document_or_it_says_that_they_are_of_the_start(window):
    mark = window.description.mark
    height = window.description.height()
    at_start = window.description.line.text()
    for changes, is_followed in CHANGES_AND_WHETHER_FOLLOWED:
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
    assert "The 2 pairs divide the position by 1 and 10." in plain_text(window.description.line)
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
    window.guide.open_place(place("shift:2"))
    window.session.flush()
    description = window.description
    seen = []
    for key in (Qt.Key.Key_PageDown,) * 4:
        QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        window.session.flush()
        QApplication.processEvents()
        seen.append(description.step.text())
    assert seen == [f"Shift and linearity · {number} of 5" for number in (3, 4, 5, 5)]
    assert window.session.document == place("shift:5").step.document
    window.session.undo_stack.undo()
    window.session.flush()
    assert window.session.place.key == "shift:4"
    assert description.step_buttons[-1].text() == "Back"
    description.step_buttons[-1].click()
    window.session.flush()
    assert window.session.place.key == "shift:3"
    assert description.step_buttons[1].text() == "Next: five ways, two costs"


@pytest.mark.slow
def test_the_last_step_leads_to_two_stories_by_name(window):
    window.guide.open_place(place("shift:5"))
    window.session.flush()
    description = window.description
    assert not description.step_buttons[1].isVisible()
    names = [button.text() for button in description.story_buttons if button.isVisible()]
    assert names == ["From sinusoids to RoPE", "Choosing"]
    description.story_buttons[1].click()
    window.session.flush()
    assert window.session.place.key == "choosing:1"
    assert description.step_buttons[1].isVisible()
    assert not any(button.isVisible() for button in description.story_buttons)


@pytest.mark.slow
def test_the_idea_of_each_step_has_at_most_90_characters_on_a_line(window):
    window.resize(1280, 720)
    for found in places():
        window.session.open_place(found)
        window.session.flush()
        QApplication.processEvents()
        lines = window.description.line.text().split("<br>")
        texts = [QTextDocumentFragment.fromHtml(line).toPlainText() for line in lines]
        assert max(map(len, texts)) <= 90, found.key
        assert len(texts) <= 2, found.key
        widest = max(window.description.line.fontMetrics().horizontalAdvance(t) for t in texts)
        assert widest <= window.description.line.width(), "no line is broken once more"


@pytest.mark.slow
def test_formula_opens_the_explanation_of_a_pane_of_the_step(qtbot, window):
    window.guide.open_place(place("start-here:7"))
    window.session.flush()
    window.description.formula_button.click()
    explanation = window.docks["clocks"].explanation
    qtbot.waitUntil(explanation.isVisible)
    assert explanation.formula.text()
    show(window, "paper")
    assert not window.description.formula_button.isVisible()


@pytest.mark.slow
def test_a_step_that_asks_for_another_scheme_is_not_left_by_it(window):
    window.guide.open_place(place("start-here:1"))
    window.session.flush()
    edit(window, {"encoding.scheme": "sinusoidal"})
    assert window.description.title.text() == place("start-here:1").title
    assert window.description.mark.text() == "at the start of this step"
    assert window.description.step_buttons[1].isVisible()
