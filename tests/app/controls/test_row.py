import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QLineEdit

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.row import Control, has_control
from peviewer.app.controls.slider import Slider
from peviewer.app.controls.validation import ValidationMessage
from peviewer.base.parameters import specification, specifications
from peviewer.base.words import plain
from peviewer.document.document import Document
from peviewer.document.sections import Cursor, Pairwise, Shift, View
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.live.text import unwrapped

ENCODING = type(Document().encoding)


@pytest.fixture
def made(qtbot):
    """Return a maker of controls on screen that remember what they emitted."""

    def make(model, name):
        one = Control(specification(model, name))
        qtbot.addWidget(one)
        one.resize(270, 50)
        one.heard = []
        one.edited.connect(lambda value, key: one.heard.append((value, key)))
        one.show()
        one.activateWindow()
        qtbot.waitUntil(one.isActiveWindow)
        return one

    return make


def type_in(one, text, *, finish=True):
    box = one.findChild(NumberBox)
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    if finish:
        QTest.keyClick(box, Qt.Key.Key_Return)
    return box


def wheel(widget):
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    return event


@pytest.mark.parametrize("model", [ENCODING, Shift, PANES["binary"].section, Pairwise, View, Cursor])
def test_every_declared_field_that_is_not_hidden_has_its_control(model, qtbot):
    for spec in specifications(model):
        assert has_control(spec) != spec.hidden
        if has_control(spec):
            one = Control(spec)
            qtbot.addWidget(one)
            assert one.value() == spec.default


def test_a_control_shows_title_symbol_unit_help_formula_and_range(made):
    one = made(ENCODING, "length")
    assert one.findChild(QLabel).text() == "<span>Length\N{NO-BREAK SPACE}<i>L</i></span>"
    assert one.findChild(QLineEdit).text() == "200 positions"
    assert "How many positions" in one.toolTip()
    assert "<i>t</i> = <i>t</i><sub>0</sub>" in one.toolTip()
    assert "from 1 to 10\u2009000\u2009000" in unwrapped(one.toolTip())


def test_setting_a_value_emits_nothing(made):
    for model, name, value in ((ENCODING, "length", 7), (Pairwise, "metric", "dot"), (View, "raw", True)):
        one = made(model, name)
        one.set_value(value)
        assert one.value() == value
        assert one.heard == []


def test_typing_a_number_edits_it_and_moves_the_slider(made):
    one = made(ENCODING, "length")
    type_in(one, "1e6")
    assert one.heard == [(1_000_000, "")]
    assert one.findChild(QLineEdit).text() == "1\u2009000\u2009000 positions"
    assert one.findChild(Slider).number() == 1_000_000


def test_large_integers_keep_their_last_digit(made):
    one = made(Cursor, "position")
    type_in(one, str(2**53 - 1))
    assert one.heard == [(2**53 - 1, "")]


@pytest.mark.parametrize("typed", ["1", "0,5", "-3", "1e13", "nan", "much"])
def test_a_value_that_is_not_allowed_stays_as_typed_beside_the_reason(made, typed):
    one = made(ENCODING, "base")
    box = type_in(one, typed)
    assert one.heard == []
    assert box.validation_error() == "Base must be greater than 1 and at most 1\u2009000\u2009000\u2009000\u2009000"
    assert box.findChild(QLineEdit).text() == typed
    assert one.findChild(ValidationMessage).isVisible()
    assert box.accessibleDescription() == box.validation_error()
    assert one.value() == 10_000
    one.findChild(Slider).setFocus()
    assert box.lineEdit().text() == typed


def reason_is_gone(one):
    box_help = one.spec.help.rstrip(".")
    box = one.findChild(NumberBox)
    described = box.accessibleDescription().startswith(box_help)
    return (
        described
        and box.validation_error() == ""
        and not any(message.isVisible() for message in one.findChildren(ValidationMessage))
    )


def test_the_reason_goes_as_soon_as_what_is_typed_is_allowed(made):
    one = made(ENCODING, "base")
    box = type_in(one, "1")
    QTest.keyClick(box, Qt.Key.Key_End)
    QTest.keyClicks(box, "0")
    assert reason_is_gone(one)
    assert one.heard == []
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert one.heard == [(10, "")]


@pytest.mark.parametrize("mend", ["escape", "step", "slider", "another", "forget"])
def test_what_was_refused_gives_way_to_the_number(made, mend):
    one = made(ENCODING, "base")
    box = type_in(one, "0")
    one.set_value(10_000)
    assert box.lineEdit().text() == "0"
    if mend == "escape":
        QTest.keyClick(box, Qt.Key.Key_Escape)
    elif mend == "step":
        QTest.keyClick(box, Qt.Key.Key_Up)
    elif mend == "slider":
        QTest.mouseClick(one.findChild(Slider), Qt.MouseButton.LeftButton)
    elif mend == "another":
        one.set_value(77)
    else:
        one.discard_rejected()
    assert reason_is_gone(one)
    assert box.lineEdit().text() == plain(one.value())


def test_the_reason_stands_beside_its_field_and_goes_where_that_goes(made):
    one = made(ENCODING, "base")
    one.resize(400, 200)
    box = type_in(one, "0")
    message = one.findChild(ValidationMessage)

    def gap():
        return message.y() - box.mapTo(one, QPoint(0, box.height())).y()

    assert 0 <= gap() < 8
    assert one.rect().contains(message.geometry())
    box.move(box.x(), box.y() + 40)
    assert 0 <= gap() < 8
    box.move(box.x(), one.height() - box.height())
    assert message.geometry().bottom() < box.y()
    box.hide()
    assert not message.isVisible()
    box.show()
    assert not message.isVisible()


def test_what_was_refused_is_put_back_once_its_field_is_hidden(made, qapp):
    one = made(ENCODING, "base")
    box = type_in(one, "much")
    box.hide()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    box.show()
    assert reason_is_gone(one)
    assert box.lineEdit().text() == "10\u2009000"
    assert one.findChildren(ValidationMessage) == []


def test_a_number_leaves_space_to_the_window(made):
    one = made(ENCODING, "dim")
    played = []
    QShortcut(QKeySequence(Qt.Key.Key_Space), one, lambda: played.append(True))
    box = type_in(one, "51", finish=False)
    QTest.keyClick(box, Qt.Key.Key_Space)
    QTest.keyClicks(box, "2")
    assert (played, box.lineEdit().text()) == ([True], "512")


@pytest.mark.parametrize("keys", ["Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+E", "[", "]"])
def test_a_number_that_is_not_half_typed_leaves_to_the_window_what_it_has_no_use_for(made, keys):
    one = made(ENCODING, "dim")
    pressed = []
    QShortcut(QKeySequence(keys), one, lambda: pressed.append(True))
    box = type_in(one, "9")
    QTest.keySequence(box, QKeySequence(keys))
    assert (pressed, box.lineEdit().text()) == ([True], "9")


def test_what_is_half_typed_is_undone_in_its_box_first(made):
    one = made(ENCODING, "dim")
    pressed = []
    QShortcut(QKeySequence("Ctrl+Z"), one, lambda: pressed.append(True))
    box = type_in(one, "51", finish=False)
    QTest.keySequence(box, QKeySequence("Ctrl+Z"))
    assert pressed == []
    assert box.lineEdit().text() != "51"


def test_escape_puts_a_number_back_before_anything_else_hears_of_it(made):
    one = made(ENCODING, "dim")
    closed = []
    QShortcut(QKeySequence(Qt.Key.Key_Escape), one, lambda: closed.append(True))
    box = type_in(one, "9", finish=False)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert (closed, box.lineEdit().text()) == ([], "256")
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert closed == [True]


def test_return_on_an_allowed_number_finishes_it_and_on_another_does_not(made, qtbot):
    one = made(ENCODING, "dim")
    with qtbot.assertNotEmitted(one.finished):
        type_in(one, "0")
    with qtbot.waitSignal(one.finished):
        type_in(one, "9")
    assert one.heard == [(9, "")]


def test_a_switch_is_finished_by_the_mouse_and_takes_the_focus_from_the_keyboard_alone(made, qtbot):
    one = made(View, "raw")
    box = one.findChild(QCheckBox)
    one.setFocus()
    with qtbot.waitSignal(one.finished):
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert not box.hasFocus()
    box.setFocus()
    with qtbot.assertNotEmitted(one.finished):
        QTest.keyClick(box, Qt.Key.Key_Space)
    assert one.heard == [(True, ""), (False, "")]


def test_a_choice_from_the_list_finishes_it_and_one_by_the_arrows_does_not(made, qtbot):
    one = made(Pairwise, "metric")
    box = one.findChild(QComboBox)
    box.setFocus()
    with qtbot.assertNotEmitted(one.finished):
        QTest.keyClick(box, Qt.Key.Key_Down)
    box.showPopup()
    with qtbot.waitSignal(one.finished):
        QTest.keyClick(box.view(), Qt.Key.Key_Down)
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert [value for value, _ in one.heard] == ["sse", "cosine"]


def test_a_click_on_a_list_gives_it_no_focus(made, qtbot):
    one = made(Pairwise, "metric")
    box = one.findChild(QComboBox)
    one.setFocus()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(box.view().isVisible)
    box.hidePopup()
    assert not box.hasFocus()


def test_leaving_a_number_finishes_it(made):
    one = made(ENCODING, "dim")
    type_in(one, "512", finish=False)
    assert one.heard == []
    one.findChild(Slider).setFocus()
    assert one.heard == [(512, "")]


def test_leaving_a_number_untouched_keeps_all_its_digits(made):
    one = made(Shift, "phi")
    one.set_value(1.23456789012)
    one.findChild(NumberBox).setFocus()
    one.findChild(Slider).setFocus()
    assert one.heard == []
    assert one.value() == 1.23456789012


def test_escape_puts_the_number_back(made):
    one = made(ENCODING, "dim")
    box = type_in(one, "9", finish=False)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.lineEdit().text() == "256"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert one.heard == []


def test_a_number_being_typed_is_not_overwritten(made):
    one = made(Shift, "phi")
    box = type_in(one, "12", finish=False)
    one.set_value(3.25)
    assert box.lineEdit().text() == "12"
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert one.heard == [(12, "")]


def test_arrows_step_and_their_steps_merge(made):
    one = made(ENCODING, "dim")
    box = one.findChild(NumberBox)
    box.setFocus()
    for _ in range(3):
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert [value for value, _ in one.heard] == [258, 260, 262]
    assert len({key for _, key in one.heard}) == 1
    assert one.heard[0][1]


def test_stepping_stops_at_the_end_of_what_is_allowed(made):
    one = made(PANES["binary"].section, "bits")
    one.set_value(63)
    box = one.findChild(NumberBox)
    box.setFocus()
    for _ in range(3):
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert [value for value, _ in one.heard] == [64]
    assert box.validation_error() == ""


def test_dragging_the_slider_sets_number_and_merges(made):
    one = made(ENCODING, "length")
    slider = one.findChild(Slider)
    middle = slider.rect().center()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(slider, middle + QPoint(40, 0))
    assert len(one.heard) == 2
    assert one.heard[0][1] == one.heard[1][1] != ""
    assert 2000 < one.heard[0][0] < 5000
    assert one.value() == one.heard[1][0]


def test_the_slider_follows_a_range_and_keeps_the_value(made):
    one = made(Shift, "phi")
    one.set_range(-1000, 1000)
    assert one.findChild(Slider).span().high == 1000
    one.set_range(-5, 5)
    assert one.value() == 100
    assert one.findChild(Slider).value() == one.findChild(Slider).maximum()
    assert one.heard == []


def test_a_number_never_touches_its_label(made):
    one = made(type(presets()["t5"].document.encoding), "max_distance")
    one.resize(one.minimumSizeHint())
    name, box = one.findChild(QLabel), one.findChild(NumberBox)
    assert box.geometry().left() - name.geometry().right() >= 8
    assert name.width() >= name.sizeHint().width()


def test_a_choice_is_called_by_its_label_and_edits_by_its_name(made):
    one = made(Pairwise, "metric")
    box = one.findChild(QComboBox)
    assert box.itemText(0) == "Euclidean distance"
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert one.heard == [("sse", "")]


def test_a_switch_edits_when_clicked(made):
    one = made(View, "raw")
    box = one.findChild(QCheckBox)
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert one.heard == [(True, "")]


@pytest.mark.parametrize(
    ("model", "name", "kind"),
    [(ENCODING, "length", NumberBox), (ENCODING, "length", Slider), (Pairwise, "metric", QComboBox)],
)
def test_the_wheel_passes_by_what_has_no_focus(made, model, name, kind):
    one = made(model, name)
    one.setFocus()
    QApplication.focusWidget() and QApplication.focusWidget().clearFocus()
    event = wheel(one.findChild(kind))
    assert one.heard == []
    assert not event.isAccepted()


def test_one_position_is_counted_in_the_singular(made):
    one = made(ENCODING, "length")
    one.set_value(1)
    assert one.findChild(NumberBox).text() == "1 position"
    type_in(one, "2 positions")
    type_in(one, "1 position")
    assert [value for value, _ in one.heard] == [2, 1]


@pytest.mark.parametrize(("typed", "key", "number"), [
    ("256", Qt.Key.Key_Up, 258), ("256", Qt.Key.Key_Down, 254), ("255", Qt.Key.Key_Up, 256),
    ("255", Qt.Key.Key_Down, 254), ("1", Qt.Key.Key_Up, 2), ("65536", Qt.Key.Key_Up, 65_536),
])  # fmt: skip
def test_dimensions_step_by_pairs_and_odd_ones_are_typed(made, typed, key, number):
    one = made(ENCODING, "dim")
    box = type_in(one, typed)
    assert one.value() == int(typed)
    QTest.keyClick(box, key)
    assert one.value() == number


def test_the_slider_of_dimensions_stops_at_usual_ones_and_is_never_odd(made):
    one = made(ENCODING, "dim")
    slider = one.findChild(Slider)
    held = [slider.span().value(pixel / 250, 250) for pixel in range(251)]
    assert all(dim % 2 == 0 for dim in held)
    assert held == sorted(held)
    for usual in (64, 128, 256, 512, 768, 1024, 4096):
        assert held.count(usual) >= 3, usual
    assert len(set(held)) > 100
