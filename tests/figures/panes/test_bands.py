"""No curve hides a number: what its points leave out lies in the band behind it; and marks lie where they say."""

import re
from functools import cache

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.averaging import averaging_notes
from peviewer.figures.grammar import Curve, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.model.between.lag_curves import BoundOverLag, ScoreOverLag
from peviewer.model.sampling.combined import Difference
from peviewer.model.sampling.series import Thinned

PIXELS = 300
ROPE = {"encoding.scheme": "rope", "encoding.dim": 64, "encoding.length": 5000}
DOCUMENTS = {
    "sinusoidal": {"encoding.length": 5000, "encoding.dim": 64},
    "odd": {"encoding.length": 3000, "encoding.dim": 7, "encoding.first": -1000, "pairwise.metric": "cosine"},
    "far": {"encoding.length": 3000, "encoding.first": 10**9, "cursor.position": 10**9 + 700, "similarity.by": "lag"},
    "ones": {"encoding.length": 3000, "encoding.dim": 32, "content.kind": "ones"},
    "drawn": {"encoding.length": 2000, "encoding.dim": 8, "content.kind": "normal"},
    "rope": ROPE | {"encoding.scaling": "yarn", "attention.causal": False},
    "linear": ROPE | {"score.axis": "linear", "score.vectors": "drawn"},
    "xpos": {"encoding.scheme": "xpos", "encoding.length": 3000, "encoding.dim": 64},
    "sandwich": {"encoding.scheme": "sandwich", "encoding.length": 3000, "encoding.heads": 3},
    "t5": {"encoding.scheme": "t5", "encoding.length": 3000},
}
CASES = [(name, shows) for name in DOCUMENTS for shows in ("alone", "both", "difference")]


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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "shows"), CASES)
def test_bands_hold_all_numbers_and_begin_and_end_at_some(name, shows):
    seen = 0
    for pane, figure in figures(DOCUMENTS[name], shows).items():
        for panel in figure.panels:
            for mark in (mark for mark in panel.marks if isinstance(mark, Curve)):
                band = mark.series.bounds(*panel.x.shown, PIXELS)
                if band is None or mark.series.sampled:
                    continue
                seen += 1
                x, y = numbers(mark.series, *panel.x.shown)
                scale = 1e-5 * max(1e-9, np.abs(y).max())
                places, drawn = mark.series.sample(*panel.x.shown, PIXELS)
                assert len(band.edges) == len(places) + 1, (pane, mark.label)
                assert ((band.edges[:-1] <= places) & (places <= band.edges[1:])).all(), (pane, mark.label)
                if "root" not in mark.series.averaged or shows == "alone":
                    assert (band.least - scale <= drawn).all(), (pane, mark.label)
                    assert (drawn <= band.greatest + scale).all(), (pane, mark.label)
                k = np.searchsorted(band.edges, x) - 1
                assert (band.least[k] - scale <= y).all(), (pane, mark.label)
                assert (y <= band.greatest[k] + scale).all(), (pane, mark.label)
                assert band.least.min() == pytest.approx(y.min(), abs=scale), (pane, mark.label)
                assert band.greatest.max() == pytest.approx(y.max(), abs=scale), (pane, mark.label)
                up, (low, high) = panel.y.limits, (band.least.min(), band.greatest.max())
                assert up[0] <= low + scale, (pane, mark.label)
                assert high - scale <= up[1], (pane, mark.label)
    assert seen or name in ("drawn", "t5")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "shows"), CASES)
def test_what_a_curve_leaves_out_is_in_its_band_or_said_on_its_axis(name, shows):
    for pane, figure in figures(DOCUMENTS[name], shows).items():
        for panel in figure.panels:
            for mark in (mark for mark in panel.marks if isinstance(mark, Curve) and not mark.y0):
                series, window = mark.series, panel.x.shown
                is_told = mark.style == "points" or series.point_count(*window, PIXELS).each > 1
                if is_told or panel.x.quantity not in ("lag", "position", "nearest"):
                    continue
                x, y = numbers(series, *window)
                places, drawn = series.sample(*window, PIXELS)
                if not len(x) or len(x) == len(places):
                    continue
                k = np.clip(np.searchsorted(places, x), 2, len(places) - 2)
                around = np.stack([drawn[k + step] for step in (-2, -1, 0, 1)])
                sides = [series.a, series.b] if isinstance(series, Difference) else [series]
                scale = 0.02 * sum(np.ptp(numbers(side, *window)[1]) for side in sides)
                hidden = (y < around.min(axis=0) - scale) | (y > around.max(axis=0) + scale)
                assert not hidden.any(), (pane, mark.label, x[hidden][:3])


@pytest.mark.parametrize("raw", [False, True])
def test_the_axis_says_what_a_point_is_of_how_many(raw):
    changes = {"encoding.length": 6000, "encoding.dim": 16, "view.raw": raw, "score.axis": "linear"}
    document = Document().edited(changes)
    said = {
        name: averaging_notes(panel, "x", panel.x.shown, PIXELS)
        for name, panel in (
            ("similarity", PANES["similarity"].figure(document).panels[0]),
            ("distance", PANES["distance"].figure(document).panels[1]),
            ("score", PANES["score"].figure(document).panels[0]),
        )
    }
    kinds = {"similarity": ("mean", "20"), "distance": ("root mean square", "20"), "score": ("mean", "20")}
    for name, (kind, count) in kinds.items():
        wanted = f"a point is one of {count}" if raw else f"a point is the {kind} of {count}"
        assert wanted in said[name], name
        assert any("band" in words for words in said[name]) is not raw, name


@pytest.mark.slow
def test_raw_curves_show_one_number_a_point_and_no_band():
    document = Document().edited({"encoding.length": 6000, "view.raw": True})
    for name in ("similarity", "distance", "score", "statistics"):
        for panel in PANES[name].figure(document).panels:
            for mark in panel.marks:
                if isinstance(mark, Curve) and isinstance(mark.series, Thinned) and mark.key not in ("bound", None):
                    assert mark.series.bounds(*panel.x.shown, PIXELS) is None, name


@pytest.mark.slow
@pytest.mark.parametrize(("shows", "every"), [("alone", 1), ("both", 4)])
def test_a_score_that_comes_to_0_is_there_in_its_band_where_the_mark_stands(shows, every):
    seen = 0
    documents = (known.document for known in presets().values())
    distinct = {(document.encoding, document.compare, document.score): document for document in documents}
    for document in list(distinct.values())[::every]:
        if shows == "both" and document.compare.against is None and hasattr(document.encoding, "base"):
            document = compare_with(document, "base=20000")
        for axis in ("log", "linear"):
            panel = PANES["score"].figure(document.edited({"score.axis": axis})).panels[0]
            curves = {mark.label[:2]: mark.series for mark in panel.marks
                      if isinstance(mark, Curve) and isinstance(mark.series, ScoreOverLag)
                      and mark.series.score.part == "whole"}  # fmt: skip
            for mark in (mark for mark in panel.marks if isinstance(mark, Rule)):
                if not (found := re.fullmatch(r"(?:([AB]): )?0 at ([\d\N{THIN SPACE}]+) back", mark.label)):
                    continue
                assert mark.at == int(found[2].replace("\N{THIN SPACE}", ""))
                series = next(series for label, series in curves.items() if label[:1] == found[1] or not found[1])
                for pixels in (200, 1086, 3000):
                    band = series.bounds(*panel.x.shown, pixels)
                    seen += 1
                    if band is None:
                        before, there = series.score.at(np.array([mark.at - 1, mark.at]))
                        assert before > 0 >= there, document.encoding
                        continue
                    k = np.searchsorted(band.edges, mark.at) - 1
                    assert band.least[k] <= 0 <= band.greatest[k], (document.encoding, axis, pixels)
    assert seen > 20
