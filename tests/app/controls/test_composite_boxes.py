"""A file that is chosen by mouse or keyboard, and removed again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from peviewer.app.controls.composite_boxes import FileBox


@pytest.fixture
def box(qtbot, themed, monkeypatch):
    made = FileBox("Template", "*.pptx *.potx")
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    asked = []
    monkeypatch.setattr(
        QFileDialog, "getOpenFileName", lambda *arguments: (asked.append(arguments), ("/tmp/a & b.potx", ""))[1]
    )
    made.asked = asked
    return made


def test_a_file_is_asked_for_shown_by_its_name_and_taken_away(qtbot, box):
    assert (box.value(), box.choose_button.text(), box.remove_button.isVisible()) == (None, "None", False)
    with qtbot.waitSignal(box.edited) as emitted:
        QTest.mouseClick(box.choose_button, Qt.MouseButton.LeftButton)
    assert emitted.args == ["/tmp/a & b.potx", ""]
    assert box.asked[0][3] == "Template (*.pptx *.potx)"
    assert (box.choose_button.text(), box.choose_button.accessibleName()) == ("a && b.potx", "Template: a & b.potx")
    with qtbot.waitSignal(box.edited) as emitted:
        QTest.mouseClick(box.remove_button, Qt.MouseButton.LeftButton)
    assert emitted.args[0] is box.value() is None
    assert not box.remove_button.isVisible()


def test_the_keyboard_does_the_same(qtbot, box):
    box.choose_button.setFocus()
    with qtbot.waitSignal(box.edited):
        QTest.keyClick(box.choose_button, Qt.Key.Key_Space)
    assert box.value() == "/tmp/a & b.potx"


def test_what_is_set_is_told_to_nobody_and_a_dialog_that_is_cancelled_changes_nothing(qtbot, box, monkeypatch):
    with qtbot.assertNotEmitted(box.edited):
        box.set_value("/tmp/other.pptx")
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
        box.choose_button.click()
    assert box.value() == "/tmp/other.pptx"
