"""The canvas's units are the widget's pixels, and data areas share them."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsScene

from peviewer.live.canvas import Canvas
from peviewer.live.layout import Margins, arrange


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


@pytest.mark.parametrize("size", [(200, 140), (560, 380), (1600, 1000)])
def test_rows_keep_their_proportions_and_stay_inside(size):
    room = Margins(header=20, left=40, right=50, bottom=30)
    boxes = arrange(*size, [[room, room], [room]], (2, 1))
    assert boxes[0][0].x == boxes[1][0].x
    assert all(box.x + box.width <= size[0] for row in boxes for box in row)
    if size[1] > 300:
        assert boxes[0][0].height == pytest.approx(2 * boxes[1][0].height, abs=2)
        assert boxes[1][0].y + boxes[1][0].height < size[1]
    assert np.ptp([box.height for box in boxes[0]]) == 0


@pytest.mark.parametrize(("height", "tall"), [(800, 180), (360, 174), (240, 60)])
def test_a_table_is_as_high_as_shows_all_its_rows_where_enough_is_left_to_the_others(height, tall):
    plot, table = Margins(0, 40, 50, 30), Margins(20, 0, 0, 0, height=56, whole=180)
    (above,), (below,) = arrange(400, height, [[plot], [table]], (5, 1))
    assert below.height == pytest.approx(tall, abs=2)
    assert below.y + below.height < height
    assert above.height >= 80
