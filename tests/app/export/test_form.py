"""A form: each group below its heading."""

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.export.form import Form
from peviewer.exporters.kinds.catalog import KINDS


@pytest.fixture
def form(qtbot, themed):
    kind = KINDS["picture"]
    made = Form(kind, kind.groups)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def number(form):
    boxes = ((name, box) for name, box in form.editors.items() if isinstance(box, NumberBox))
    return next((name, box) for name, box in boxes if math.isfinite(box.value()))


def test_a_half_typed_number_is_followed_after_a_pause_and_stays_as_typed(qtbot, form):
    name, box = number(form)
    box.pause.setInterval(0)
    typed = f"{box.value() + 1:g}.0"
    box.setFocus()
    box.selectAll()
    with qtbot.waitSignal(form.chosen) as told:
        QTest.keyClicks(box, typed)
    box.set_value(told.args[1])
    assert told.args == [name, float(typed)]
    assert box.lineEdit().text() == typed


def test_return_takes_what_was_typed_before_a_dialog_goes_on(qtbot, form):
    name, box = number(form)
    chosen = []
    going_on = []
    form.chosen.connect(lambda *choice: chosen.append(choice))
    form.keyPressEvent = lambda event: going_on.append(event.key())
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, f"{box.value() + 1:g}")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert [field for field, _ in chosen] == [name]
    assert going_on == []
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert going_on == [Qt.Key.Key_Return]
