"""An editor for each kind of field: what it shows, what it emits, and how it stays in step with the Document."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.editors import TextSwitch, bind, editor
from peviewer.base.specification import specification
from peviewer.document.cursor import Cursor
from peviewer.document.play import Play
from peviewer.document.sections import Pairwise
from peviewer.document.visible_range import VisibleRange
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.rope import Rope
from peviewer.paper.style import Parts


@pytest.fixture
def made(qtbot):
    """Return a maker of editors that remember what they emitted."""

    def make(model, name, **options):
        one = editor(specification(model, name), **options)
        qtbot.addWidget(one)
        one.edits = []
        one.edited.connect(lambda value, key: one.edits.append((value, key)))
        return one

    return make


def test_few_short_choices_stand_beside_one_another_where_that_is_asked_for(made):
    one = made(Play, "repeat", segmented=True)
    assert isinstance(one, Segments)
    QTest.mouseClick(one.buttons["loop"], Qt.MouseButton.LeftButton)
    assert one.edits == [("loop", "")]
    for box in (made(Play, "repeat"), made(Pairwise, "metric", segmented=True)):
        assert isinstance(box, ChoiceBox)


def test_a_bound_number_shows_what_figures_say_and_why_what_was_typed_is_refused(
    made, session, qtbot
):
    session.edit({"encoding.scheme": "tensor2tensor"})
    shown = made(Cursor, "position")
    refused = made(SCHEMES["tensor2tensor"], "max_timescale")
    bind(shown, session, "cursor.position")
    bind(refused, session, "encoding.max_timescale")
    for box, typed in ((shown, "900\r"), (refused, "0.5\r")):
        box.selectAll()
        QTest.keyClicks(box, typed)
    assert session.document.cursor.position == 900
    assert shown.value() == 199
    assert "must be greater than min_timescale" in refused.validation_error()
    with qtbot.waitSignal(session.opened):
        session.open(session.document, "Again")
    assert not refused.validation_error()


def test_what_is_shown_can_be_on_off_or_a_text_of_ones_own(made):
    one = made(Parts, "caption")
    assert isinstance(one, TextSwitch)
    one.switch.click()
    QTest.keyClicks(one.line, "Hi ")
    one.set_value("Hi")
    assert one.line.text() == "Hi ", "what is being typed stays"
    one.set_value(False)
    expected = [True, "H", "Hi", "Hi"]
    assert [value for value, _ in one.edits] == expected
    assert one.value() is False


def test_a_line_is_taken_after_a_pause_in_typing_and_left_alone_until_then(qtbot, made):
    line = made(VisibleRange, "positions")
    QTest.keyClicks(line, " 0:6")
    line.set_value("")
    assert line.text() == " 0:6"
    assert line.edits == []
    with qtbot.waitSignal(line.edited):
        QTest.keyClicks(line, "4 ")
    line.set_value("0:6")
    line.end(False)
    QTest.keyClicks(line, "4")
    QTest.keyClick(line, Qt.Key.Key_Return)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.edits == [("0:64", ""), ("0:64", "")]


def test_a_number_that_stands_for_none_is_shown_in_words_and_typed_as_0(made, qtbot):
    box = made(Rope, "trained")
    box.set_value(0)
    assert box.lineEdit().text() == "not given"
    box.selectAll()
    qtbot.keyClicks(box, "512\r")
    assert box.value() == 512
    assert box.lineEdit().text() == "512 positions"
    box.selectAll()
    qtbot.keyClicks(box, "0\r")
    assert box.value() == 0
    assert box.lineEdit().text() == "not given"
