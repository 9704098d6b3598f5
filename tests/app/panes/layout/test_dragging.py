import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.layout.dragging import DragSource

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def widget(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(200, 28)
    made.show()
    return made


def test_a_press_that_hardly_moves_is_no_drag(qtbot, widget):
    source = DragSource(widget, lambda _point: "one", consumes=True)
    with qtbot.assertNotEmitted(source.moved), qtbot.assertNotEmitted(source.released):
        QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(53, 11))
        QTest.mouseRelease(widget, LEFT, pos=QPoint(53, 11))


def test_a_drag_is_told_with_its_pane_and_its_place_on_the_screen(qtbot, widget):
    source = DragSource(widget, lambda point: f"at {point.x()}", consumes=True)
    QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
    with qtbot.waitSignal(source.moved) as moved:
        QTest.mouseMove(widget, QPoint(90, 60))
    with qtbot.waitSignal(source.released) as released:
        QTest.mouseRelease(widget, LEFT, pos=QPoint(91, 61))
    assert moved.args == ["at 50", widget.mapToGlobal(QPoint(90, 60))]
    assert released.args == ["at 50", widget.mapToGlobal(QPoint(91, 61))]


def test_where_there_is_no_pane_nothing_is_dragged(qtbot, widget):
    source = DragSource(widget, lambda _point: "", consumes=False)
    with qtbot.assertNotEmitted(source.moved):
        QTest.mousePress(widget, LEFT, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(150, 11))
        QTest.mouseRelease(widget, LEFT, pos=QPoint(150, 11))


def test_another_button_drags_nothing(qtbot, widget):
    source = DragSource(widget, lambda _point: "one", consumes=True)
    with qtbot.assertNotEmitted(source.moved):
        QTest.mousePress(widget, Qt.MouseButton.RightButton, pos=QPoint(50, 10))
        QTest.mouseMove(widget, QPoint(150, 11))
        QTest.mouseRelease(widget, Qt.MouseButton.RightButton, pos=QPoint(150, 11))
