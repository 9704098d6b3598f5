"""A row of numbers: typed, finished, rejected, restored."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtTest import QSignalSpy, QTest

from peviewer.app.controls.text_boxes import LineBox, shortcut_override

WHY = "Weights must be finite numbers with commas between them"


@pytest.fixture
def box(qtbot):
    """Return a row of numbers whose owner refuses what is none."""
    made = LineBox("Weights", is_text=False)
    made.set_value((1.0, 0.5))
    made.edited.connect(
        lambda value, _: (
            made.reject(made.value(), WHY) if isinstance(value, str) else made.set_value(value)
        )
    )
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


def type_anew(qtbot, box, text):
    box.selectAll()
    qtbot.keyClicks(box, text)


def test_numbers_that_are_typed_are_given_once_they_are_finished(qtbot, box):
    edited = QSignalSpy(box.edited)
    finished = QSignalSpy(box.finished)
    type_anew(qtbot, box, "0, -2.5; 1e3")
    assert edited.count() == 0
    qtbot.keyClick(box, Qt.Key.Key_Return)
    expected = [(0.0, -2.5, 1000.0), ""]
    assert edited.at(0) == expected
    assert finished.count() == 1
    assert box.text() == "0, −2.5, 1000"
    box.set_value((1.0800000429153442, -1e-9))
    box.end(False)
    qtbot.keyClicks(box, " ")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert (box.value(), edited.count()) == ((1.0800000429153442, -1e-9), 1), "every digit is shown"


def test_what_is_no_number_is_refused_and_can_be_put_back_mended_or_left(qtbot, box):
    finished = QSignalSpy(box.finished)
    type_anew(qtbot, box, "1, many")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert finished.count() == 0
    assert box.text() == "1, many"
    assert box.property("invalid")
    assert box.accessibleDescription() == box.validation_error() == WHY
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == "1, 0.5"
    assert not box.property("invalid")
    for mend in (lambda: qtbot.keyClicks(box, "2"), box.hide):
        type_anew(qtbot, box, "x")
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert box.validation_error()
        mend()
        assert not box.validation_error()
    assert box.text() == "1, 0.5"


def test_a_refused_text_stays_though_the_old_one_was_shown_meanwhile(qtbot):
    made = LineBox("Resize to")
    qtbot.addWidget(made)
    made.edited.connect(lambda *_: (made.set_value("a"), made.set_value(""), made.reject("", WHY)))
    qtbot.keyClicks(made, "abc\r")
    assert made.text() == "abc"
    assert made.validation_error() == WHY


def test_numbers_of_the_document_do_not_disturb_what_is_half_typed(qtbot, box):
    type_anew(qtbot, box, "3,")
    box.set_value((9.0,))
    assert box.text() == "3,"
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == "9"


def test_undoing_is_the_windows_unless_something_is_half_typed(qtbot, box):
    pressed = []
    QShortcut(QKeySequence("Ctrl+Z"), box.window(), lambda: pressed.append(True))
    QTest.keySequence(box, QKeySequence("Ctrl+Z"))
    assert pressed == [True]
    type_anew(qtbot, box, "3,")
    QTest.keySequence(box, QKeySequence("Ctrl+Z"))
    assert pressed == [True]
    for key, letter in ((Qt.Key.Key_E, "e"), (Qt.Key.Key_K, "k")):  # to which Qt listens on X11
        event = QKeyEvent(
            QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.ControlModifier, letter
        )
        assert shortcut_override(event, is_edited=True) is False
