"""Figures of one pane for several values: which limits and colours they share, and which not."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Curve, Heatmap, Numbers
from peviewer.figures.multiples import Ranges, alike
from peviewer.figures.panes.catalog import PANES

SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 16})
ROPE = SMALL.edited({"encoding.scheme": "rope"})
BASES = [{"encoding.base": base} for base in (1e2, 1e4, 1e6)]
HEADS = SMALL.edited({"encoding.scheme": "alibi"})
BUCKETS = SMALL.edited({"encoding.scheme": "t5"})


def figures(name, document, changes):
    return [PANES[name].figure(document.edited(change)) for change in changes]


def scales(figure):
    """Return what every panel is measured by, and its colours."""
    coloured = [mark for panel in figure.panels for mark in panel.marks if isinstance(mark, Heatmap | Numbers)]
    axes = [axis for panel in figure.panels for axis in (panel.x, panel.y)]
    return [(axis.limits, axis.window) for axis in axes], [(mark.levels, mark.colormap) for mark in coloured]


CASES = [
    *((name, ROPE if name in ("score", "scaling") else SMALL, BASES) for name in PANES
      if name not in ("bias", "buckets", "attention")),
    ("bias", HEADS, [{"bias.head": head} for head in (1, 3, 8)]),
    ("attention", HEADS, [{"encoding.length": length} for length in (20, 40, 80)]),
    ("buckets", BUCKETS, [{"encoding.bucket_count": count} for count in (8, 32)]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "document", "changes"), CASES, ids=[case[0] for case in CASES])
def test_every_pane_has_the_same_limits_ticks_and_colours_for_all_values(name, document, changes):
    own = figures(name, document, changes)
    shared = alike(own)
    whole = [[axis.whole and axis.quantity not in ("position", "lag") for panel in figure.panels
              for axis in (panel.x, panel.y)] for figure in own]  # fmt: skip
    first, *others = map(scales, shared)
    for other, counts in zip(others, whole[1:], strict=True):
        assert other[1] == first[1]
        assert [limits for limits, k in zip(other[0], counts, strict=True) if not k] == [
            limits for limits, k in zip(first[0], counts, strict=True) if not k
        ]
    for before, after in zip(own, shared, strict=True):
        assert all(low <= one[0] and one[1] <= high for (one, _), ((low, high), _) in
                   zip(scales(before)[1], scales(after)[1], strict=True))  # fmt: skip
        assert all(low <= one[0] and one[1] <= high for (one, _), ((low, high), _) in
                   zip(scales(before)[0], scales(after)[0], strict=True))  # fmt: skip


@pytest.mark.parametrize("shows", ["both", "difference"])
@pytest.mark.parametrize("name", ["distance", "encoding", "frequencies", "statistics"])
def test_comparisons_share_them_too(name, shows):
    document = compare_with(SMALL, "schedule=endpoint").edited({"compare.shows": shows})
    first, *others = map(scales, alike(figures(name, document, BASES)))
    assert all(other == first for other in others)


def test_a_part_alone_shares_what_it_does_among_others():
    some = [PANES["distance"].figure(SMALL.edited(change)) for change in BASES]
    parts = [figure.only("matrix") for figure in some]
    assert [one.panels[0] for one in alike(parts)] == [one.panels[0] for one in alike(some)]


def limits(name, changes, document=SMALL, *, moving=False, side="y"):
    some = figures(name, document, changes)
    ranges = Ranges(some, moving=moving)
    return [getattr(ranges.given(figure).panels[0], side).limits for figure in some]


def test_a_shorter_table_is_seen_as_the_beginning_of_a_longer_one_unless_it_were_a_sliver():
    lengths = [{"encoding.length": length} for length in (20, 40, 80)]
    assert limits("encoding", lengths) == [(-0.5, 79.5)] * 3
    assert limits("bias", lengths, HEADS) == [(-0.5, 79.5)] * 3
    far = [{"encoding.length": length} for length in (20, 4000)]
    assert limits("encoding", far) == [(-0.5, 19.5), (-0.5, 3999.5)]


def test_columns_of_tables_of_other_widths_are_others_and_fill_their_panel():
    widths = [{"encoding.dim": dim} for dim in (8, 16)]
    assert limits("encoding", widths, side="x") == [(-0.5, 7.5), (-0.5, 15.5)]


def test_in_a_film_a_table_grows_in_its_frame_and_one_that_wanders_is_followed():
    widths = [{"encoding.dim": dim} for dim in (2, 16, 512)]
    assert limits("encoding", widths, side="x", moving=True) == [(-0.5, 511.5)] * 3
    starts = [{"encoding.first": first} for first in (0, 10)]
    assert limits("encoding", starts, moving=True) == [(-0.5, 39.5), (9.5, 49.5)]


def test_other_quantities_keep_their_own():
    euclidean, cosine = alike(figures("distance", SMALL, [{"pairwise.metric": m} for m in ("euclidean", "cosine")]))
    assert cosine.panels[0].heatmap.levels[1] == 1 < euclidean.panels[0].heatmap.levels[1]
    assert cosine.panels[1].y.limits[1] < 2 < euclidean.panels[1].y.limits[1]


def test_what_the_user_zoomed_to_stays():
    zoomed = SMALL.edited({"view.zoom": {"position": (3.5, 9.5)}})
    for figure in alike(figures("encoding", zoomed, BASES)):
        assert figure.panels[0].y.window == (3.5, 9.5)


def test_curves_lie_within_the_shared_heights():
    for figure in alike(figures("distance", SMALL, BASES)):
        (curve,) = (mark for mark in figure.panels[1].marks if isinstance(mark, Curve))
        _, heights = curve.series.sample(-0.5, 39.5, 400)
        low, high = figure.panels[1].y.limits
        assert low <= heights.min() <= heights.max() <= high
