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
    document = Document().edited({"view.levels": {name: chosen} if chosen else {}, **dict(changes)})
    marks = [mark for panel in PANES[name].figure(document).panels for mark in panel.marks]
    return [mark for mark in marks if isinstance(mark, Heatmap)]


def test_the_range_in_view_fills_the_colours():
    (heat,) = _heats("encoding", "seen", ZOOM)
    cells = Document().encoding.table()[10:21, 60:101]
    assert heat.levels == pytest.approx((-np.abs(cells).max(), np.abs(cells).max()))
    (heat,) = _heats("distance", "seen", {**ZOOM, "pairwise.metric": "cosine"})
    table = Document().encoding.table()[10:21]
    assert heat.levels == pytest.approx(((table @ table.T).min() / 128, 1.0))


@pytest.mark.parametrize("name", ["shift", "operator", "distance"])
def test_a_range_by_hand_is_that_of_every_heatmap_of_a_pane(name):
    heats = _heats(name, (-0.25, 0.25))
    assert {heat.levels for heat in heats} == {(-0.25, 0.25)}
    (other,) = _heats("encoding", None, {"view.levels": {"vectors": (0, 9)}})
    assert other.levels == (-1, 1)


def test_bits_and_full_turns_keep_the_range_that_means_something():
    for shows in ("pairs", "dimensions"):
        heats = _heats("binary", (0.0, 9.0), {"binary.shows": shows})
        assert {heat.levels for heat in heats if heat.colormap == "ink"} == {(0, 1)}
        assert {heat.levels for heat in heats if heat.colormap != "ink"} == {(0, 9)}
    assert _heats("frequencies", (0.0, 9.0), {"frequencies.shows": "degrees"})[0].levels == (0, 360)
    assert _heats("frequencies", (0.0, 9.0), {"frequencies.shows": "radians"})[0].levels == (0, 9)


def test_coloured_numbers_have_the_range_that_is_chosen():
    for coloured, levels in ((True, (-0.25, 0.25)), (False, (-1, 1))):
        document = Document().edited(
            {"table.coloured": coloured, "view.levels": {"table": (-0.25, 0.25)}}
        )
        assert PANES["table"].figure(document).panels[0].marks[0].levels == levels


@pytest.mark.parametrize("levels", [{"encoding": (1, 1)}, {"encoding": (2, 1)}, {"encoding": (0, math.inf)},
                                    {"encoding": (0, 1e31)}, {"encoding": (0, 1e-31)}, {"encoding": (1, 1.0000001)},
                                    {"encoding": "half"}, {"encoding": 3}, "full"])  # fmt: skip
def test_invalid_ranges_of_colours_are_not_allowed(levels):
    with pytest.raises(DocumentError, match=r"view\.levels"):
        Document().edited({"view.levels": levels})


@pytest.mark.parametrize("ends", [(-1e30, 1e30), (0, 1e-30), (1e30, 1.00001e30), (-2e-30, -1e-30)])
def test_whatever_range_of_colours_is_allowed_can_be_painted(ends):
    values = np.array([0, 1, -1, 65_536, -1e20, np.nan], np.float32)
    steps, gaps = colour_steps(values, ends)
    assert gaps.tolist() == [False] * 5 + [True]
    wanted = [
        np.clip(256 * (float(value) - ends[0]) / (ends[1] - ends[0]), 0, 255)
        for value in values[:5]
    ]
    assert steps[:5] == pytest.approx(wanted, abs=2)


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
    coloured = [
        mark
        for panel in figure.panels
        for mark in panel.marks
        if isinstance(mark, Heatmap | Numbers)
    ]
    axes = [axis for panel in figure.panels for axis in (panel.x, panel.y)]
    return [(axis.limits, axis.window) for axis in axes], [
        (mark.levels, mark.colormap) for mark in coloured
    ]


@pytest.mark.parametrize(
    ("name", "shows"), [("distance", "both"), ("encoding", "difference"), ("vectors", "both")]
)
def test_comparisons_share_them_too(name, shows):
    document = compare_with(SMALL, "schedule=endpoint").edited({"compare.shows": shows})
    first, *others = map(scales, alike(figures(name, document, BASES)))
    assert all(other == first for other in others)


def limits(name, changes, document=SMALL, *, side="y"):
    some = figures(name, document, changes)
    ranges = Ranges(some)
    return [getattr(ranges.apply(figure).panels[0], side).limits for figure in some]


def test_a_shorter_table_is_seen_as_the_beginning_of_a_longer_one():
    lengths = [{"encoding.length": length} for length in (20, 40, 80)]
    assert limits("encoding", lengths) == [(-0.5, 79.5)] * 3
    assert limits("bias", lengths, HEADS) == [(-0.5, 79.5)] * 3


def test_columns_of_tables_of_other_widths_are_others_and_fill_their_panel():
    widths = [{"encoding.dim": dim} for dim in (8, 16)]
    assert limits("encoding", widths, side="x") == [(-0.5, 7.5), (-0.5, 15.5)]


def test_what_goes_beyond_a_shared_axis_is_not_cut_off():
    narrow, wide = figures("distance", SMALL, [{"encoding.dim": dim} for dim in (16, 512)])
    assert Ranges([narrow]).apply(wide).panels[1].y.limits[1] >= wide.panels[1].y.limits[1]


def test_the_range_in_view_is_that_of_the_rows_in_view_where_positions_begin_later():
    rising_rows = np.arange(200.0).reshape(100, 2)
    table = Learned(rising_rows).replace(first=100)
    seen = {"view.levels": {"encoding": "seen"}, "view.zoom": {"position": (109.5, 119.5)}}
    figure = PANES["encoding"].figure(Document(encoding=table).edited(seen))

    (heatmap,) = [mark for mark in figure.panels[0].marks if isinstance(mark, Heatmap)]
    assert heatmap.levels == (rising_rows[10].min(), rising_rows[19].max())


@pytest.mark.parametrize(("share", "differs"), [(0.9e-6, False), (1.1e-6, True)])
def test_the_ends_of_a_range_of_colours_differ_by_a_millionth_at_least(share, differs):
    largest = 500.0
    assert is_distinguishable(largest * (1 - share), largest) == differs
    assert is_distinguishable(-largest, -largest * (1 - share)) == differs
