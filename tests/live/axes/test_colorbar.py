"""A colour bar's title stands beside its numbers, however many there is room for."""

import pytest
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import LIGHT
from peviewer.live.axes.colorbar import GAP, STRIP, TICK, TITLE, ColorBar


@pytest.mark.parametrize("levels", [(0.0, 9.3), (-1.0, 1.0), (0.0, 360.0), (-2.5, 2.5), (0.0, 64.0), (-0.07, 0.07)])
@pytest.mark.parametrize("height", [20, 60, 90, 110, 140, 400])
def test_the_numbers_end_before_the_title(qapp, table, levels, height):
    bar = ColorBar(Heatmap(table([[0.0]]), levels, "viridis", bar="distance"), LIGHT)
    bar.set_height(height)
    metrics = QFontMetrics(bar._font)
    widest = max(metrics.horizontalAdvance(text) for _, text in bar._ticks(height))
    assert GAP + STRIP + TICK + widest <= bar.width() - TITLE


@pytest.mark.parametrize(("height", "expected"), [(60, [0, 180, 360]), (400, [0, 90, 180, 270, 360])])
def test_a_full_turn_is_quartered_or_halved(qapp, table, height, expected):
    bar = ColorBar(Heatmap(table([[0.0]]), (0.0, 360.0), "twilight", bar="degrees"), LIGHT)
    assert bar._ticks(height) == [(float(angle), str(angle)) for angle in expected]


def test_numbers_stand_in_the_colour_of_words_and_ticks_in_that_of_lines(qapp, table):
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
