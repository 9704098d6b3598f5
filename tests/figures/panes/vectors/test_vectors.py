"""The vectors pane as data: the strips and the curves of the same positions."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.vectors.vectors import shown_positions
from tests.figures.drawn import of, panels
from tests.own_formulas import numbers


@pytest.mark.parametrize(("content", "first"), [("none", -30), ("ones", 1000), ("normal", 0)])
def test_strips_and_curves_show_the_rows(content, first):
    changes = {
        "content.kind": content,
        "encoding.first": first,
        "vectors.first": first + 3,
        "encoding.dim": 30,
    }
    strips, curves = panels("vectors", changes)
    table = Document().edited(changes).embedded.table()[3:11]
    (heatmap,) = of(strips, Heatmap)
    assert (heatmap.y0, heatmap.raster.shape) == (first + 3, (8, 30))
    assert np.allclose(heatmap.raster.sample(np.arange(8), np.arange(30)), table, atol=1e-5)
    drawn = of(curves, Curve)
    assert [mark.y0 for mark in drawn] == np.repeat(range(first + 3, first + 11), 2).tolist(), (
        "no height is lost far out"
    )
    halves = [mark.series.sample(-0.5, 29.5, 1000) for mark in drawn]
    for row, vector in enumerate(table):
        up = np.empty(30)
        for side, (x, y) in enumerate(halves[2 * row : 2 * row + 2]):
            assert x.tolist() == list(range(side, 30, 2)), "sines and cosines are two curves"
            up[side::2] = -y
        assert np.corrcoef(up, vector)[0, 1] == pytest.approx(1)
        if content != "normal":
            assert np.abs(up).max() < 0.5, "curves keep to their own line"


def test_positions_are_moved_into_the_encoding():
    for changes, expected in (
        ({"vectors.first": 198, "vectors.count": 4}, range(196, 200)),
        ({"vectors.first": -5}, range(8)),
        ({"encoding.length": 1, "encoding.first": 9}, range(9, 10)),
        ({"encoding.first": -3, "vectors.first": -3, "vectors.count": 2}, range(-3, -1)),
    ):
        assert shown_positions(Document().edited(changes)) == expected


def test_what_is_said_of_neighbours_is_measured_on_them():
    said = pane("vectors").explanation(Document().edited({"encoding.dim": 4}))
    steps = np.diff(Document().edited({"encoding.dim": 4}).encoding.table()[:8], axis=0)
    fast, slow = np.linalg.norm(steps[:, :2], axis=1)[0], np.linalg.norm(steps[:, 2:], axis=1)[0]
    assert numbers(said.partition("the next ")[2])[:8:1] == pytest.approx(
        [0, 0, 1, fast, 1, 2, 3, slow], rel=1e-3
    )


def test_a_single_dimension_has_no_cosine_in_its_legend():
    for dim, labels in ((1, {""}), (2, {"", "sin", "cos"})):
        _, curves = panels("vectors", {"encoding.dim": dim})
        assert {curve.label for curve in of(curves, Curve)} == labels
