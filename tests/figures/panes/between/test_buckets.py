"""The Buckets pane: every lag is in the one bucket that the list and the curve say, off the default too."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Listing
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from tests.own_formulas import numbers

BUCKETS = pane("buckets")
DOCUMENTS = [
    {},
    {"encoding.length": 1},
    {"encoding.length": 60, "encoding.bidirectional": False, "encoding.first": -37},
    {"encoding.length": 10_000_000, "encoding.bucket_count": 512, "encoding.max_distance": 1_000_000},
    {"encoding.length": 9, "encoding.bucket_count": 4, "encoding.max_distance": 2},
    {"encoding.values": "chosen", "encoding.learned": (0, -2.5) + 30 * (0,)},
]


@pytest.fixture(params=DOCUMENTS, ids=lambda changes: "-".join(changes) or "default")
def document(request):
    return Document().edited({"encoding.scheme": "t5", **request.param})


def rows(document):
    (listing,) = (
        mark for panel in BUCKETS.figure(document).panels for mark in panel.marks if isinstance(mark, Listing)
    )
    return listing.rows


def test_the_list_parts_all_lags_there_are(document):
    scheme, counted = document.encoding, 0
    for number, (bucket, lags, count, bias) in enumerate(rows(document)):
        assert numbers(bucket) == [number]
        assert numbers(bias) == [pytest.approx(scheme.biases()[0, number], rel=1e-3)]
        counted += numbers(count)[0]
        ends = numbers(lags)
        assert bool(ends) == (numbers(count)[0] > 0)
        if ends:
            low, high = ends[0], ends[-1]
            assert high - low + 1 == numbers(count)[0]
            assert scheme.buckets([low, high]).tolist() == [number, number]
    assert counted == 2 * scheme.length - 1


def test_the_curve_steps_where_a_bucket_begins(document):
    curve_panel = BUCKETS.figure(document).panels[0]
    (curve,) = (mark for mark in curve_panel.marks if isinstance(mark, Curve))
    low, high = curve_panel.x.limits
    lags, buckets = curve.series.sample(low, high, 300)
    assert np.array_equal(buckets, document.encoding.buckets(lags))
    starts = document.encoding.starts()
    for start in starts[(starts > low + 1) & (starts < high)]:
        assert {start - 1, start} <= set(lags)
    assert curve_panel.y.limits[0] < buckets.min() <= buckets.max() < curve_panel.y.limits[1]


def test_what_is_said_is_counted(document):
    held = [numbers(count)[0] for _, _, count, _ in rows(document)]
    used = sum(count > 0 for count in held)
    assert numbers(BUCKETS.figure(document).panels[0].fact) == [used, len(held)]
    said = numbers(BUCKETS.explanation(document))
    wanted = [held.count(1), *([max(held)] if max(held) > 1 else [])]
    wanted += [held.count(0), len(held)] if 0 in held else []
    assert said == wanted


def test_what_the_preset_says_of_the_buckets_is_so():
    opened = preset("t5")
    scheme = opened.document.encoding
    assert "up to 7 positions" in opened.description
    assert "from 91 on" in opened.description
    assert scheme.distances()[7:9].tolist() == [7, 8]
    assert len(set(scheme.buckets([-6, -7, -8]).tolist())) == 3
    assert scheme.buckets([-8, -9]).tolist() == [8, 8]
    assert scheme.buckets([-90, -91, -10_000]).tolist() == [14, 15, 15]
