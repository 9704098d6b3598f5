"""A preset's description stands above the panes, until it is closed, and says when it is no longer what is shown."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.app.window.description import LEAST_LINE, DescriptionLine
from peviewer.app.window.status import HINT
from peviewer.document.document import Document
from peviewer.figures.presets import preset, presets
from peviewer.figures.stories import place, place_of


@pytest.fixture
def window(open_window):
    """Return a window that shows a preset."""
    made = open_window()
    show(made, "steps")
    return made


def entry_of(window):
    return next(action for action in window.findChildren(QAction) if action.text() == "Preset &description")


def show(window, name):
    known = preset(name)
    window.session.open(known.document, known.title)
    window.session._announce()


@pytest.mark.slow
def test_it_says_what_the_preset_says_of_itself(window):
    assert window.description.isVisible()
    told = place("steps:1")
    assert window.description.title.text() == told.step.title
    assert window.description.line.text() == f"{told.look} {told.do}"
    for part in (window.description.title, window.description.line):
        assert told.look in part.toolTip().replace("\N{NO-BREAK SPACE}", " ")
    show(window, "paper")
    assert window.description.title.text() == preset("paper").title
    assert window.description.line.text() == preset("paper").invitation
    assert not window.description.stepper.isVisible()
    window.session.open(Document().edited({"encoding.length": 7}), "My own")
    window.session._announce()
    assert not window.description.isVisible()


@pytest.mark.slow
def test_a_preset_that_is_opened_with_something_set_is_described_as_it_was(window):
    known = preset("steps")
    window.session.open(known.document.edited({"encoding.length": 7}), known.title)
    window.session._announce()
    assert window.description.title.text() == place_of(known.title).step.title
    assert window.description.as_opened.isVisible()


@pytest.mark.slow
def test_no_line_breaks_inside_a_sum(window):
    show(window, "shift")
    assert "row t\u00a0+\u00a0φ" in window.description.whole.label.text()


@pytest.mark.slow
def test_closed_it_comes_back_with_another_preset_or_by_the_menu(window):
    window.description.close_button.click()
    assert not window.description.isVisible()
    entry = entry_of(window)
    entry.parent().aboutToShow.emit()
    assert not entry.isChecked()
    entry.trigger()
    assert window.description.isVisible()
    window.description.close_button.click()
    show(window, "shift")
    assert window.description.isVisible()


@pytest.mark.slow
def test_who_wants_none_sees_none_until_asked_for(window):
    entry = entry_of(window)
    window.description.choose(False)
    show(window, "shift")
    assert not window.description.isVisible()
    assert not window.settings.choices.descriptions
    assert not window.description.wanted
    entry.trigger()
    assert window.settings.choices.descriptions
    assert window.description.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize(("changes", "said"), [
    ({"encoding.length": 50}, True), ({"shift.phi": 3.5}, True), ({"view.transposed": True}, True),
    ({"waves.step": 2}, True), ({"cursor.position": 5}, False), ({"view.colormap": "grey"}, False),
    ({"view.zoom": {"position": (0.0, 3.0)}}, False),
])  # fmt: skip
def test_once_changed_it_says_that_it_is_of_what_was_opened(window, changes, said):
    assert not window.description.as_opened.isVisible()
    height = window.description.height()
    window.session.edit(changes)
    window.session._announce()
    assert window.description.as_opened.isVisible() is said
    assert window.description.height() == height, "panes stay"
    window.session.undo_stack.undo()
    window.session._announce()
    assert not window.description.as_opened.isVisible()


@pytest.mark.slow
def test_with_another_scheme_it_tells_of_that_and_leads_back(qtbot, window):
    window.session.edit({"encoding.scheme": "t5"})
    window.session._announce()
    assert window.description.title.text() == "T5 buckets"
    assert window.description.line.text() == "gives a bias for every head and bucket of lags."
    assert f">Back to {preset('steps').title}<" in window.description.back.text()
    assert not window.description.as_opened.isVisible()
    assert window.preset_chooser.currentIndex() == -1
    assert window.preset_chooser.placeholderText() == "T5 buckets"
    assert window.windowTitle() == "T5 buckets[*] – peviewer"
    assert window.status.opened.text().startswith("T5 buckets · ")
    window.session.edit({"encoding.scheme": "xpos"})
    window.session._announce()
    assert window.description.title.text() == "xPos"
    window.description.back.linkActivated.emit("#back")
    window.session._announce()
    assert window.session.document == preset("steps").document
    assert window.preset_chooser.currentText() == preset("steps").title
    assert window.description.title.text() == place("steps:1").step.title
    assert not window.description.back.isVisible()


@pytest.mark.slow
def test_the_way_back_is_reached_by_keys(qtbot, window):
    assert window.description.back.focusPolicy() == Qt.FocusPolicy.NoFocus
    window.session.edit({"encoding.scheme": "t5"})
    window.session._announce()
    window.activateWindow()
    window.description.back.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(window.description.back, Qt.Key.Key_Tab)
    qtbot.keyClick(window.description.back, Qt.Key.Key_Return)
    assert window.session.document == preset("steps").document


@pytest.mark.slow
def test_it_is_one_line_and_panes_stay_where_they_are_from_preset_to_preset(open_window):
    window = open_window(size=(1024, 700))
    heights = set()
    for known in presets().values():
        show(window, known.name)
        QApplication.processEvents()
        heights.add((window.description.height(), window.area.y()))
    window.session.edit({"encoding.scheme": "rope"})
    window.session._announce()
    QApplication.processEvents()
    heights.add((window.description.height(), window.area.y()))
    assert len(heights) == 1
    assert window.description.height() < 2 * window.description.fontMetrics().lineSpacing() + 10


@pytest.mark.slow
def test_the_keys_of_steps_lead_on_while_all_of_it_is_shown(qtbot, open_window):
    window = open_window(panes=("encoding",))
    window.guide.open_place(place("start-here:1"))
    window.session._announce()
    whole = window.description.whole
    window.description.expand()
    qtbot.waitUntil(whole.isVisible)
    for key, step in ((Qt.Key.Key_PageDown, "start-here:2"), (Qt.Key.Key_PageUp, "start-here:1")):
        qtbot.keyClick(whole.label, key, Qt.KeyboardModifier.AltModifier)
        window.session._announce()
        assert whole.isVisible()
        assert place(step).do.split()[-1] in whole.label.text()
        assert whole.label.height() >= whole.label.heightForWidth(whole.label.width()), "nothing is cut"
    whole.close()


@pytest.mark.slow
def test_all_of_it_is_shown_on_demand_by_a_click_or_by_keys_where_the_line_has_no_room(qtbot, open_window):
    window = open_window("rope-llama-3.1")
    description, whole = window.description, window.description.whole
    assert description.line.is_cut
    assert description.expand_button.isVisible()
    qtbot.mouseClick(description.line, Qt.MouseButton.LeftButton)
    assert whole.isVisible()
    assert place("published:3").do.split()[-1] in whole.label.text()
    assert whole.label.height() >= whole.label.heightForWidth(whole.label.width()), "nothing is cut"
    qtbot.keyClick(whole, Qt.Key.Key_Escape)
    assert not whole.isVisible()
    window.activateWindow()
    description.expand_button.setFocus()
    qtbot.keyClick(description.expand_button, Qt.Key.Key_Space)
    assert whole.isVisible()
    whole.close()
    show(window, "criteria")
    window.resize(2600, 900)
    QApplication.processEvents()
    assert not description.line.is_cut
    assert not description.expand_button.isVisible()
    qtbot.mouseClick(description.line, Qt.MouseButton.LeftButton)
    assert not whole.isVisible(), "all of it is there already"


@pytest.mark.slow
def test_in_little_room_the_way_back_is_one_word_and_nothing_lies_on_another(open_window):
    window = open_window("choose-interpolation", size=(640, 700))
    window.session.edit({"encoding.scheme": "xpos"})
    window.session._announce()
    QApplication.processEvents()
    description = window.description
    assert ">Back<" in description.back.text()
    parts = [description.title, description.line, description.back, description.close_button]
    assert all(a.geometry().right() < b.geometry().left() for a, b in pairwise(parts))
    assert description.rect().contains(description.close_button.geometry())


def test_the_line_shows_whole_sentences_what_to_do_before_what_to_look_for(qtbot):
    line, told = DescriptionLine(), place("start-here:1")
    qtbot.addWidget(line)
    line.setText(f"{told.look} {told.do}")
    first = told.look.partition(". ")[0]
    wide = line.fontMetrics().horizontalAdvance
    for text in (f"{told.look} {told.do}", f"{first}. … {told.do}", f"… {told.do}"):
        line.resize(wide(text), line.height())
        assert line._shown() == text
        assert line.is_cut == ("…" in text)
    line.resize(LEAST_LINE - 1, line.height())
    assert line._shown() == "", "no scrap of a sentence"


@pytest.mark.slow
def test_it_gives_way_before_titles_of_panels_do_and_is_there_on_demand(qtbot, open_window):
    window = open_window("shift", size=(960, 600))  # 1440 x 900, half as large again
    shown = window.docks["shift"].view
    qtbot.waitUntil(lambda: shown.figure() is not None and not shown.is_pending)
    assert not window.description.isVisible()
    assert [panel.header.isVisible() for panel in shown.panels] == [True] * len(shown.panels)
    button = window.parameters.head.description_button
    assert button.isVisible()
    assert window.status.readout.text() == "Shift and linearity 1 of 4: One matrix shifts every row"
    window.guide.move_step(1)
    window.session._announce()
    assert window.status.readout.text().startswith("Shift and linearity 2 of 4: ")
    window.guide.move_step(-1)
    window.session._announce()
    button.click()
    assert window.description.whole.isVisible()
    assert place("shift:1").do.split()[-1] in window.description.whole.label.text()
    window.description.whole.close()
    window.resize(1024, 700)
    qtbot.waitUntil(window.description.isVisible)
    assert not button.isVisible()
    assert window.status.readout.text() == HINT


def step(window, by):
    key = Qt.Key.Key_PageDown if by > 0 else Qt.Key.Key_PageUp
    QTest.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
    window.session._announce()
    QApplication.processEvents()


def test_keys_walk_a_story_to_its_ends_and_undo_walks_back(window):
    window.activateWindow()
    window.guide.open_place(place("shift:2"))
    window.session._announce()
    seen = []
    for by in (-1, -1, 1, 1, 1, 1):
        step(window, by)
        seen.append(window.description.stepper.label.text().removeprefix("Shift and linearity "))
    assert seen == ["1 of 4", "1 of 4", "2 of 4", "3 of 4", "4 of 4", "4 of 4"]
    assert not window.description.stepper.next_button.isEnabled()
    assert window.session.document == place("shift:4").step.document
    window.session.undo_stack.undo()
    window.session._announce()
    assert window.session.place.key == "shift:3", "of two steps with one preset"
    window.description.stepper.previous_button.click()
    window.session._announce()
    assert window.session.place.key == "shift:2"


@pytest.mark.slow
def test_notes_name_the_source_and_lead_to_it(window):
    assert window.description.notes_button.isVisible()
    window.description.notes_button.click()
    text = window.description.notes.label.text()
    assert "each column has one" in text
    assert place("steps:1").story.source.link in text
    assert window.description.notes.label.openExternalLinks()
    window.description.notes.close()
    show(window, "choose-ntk")
    assert not window.description.notes_button.isVisible(), "no source, no notes"


@pytest.mark.slow
def test_where_what_to_do_is_done_is_ringed_until_it_is_done(qtbot, window):
    panel = window.parameters.panel
    window.guide.open_place(place("steps:1"))
    qtbot.waitUntil(lambda: window.guide.highlight.control is panel.control("cursor.position"))
    window.session.edit({"cursor.position": 5})
    qtbot.waitUntil(lambda: window.guide.highlight.control is None)
    window.guide.open_place(place("start-here:8"))
    qtbot.waitUntil(
        lambda: "operator" in window.docks and window.guide.highlight.control in window.docks["operator"].header.choices
    )
    window.guide.open_place(place("tensor2tensor:5"))
    qtbot.waitUntil(lambda: window.guide.highlight.control is panel.control("content.kind"))
    assert panel.control("content.kind").isVisible(), "seldom, and unfolded"


@pytest.mark.slow
def test_what_a_step_plays_in_the_transport_is_ringed_there(qtbot, window):
    """φ has no row among the parameters while the transport plays it; after a step that plays t, it had one."""
    for key in ("steps:1", "shift:1"):
        window.guide.open_place(place(key))
        window.session._announce()
        QApplication.processEvents()
    qtbot.waitUntil(lambda: window.guide.highlight.control is window.transport.scrubber)
    assert not window.parameters.panel.offers("shift.phi")
    assert window.parameters.panel.offers("content.kind"), "folded away is not left out"
