"""Type of another size: what is drawn larger is pointed at where it is seen, and zoom is left alone."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QGraphicsView

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.live.canvas import Canvas


@pytest.mark.parametrize("scale", [0.7, 1.5])
def test_a_unit_of_the_scene_is_as_many_pixels_as_type_is_larger(qtbot, scale):
    canvas = Canvas("#102030")
    qtbot.addWidget(canvas)
    canvas.resize(300, 210)
    canvas.show()
    with qtbot.waitSignal(canvas.resized):
        canvas.set_type_scale(scale)
    for size in ((300, 210), (450, 330)):
        canvas.resize(*size)
        canvas.scene().addRect(QRectF(-500, -500, 5000, 5000))
        assert (canvas.room.width(), canvas.room.height()) == (int(size[0] / scale), int(size[1] / scale))
        assert canvas.mapToScene(QPoint(30, 60)) == QPointF(30 / scale, 60 / scale)
    assert canvas.dots == pytest.approx(scale * canvas.devicePixelRatioF())


def test_the_cell_below_the_pointer_is_read_and_zoom_stays(view, mouse, table, heat):
    hovered, zoomed = [], []
    view.hovered.connect(hovered.append)
    view.zoomed.connect(zoomed.append)
    view.set_figure(heat(table(np.zeros((4, 10)))))
    before = view.panels[0].area
    ranges = before.x_range, before.y_range
    view.set_type_scale(1.5)
    mouse.move(0.55, 0.3)
    mouse.move(0.95, 0.9)
    assert hovered == [{"dimension": 5, "position": 1}, {"dimension": 9, "position": 3}]
    assert (view.panels[0].area.x_range, view.panels[0].area.y_range) == ranges
    assert zoomed == []


def test_everything_is_laid_out_anew_inside_and_a_table_is_below_its_header(view):
    document = Document()
    view.resize(760, 620)
    view.set_figure(PANES["operator"].figure(document))
    for scale in (1.4, 0.8, 1.0):
        view.set_type_scale(scale)
        graphics = view.findChild(QGraphicsView)
        for panel in view.panels[:-1]:
            seen = graphics.viewportTransform().mapRect(panel.area.sceneBoundingRect())
            assert QRectF(view.rect()).contains(seen)
        ways = view.panels[-1]
        header = graphics.viewportTransform().mapRect(ways.header.sceneBoundingRect())
        assert header.bottom() <= ways.table.geometry().top() + 2
        assert view.rect().contains(ways.table.geometry())
        assert ways.table.height() >= ways.table.min_height(ways.table.width())
