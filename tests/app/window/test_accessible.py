"""What the window tells those who hear it."""

from typing import NamedTuple

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from peviewer.app.controls.choice import DropDown
from peviewer.app.look.tooltips import SHORT
from peviewer.base.words import THIN
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
    takes_focus = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    texts = (said.text(kind) for kind in (Text.Name, Text.Description, Text.Value))
    return Heard(type(widget), takes_focus and widget.isVisible(), *texts)


@pytest.mark.slow
def test_what_is_read_out_is_plain_names_whatever_takes_the_focus_and_says_what_figures_show(open_window):
    window = open_window(panes=("encoding", "distance", "table"))
    window.export_actions.open("encoding")
    widgets = [widget for part in (window, window.export_actions.dialog) for widget in part.findChildren(QWidget)]
    heard = [said for widget in widgets if (said := hear(widget))]
    assert [said for said in heard if "<" in "".join(said[2:]) or "&nbsp;" in "".join(said[2:])] == []
    assert [said for said in heard if said.takes_focus and not said.name] == []
    lists = [widget for widget in widgets if isinstance(widget, DropDown)]
    named = {label.buddy() for label in widgets if isinstance(label, QLabel)}
    assert len(lists) > 20
    assert [box.accessibleName() for box in lists if box not in named] == [], "of these Qt reads out the value alone"
    figures = {said.name: said.description for said in heard if said.kind is FigureView}
    assert figures == {f"{dock.pane.title}, figure": dock.view.figure().title for dock in window.docks.values()}


@pytest.mark.slow
def test_what_is_read_out_of_a_story_says_the_step_and_follows_it(small_window):
    window, description = small_window, small_window.description
    window.guide.open_place(place("steps:1"))
    window.session._announce()
    for key in ("steps:1", "steps:2"):
        found, beside = place(key), place(key).moved(1)
        here, words = f"{found.text}: {found.title}", f"{found.look} {found.do}"
        assert [hear(part).name for part in (description, description.title, description.step)] == [
            here, found.title, found.text,
        ]  # fmt: skip
        assert hear(description).description == words
        assert hear(description.step_buttons[1]).name == f"Next step: {beside.title} (Alt+PgDown)"
        assert found.story.source.name in hear(description.notes).name
        window.guide.move_step(1)
        window.session._announce()
        QApplication.processEvents()


@pytest.mark.nightly
def test_tooltips_wrap_and_no_number_in_them_breaks(small_window):
    window = small_window
    window.export_actions.open("encoding")
    window.guide.open_place(place("choosing:1"))
    window.session._announce()
    for menu in window.menuBar().findChildren(QAction):
        if menu.menu():
            menu.menu().aboutToShow.emit()
    parts = [part for top in (window, window.export_actions.dialog) for kind in (QWidget, QAction)
             for part in top.findChildren(kind)]  # fmt: skip
    own = (part for part in parts if not isinstance(part, QAction) or part.toolTip() != part.text().replace("&", ""))
    tips = {part.toolTip() for part in own if part.toolTip()}
    assert len(tips) > 100
    plain = [tip for tip in tips if not tip.startswith("<")]
    assert [tip for tip in plain if len(tip) > SHORT + 20 or THIN in tip] == [], "Qt wraps rich text alone"
    assert [tip for tip in tips if tip.startswith("<") and THIN in tip] == [], "Qt breaks lines at thin spaces"
