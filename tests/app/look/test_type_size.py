"""Type of another size in the whole window: what grows with it, that nothing is cut off, and the way back."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QToolButton

from peviewer.app.controls.heading import Heading
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.look import type_size
from peviewer.app.look.themes import interface_font, style_sheet
from peviewer.app.look.type_size import FACTOR, factor, forget_size, resize, scaled, set_sizes
from peviewer.figures.palette import LIGHT


@pytest.fixture(autouse=True)
def _usual_size_again(qapp, monkeypatch):
    """Let type grow on the small screen of tests, and be of its usual size afterwards."""
    monkeypatch.setattr(type_size, "LEAST_SCREEN", QSize(200, 200))
    yield
    qapp.setProperty(FACTOR, 1.0)
    qapp.setFont(interface_font())


def _heights(window):
    header = next(iter(window.docks.values())).header
    return header.height(), window.transport.height(), window.font().pixelSize()


def _cut_texts(window):
    """Return the texts of labels and buttons, and of boxes of numbers, that are wider than these."""
    cut = []
    for widget in [*window.findChildren(QLabel), *window.findChildren(QToolButton)]:
        text = widget.text()
        is_line = widget.isVisible() and text and "<" not in text and "\n" not in text
        wraps = isinstance(widget, QLabel) and widget.wordWrap()
        room = widget.width() + 1
        if is_line and not wraps and QFontMetrics(widget.font()).horizontalAdvance(text) > room:
            cut.append(text)
    for box in window.findChildren(NumberBox):
        line = box.lineEdit()
        if box.isVisible() and line.fontMetrics().horizontalAdvance(line.text()) > line.width():
            cut.append(line.text())
    return cut


def test_larger_text_is_larger_in_headers_transport_and_fields_and_comes_back(qtbot, small_window):
    before = _heights(small_window)
    for _ in range(3):
        small_window.make_type_larger(1)
    assert factor() == pytest.approx(1.331, abs=0.01)

    def grown():
        ratios = [new / old for new, old in zip(_heights(small_window), before, strict=True)]
        return ratios == pytest.approx([factor()] * 3, rel=0.06)

    qtbot.waitUntil(grown)
    small_window.make_type_larger(0)
    assert factor() == 1.0
    qtbot.waitUntil(lambda: _heights(small_window) == before)


@pytest.mark.parametrize("steps", [-2, 3])
def test_no_word_is_cut_with_type_of_another_size(qtbot, small_window, steps):
    cut_before = set(_cut_texts(small_window))
    for _ in range(abs(steps)):
        small_window.make_type_larger(1 if steps > 0 else -1)
    qtbot.waitUntil(lambda: set(_cut_texts(small_window)) <= cut_before)


def test_headings_keep_their_words(qtbot, small_window):
    small_window.make_type_larger(2)
    headings = [heading for heading in small_window.findChildren(Heading) if heading.isVisible()]
    assert headings
    for heading in headings:
        words = QFontMetrics(heading.font()).horizontalAdvance(heading.text())
        assert heading.width() >= words, heading.text()


def test_a_window_opens_with_the_size_that_was_chosen(open_window):
    window = open_window(panes=("encoding",))
    window.make_type_larger(2)
    chosen = factor()
    window.close_without_asking()
    assert open_window(panes=("encoding",)).font().pixelSize() == round(13 * chosen)


def test_lengths_of_the_sheet_grow_but_lines_do_not(qapp):
    usual = style_sheet(LIGHT)
    assert "border: 1px" in usual
    assert "min-height: 22px" in usual
    qapp.setProperty(FACTOR, 1.5)
    larger = style_sheet(LIGHT)
    assert "border: 1px" in larger
    assert "min-height: 33px" in larger


def test_sizes_of_widgets_follow_until_they_are_forgotten(qtbot, qapp):
    button = QToolButton()
    qtbot.addWidget(button)
    set_sizes(button, width=20, height=30, icon=10)
    forget_size(button, "width")
    qapp.setProperty(FACTOR, 2.0)
    resize(button)
    assert button.width() == 20
    assert button.height() == 60
    assert button.iconSize() == QSize(20, 20)
    assert scaled(7) == 14
