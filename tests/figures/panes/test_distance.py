"""The distance pane as data: the matrix of a metric, the profile of one row, the distance of neighbours."""

from typing import get_args

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap, Rule
from peviewer.figures.panes.catalog import pane
from peviewer.model.between.pairwise import Metric, pairwise, profile
from peviewer.model.encodings.sinusoidal import Sinusoidal

METRICS = pytest.mark.parametrize("metric", get_args(Metric))


def _panels(changes=()):
    return pane("distance").figure(Document().edited(dict(changes))).panels


def _of(kind, panel):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_positions_run_down_and_across():
    matrix, below = _panels({"encoding.first": 10, "view.zoom": {"position": (19.5, 39.5)}})
    assert (matrix.x.quantity, matrix.y.quantity) == ("other position", "position")
    assert (matrix.x.label, matrix.y.label) == ("position *s*", "position *t*")
    assert (matrix.x.cursor, matrix.y.cursor) == ("other", "position")
    assert matrix.x.limits == matrix.y.limits == (9.5, 209.5)
    assert matrix.x.window == matrix.y.window == (19.5, 39.5)
    assert matrix.y.inverted
    assert (below.x.quantity, below.x.window, below.y.quantity) == ("other position", (19.5, 39.5), "value")


@METRICS
def test_the_cells_are_the_matrix_of_the_metric(metric):
    matrix, _ = _panels({"encoding.length": 40, "encoding.first": -7, "pairwise.metric": metric})
    (heatmap,) = _of(Heatmap, matrix)
    expected = pairwise(Sinusoidal(length=40), metric)
    assert (heatmap.x0, heatmap.y0) == (-7, -7)
    assert np.allclose(heatmap.raster.sample(np.arange(40), np.arange(40)), expected, atol=1e-2)
    assert heatmap.bar


@METRICS
def test_the_profile_is_the_row_under_the_cursor(metric):
    changes = {"encoding.length": 60, "encoding.first": 5, "cursor.position": 20, "pairwise.metric": metric}
    matrix, below = _panels(changes)
    (curve,) = _of(Curve, below)
    x, y = curve.series.sample(4.5, 64.5, 500)
    assert x.tolist() == list(range(5, 65))
    assert np.allclose(y, profile(Sinusoidal(length=60, first=5), 20, metric), atol=1e-2)
    assert [rule.at for rule in _of(Rule, matrix)] == [20]
    assert 20 in [rule.at for rule in _of(Rule, below) if rule.direction == "x"]
    assert "20" in below.title


@METRICS
def test_neighbours_are_a_number_and_a_line(metric):
    _, below = _panels({"encoding.dim": 500, "pairwise.metric": metric})
    expected = float(profile(Sinusoidal(dim=500), 0, metric)[1])
    (rule,) = [rule for rule in _of(Rule, below) if rule.direction == "y"]
    assert rule.at == pytest.approx(expected, rel=1e-12)
    said = float(rule.label.partition("neighbours: ")[2].replace("\N{THIN SPACE}", ""))
    assert said == pytest.approx(expected, rel=5e-5)


def test_colours_diverge_only_where_0_is_in_their_middle():
    def colours(changes):
        return _of(Heatmap, _panels(changes)[0])[0].colormap

    assert colours({}) == "viridis"
    assert colours({"pairwise.metric": "dot"}) == "viridis"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": "full"}}) == "diverging"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": (-2, 2)}}) == "diverging"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": (0, 2)}}) == "viridis"
    assert colours({"view.colormap": "grey"}) == "grey"
    assert colours({"view.colormap": "grey", "view.levels": {"distance": (0, 2)}}) == "grey"


def test_of_two_positions_no_diagonal_is_spoken_of():
    document = Document().edited({"encoding.length": 2, "encoding.dim": 7, "content.kind": "ones"})
    assert pane("distance").explanation(document) == "There are too few positions here for a diagonal to be seen."
