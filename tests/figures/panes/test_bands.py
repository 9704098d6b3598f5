"""No curve hides a number: what its points leave out lies in the band behind it; and marks lie where they say."""

from functools import cache

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import PANES
from peviewer.model.between.lag_curves import BoundOverLag

PIXELS = 300
ROPE = {"encoding.scheme": "rope", "encoding.dim": 64, "encoding.length": 5000}
DOCUMENTS = {
    "sinusoidal": {"encoding.length": 5000, "encoding.dim": 64},
    "odd": {"encoding.length": 3000, "encoding.dim": 7, "encoding.first": -1000, "pairwise.metric": "cosine"},
    "far": {"encoding.length": 3000, "encoding.first": 10**9, "cursor.position": 10**9 + 700, "similarity.by": "lag"},
    "ones": {"encoding.length": 3000, "encoding.dim": 32, "content.kind": "ones"},
    "drawn": {"encoding.length": 2000, "encoding.dim": 8, "content.kind": "normal"},
    "rope": ROPE | {"encoding.scaling": "yarn", "attention.causal": False},
    "drawn rope": ROPE | {"score.vectors": "drawn"},
    "xpos": {"encoding.scheme": "xpos", "encoding.length": 3000, "encoding.dim": 64},
    "sandwich": {"encoding.scheme": "sandwich", "encoding.length": 3000, "encoding.heads": 3},
    "t5": {"encoding.scheme": "t5", "encoding.length": 3000},
}


def figures(changes, shows):
    """Return every pane's Figure of a Document, alone or compared."""
    document = Document().edited(changes)
    if shows != "alone":
        field = next(name for name in ("base", "heads", "waves", "bucket_count") if hasattr(document.encoding, name))
        value = {"base": 9000, "heads": 2, "waves": 64, "bucket_count": 16}[field]
        document = compare_with(document.edited({"compare.shows": shows}), f"{field}={value}")
    return {name: pane.figure(document) for name, pane in PANES.items() if pane.shows_any(document)}


@cache
def bounds_of(score):
    return score.bound(np.arange(score.scheme.length, dtype=np.float64))


def numbers(series, low, high):
    """Return all numbers of a curve, worked out one by one."""
    if isinstance(series, BoundOverLag):
        first, last = series.score.within(low, high)
        return np.arange(first, last + 1.0), bounds_of(series.score)[first : last + 1]
    return series.exact(low, high)


CASES = [
    ("odd", "alone"), *(pytest.param(*case, marks=pytest.mark.slow) for case in (
        ("sinusoidal", "alone"), ("far", "both"), ("ones", "both"), ("drawn", "alone"), ("rope", "both"),
        ("drawn rope", "difference"), ("xpos", "alone"), ("sandwich", "difference"), ("t5", "alone"),
    )),
]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "shows"), CASES)
def test_what_a_curve_leaves_out_is_in_its_band(name, shows):
    seen = 0
    for pane, figure in figures(DOCUMENTS[name], shows).items():
        for panel in figure.panels:
            for mark in (mark for mark in panel.marks if isinstance(mark, Curve)):
                band = mark.series.bounds(*panel.x.shown, PIXELS)
                if band is not None and not mark.series.sampled:
                    seen += 1
                    _in_band(mark.series, band, panel, shows == "alone", (pane, mark.label))
    assert seen or name in ("drawn", "t5")


def _in_band(series, band, panel, is_alone, where):
    """Assert that a band holds all numbers, and begins and ends at some of them."""
    x, y = numbers(series, *panel.x.shown)
    scale = 1e-5 * max(1e-9, np.abs(y).max())
    places, drawn = series.sample(*panel.x.shown, PIXELS)
    assert len(band.edges) == len(places) + 1, where
    assert ((band.edges[:-1] <= places) & (places <= band.edges[1:])).all(), where
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
