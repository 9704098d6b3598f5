import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.composite_boxes import KeyedBox, TextSwitch
from peviewer.app.controls.editors import Switch, bind, editor
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.text_boxes import LineBox
from peviewer.base.parameters import specification
from peviewer.document.document import Pairwise, Shift, View
from peviewer.document.fields import VisibleRange
from peviewer.exporters.sweep import Sweep
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


@pytest.mark.parametrize(
    ("model", "name", "kind", "other"),
    [(Shift, "phi", NumberBox, 3.5), (Pairwise, "metric", ChoiceBox, "dot"), (View, "raw", Switch, True)],
)
def test_a_field_has_the_editor_of_its_kind_which_shows_its_default_and_emits_nothing_when_set(
    made, model, name, kind, other
):
    one = made(model, name)
    assert isinstance(one, kind)
    assert one.value() == specification(model, name).default
    one.set_value(other)
    assert one.value() == other
    assert one.edits == []


def test_few_short_choices_stand_beside_one_another_where_that_is_asked_for(made):
    one = made(Shift, "repeat", segmented=True)
    assert isinstance(one, Segments)
    QTest.mouseClick(one.buttons["loop"], Qt.MouseButton.LeftButton)
    assert one.edits == [("loop", "")]
    assert isinstance(made(Shift, "repeat"), ChoiceBox)
    assert isinstance(made(Pairwise, "metric", segmented=True), ChoiceBox)


@pytest.mark.parametrize("segmented", [True, False])
def test_what_cannot_be_had_is_grey_and_says_what_would_help(made, segmented):
    one = made(Shift, "repeat", segmented=segmented)
    one.set_obstacles({"loop": "Loop needs time"})
    if segmented:
        assert [button.isEnabled() for button in one.buttons.values()] == [True, False, True]
        assert one.buttons["loop"].toolTip() == "Loop needs time"
    else:
        assert [one.model().item(row).isEnabled() for row in range(3)] == [True, False, True]
        assert one.itemData(1, Qt.ItemDataRole.ToolTipRole) == "Loop needs time"


def test_a_bound_editor_and_its_field_agree(made, session, qtbot):
    one = made(View, "raw")
    bind(one, session, "view.raw")
    with qtbot.waitSignal(session.changed):
        one.click()
    assert session.document.view.raw is True
    with qtbot.waitSignal(session.changed):
        session.undo_stack.undo()
    assert one.value() is False


def test_a_bound_editor_goes_back_where_the_document_refuses(made, session, monkeypatch):
    one = made(View, "raw")
    bind(one, session, "view.raw")
    monkeypatch.setattr(session, "edit", lambda changes, **_: False)
    one.click()
    assert one.value() is False


def test_a_field_of_a_pane_is_bound_in_a_document_older_than_the_panes(made, session):
    from peviewer.app.session.session import Session
    from peviewer.figures.panes.pairs.waves import PANE

    assert PANE.section is not None
    old = session.document.model_copy()
    object.__setattr__(old, "__pydantic_extra__", {})
    one = made(PANE.section, "step")
    bind(one, Session(old), "waves.step")
    assert one.value() == PANE.section().step


def test_what_is_shown_can_be_on_off_or_a_text_of_ones_own(made):
    one = made(Parts, "caption")
    assert isinstance(one, TextSwitch)
    one.switch.click()
    QTest.keyClicks(one.line, "Hi ")
    one.set_value("Hi")
    assert one.line.text() == "Hi ", "what is being typed stays"
    one.set_value(False)
    assert [value for value, _ in one.edits] == [True, "H", "Hi", "Hi"]
    assert one.value() is False


def test_a_line_is_told_once_it_is_not_typed_on_for_a_while(qtbot, made):
    line = made(VisibleRange, "positions")
    assert isinstance(line, LineBox)
    with qtbot.waitSignal(line.edited):
        QTest.keyClicks(line, " 0:64 ")
    line.set_value("0:6")
    line.end(False)
    QTest.keyClicks(line, "4")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.edits == [("0:64", ""), ("0:64", "")]


def test_a_line_that_is_being_typed_is_left_alone(made):
    line = made(VisibleRange, "positions")
    QTest.keyClicks(line, "0:")
    line.set_value("")
    assert (line.text(), line.edits) == ("0:", [])


def test_of_a_key_that_is_chosen_some_values_are_offered_to_be_typed_over(qtbot, made):
    box = made(Sweep, "sweep")
    assert isinstance(box, KeyedBox)
    box.offer({"": "None", "encoding.base=1,2": "Base", "encoding.dim=3,4": "Dimensions"})
    assert box.value() == ""
    assert box.line.isHidden()
    QTest.keyClick(box.keys, Qt.Key.Key_Down)
    assert (box.value(), box.line.text()) == ("encoding.base=1,2", "1,2")
    with qtbot.waitSignal(box.line.edited):
        box.line.selectAll()
        QTest.keyClicks(box.line, "7")
    assert box.edits == [("encoding.base=1,2", ""), ("encoding.base=7", "")]
    box.offer({"": "None", "encoding.base=10,20": "Base"})
    box.set_value("encoding.base=7")
    assert box.value() == "encoding.base=7"
    box.set_value("")
    assert box.value() == ""
