"""The title of an axis says what a pixel stands for, in as many words as there is room for."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from peviewer.document.document import Document
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.live.axis import GAP, HEIGHT, TICK
from peviewer.model.encodings.learned import Learned


@pytest.mark.parametrize(
    ("width", "said"),
    [(600, ": a pixel is the mean of "), (300, ": mean of "), (200, "")],
)
def test_it_is_said_as_far_as_there_is_room(view, table, heat, width, said):
    view.set_figure(heat(table(np.zeros((40, 4000)))))
    view.resize(width, 300)
    view.grab()
    axis = view.panels[0].bottom
    title = axis.wording(1.0)
    assert title.html.startswith(f"dimension <i>t</i>{said}")
    assert title.width <= axis.size().width()
    assert (":" in title.html) is bool(said)


def test_it_is_not_said_of_cells_larger_than_pixels(view, table, heat):
    view.set_figure(heat(table(np.zeros((40, 40)))))
    view.grab()
    axis = view.panels[0].bottom
    assert ":" not in axis.wording(1.0).html


def test_it_follows_the_zoom(view, table, heat):
    raster = table(np.zeros((40, 4000)))
    view.set_figure(heat(raster, windows=((0.0, 30.0), None)))
    view.grab()
    axis = view.panels[0].bottom
    assert ":" not in axis.wording(1.0).html


def test_numbers_at_the_left_end_before_their_ticks(view, table, heat):
    view.set_figure(heat(table(np.zeros((4000, 40)))))
    view.grab()
    axis = view.panels[0].left
    wide, high = (round(side) for side in (axis.size().width(), axis.size().height()))
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    with QPainter(image) as painter:
        axis.paint(painter, None)

    def is_empty(x):
        return all(image.pixelColor(x, y) == QColor(LIGHT.panel) for y in range(high))

    assert all(map(is_empty, range(wide - TICK - GAP + 1, wide - TICK)))
    assert not all(map(is_empty, range(wide - TICK - GAP - 6, wide - TICK - GAP)))


@pytest.mark.parametrize("side", ["bottom", "left"])
def test_a_tick_is_in_the_pixel_of_its_number(view, table, heat, side):
    view.set_figure(heat(table(np.zeros((40, 40)))))
    view.grab()
    axis = getattr(view.panels[0], side)
    wide, high = (round(length) for length in (axis.size().width(), axis.size().height()))
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    with QPainter(image) as painter:
        axis.paint(painter, None)
    along = range(wide if side == "bottom" else high)
    seen = [image.pixelColor(*((at, TICK - 1) if side == "bottom" else (wide - TICK + 1, at))) for at in along]
    found = [at for at, color in zip(along, seen, strict=True) if color == QColor(LIGHT.line)]
    assert found == sorted(int(place) for place, *_ in axis.placed())
    assert len(found) > 2


def test_named_whole_numbers_are_written_by_their_names(view, table, heat):
    figure = heat(table(np.zeros((2, 9))))
    (panel,) = figure.panels
    named = replace(panel, y=replace(panel.y, names=("· sin", "· cos")))
    view.set_figure(replace(figure, rows=((named,),)))
    view.grab()
    left = view.panels[0].left
    assert [(value, text) for _, value, text in left.placed()] == [(0, "· sin"), (1, "· cos")]
    view.set_figure(figure)
    view.grab()
    assert [text for *_, text in view.panels[0].left.placed()] == ["0", "1"]


def test_numbers_of_tiles_stand_in_their_middle(view, table, heat):
    figure = heat(table(np.zeros((9, 45))))
    (panel,) = figure.panels
    view.set_figure(replace(figure, rows=((replace(panel, x=replace(panel.x, group=3, whole=True)),),)))
    view.grab()
    found = [value for _, value, _ in view.panels[0].bottom.placed()]
    assert len(found) > 2
    assert all((value - 1) % 3 == 0 for value in found)


@pytest.mark.parametrize("seed", range(6))
def test_a_low_axis_has_two_numbers_apart_from_each_other(view, seed):
    table = np.random.default_rng(seed).normal(0, 0.02, (8, 100))
    view.set_figure(PANES["statistics"].figure(Document(encoding=Learned(table))))
    view.resize(540, 320)
    view.grab()
    axes = [panel.left for panel in view.panels if panel.left.size().height() > 2 * HEIGHT]
    assert len(axes) > 2
    for axis in axes:
        places = [place for place, *_ in axis.placed()]
        assert max(places) - min(places) >= HEIGHT


@pytest.mark.parametrize("height", range(240, 420, 20))
def test_a_low_axis_has_three_numbers_where_they_have_room(view, height):
    view.set_figure(PANES["binary"].figure(Document()))
    view.resize(600, height)
    view.grab()
    axis = view.panels[1].left  # 256 dimensions
    places = sorted(place for place, *_ in axis.placed())
    assert len(places) > 2 or axis.size().height() < 2.1 * HEIGHT
    assert min(b - a for a, b in pairwise(places)) >= HEIGHT - 1e-6
