"""Boxes of choices: how a choice is shortened and drawn."""

import pytest
from PySide6.QtWidgets import QComboBox

from peviewer.app.controls.choice import ChoiceBox, DropDown
from peviewer.app.window.parameters_dock import PresetChooser


@pytest.fixture
def picture(qtbot):
    """Return a function from a shown choice and a width to the box's picture."""

    def make(text, width):
        box = ChoiceBox({"a": text}, "Choice")
        qtbot.addWidget(box)
        box.resize(width, 30)
        return box.grab().toImage()

    return make


def test_what_stands_in_brackets_is_left_out_where_there_is_no_room(picture):
    full, short = "Paper (as in the article, with all its words)", "Paper"
    assert picture(full, 120) == picture(short, 120)
    assert picture(full, 600) != picture(short, 600)


def test_what_is_still_too_long_ends_in_three_dots(qtbot):
    box = ChoiceBox({"a": "one"}, "Choice")
    qtbot.addWidget(box)
    room = box.fontMetrics().horizontalAdvance("A word that")
    assert box.shortened("A word that goes on (and on)", room).endswith("…")


def test_a_box_without_a_choice_says_what_was_opened(qtbot):
    box = DropDown()
    qtbot.addWidget(box)
    box.resize(200, 30)
    box.addItem("one")
    box.setCurrentIndex(-1)
    empty = box.grab().toImage()
    box.setPlaceholderText("lecture.peview")
    assert box.grab().toImage() != empty


def test_a_list_is_as_wide_as_its_headings(qtbot):
    long = "What they have in common, at length"
    box = ChoiceBox({"a": "one"}, "Choice", {long: ["a"]})
    qtbot.addWidget(box)
    box.show()
    box.showPopup()
    assert box.view().viewport().width() >= box.heading_metrics().horizontalAdvance(long)
    box.hidePopup()


@pytest.mark.parametrize("kind", [DropDown, ChoiceBox, PresetChooser])
def test_qt_asks_no_python_how_a_box_looks(kind):
    assert kind.initStyleOption is QComboBox.initStyleOption, "seen to crash: Qt calls it from its own stack"
