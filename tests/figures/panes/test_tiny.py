"""Any finite table is drawn, however small or large its numbers are."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.palette import colour_steps
from peviewer.figures.panes.catalog import PANES
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.learned import Learned


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160, 1e12, 1e25])
def test_tables_of_tiny_and_of_huge_numbers_are_drawn_and_checked(size):
    signs = np.random.default_rng(0).standard_normal((30, 8))
    table = Learned(np.where(signs > 0, size, 0.0))
    document = Document(encoding=table)
    for pane in (pane for pane in PANES.values() if pane.shows_any(document)):
        assert pane.explanation(document)
        for heatmap in filter(None, [panel.heatmap for panel in pane.figure(document).panels]):
            colour_steps(heatmap.raster.sample(*map(np.arange, heatmap.raster.shape)), heatmap.levels)
    assert properties(table)


def test_a_single_huge_number_is_drawn_between_limits_that_differ():
    for panel in PANES["similarity"].figure(Document(encoding=Learned([[1e30]]))).panels:
        assert panel.y.limits[0] < panel.y.limits[1]


@pytest.mark.parametrize("metric", ["dot", "cosine", "euclidean"])
@pytest.mark.parametrize("size", [1e-16, 1e12, 1e25])
def test_distances_are_the_same_at_any_scale(size, metric):
    numbers = np.random.default_rng(0).uniform(-1, 1, (30, 8))
    steps = []
    for scale in (1.0, size):
        document = Document(encoding=Learned(numbers * scale)).edited({"pairwise.metric": metric})
        heatmap = PANES["distance"].figure(document).panels[0].heatmap
        steps.append(colour_steps(heatmap.raster.sample(np.arange(30), np.arange(30)), heatmap.levels)[0])
    assert np.abs(steps[0].astype(int) - steps[1]).max() <= 1
