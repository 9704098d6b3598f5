"""The note about what a pixel averages is given where it covers several cells, and is what the raster does."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.averaging import averaging_notes
from peviewer.figures.grammar import Heatmap
from peviewer.figures.panes.catalog import PANES

MEANS = {
    "mean": np.mean,
    "root mean square": lambda block: np.sqrt(np.mean(np.square(block))),
    "approximate mean": np.mean,
}


def _panel(name, changes=()):
    return PANES[name].figure(Document().edited(dict(changes))).panels[0]


def test_there_is_no_note_where_cells_are_no_smaller_than_pixels_or_there_are_none():
    for cells in (0.1, 1.0, 1.09):
        assert averaging_notes(_panel("encoding"), "y", (0.0, 10 * cells), 10) == ()
    assert averaging_notes(_panel("encoding"), "y", (0.0, 11.0), 10)[1] == "mean of 1.1"


@pytest.mark.parametrize(("name", "dim", "content", "metric"), [
    ("encoding", 9, "ones", "dot"), ("distance", 8, "none", "euclidean"), ("distance", 8, "ones", "sse"),
    ("distance", 8, "none", "cosine"), ("distance", 9, "none", "cosine"), ("distance", 9, "ones", "dot"),
])  # fmt: skip
def test_a_pixel_is_what_its_note_says(name, dim, content, metric):
    changes = {"pairwise.metric": metric, "content.kind": content, "encoding.length": 64, "encoding.dim": dim}
    panel = _panel(name, changes)
    (heat,) = (mark for mark in panel.marks if isinstance(mark, Heatmap))
    said, _ = averaging_notes(panel, "x", (0, 16), 4)
    mean = MEANS[said.removeprefix("a pixel is the ").removesuffix(" of 4")]
    cells = heat.raster.exact(range(8, 12), range(4))
    pixel = heat.raster.sample(np.array([9.5, 13.5]), np.array([1.5, 5.5]))[0, 0]
    assert ("approximate" in said) is (name == "distance" and metric == "cosine" and (content == "ones" or dim == 9))
    assert (0.05 if "approximate" in said else 1e-4) * max(1, abs(pixel)) > abs(pixel - mean(cells))


def test_wrapped_angles_have_no_plain_mean():
    for shows, said in (("degrees", "circular mean of 4"), ("radians", "the mean of 4")):
        panel = PANES["frequencies"].figure(Document().edited({"frequencies.shows": shows})).panels[1]
        assert said in averaging_notes(panel, "y", (0, 16), 4)[0]
