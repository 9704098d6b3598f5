"""Panels that stand otherwise on a wide page: the operator's large matrix, beside its table."""

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Heatmap, Listing
from peviewer.figures.palette import DARK, colormap, colour_steps, contrast, luminance
from peviewer.figures.panes.catalog import pane
from peviewer.model.sampling.grid import cells
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.painter import settings
from peviewer.paper.style import Style


@pytest.mark.parametrize(
    ("size", "wide", "least"),
    [((1920, 1080), True, 350), pytest.param((1080, 1080), False, 200, marks=pytest.mark.slow)],
)
def test_the_matrix_is_a_large_square_that_is_seen_in_the_dark(size, wide, least):
    figure = pane("operator").figure(Document())
    style = Style(*size, theme="slide-dark")
    with mpl.rc_context(settings(style)):
        found = fitted(figure, style)
        areas = found.areas
        width, height = areas[0].pixels
        frame = mpl.colors.to_hex(areas[0].axes.spines["top"].get_edgecolor())
    assert sorted(area.panel.title for area in areas) == sorted(panel.title for panel in figure.panels)
    assert isinstance(areas[1].panel.marks[0], Listing) is wide
    assert abs(width - height) <= 1
    assert width >= least
    assert contrast(frame, style.palette.window) >= 3
    heat = areas[0].panel.heatmap
    assert isinstance(heat, Heatmap)
    places = cells(-0.5, 255.5, 256, width)
    steps, _ = colour_steps(heat.raster.sample(places, places, heat.reduce), heat.levels)
    seen = luminance(colormap(DARK.diverging)[steps])
    assert (np.diag(seen).max() + 0.05) / (seen[0, -1] + 0.05) >= 3


def test_a_figure_of_two_has_no_wide_form_of_one():
    assert pane("operator").figure(Document()).wide
    assert not pane("operator").figure(compare_with(Document(), "base=100")).wide
