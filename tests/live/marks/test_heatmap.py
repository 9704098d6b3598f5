from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import LIGHT, colormap
from peviewer.live.marks.heatmap import GAP, LINE, STRIP, TICK, TITLE, ColorBar, picture
from peviewer.live.view import FigureView


def expected_index(values, low=-1.0, high=1.0):
    return np.clip((values - low) / (high - low) * 256, 0, 255).astype(np.uint8)


def cells_under(pixels, cells):
    """Return the cell under every pixel's centre, and whether that is no cell's edge."""
    places = (np.arange(pixels) + 0.5) / pixels * cells
    return places.astype(int), np.abs(places - np.round(places)) > 1e-9


@pytest.mark.parametrize("inverted", [True, False])
def test_zoomed_in_every_pixel_has_the_colour_of_its_cell(view, table, heat, data_pixels, inverted):
    values = np.array([[-1.0, 0.0, 1.0], [0.25, -0.5, 2.0]])
    view.set_figure(heat(table(values), inverted=inverted))
    shown = data_pixels(view)
    rows, sure_rows = cells_under(shown.shape[0], 2)
    columns, sure_columns = cells_under(shown.shape[1], 3)
    wanted = colormap("viridis")[expected_index(values if inverted else values[::-1])][np.ix_(rows, columns)]
    sure = np.ix_(sure_rows, sure_columns)
    np.testing.assert_array_equal(shown[sure], wanted[sure])


def test_zoomed_out_every_pixel_shows_the_mean_of_its_block(view, table, heat, data_pixels):
    values = np.random.default_rng(1).uniform(-1, 1, (1500, 1800))
    view.set_figure(heat(table(values)))
    height, width, _ = data_pixels(view).shape
    view.set_figure(heat(table(values), windows=((-0.5, 2 * width - 0.5), (-0.5, 3 * height - 0.5))))
    blocks = values[: 3 * height, : 2 * width].reshape(height, 3, width, 2).mean(axis=(1, 3))
    assert (data_pixels(view) == colormap("viridis")[expected_index(blocks)]).mean() > 0.999


def test_missing_values_have_a_colour_of_their_own(view, table, heat, data_pixels, rgb):
    view.set_figure(heat(table(np.array([[np.nan, 1.0]]))))
    shown = data_pixels(view)
    assert tuple(shown[10, 10]) == rgb(LIGHT.raised)
    assert tuple(shown[10, -10]) == tuple(colormap("viridis")[255])


def test_transposed_values_give_the_same_picture():
    values = np.random.default_rng(2).uniform(-1, 1, (40, 30)).astype(np.float32)
    assert picture(np.asfortranarray(values), (-1, 1), "grey", "#000000") == picture(values, (-1, 1), "grey", "#000000")


def test_colours_outside_the_levels_are_the_ends():
    image = picture(np.array([[-9, 9]], np.float32), (0, 1), "viridis", "#000000")
    assert [image.pixelColor(x, 0).getRgb()[:3] for x in (0, 1)] == [tuple(colormap("viridis")[k]) for k in (0, 255)]


def test_a_hidden_view_does_not_sample(qtbot, table, heat):
    raster = table(np.zeros((5, 5)))
    view = FigureView(LIGHT)
    qtbot.addWidget(view, before_close_func=lambda w: w.dispose())
    view.set_figure(heat(raster))
    qtbot.wait(1)
    assert raster.calls == []


def test_one_frame_takes_one_sample_whatever_changed(qtbot, view, table, heat):
    raster = table(np.zeros((500, 500)))
    view.set_figure(heat(raster))
    view.grab()
    raster.calls.clear()
    view.resize(500, 300)
    view.resize(640, 480)
    view.set_figure(heat(raster, windows=((0, 400), None)))
    view.set_figure(heat(raster, windows=((0, 300), None)))
    qtbot.waitUntil(lambda: bool(raster.calls))
    view.grab()
    view.grab()
    assert len(raster.calls) == 1


def test_only_what_is_on_screen_is_sampled(view, table, heat):
    raster = table(np.zeros((500, 500)))
    view.set_figure(heat(raster, windows=((9.6, 30.4), (99.6, 120.4))))
    view.grab()
    assert raster.calls[-1] == (21, 21)


@pytest.mark.parametrize("levels", [(0.0, 9.3), (-1.0, 1.0), (0.0, 360.0), (-2.5, 2.5), (0.0, 64.0), (-0.07, 0.07)])
@pytest.mark.parametrize("height", [20, 60, 90, 110, 140, 400])
def test_the_numbers_end_before_the_title(qapp, table, levels, height):
    bar = ColorBar(Heatmap(table([[0.0]]), levels, "viridis", bar="distance"), LIGHT)
    bar.set_height(height)
    metrics = QFontMetrics(bar._font)
    widest = max(metrics.horizontalAdvance(text) for _, text in bar._ticks(height))
    assert GAP + STRIP + TICK + widest <= bar.width() - TITLE


@pytest.mark.parametrize("levels", [(-0.04, 0.041), (0.0, 9.3), (0.0, 360.0), (0.5, 0.5)])
@pytest.mark.parametrize("height", [6, 13, 20, 30, 60])
def test_numbers_of_a_short_bar_are_not_printed_over_each_other(qapp, table, levels, height):
    bar = ColorBar(Heatmap(table([[0.0]]), levels, "viridis", bar="bias"), LIGHT)
    low, high = levels
    values = [value for value, _ in bar._ticks(height)]
    assert values or low == high
    assert all(height * (b - a) >= LINE * (high - low) for a, b in pairwise(values))


@pytest.mark.parametrize(("height", "expected"), [(60, [0, 180, 360]), (400, [0, 90, 180, 270, 360])])
def test_a_full_turn_is_quartered_or_halved(qapp, table, height, expected):
    bar = ColorBar(Heatmap(table([[0.0]]), (0.0, 360.0), "twilight", bar="degrees"), LIGHT)
    assert bar._ticks(height) == [(float(angle), str(angle)) for angle in expected]


def test_numbers_are_in_the_colour_of_words_and_ticks_in_that_of_lines(qapp, table):
    bar = ColorBar(Heatmap(table([[0.0]]), (-1.0, 1.0), "viridis"), LIGHT)
    bar.set_height(100)
    image = QImage(bar.width(), 120, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    with QPainter(image) as painter:
        painter.translate(0, 10)
        bar.paint(painter, None)
    darkest = min(
        image.pixelColor(x, y).lightness()
        for x in range(GAP + STRIP + TICK, image.width())
        for y in range(image.height())
    )
    assert darkest == pytest.approx(QColor(LIGHT.secondary).lightness(), abs=40)
    assert image.pixelColor(GAP + STRIP + 1, 10) == QColor(LIGHT.line)
