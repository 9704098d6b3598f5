"""No curve hides a number: what its points leave out lies in the band behind it.

And marks lie where they say.
"""

from functools import cache

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.averaging import averaging_notes
from peviewer.figures.grammar import Curve, Heatmap
from peviewer.figures.panes.catalog import PANES
from peviewer.model.between.lag_curves import BoundOverLag

PIXELS = 300
ROPE = {"encoding.scheme": "rope", "encoding.dim": 64, "encoding.length": 5000}
DOCUMENTS = {
    "odd": {
        "encoding.length": 3000,
        "encoding.dim": 7,
        "encoding.first": -1000,
        "pairwise.metric": "cosine",
    },
    "far": {
        "encoding.length": 3000,
        "encoding.first": 10**9,
        "cursor.position": 10**9 + 700,
        "similarity.by": "lag",
    },
    "ones": {"encoding.length": 3000, "encoding.dim": 32, "content.kind": "ones"},
    "rope": ROPE | {"encoding.scaling": "yarn", "attention.causal": False},
    "drawn rope": ROPE | {"score.vectors": "drawn"},
    "sandwich": {"encoding.scheme": "sandwich", "encoding.length": 3000, "encoding.heads": 3},
    "t5": {"encoding.scheme": "t5", "encoding.length": 3000},
}


# B differs from A in the first of these fields that the scheme has.
VALUES_OF_B = {"base": 9000, "heads": 2, "waves": 64, "bucket_count": 16}


def figures(changes, shows):
    """Return every pane's Figure of a Document, alone or compared."""
    document = Document().edited(changes)
    if shows != "alone":
        field = next(name for name in VALUES_OF_B if hasattr(document.encoding, name))
        document = document.edited({"compare.shows": shows})
        document = compare_with(document, f"{field}={VALUES_OF_B[field]}")
    showing = {name: pane for name, pane in PANES.items() if pane.shows_any(document)}
    return {name: pane.figure(document) for name, pane in showing.items()}


@cache
def bounds_of(score):
    return score.bound(np.arange(score.scheme.length, dtype=np.float64))


def numbers(series, low, high):
    """Return all numbers of a curve, computed one by one."""
    if isinstance(series, BoundOverLag):
        first, last = series.score.within(low, high)
        return np.arange(first, last + 1.0), bounds_of(series.score)[first : last + 1]
    return series.exact(low, high)


CASES = [
    ("odd", "alone"), ("far", "both"), ("ones", "both"), ("rope", "both"), ("drawn rope", "difference"),
    ("sandwich", "difference"), ("t5", "alone"),
]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "shows"), CASES)
def test_what_a_curve_leaves_out_is_in_its_band(name, shows):
    seen = 0
    for pane, figure in figures(DOCUMENTS[name], shows).items():
        for panel in figure.panels:
            curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
            for curve in curves:
                band = curve.series.bounds(*panel.x.shown, PIXELS)
                if band is not None and not curve.series.sampled:
                    seen += 1
                    where = (pane, curve.label)
                    _in_band(curve.series, band, panel, shows == "alone", where)
    assert seen or name == "t5"


def _in_band(series, band, panel, is_alone, where):
    """Assert that a band holds all numbers, and begins and ends at some of them."""
    x, y = numbers(series, *panel.x.shown)
    scale = 1e-5 * max(1e-9, np.abs(y).max())
    places, drawn = series.sample(*panel.x.shown, PIXELS)
    assert len(band.edges) == len(places) + 1, where
    assert (band.edges[:-1] <= places).all(), where
    assert (places <= band.edges[1:]).all(), where
    if "root" not in series.averaged or is_alone:
        assert (band.least - scale <= drawn).all(), where
        assert (drawn <= band.greatest + scale).all(), where
    k = np.searchsorted(band.edges, x) - 1
    assert (band.least[k] - scale <= y).all(), where
    assert (y <= band.greatest[k] + scale).all(), where
    ends = band.least.min(), band.greatest.max()
    assert ends == pytest.approx((y.min(), y.max()), abs=scale), where
    assert panel.y.limits[0] <= ends[0] + scale, where
    assert ends[1] - scale <= panel.y.limits[1], where


MEANS = {
    "mean": np.mean,
    "root mean square": lambda block: np.sqrt(np.mean(np.square(block))),
    "approximate mean": np.mean,
}


def _panel(name, changes=()):
    document = Document().edited(dict(changes))
    figure = PANES[name].figure(document)
    return figure.panels[0]


def test_there_is_no_note_where_cells_are_no_smaller_than_pixels_or_there_are_none():
    panel = _panel("encoding")
    for cells in (0.1, 1.0, 1.09):
        assert averaging_notes(panel, "y", (0.0, 10 * cells), 10) == ()
    _, short = averaging_notes(panel, "y", (0.0, 11.0), 10)
    assert short == "mean of 1.1"


@pytest.mark.parametrize(("name", "dim", "content", "metric"), [
    ("encoding", 9, "ones", "dot"), ("distance", 8, "none", "euclidean"), ("distance", 8, "ones", "sse"),
    ("distance", 8, "none", "cosine"), ("distance", 9, "none", "cosine"), ("distance", 9, "ones", "dot"),
])  # fmt: skip
def test_a_pixel_is_what_its_note_says(name, dim, content, metric):
    changes = {
        "pairwise.metric": metric,
        "content.kind": content,
        "encoding.length": 64,
        "encoding.dim": dim,
    }
    panel = _panel(name, changes)
    (heat,) = (mark for mark in panel.marks if isinstance(mark, Heatmap))
    said, _ = averaging_notes(panel, "x", (0, 16), 4)
    mean = MEANS[said.removeprefix("a pixel is the ").removesuffix(" of 4")]
    cells = heat.raster.exact(range(8, 12), range(4))
    pixels = heat.raster.sample(np.array([9.5, 13.5]), np.array([1.5, 5.5]))
    pixel = pixels[0, 0]
    is_approximate = "approximate" in said
    has_cosines = name == "distance" and metric == "cosine"
    assert is_approximate is (has_cosines and (content == "ones" or dim == 9))
    allowed = 0.05 if is_approximate else 1e-4
    assert abs(pixel - mean(cells)) < allowed * max(1, abs(pixel))


def test_wrapped_angles_have_no_plain_mean():
    for shows, said in (("degrees", "circular mean of 4"), ("radians", "the mean of 4")):
        document = Document().edited({"frequencies.shows": shows})
        figure = PANES["frequencies"].figure(document)
        panel = figure.panels[1]
        assert said in averaging_notes(panel, "y", (0, 16), 4)[0]
