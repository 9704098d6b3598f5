"""The range of colours as it was chosen.

Limits and colours that Figures of one pane for several values share.
"""

import math

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.document.view import is_distinguishable
from peviewer.figures.grammar import Heatmap, Numbers
from peviewer.figures.palette import colour_steps
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.ranges import Ranges
from peviewer.model.encodings.learned import Learned

ZOOM = {"view.zoom": {"position": (10.0, 20.0), "dimension": (60.0, 100.0)}}


def _heats(name, chosen, changes=()):
    levels = {name: chosen} if chosen else {}
    document = Document().edited({"view.levels": levels, **dict(changes)})
    heats = []
    for panel in PANES[name].figure(document).panels:
        heats += [mark for mark in panel.marks if isinstance(mark, Heatmap)]
    return heats


def test_the_range_in_view_fills_the_colours():
    (heat,) = _heats("encoding", "seen", ZOOM)
    table = Document().encoding.table()
    largest = np.abs(table[10:21, 60:101]).max()
    assert heat.levels == pytest.approx((-largest, largest))

    (heat,) = _heats("distance", "seen", {**ZOOM, "pairwise.metric": "cosine"})
    rows = Document().encoding.table()[10:21]
    least_cosine = (rows @ rows.T).min() / 128
    assert heat.levels == pytest.approx((least_cosine, 1.0))


@pytest.mark.parametrize("name", ["shift", "operator", "distance"])
def test_a_range_by_hand_is_that_of_every_heatmap_of_a_pane(name):
    heats = _heats(name, (-0.25, 0.25))
    expected = {(-0.25, 0.25)}
    assert {heat.levels for heat in heats} == expected
    (other,) = _heats("encoding", None, {"view.levels": {"vectors": (0, 9)}})
    assert other.levels == (-1, 1)


@pytest.mark.parametrize("shows", ["pairs", "dimensions"])
def test_bits_keep_the_range_that_means_something(shows):
    heats = _heats("binary", (0.0, 9.0), {"binary.shows": shows})
    expected = {(0, 1)}
    assert {heat.levels for heat in heats if heat.colormap == "ink"} == expected
    expected = {(0, 9)}
    assert {heat.levels for heat in heats if heat.colormap != "ink"} == expected


@pytest.mark.parametrize(("shows", "levels"), [("degrees", (0, 360)), ("radians", (0, 9))])
def test_full_turns_keep_the_range_that_means_something(shows, levels):
    first, *_ = _heats("frequencies", (0.0, 9.0), {"frequencies.shows": shows})
    assert first.levels == levels


@pytest.mark.parametrize(("coloured", "levels"), [(True, (-0.25, 0.25)), (False, (-1, 1))])
def test_coloured_numbers_have_the_range_that_is_chosen(coloured, levels):
    chosen = {"table.coloured": coloured, "view.levels": {"table": (-0.25, 0.25)}}
    document = Document().edited(chosen)
    figure = PANES["table"].figure(document)
    panel = figure.panels[0]
    assert panel.marks[0].levels == levels


@pytest.mark.parametrize("levels", [{"encoding": (1, 1)}, {"encoding": (2, 1)}, {"encoding": (0, math.inf)},
                                    {"encoding": (0, 1e31)}, {"encoding": (0, 1e-31)}, {"encoding": (1, 1.0000001)},
                                    {"encoding": "half"}, {"encoding": 3}, "full"])  # fmt: skip
def test_invalid_ranges_of_colours_are_not_allowed(levels):
    with pytest.raises(DocumentError, match=r"view\.levels"):
        Document().edited({"view.levels": levels})


@pytest.mark.parametrize("ends", [(-1e30, 1e30), (0, 1e-30), (1e30, 1.00001e30), (-2e-30, -1e-30)])
def test_whatever_range_of_colours_is_allowed_can_be_painted(ends):
    low, high = ends
    finite = np.array([0, 1, -1, 65_536, -1e20], np.float32)
    steps, gaps = colour_steps(np.append(finite, np.float32(np.nan)), ends)
    shares = [(float(value) - low) / (high - low) for value in finite]
    expected = np.clip(256 * np.array(shares), 0, 255)
    assert gaps.tolist() == [False] * 5 + [True]
    assert steps[:5] == pytest.approx(expected, abs=2)


SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 16})
BASES = [{"encoding.base": base} for base in (1e2, 1e4, 1e6)]
HEADS = SMALL.edited({"encoding.scheme": "alibi"})


def figures(name, document, changes):
    return [PANES[name].figure(document.edited(change)) for change in changes]


def alike(figures):
    ranges = Ranges(figures)
    return [ranges.apply(figure) for figure in figures]


def scales(figure):
    """Return what every panel is measured by, and its colours."""
    axes = []
    colours = []
    for panel in figure.panels:
        axes += [(axis.limits, axis.window) for axis in (panel.x, panel.y)]
        coloured = [mark for mark in panel.marks if isinstance(mark, Heatmap | Numbers)]
        colours += [(mark.levels, mark.colormap) for mark in coloured]
    return axes, colours


@pytest.mark.parametrize(
    ("name", "shows"), [("distance", "both"), ("encoding", "difference"), ("vectors", "both")]
)
def test_comparisons_share_them_too(name, shows):
    document = compare_with(SMALL, "schedule=endpoint").edited({"compare.shows": shows})
    first, *others = map(scales, alike(figures(name, document, BASES)))
    assert all(other == first for other in others)


def limits(name, changes, document=SMALL, *, side="y"):
    """Return the limits of an axis of the first panel, for each of some changes."""
    some_figures = figures(name, document, changes)
    ranges = Ranges(some_figures)
    panels = [ranges.apply(figure).panels[0] for figure in some_figures]
    return [getattr(panel, side).limits for panel in panels]


def test_a_shorter_table_is_seen_as_the_beginning_of_a_longer_one():
    lengths = [{"encoding.length": length} for length in (20, 40, 80)]
    expected = [(-0.5, 79.5)] * 3
    assert limits("encoding", lengths) == expected
    expected = [(-0.5, 79.5)] * 3
    assert limits("bias", lengths, HEADS) == expected


def test_columns_of_tables_of_other_widths_are_others_and_fill_their_panel():
    widths = [{"encoding.dim": dim} for dim in (8, 16)]
    expected = [(-0.5, 7.5), (-0.5, 15.5)]
    assert limits("encoding", widths, side="x") == expected


def test_what_goes_beyond_a_shared_axis_is_not_cut_off():
    dimensions = [{"encoding.dim": dim} for dim in (16, 512)]
    narrow, wide = figures("distance", SMALL, dimensions)
    _, highest = wide.panels[1].y.limits
    shared = Ranges([narrow]).apply(wide)
    assert shared.panels[1].y.limits[1] >= highest


def test_the_range_in_view_is_that_of_the_rows_in_view_where_positions_begin_later():
    rising_rows = np.arange(200.0).reshape(100, 2)
    table = Learned(rising_rows).replace(first=100)
    seen = {"view.levels": {"encoding": "seen"}, "view.zoom": {"position": (109.5, 119.5)}}
    document = Document(encoding=table).edited(seen)
    figure = PANES["encoding"].figure(document)

    (heatmap,) = [mark for mark in figure.panels[0].marks if isinstance(mark, Heatmap)]
    expected = (rising_rows[10].min(), rising_rows[19].max())
    assert heatmap.levels == expected


@pytest.mark.parametrize(("share", "differs"), [(0.9e-6, False), (1.1e-6, True)])
def test_the_ends_of_a_range_of_colours_differ_by_a_millionth_at_least(share, differs):
    largest = 500.0
    assert is_distinguishable(largest * (1 - share), largest) == differs
    assert is_distinguishable(-largest, -largest * (1 - share)) == differs
