"""What the window tells those who hear it."""

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.controls.choice import DropDown
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


def test_what_is_read_out_is_plain_names_whatever_takes_the_focus_and_says_what_figures_show(window):
    window.export_actions.open("encoding")
    window.area.reveal("table")
    widgets = [widget for part in (window, window.export_actions.dialog) for widget in part.findChildren(QWidget)]
    heard = [said for widget in widgets if (said := hear(widget))]
    assert [said for said in heard if "<" in "".join(said[2:]) or "&nbsp;" in "".join(said[2:])] == []
    assert [said for said in heard if said.takes_focus and not said.name] == []
    lists = [widget for widget in widgets if isinstance(widget, DropDown)]
    named = {label.buddy() for label in window.findChildren(QLabel) + window.export_actions.dialog.findChildren(QLabel)}
    assert len(lists) > 20
    assert [box.accessibleName() for box in lists if box not in named] == [], "of these Qt reads out the value alone"
    figures = {said.name: said.description for said in heard if said.kind is FigureView}
    assert figures == {f"{dock.pane.title}, figure": dock.view.figure().title for dock in window.docks.values()}
