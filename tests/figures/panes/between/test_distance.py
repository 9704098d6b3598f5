"""The distance pane as data: the matrix of a metric, the profile of one row, the distance of neighbours."""

from typing import get_args

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap, Rule
from peviewer.figures.panes.catalog import pane
from peviewer.model.between.pairwise import Metric, pairwise, profile
from peviewer.model.encodings.sinusoidal import Sinusoidal
from tests.figures.drawn import of, panels

METRICS = pytest.mark.parametrize("metric", get_args(Metric))


@METRICS
def test_the_cells_are_the_matrix_of_the_metric(metric):
    matrix, _ = panels(
        "distance", {"encoding.length": 40, "encoding.first": -7, "pairwise.metric": metric}
    )
    (heatmap,) = of(matrix, Heatmap)
    expected = pairwise(Sinusoidal(length=40), metric)
    assert heatmap.x0 == -7
    assert heatmap.y0 == -7
    assert np.allclose(heatmap.raster.sample(np.arange(40), np.arange(40)), expected, atol=1e-2)
    assert heatmap.bar


@METRICS
def test_the_profile_is_the_row_under_the_cursor(metric):
    changes = {
        "encoding.length": 60,
        "encoding.first": 5,
        "cursor.position": 20,
        "pairwise.metric": metric,
    }
    matrix, below = panels("distance", changes)
    (curve,) = of(below, Curve)
    x, y = curve.series.sample(4.5, 64.5, 500)
    assert x.tolist() == list(range(5, 65))
    sinusoidal = Sinusoidal(length=60, first=5)
    assert np.allclose(y, profile(sinusoidal, 20, metric), atol=1e-2)
    assert [rule.at for rule in of(matrix, Rule)] == [20]
    assert 20 in [rule.at for rule in of(below, Rule) if rule.direction == "x"]
    assert "20" in below.title


@METRICS
def test_neighbours_are_a_number_and_a_line(metric):
    _, below = panels("distance", {"encoding.dim": 500, "pairwise.metric": metric})
    expected = float(profile(Sinusoidal(dim=500), 0, metric)[1])
    (rule,) = [rule for rule in of(below, Rule) if rule.direction == "y"]
    assert below.y.label, "its axis has a name of its own beside that of the matrix's bar"
    assert rule.at == pytest.approx(expected, rel=1e-12)
    assert rule.label == f"neighbours {rule.short}"
    said = float(rule.short.replace("\N{THIN SPACE}", ""))
    assert said == pytest.approx(expected, rel=5e-4)


def test_colours_diverge_only_where_0_is_in_their_middle():
    def colours(changes):
        return of(panels("distance", changes)[0], Heatmap)[0].colormap

    assert colours({}) == "viridis"
    assert colours({"pairwise.metric": "dot"}) == "viridis"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": "full"}}) == "diverging"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": (-2, 2)}}) == "diverging"
    assert colours({"pairwise.metric": "dot", "view.levels": {"distance": (0, 2)}}) == "viridis"
    assert colours({"view.colormap": "grey"}) == "grey"
    assert colours({"view.colormap": "grey", "view.levels": {"distance": (0, 2)}}) == "grey"


def test_of_two_positions_no_diagonal_is_spoken_of():
    document = Document().edited({"encoding.length": 2, "encoding.dim": 7, "content.kind": "ones"})
    assert (
        pane("distance").explanation(document)
        == "There are too few positions here for a diagonal to be seen."
    )
