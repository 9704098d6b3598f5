"""The scene's units are the widget's pixels, at every size."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from peviewer.live.canvas import Canvas


@pytest.mark.parametrize("size", [(320, 200), (1, 1), (1601, 999)])
def test_a_place_in_the_scene_is_that_pixel(qtbot, size):
    canvas = Canvas("#102030")
    qtbot.addWidget(canvas)
    canvas.resize(*size)
    canvas.show()
    canvas.scene().addRect(QRectF(-500, -500, 5000, 5000))  # larger than the view: nothing may scroll
    assert canvas.viewport().size() == canvas.size()
    for point in (QPoint(0, 0), QPoint(size[0] - 1, size[1] - 1)):
        assert canvas.mapToScene(point) == QPointF(point)


def test_it_tells_of_a_new_size(qtbot):
    canvas = Canvas("#102030")
    qtbot.addWidget(canvas)
    canvas.show()
    with qtbot.waitSignal(canvas.resized):
        canvas.resize(300, 200)


def test_what_nothing_covers_has_the_background(qtbot):
    canvas = Canvas("#102030")
    qtbot.addWidget(canvas)
    canvas.resize(50, 40)
    assert canvas.grab().toImage().pixelColor(49, 39).name() == "#102030"
    canvas.setBackground("#405060")
    assert canvas.grab().toImage().pixelColor(0, 0).name() == "#405060"


def test_items_are_in_no_index_that_one_could_be_left_behind_in(qtbot):
    canvas = Canvas("#102030")
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    assert canvas.scene().itemIndexMethod() == QGraphicsScene.ItemIndexMethod.NoIndex
