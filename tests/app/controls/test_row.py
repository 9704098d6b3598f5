"""One field in its row: typed, stepped, dragged, refused and restored, and the keys that are left to the window."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextDocumentFragment, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.row import Control
from peviewer.app.controls.slider import Slider
from peviewer.app.controls.validation import ValidationMessage
from peviewer.base.numbers import plain
from peviewer.base.specification import specification
from peviewer.document.cursor import Cursor
from peviewer.document.document import Document
from peviewer.document.sections import Pairwise, Shift
from peviewer.document.view import View
from peviewer.figures.panes.catalog import PANES

ENCODING = type(Document().encoding)
BASE_IS_WRONG = "Base must be a number from 1 to 1\u2009000\u2009000\u2009000\u2009000"


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


def text_of(one):
    return one.findChild(NumberBox).lineEdit().text()


def test_a_control_shows_title_symbol_unit_help_formula_and_range(made):
    one = made(ENCODING, "length")
    assert one.findChild(QLabel).text() == "<span>Length\N{NO-BREAK SPACE}<i>L</i></span>"
    assert text_of(one) == "200"
    assert "How many positions" in one.toolTip()
    assert "<i>t</i> = <i>t</i><sub>0</sub>" in one.toolTip()
    assert (
        "from 1 to 10 000 000, in positions"
        in QTextDocumentFragment.fromHtml(one.toolTip()).toPlainText()
    )


def test_typing_a_number_edits_it_and_moves_the_slider(made, qtbot):
    one = made(ENCODING, "length")
    with qtbot.waitSignal(one.finished):
        type_in(one, "1e6")
    assert one.heard == [(1_000_000, "")]
    assert text_of(one) == "1\u2009000\u2009000"
    assert one.findChild(Slider).number() == 1_000_000
    one.set_value(1)
    type_in(one, "2 positions")
    type_in(one, "1 position")
    assert [value for value, _ in one.heard[1:]] == [2, 1]


@pytest.mark.parametrize("typed", ["0", "0,5", "1e13", "nan", "much"])
def test_a_value_that_is_not_allowed_stays_as_typed_beside_the_reason(made, qtbot, typed):
    one = made(ENCODING, "base")
    with qtbot.assertNotEmitted(one.finished):
        box = type_in(one, typed)
    assert one.heard == []
    assert box.validation_error() == box.accessibleDescription() == BASE_IS_WRONG
    assert one.findChild(ValidationMessage).isVisible()
    assert one.value() == 10_000
    one.findChild(Slider).setFocus()
    assert text_of(one) == typed


def reason_is_gone(one):
    box = one.findChild(NumberBox)
    is_described = box.accessibleDescription().startswith(one.spec.help.rstrip("."))
    is_shown = any(message.isVisible() for message in one.findChildren(ValidationMessage))
    return is_described and box.validation_error() == "" and not is_shown


def hidden(one, box):
    box.hide()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    box.show()
    assert one.findChildren(ValidationMessage) == []


@pytest.mark.parametrize("mend", [
    lambda _, box: QTest.keyClick(box, Qt.Key.Key_Escape),
    lambda _, box: QTest.keyClick(box, Qt.Key.Key_Up),
    lambda one, _: QTest.mouseClick(one.findChild(Slider), Qt.MouseButton.LeftButton),
    lambda one, _: one.set_value(77),
    hidden,
])  # fmt: skip
def test_what_was_refused_gives_way_to_the_number(made, mend):
    one = made(ENCODING, "base")
    box = type_in(one, "0")
    one.set_value(10_000)
    assert text_of(one) == "0"
    mend(one, box)
    assert reason_is_gone(one)
    assert text_of(one) == plain(one.value())


def test_escape_puts_a_number_back_before_anything_else_hears_of_it(made):
    one = made(ENCODING, "dim")
    closed = []
    key_sequence = QKeySequence(Qt.Key.Key_Escape)
    QShortcut(key_sequence, one, lambda: closed.append(True))
    box = type_in(one, "9", finish=False)
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert closed == []
    assert text_of(one) == "256"
    assert one.heard == []
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert closed == [True]


def test_a_switch_is_finished_by_the_mouse_and_takes_the_focus_by_keys_alone(made, qtbot):
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
    assert box.itemText(0) == "Euclidean distance"
    one.setFocus()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(box.view().isVisible)
    box.hidePopup()
    assert not box.hasFocus(), "Space would open it again instead of playing"
    box.setFocus()
    with qtbot.assertNotEmitted(one.finished):
        QTest.keyClick(box, Qt.Key.Key_Down)
    box.showPopup()
    with qtbot.waitSignal(one.finished):
        QTest.keyClick(box.view(), Qt.Key.Key_Down)
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert [value for value, _ in one.heard] == ["sse", "cosine"]


def test_a_number_keeps_all_its_digits(made):
    one = made(Cursor, "position")
    type_in(one, str(2**53 - 1))
    assert one.heard == [(2**53 - 1, "")]


def test_arrows_step_within_what_is_allowed_and_their_steps_merge(made):
    one = made(PANES["binary"].section, "bits")
    one.set_value(62)
    box = one.findChild(NumberBox)
    box.setFocus()
    for _ in range(4):
        QTest.keyClick(box, Qt.Key.Key_Up)
    assert [value for value, _ in one.heard] == [63, 64]
    assert one.heard[0][1] == one.heard[1][1] != ""
    assert box.validation_error() == ""
    slider = one.findChild(Slider)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert [value for value, _ in one.heard[2:]] == [63, 62]
    assert one.heard[3][1] != one.heard[0][1], "another visit, another step of undo"
    one = made(Shift, "phi")
    for value, above in ((100, 101), (1e9 - 0.5, 1e9)):
        one.set_value(value)
        QTest.keyClick(one.findChild(NumberBox), Qt.Key.Key_Up)
        assert one.value() == above


@pytest.mark.parametrize(
    ("name", "kind"), [("length", NumberBox), ("length", Slider), ("layout", QComboBox)]
)
def test_the_wheel_passes_by_what_has_no_focus(made, name, kind):
    one = made(ENCODING, name)
    QApplication.focusWidget() and QApplication.focusWidget().clearFocus()
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(one.findChild(kind), event)
    assert one.heard == []
    assert event.isAccepted() is False


STEPS_OF_DIMENSIONS = (
    (256, Qt.Key.Key_Up, 258),
    (255, Qt.Key.Key_Up, 256),
    (255, Qt.Key.Key_Down, 254),
    (1, Qt.Key.Key_Up, 2),
    (65_536, Qt.Key.Key_Up, 65_536),
)


def test_dimensions_step_by_pairs_and_odd_ones_are_typed(made):
    one = made(ENCODING, "dim")
    for typed, key, number in STEPS_OF_DIMENSIONS:
        box = type_in(one, str(typed))
        assert one.value() == typed
        QTest.keyClick(box, key)
        assert one.value() == number
