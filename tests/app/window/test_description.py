"""A preset's description stands above the panes, until it is closed, and says when it is no longer what is shown."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from peviewer.document.document import Document
from peviewer.figures.presets import preset


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


def test_it_says_what_the_preset_says_of_itself(window):
    assert window.description.isVisible()
    assert window.description.label.text() == (f"<b>{preset('steps').title}</b>&ensp;{preset('steps').invitation}")
    window.session.open(Document().edited({"encoding.length": 7}), "My own")
    window.session._announce()
    assert not window.description.isVisible()


def test_a_preset_that_is_opened_with_something_set_is_described_as_it_was(window):
    known = preset("steps")
    window.session.open(known.document.edited({"encoding.length": 7}), known.title)
    window.session._announce()
    assert window.description.label.text().startswith(f"<b>{known.title}</b>")
    assert window.description.as_opened.isVisible()


def test_no_line_breaks_inside_a_sum(window):
    show(window, "shift")
    assert "row t\u00a0+\u00a0φ" in window.description.label.text()


def test_closed_it_comes_back_with_another_preset_or_by_the_menu(window):
    window.description.closing.click()
    assert not window.description.isVisible()
    entry = entry_of(window)
    entry.parent().aboutToShow.emit()
    assert not entry.isChecked()
    entry.trigger()
    assert window.description.isVisible()
    window.description.closing.click()
    show(window, "shift")
    assert window.description.isVisible()


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


@pytest.mark.parametrize(("changes", "said"), [
    ({"encoding.length": 50}, True), ({"shift.phi": 3.5}, True), ({"view.transposed": True}, True),
    ({"waves.step": 2}, True), ({"cursor.position": 5}, False), ({"view.colormap": "grey"}, False),
    ({"view.zoom": {"position": (0.0, 3.0)}}, False),
])  # fmt: skip
def test_once_changed_it_says_that_it_is_of_what_was_opened(window, changes, said):
    assert not window.description.as_opened.isVisible()
    width = window.description.label.width()
    window.session.edit(changes)
    window.session._announce()
    assert window.description.as_opened.isVisible() is said
    assert window.description.label.width() == width, "lines stay"
    window.session.undo_stack.undo()
    window.session._announce()
    assert not window.description.as_opened.isVisible()


def test_with_another_scheme_it_tells_of_that_and_leads_back(qtbot, window):
    window.session.edit({"encoding.scheme": "t5"})
    window.session._announce()
    text = window.description.label.text()
    assert text.startswith("<b>T5 buckets</b>&ensp;gives a bias for every bucket of lags.")
    assert preset("steps").description not in text
    assert not window.description.as_opened.isVisible()
    assert window.preset_chooser.currentIndex() == -1
    assert window.preset_chooser.placeholderText() == "T5 buckets"
    assert window.windowTitle() == "T5 buckets[*] – peviewer"
    assert window.status.opened.text().startswith("T5 buckets · ")
    window.session.edit({"encoding.scheme": "xpos"})
    window.session._announce()
    assert window.description.label.text().startswith("<b>xPos</b>")
    window.description.label.linkActivated.emit("#back")
    window.session._announce()
    assert window.session.document == preset("steps").document
    assert window.preset_chooser.currentText() == preset("steps").title
    assert window.description.label.text().startswith(f"<b>{preset('steps').title}</b>")


def test_the_way_back_is_reached_by_keys(qtbot, window):
    assert window.description.label.focusPolicy() == Qt.FocusPolicy.NoFocus
    window.session.edit({"encoding.scheme": "t5"})
    window.session._announce()
    window.activateWindow()
    window.description.label.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(window.description.label, Qt.Key.Key_Tab)
    qtbot.keyClick(window.description.label, Qt.Key.Key_Return)
    assert window.session.document == preset("steps").document
