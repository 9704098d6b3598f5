"""A preset's description stands above the panes, until it is closed, and says when it is no longer what is shown."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.window.status import HINT
from peviewer.document.document import Document
from peviewer.figures.presets import preset
from peviewer.figures.stories import place


@pytest.fixture
def window(small_window):
    """Return a window that shows a step of a story."""
    show(small_window, "steps")
    return small_window


def show(window, name):
    known = preset(name)
    window.session.open(known.document, known.title)
    window.session._announce()


def edit(window, changes):
    window.session.edit(changes)
    window.session._announce()


@pytest.mark.slow
def test_it_says_what_the_step_or_preset_says_of_itself_with_notes_that_lead_to_the_source(window):
    description, told = window.description, place("steps:1")
    assert description.isVisible()
    assert description.title.text() == told.step.title
    assert description.line.text() == f"{told.look} {told.do}"
    for part in (description.title, description.line):
        assert told.look in part.toolTip().replace("\N{NO-BREAK SPACE}", " ")
    description.notes_button.click()
    text = description.notes.label.text()
    assert "each column has one" in text
    assert told.story.source.link in text
    assert description.notes.label.openExternalLinks()
    description.notes.close()
    show(window, "paper")
    assert description.title.text() == preset("paper").title
    assert description.line.text() == preset("paper").invitation
    assert not description.stepper.isVisible()
    assert not description.notes_button.isVisible(), "no source, no notes"
    show(window, "shift")
    assert "position t\u00a0+\u00a0φ" in description.whole.label.text(), "no line breaks inside a sum"
    window.session.open(Document().edited({"encoding.length": 7}), "My own")
    window.session._announce()
    assert not description.isVisible()


@pytest.mark.slow
def test_closed_it_comes_back_with_another_preset_or_by_the_menu_and_who_wants_none_sees_none(window):
    description, beside = window.description, window.parameters.head.description_button
    entry = next(action for action in window.findChildren(QAction) if action.text() == "Preset &description")
    assert not beside.isVisible()
    description.close_button.click()
    assert not description.isVisible()
    assert beside.isVisible()

    def tick():
        entry.parent().aboutToShow.emit()
        assert not entry.isChecked()
        entry.trigger()

    for back in (tick, beside.click, lambda: show(window, "shift")):
        back()
        assert description.isVisible()
        assert not beside.isVisible()
        description.close_button.click()
    description.choose(False)
    show(window, "steps")
    assert not description.isVisible()
    assert not window.settings.choices.descriptions
    tick()
    assert window.settings.choices.descriptions
    assert description.isVisible()


@pytest.mark.slow
def test_once_changed_it_says_that_it_is_of_what_was_opened(window):
    told, height = window.description.as_opened, window.description.height()
    for changes, said in (
        ({"encoding.length": 50}, True), ({"shift.phi": 3.5}, True), ({"view.transposed": True}, True),
        ({"waves.step": 2}, True), ({"cursor.position": 5}, False), ({"view.colormap": "grey"}, False),
        ({"view.zoom": {"position": (0.0, 3.0)}}, False),
    ):  # fmt: skip
        assert not told.isVisible()
        edit(window, changes)
        assert told.isVisible() is said, changes
        assert window.description.height() == height, "panes stay"
        window.session.undo_stack.undo()
        window.session._announce()
    known = preset("steps")
    window.session.open(known.document.edited({"encoding.length": 7}), known.title)
    window.session._announce()
    assert told.isVisible(), "opened with something set"


@pytest.mark.slow
def test_with_another_scheme_it_tells_of_that_and_leads_back_by_pointer_and_by_keys(qtbot, window):
    description = window.description
    assert description.back.focusPolicy() == Qt.FocusPolicy.NoFocus
    edit(window, {"encoding.scheme": "t5"})
    assert description.title.text() == "T5"
    assert description.line.text() == "gives a bias for every head and bucket of lags."
    assert f">Back to {preset('steps').title}<" in description.back.text()
    assert not description.as_opened.isVisible()
    assert window.preset_chooser.currentIndex() == -1
    assert window.preset_chooser.placeholderText() == "T5"
    assert window.windowTitle() == "T5[*] – peviewer"
    assert window.status.opened.text().startswith("T5 · ")
    description.back.linkActivated.emit("#back")
    window.session._announce()
    assert window.session.document == preset("steps").document
    assert window.preset_chooser.placeholderText() == preset("steps").title
    assert description.title.text() == place("steps:1").step.title
    assert not description.back.isVisible()
    edit(window, {"encoding.scheme": "xpos"})
    window.activateWindow()
    description.back.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(description.back, Qt.Key.Key_Tab)
    qtbot.keyClick(description.back, Qt.Key.Key_Return)
    assert window.session.document == preset("steps").document


@pytest.mark.slow
def test_all_of_it_is_shown_where_the_line_has_no_room_and_keys_of_steps_lead_on_meanwhile(qtbot, window):
    description, whole = window.description, window.description.whole

    def reads(key):
        assert whole.isVisible()
        assert place(key).do.split()[-1] in whole.label.text()
        assert whole.label.height() >= whole.label.heightForWidth(whole.label.width()), "nothing is cut"

    window.guide.open_place(place("published:3"))
    window.session._announce()
    window.resize(640, 760)
    QApplication.processEvents()
    assert not description.line.is_whole
    assert description.line.text() == "", "no scrap of a sentence"
    qtbot.mouseClick(description.line, Qt.MouseButton.LeftButton)
    reads("published:3")
    for key, step in ((Qt.Key.Key_PageDown, "published:4"), (Qt.Key.Key_PageUp, "published:3")):
        qtbot.keyClick(whole.label, key, Qt.KeyboardModifier.AltModifier)
        window.session._announce()
        reads(step)
    qtbot.keyClick(whole, Qt.Key.Key_Escape)
    assert not whole.isVisible()
    window.activateWindow()
    description.expand_button.setFocus()
    qtbot.keyClick(description.expand_button, Qt.Key.Key_Space)
    reads("published:3")
    whole.close()
    window.resize(4000, 900)
    QApplication.processEvents()
    assert not description.expand_button.isVisible()
    qtbot.mouseClick(description.line, Qt.MouseButton.LeftButton)
    assert not whole.isVisible(), "all of it is there already"


@pytest.mark.slow
def test_it_gives_way_before_titles_of_panels_do_and_is_there_on_demand(qtbot, open_window):
    window = open_window("shift", size=(960, 600))  # 1440 x 900, half as large again
    shown = window.docks["shift"].view
    qtbot.waitUntil(lambda: shown.figure() is not None and not shown.is_pending)
    assert not window.description.isVisible()
    assert [panel.header.isVisible() for panel in shown.panels] == [True] * len(shown.panels)
    button = window.parameters.head.description_button
    assert button.isVisible()
    for by, said in ((0, "1 of 4: One matrix shifts every row"), (1, "2 of 4: "), (-1, "1 of 4: ")):
        window.guide.move_step(by)
        window.session._announce()
        assert window.status.readout.text().startswith(f"Shift and linearity {said}")
    button.click()
    assert window.description.whole.isVisible()
    assert place("shift:1").do.split()[-1] in window.description.whole.label.text()
    window.description.whole.close()
    window.resize(1024, 700)
    qtbot.waitUntil(window.description.isVisible)
    assert not button.isVisible()
    assert window.status.readout.text() == HINT


@pytest.mark.slow
def test_keys_walk_a_story_to_its_ends_and_undo_walks_back(window):
    window.activateWindow()
    window.guide.open_place(place("shift:3"))
    window.session._announce()
    stepper, seen = window.description.stepper, []
    for key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown):
        QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        window.session._announce()
        QApplication.processEvents()
        seen.append(stepper.label.text())
    assert seen == [f"Shift and linearity {number} of 4" for number in (2, 3, 4, 4)]
    assert not stepper.next_button.isEnabled()
    assert window.session.document == place("shift:4").step.document
    window.session.undo_stack.undo()
    window.session._announce()
    assert window.session.place.key == "shift:3", "of two steps with one preset"
    stepper.previous_button.click()
    window.session._announce()
    assert window.session.place.key == "shift:2"
