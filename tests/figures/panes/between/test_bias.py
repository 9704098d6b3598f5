"""The Bias pane: one head's matrix, every head over the lag, and the numbers they show."""

from math import log2

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Heatmap, Rule
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.readout import readout_text
from tests.own_formulas import numbers

BIAS = pane("bias")


def alibi(**changes):
    return Document().edited({"encoding.scheme": "alibi", "encoding.length": 50, **changes})


def test_a_head_over_the_lag_holds_no_numbers_of_others():
    panel = BIAS.figure(alibi(**{"encoding.heads": 1024})).panels[2]
    curve = next(mark for mark in panel.marks if isinstance(mark, Curve))
    for lags, values in (curve.series.sample(-40, 40, 300), curve.series.exact(-40, 40)):
        assert values.shape == lags.shape
        assert values.base is None  # a row of every head's would hold on to them all


def test_the_readout_tells_the_bias_of_a_cell():
    assert readout_text(alibi(), {"position": 30, "other": 26}) == (
        "t = 30, s = 26 · lag −4 · bias −2 of head 1 to −0.01562 of the last"
    )


def test_heads_are_compared_where_there_are_some_and_a_position_costs_each_something():
    assert len(BIAS.figure(alibi(**{"encoding.heads": 2})).panels) == 3
    assert len(BIAS.figure(alibi(**{"encoding.heads": 1})).panels) == 2
    assert len(BIAS.figure(Document().edited({"encoding.scheme": "t5"})).panels) == 4


@pytest.mark.parametrize("heads", [2, 3, 8, 12, 100])
def test_the_formula_gives_the_slopes_that_are_drawn(heads):
    text = BIAS.formula_text(alibi(**{"encoding.heads": heads}))
    steepness = BIAS.figure(alibi(**{"encoding.heads": heads})).panels[1].marks[0]
    power = int(text.partition("h = P = ")[2].partition(",")[0] or heads)
    assert text.startswith("bias = −mₕ·|s − t|,  mₕ = 2^(−8h/" + ("H)" if power == heads else "P)"))
    assert ("then 2^(−4(2(h−P)−1)/P)" in text) is (power < heads)
    expected = [2 ** (-8 * h / power) if h <= power else 2 ** (-4 * (2 * (h - power) - 1) / power)
                for h in range(1, heads + 1)]  # fmt: skip
    assert steepness.series.y.tolist() == pytest.approx(expected, rel=1e-14)


def test_heads_that_are_alike_are_not_said_to_differ():
    """KERPLE's heads share the numbers that are chosen, and no two that are drawn are alike."""
    for name, alike in (({}, True), ({"encoding.values": "drawn"}, False), ({"encoding.form": "power"}, True)):
        document = Document().edited({"encoding.scheme": "kerple", "encoding.heads": 6, **name})
        rows = document.encoding.by_lag(-np.arange(200.0))
        assert (np.ptp(rows, axis=0) == 0).all() == alike
        assert ("All 6 heads have the same bias here." in BIAS.explanation(document)) is alike
        assert ("Steep heads" in BIAS.explanation(document)) is not alike
        assert ("All heads look about equally far." in PANES["attention"].explanation(document)) is alike
    assert "heads" not in BIAS.explanation(Document().edited({"encoding.scheme": "kerple", "encoding.heads": 1}))


# ---- over a grid of configurations, against the authors' own rule


def slopes(heads):
    """Return the slopes as ALiBi's authors make them: https://github.com/ofirpress/attention_with_linear_biases."""
    if log2(heads).is_integer():
        start = 2 ** (-(2 ** -(log2(heads) - 3)))
        return [start * start**i for i in range(heads)]
    closest = 2 ** int(log2(heads))
    return slopes(closest) + slopes(2 * closest)[0::2][: heads - closest]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("heads", "length", "first", "head", "position"),
    [
        (1, 1, 0, 1, 0),
        (2, 2, -37, 2, 20),
        (3, 200, 10**7, 9, 9 * 10**15),
        (12, 3, 9 * 10**15 - 10**7, 9, 9 * 10**15),
        (40, 1_000_000, -37, 1024, 20),
        (1024, 200, 0, 1024, 0),
    ],
)
def test_whatever_is_chosen_all_that_is_said_of_biases_is_so(heads, length, first, head, position):
    changes = {"encoding.heads": heads, "encoding.length": length, "encoding.first": first}
    document = alibi(**changes, **{"bias.head": head, "cursor.position": position})
    own, head = slopes(heads), min(head, heads) - 1
    matrix, *beside, over_lag = BIAS.figure(document).panels
    heat, row = (next(mark for mark in matrix.marks if isinstance(mark, kind)) for kind in (Heatmap, Rule))
    assert matrix.title == f"Head {head + 1}"
    assert row.at == min(max(position, first), document.encoding.positions[-1])
    assert heat.levels == pytest.approx((-own[head] * (length - 1), 0.0) if length > 1 else (-1.0, 0.0))
    few = range(min(length, 5))
    for start in {0, max(0, length - 5)}:
        cells = heat.raster.exact(few, range(start, start + len(few)))
        lags = np.abs(start + np.arange(len(few))[None, :] - np.arange(len(few))[:, None])
        assert cells == pytest.approx(-own[head] * lags, rel=1e-14)
    assert heat.raster.sample(few, few, heat.reduce).max() <= heat.levels[1]
    assert len(beside) == (heads > 1)
    for steepness in beside:
        assert steepness.marks[0].series.y.tolist() == pytest.approx(own, rel=1e-12)
        assert numbers(steepness.fact) == [head + 1, pytest.approx(own[head], rel=1e-3)]
        assert steepness.y.limits[0] < min(own) <= max(own) < steepness.y.limits[1]
    curves = [mark for mark in over_lag.marks if isinstance(mark, Curve)]
    assert numbers(over_lag.fact) == ([len(curves), heads] if len(curves) < heads else [])
    for curve in curves:
        lags, values = curve.series.sample(*over_lag.x.limits, 300)
        assert values == pytest.approx(-own[curve.series.head] * np.abs(lags), rel=1e-12)
        assert over_lag.y.limits[0] < values.min() <= values.max() < over_lag.y.limits[1]
    assert next(curve.label for curve in curves if curve.label) == f"head {head + 1}"
    text = BIAS.explanation(document)
    assert ("Steep heads" in text) is (max(own) > min(own))
    assert "every diagonal has one colour" in text
    causal = heat.raster.exact(few, few)[np.tril_indices(len(few))]
    assert (matrix.y.inverted, matrix.x.inverted) == (True, False), "below the diagonal s ≤ t"
    assert causal == pytest.approx(-own[head] * np.subtract(*np.tril_indices(len(few))), rel=1e-14)


@pytest.mark.parametrize("changes", [
    {}, {"encoding.length": 1}, {"encoding.length": 60, "encoding.bidirectional": False, "encoding.first": -37},
    {"encoding.length": 10_000_000, "encoding.bucket_count": 512, "encoding.max_distance": 1_000_000},
])  # fmt: skip
def test_buckets_part_all_lags_there_are_and_what_is_said_of_them_is_counted(changes):
    document = Document().edited({"encoding.scheme": "t5", **changes})
    scheme, (_, listing, _, curve) = document.encoding, BIAS.figure(document).panels
    held = []
    for number, (bucket, lags, count, bias) in enumerate(listing.marks[0].rows):
        assert numbers(bucket) == [number]
        assert numbers(bias) == [pytest.approx(scheme.biases()[0, number], rel=1e-3)]
        held += numbers(count)
        if ends := numbers(lags):
            assert ends[-1] - ends[0] + 1 == held[-1]
            assert scheme.buckets([ends[0], ends[-1]]).tolist() == [number, number]
    assert sum(held) == 2 * scheme.length - 1
    lags, buckets = curve.marks[0].series.sample(*curve.x.limits, 300)
    assert np.array_equal(buckets, scheme.buckets(lags))
    wanted = [
        held.count(1),
        *([max(held)] if max(held) > 1 else []),
        *([held.count(0), len(held)] if 0 in held else []),
    ]
    assert numbers(BIAS.explanation(document).partition("share one")[2]) == wanted
