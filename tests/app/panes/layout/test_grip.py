import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.layout.grip import Grip

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def widget(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 28)
    made.show()
    return made


def test_a_press_that_hardly_moves_is_no_drag(qtbot, widget):
    grip = Grip(widget, lambda _point: "one", keeps=True)
    with qtbot.assertNotEmitted(grip.moved), qtbot.assertNotEmitted(grip.released):
        QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(53, 11))
        QTest.mouseRelease(widget, LEFT, pos=QPoint(53, 11))


def test_a_drag_is_told_with_its_pane_and_its_place_on_the_screen(qtbot, widget):
    grip = Grip(widget, lambda point: f"at {point.x()}", keeps=True)
    QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
    with qtbot.waitSignal(grip.moved) as moved:
        QTest.mouseMove(widget, QPoint(90, 60))
    with qtbot.waitSignal(grip.released) as released:
        QTest.mouseRelease(widget, LEFT, pos=QPoint(91, 61))
    assert moved.args == ["at 50", widget.mapToGlobal(QPoint(90, 60))]
    assert released.args == ["at 50", widget.mapToGlobal(QPoint(91, 61))]


def test_where_there_is_no_pane_nothing_is_dragged(qtbot, widget):
    grip = Grip(widget, lambda _point: "", keeps=False)
    with qtbot.assertNotEmitted(grip.moved):
        QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(150, 11))
        QTest.mouseRelease(widget, LEFT, pos=QPoint(150, 11))


def test_another_button_drags_nothing(qtbot, widget):
    grip = Grip(widget, lambda _point: "one", keeps=True)
    with qtbot.assertNotEmitted(grip.moved):
        QTest.mousePress(widget, Qt.MouseButton.RightButton, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(150, 11))
        QTest.mouseRelease(widget, Qt.MouseButton.RightButton, pos=QPoint(150, 11))
