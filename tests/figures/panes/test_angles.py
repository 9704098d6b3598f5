"""The angles pane as data: one heatmap, positions × pairs, on colours that close."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.palette import colormap
from peviewer.figures.panes.catalog import pane


def _draw(changes=()):
    (panel,) = pane("angles").figure(Document().edited(dict(changes))).panels
    (heatmap,) = panel.marks
    return panel, heatmap


@pytest.mark.parametrize("transposed", [False, True])
def test_positions_and_pairs_are_its_axes(transposed):
    panel, heatmap = _draw({"encoding.first": -7, "view.transposed": transposed})
    positions, pairs = (panel.x, panel.y) if transposed else (panel.y, panel.x)
    assert (positions.quantity, positions.limits, positions.cursor) == ("position", (-7.5, 192.5), "position")
    assert (pairs.quantity, pairs.limits, pairs.cursor) == ("pair", (-0.5, 127.5), "pair")
    assert panel.y.inverted
    assert (heatmap.x0, heatmap.y0) == ((-7, 0) if transposed else (0, -7))
    image = heatmap.raster.sample(np.arange(3), np.arange(2))
    assert heatmap.raster.shape == ((128, 200) if transposed else (200, 128))
    expected = np.degrees(np.outer(np.arange(-7, -4), Document().encoding.frequencies()[:3])) % 360
    assert np.allclose(image if not transposed else image.T, expected.T[:2, :3].T if not transposed else expected[:2])


def test_a_full_turn_has_the_colour_of_none():
    _, heatmap = _draw()
    assert heatmap.levels == (0, 360)
    assert heatmap.bar == "degrees"
    colours = colormap(heatmap.colormap).astype(int)
    assert np.abs(colours[0] - colours[-1]).max() <= 3


def test_unwrapped_the_colours_span_all_radians():
    _, heatmap = _draw({"angles.unwrapped": True, "encoding.first": -50})
    assert heatmap.levels == (-50, 149)
    assert heatmap.bar == "radians"
    assert heatmap.colormap == "viridis"
    assert heatmap.raster.sample([0], [0])[0, 0] == -50
    assert _draw({"angles.unwrapped": True, "view.colormap": "grey"})[1].colormap == "grey"


def test_raw_samples_are_asked_for_by_name():
    assert _draw()[1].reduce == "mean"
    assert _draw({"view.raw": True})[1].reduce == "nearest"


def test_content_changes_no_angle():
    document = Document()
    reads = pane("angles").reads
    assert reads(document.edited({"content.kind": "ones"})) == reads(document)
