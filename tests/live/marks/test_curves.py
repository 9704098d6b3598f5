"""Curves, points and bands as pyqtgraph's items: where they lie, what lies over what, and what they leave alone."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
import pytest

from peviewer.figures.grammar import Axis, Band, Curve, Figure, Panel, Rule
from peviewer.figures.palette import LIGHT
from peviewer.live.marks.envelope import CROWDED, THICKNESS, outlined
from peviewer.model.sampling.series import Bounds, Samples, Series

STYLES = "line", "step", "dashed", "points"


def figure_of(*marks, first=0.0, inverted=False):
    x = Axis("position", "", (first, first + 10.0), inverted=inverted)
    return Figure("", ((Panel(x, Axis("value", "", (-1.0, 1.0)), marks),),))


def wave(first=0.0, points=40, **kwargs):
    along = np.linspace(0.0, 10.0, points)
    return Curve(Samples(first + along, 0.8 * np.sin(along)), **kwargs)


@dataclass(frozen=True)
class Spread(Series):
    """A line at 0 for numbers between −0.5 and 0.5, in the left half of what is shown."""

    def sample(self, low, high, _pixels):
        return np.array([low, high]), np.zeros(2)

    def bounds(self, low, high, _pixels):
        return Bounds(np.array([low, (low + high) / 2]), np.array([-0.5]), np.array([0.5]))


@pytest.mark.parametrize("style", STYLES)
def test_a_curve_far_out_is_as_sharp_as_at_the_beginning(view, data_pixels, style):
    pictures = []
    for first in (0.0, 1e7, 2.0**40):
        view.set_figure(figure_of(wave(first, style=style), first=first))
        pictures.append(data_pixels(view).astype(int))
    for far in pictures[1:]:
        assert (np.abs(far - pictures[0]).max(axis=2) > 40).mean() < 0.001
    assert (pictures[0] != pictures[0][0, 0]).any()


@pytest.mark.parametrize("inverted", [False, True])
def test_what_a_crowded_curve_covers_lies_where_its_lines_would(view, data_pixels, rgb, inverted):
    found = []
    for points in (400, round(600 * CROWDED * 2)):
        view.set_figure(figure_of(wave(points=points), inverted=inverted))
        inked = np.abs(data_pixels(view).astype(int) - rgb(LIGHT.accent)).max(axis=2) < 90
        found.append([np.flatnonzero(inked[:, at]).mean() for at in range(20, inked.shape[1] - 20, 20)])
    np.testing.assert_allclose(found[0], found[1], atol=1.5)


@pytest.mark.parametrize("inverted", [False, True])
def test_a_curve_that_swings_is_filled_from_its_least_to_its_greatest_in_each_column(view, data_pixels, rgb, inverted):
    along = np.linspace(0.0, 10.0, 40_000)
    y = 0.8 * np.sin(60.0 * along) * np.cos(along)
    view.set_figure(figure_of(Curve(Samples(along, y)), inverted=inverted))
    inked = np.abs(data_pixels(view).astype(int) - rgb(LIGHT.accent)).max(axis=2) < 120
    (item,) = view.panels[0].items
    assert item.opts["fillLevel"] is not None
    height, width = inked.shape
    down, across = (1.0 - y) / 2.0 * height, along / 10.0 * width
    expected = 0.0
    for at in range(5, width - 5):
        place = width - at if inverted else at
        rows, seen = down[(across >= place - 2) & (across < place + 2)], np.flatnonzero(inked[:, at])
        assert rows.min() - 1.5 <= seen[0] <= seen[-1] <= rows.max() + 1.5
        rows = down[(across >= place - inverted) & (across < place + 1 - inverted)]
        expected += rows.max() - rows.min() + THICKNESS
    assert inked[:, 5:-5].sum() == pytest.approx(expected, rel=0.2)  # strips reach over to their neighbours


def test_the_numbers_that_a_curve_represents_are_shaded_behind_it(view, data_pixels):
    pictures = []
    for series in (Samples(np.array([0.0, 10.0]), np.zeros(2)), Spread()):
        view.set_figure(figure_of(Curve(series)))
        pictures.append(data_pixels(view))
    shaded = (pictures[0] != pictures[1]).any(axis=2)
    height, width = shaded.shape
    for part, is_shaded in ((0.1, False), (0.3, True), (0.5, False), (0.7, True), (0.9, False)):
        row = shaded[round(part * height)]
        assert (row[2 : width // 2 - 1] == is_shaded).all(), part
        assert not row[width // 2 + 1 :].any()


def test_a_curve_may_become_points_and_a_line_again(view, data_pixels):
    pictures = []
    for style in ("line", "points", "line"):
        view.set_figure(figure_of(wave(style=style)))
        pictures.append(data_pixels(view))
    np.testing.assert_array_equal(pictures[0], pictures[2])
    assert (pictures[0] != pictures[1]).any()


def test_a_click_on_a_point_is_a_click_on_the_data(view, mouse):
    view.set_figure(figure_of(Curve(Samples(np.array([0.0, 5.0, 10.0]), np.zeros(3)), style="points")))
    view.grab()
    pressed = []
    view.pressed.connect(pressed.append)
    mouse.click(0.5, 0.5)
    assert pressed == [False]


@pytest.mark.parametrize("mark", [wave(), wave(style="points"), Rule("x", 5.0), Band("x", 4.0, 6.0)])
def test_what_somebody_adds_to_a_plot_is_in_front_of_every_mark(view, data_pixels, rgb, mark):
    view.set_figure(figure_of(mark))
    cover = pg.QtWidgets.QGraphicsRectItem(2.0, -0.9, 6.0, 1.8)
    cover.setPen(pg.mkPen(None))
    cover.setBrush(pg.mkBrush("#ff0000"))
    view.panels[0].plot.addItem(cover)
    shown = data_pixels(view)
    height, width, _ = shown.shape
    inside = shown[round(0.1 * height) : round(0.9 * height), round(0.25 * width) : round(0.75 * width)]
    assert (inside == rgb("#ff0000")).all()


def test_strips_that_touch_have_one_outline_and_others_their_own_whatever_their_order():
    strips = np.array([[4.0, 1.0, 1.0, 2.0], [0.0, 5.0, 1.0, 1.0], [1.0, 3.0, 2.0, 4.0]])
    x, y = outlined(strips)
    np.testing.assert_array_equal(x, [0, 1, 1, 3, 3, 1, 1, 0, np.nan, 4, 5, 5, 4, np.nan])
    np.testing.assert_array_equal(y, [5, 5, 3, 3, 7, 7, 6, 6, np.nan, 1, 1, 3, 3, np.nan])
    assert [some.size for some in outlined(np.empty((0, 4)))] == [0, 0]
