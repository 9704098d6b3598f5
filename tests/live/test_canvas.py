"""The canvas's units are the widget's pixels, times the size of type; it lasts as long as an application does."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtWidgets import QApplication

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Coordinate
from tests.live.texts import canvas_of


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_unit_of_the_scene_is_as_many_pixels_as_type_is_larger(qtbot, scale):
    canvas = Canvas(LIGHT)
    qtbot.addWidget(canvas)
    canvas.show()
    canvas.type_scale = scale
    canvas.updateMatrix()
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
        graphics = canvas_of(view)
        for panel in view.panels[:-1]:
            seen = graphics.viewportTransform().mapRect(panel.area.sceneBoundingRect())
            assert QRectF(view.rect()).contains(seen)
        ways = view.panels[-1]
        header = graphics.viewportTransform().mapRect(ways.header.sceneBoundingRect())
        assert header.bottom() <= ways.table.geometry().top() + 2
        assert view.rect().contains(ways.table.geometry())
        assert ways.table.height() >= ways.table.min_height(ways.table.width())


@pytest.mark.slow
def test_a_thousand_frames_and_more(view, table, stack):
    """PySide6 6.12 on Python 3.11 aborts in such a loop after some 1,100 frames."""
    view.resize(160, 120)
    painted = 0
    values = np.linspace(-1, 1, 64).reshape(8, 8)
    for frame in range(1_500):
        raster = table(np.roll(values, frame))
        view.set_figure(stack(raster, offset=0.001 * (frame % 500)))
        view.set_crosshair({"position": frame % 8})
        QApplication.processEvents()
        painted += bool(raster.calls)
    assert painted > 0.99 * 1_500


def test_a_logarithmic_axis_reports_its_own_units():
    axis = Coordinate(Axis("lag", "", (1.0, 1e6), log=True))
    assert axis.limits == (0.0, 6.0)
    assert axis.from_screen((1.0, 2.0)) == (10.0, 100.0)
    assert axis.from_screen(axis.limits) == (1.0, 1e6)
    along = Coordinate(Axis("lag", "", (1.0, 1000.0), log=True, whole=True))
    for place, cell in ((5000.0, 1000), (-5000.0, 1), (math.log10(7), 7)):  # where a linear axis had the pointer
        assert along.cell(place) == cell
