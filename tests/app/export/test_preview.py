"""The left of the Export dialog."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from peviewer.app.export.preview import PictureView, PreviewColumn
from peviewer.exporters.kinds.kind import Shown
from peviewer.figures.palette import LIGHT


class Counting(PictureView):
    drawn = 0

    def paintEvent(self, event):
        super().paintEvent(event)
        self.drawn += 1


@pytest.fixture
def view(qtbot):
    made = Counting()
    qtbot.addWidget(made)
    made.set_palette(LIGHT)
    made.resize(300, 200)
    made.set_image(QImage(1000, 800, QImage.Format.Format_RGB32))
    with qtbot.waitExposed(made):
        made.show()
    return made


def drag(view, start, stop):
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, stop)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=stop)


def test_a_picture_dragged_about_follows_the_pointer_and_is_drawn_there(qtbot, view):
    view.set_whole(False)
    qtbot.waitUntil(lambda: view.drawn > 1)
    before, drawn = view.shown(), view.drawn
    drag(view, QPoint(150, 100), QPoint(130, 115))
    assert view.shown() == before.translated(-20, 15)
    qtbot.waitUntil(lambda: view.drawn > drawn)


def test_a_whole_picture_stays(view):
    before = view.shown()
    drag(view, QPoint(150, 100), QPoint(130, 115))
    assert view.shown() == before
    assert view.rect().contains(before)


def test_what_a_picture_has_no_room_for_stands_below_it_until_it_has(qtbot):
    column = PreviewColumn(LIGHT)
    qtbot.addWidget(column)
    column.show()
    column.show_preview(Shown(caption="PNG", missing="This size has no room for the legend"), QImage())
    assert column.missing.isVisible()
    assert column.missing.text() == "This size has no room for the legend"
    column.show_preview(Shown(caption="PNG"), QImage())
    assert not column.missing.isVisible()
