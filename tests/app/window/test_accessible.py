"""What the window tells those who hear it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QTableView, QWidget

from peviewer.live.view import FigureView

Text = QAccessible.Text


@pytest.fixture
def heard(window):
    """Return every widget with what is read out of it."""
    window.exporting.open("encoding")
    parts = [window, window.exporting.dialog]
    widgets = [widget for part in parts for widget in part.findChildren(QWidget)]
    spoken = {widget: QAccessible.queryAccessibleInterface(widget) for widget in widgets}
    return {widget: said for widget, said in spoken.items() if said}


def test_nothing_that_is_read_out_holds_marks_of_rich_text(heard):
    for widget, said in heard.items():
        for kind in (Text.Name, Text.Description, Text.Value):
            assert "<" not in said.text(kind), (widget, said.text(kind))
            assert "&nbsp;" not in said.text(kind), widget


def test_every_figure_has_a_name_and_says_what_it_shows(window, heard):
    views = {widget: said for widget, said in heard.items() if isinstance(widget, FigureView)}
    names = {said.text(Text.Name): said.text(Text.Description) for said in views.values()}
    assert names["Distance, figure"] == window.docks["distance"].view.figure().title
    assert len(names) == len(window.docks)


def test_whatever_takes_the_focus_has_a_name(heard):
    for widget, said in heard.items():
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None and widget.isVisible()
        if takes and not isinstance(widget, QTableView):
            assert said.text(Text.Name), widget
