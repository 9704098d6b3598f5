"""Figures of one pane for several values: which limits and colours they share, and which not."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Heatmap, Numbers
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.ranges import Ranges

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
    coloured = [mark for panel in figure.panels for mark in panel.marks if isinstance(mark, Heatmap | Numbers)]
    axes = [axis for panel in figure.panels for axis in (panel.x, panel.y)]
    return [(axis.limits, axis.window) for axis in axes], [(mark.levels, mark.colormap) for mark in coloured]


@pytest.mark.parametrize(("name", "shows"), [("distance", "both"), ("encoding", "difference"), ("vectors", "both")])
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
