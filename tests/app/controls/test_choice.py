"""Boxes of choices: how a choice is shortened and drawn."""

from PySide6.QtWidgets import QComboBox

from peviewer.app.controls.choice import ChoiceBox, DropDown
from peviewer.app.window.parameters_dock import PresetChooser


def test_what_stands_in_brackets_is_left_out_where_there_is_no_room_and_then_it_ends_in_three_dots(qtbot):
    box = ChoiceBox({"a": "Paper (as in the article, with all its words)", "b": "Paper"}, "Choice")
    qtbot.addWidget(box)

    def pictures(width):
        box.resize(width, 30)
        for choice in ("a", "b"):
            box.set_value(choice)
            yield box.grab().toImage()

    for width, alike in ((120, True), (600, False)):
        full, short = pictures(width)
        assert (full == short) == alike
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


def test_qt_asks_no_python_how_a_box_looks():
    for kind in (DropDown, ChoiceBox, PresetChooser):
        assert kind.initStyleOption is QComboBox.initStyleOption, "seen to crash: Qt calls it from its own stack"
