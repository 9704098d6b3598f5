"""What the window tells those who hear it."""

from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.controls.choice import DropDown
from peviewer.figures.stories import place
from peviewer.live.view import FigureView

Text = QAccessible.Text


class Heard(NamedTuple):
    kind: type
    takes_focus: bool
    name: str
    description: str
    value: str


def hear(widget):
    """Return what is read out of a widget, in words: Qt deletes what reads it out without telling Python."""
    said = QAccessible.queryAccessibleInterface(widget)
    if said is None:
        return None
    takes_focus = (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    )
    texts = (said.text(kind) for kind in (Text.Name, Text.Description, Text.Value))
    return Heard(type(widget), takes_focus and widget.isVisible(), *texts)


@pytest.mark.slow
def test_whatever_takes_the_focus_has_a_plain_name_and_figures_say_what_they_show(open_window):
    window = open_window(panes=("encoding", "distance", "table"))
    window.export_actions.open("encoding")
    widgets = [
        widget
        for part in (window, window.export_actions.dialog)
        for widget in part.findChildren(QWidget)
    ]
    heard = [said for widget in widgets if (said := hear(widget))]
    actual = [said for said in heard if "<" in "".join(said[2:]) or "&nbsp;" in "".join(said[2:])]
    assert actual == []
    assert [said for said in heard if said.takes_focus and not said.name] == []
    lists = [widget for widget in widgets if isinstance(widget, DropDown)]
    named = {label.buddy() for label in widgets if isinstance(label, QLabel)}
    assert len(lists) > 20
    assert [box.accessibleName() for box in lists if box not in named] == [], (
        "of these Qt reads out the value alone"
    )
    figures = {said.name: said.description for said in heard if said.kind is FigureView}
    expected = {
        f"{dock.pane.title}, figure": dock.view.figure().title for dock in window.docks.values()
    }
    assert figures == expected


@pytest.mark.slow
def test_what_is_read_out_of_a_story_says_the_step_and_follows_it(small_window):
    window = small_window
    description = small_window.description
    window.guide.open_place(place("steps:1"))
    window.guide.move_step(1)
    window.session.flush()
    here = place("steps:2")
    beyond = place("steps:3")
    expected = (f"{here.text}: {here.title}", here.words.text)
    assert hear(description)[2:4] == expected
    step = f"{here.story.title} · {here.of_all}"
    assert [hear(part).name for part in (description.title, description.step)] == [here.title, step]
    button = hear(description.step_buttons[1])
    assert button.name == f"Next: {beyond.step.short}"
    assert button.description == f"{beyond.title} (Alt+PgDown)"
    assert here.story.source.name in hear(description.notes).name
