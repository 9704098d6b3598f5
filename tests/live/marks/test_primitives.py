"""Arrays reach the painter whole, in their order, and where they say."""

import gc

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from peviewer.live.marks.primitives import Rectangles, polygon


@pytest.mark.parametrize("count", [0, 1, 2, 1000])
def test_a_polygon_has_the_points_in_their_order(count):
    x, y = np.random.default_rng(0).normal(size=(2, 2 * count))[:, ::2]  # strided
    made = polygon(x, y)
    assert made.size() == count
    assert [made.at(place) for place in range(count)] == [QPointF(*point) for point in zip(x, y, strict=True)]


def _painted(rectangles):
    image = QImage(20, 10, QImage.Format.Format_RGB32)
    image.fill(0)
    drawing = Rectangles(rectangles)
    gc.collect()
    painter = QPainter(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffffff"))
    drawing.draw(painter)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint32).reshape(10, 20) & 1


@pytest.mark.parametrize("order", ["C", "F"])
def test_rectangles_cover_what_they_say(order):
    rectangles = np.array([[1, 2, 3, 4], [10, 0, 1, 10], [15, 5, 5, 1]], dtype=np.float64, order=order)
    expected = np.zeros((10, 20))
    for left, top, width, height in rectangles.astype(int):
        expected[top : top + height, left : left + width] = 1
    np.testing.assert_array_equal(_painted(rectangles), expected)


def test_no_rectangles_cover_nothing():
    assert not _painted(np.empty((0, 4))).any()
