"""What queries attend to against closed forms and weights that are really added up."""

import numpy as np
import pytest

from peviewer.model.between.attention import DRAWN, Attended
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.kerple import Kerple
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sandwich import Sandwich
from peviewer.model.encodings.t5 import T5
from peviewer.model.encodings.xpos import XPos


@pytest.mark.parametrize(("heads", "keys"), [(8, 1), (8, 50), (12, 5000), (4, 10_000_000)])
def test_alibi_s_weights_are_a_geometric_series(heads, keys):
    scheme = Alibi(heads=heads)
    spans = Attended(scheme, keys - 1, 0).spans()
    for head, slope in enumerate(scheme.slopes()):
        ratio = np.exp(-slope)
        total = (1 - ratio**keys) / (1 - ratio)
        mean = ratio / (1 - ratio) - keys * ratio**keys / (1 - ratio**keys)  # of the distance
        assert spans.total[head] == pytest.approx(np.log(total), rel=1e-12)
        assert spans.effective[head] == pytest.approx(total * np.exp(slope * mean), rel=1e-9)
        within = np.log1p(-0.95 * (1 - ratio**keys)) / np.log(ratio) - 1
        assert spans.within[head] == pytest.approx(np.ceil(within - 1e-9), rel=2e-3)


def test_on_both_sides_keys_count_as_often_as_they_are_there():
    slope = 2.0**-4
    attended = Attended(Alibi(heads=2), 30, 7)
    weights = np.exp(-slope * np.abs(np.arange(-30, 8.0)))
    assert attended.keys == len(weights)
    assert np.exp(attended.spans().total[0]) == pytest.approx(weights.sum(), rel=1e-13)
    expected = weights / weights.sum()
    assert attended.weights(np.arange(-30, 8.0), 0) == pytest.approx(expected, rel=1e-12)
    keys, shares = attended.shares(0)
    assert shares[-1] == pytest.approx(1)
    actual = np.interp(15, keys, shares)
    assert actual == pytest.approx(weights[23:].sum() / weights.sum(), rel=1e-12)


SMOOTH = [
    Attended(Kerple(form="power", p=0.2, a=0.5), 40_000, 900),
    Attended(
        T5(max_distance=20_000, values="chosen", learned=tuple(np.sin(range(32)))), 40_000, 9000
    ),
    Attended(T5(bidirectional=False, max_distance=20_000), 40_000, 0),
]
SWINGING = [
    Attended(Sandwich(heads=3), 9000, 0),
    Attended(Rope(dim=32, rotated="part", share=0.5, scaling="yarn"), 9000, 300, "same", 4),
    Attended(XPos(dim=16), 9000, 0, "drawn", 2),
]


@pytest.mark.parametrize("attended", SMOOTH + SWINGING, ids=lambda attended: attended.scheme.scheme)
def test_sums_over_blocks_are_those_over_keys(attended):
    lags = np.arange(-attended.before, attended.after + 1.0)
    head = attended.heads - 1
    scores = attended.scores(lags, head)
    weights = np.exp(scores) / np.exp(scores).sum()
    spans = attended.spans()
    rough = 1e-4 if isinstance(attended.scheme, Kerple) else 1e-10
    assert spans.total[head] == pytest.approx(np.log(np.exp(scores).sum()), rel=rough)
    entropy = -(weights[weights > 0] * np.log(weights[weights > 0])).sum()
    assert spans.effective[head] == pytest.approx(np.exp(entropy), rel=rough)
    order = np.argsort(np.abs(lags), kind="stable")
    within = np.abs(lags)[order][np.searchsorted(np.cumsum(weights[order]), 0.95)]
    assert spans.within[head] == pytest.approx(within, rel=3e-3)
    assert attended.counted == attended.keys


def test_turned_vectors_are_of_norm_root_d_and_drawn_anew_in_each_head():
    attended = Attended(Rope(dim=24, base=300.0), 90, 0, "drawn", 5)
    assert attended.heads == DRAWN
    query, key = (
        np.random.default_rng(5 + 2).standard_normal((2, 12, 2)).view(np.complex128)[..., 0]
    )
    rates = 300.0 ** (-np.arange(12) / 12)
    turned = [
        (query * np.exp(1j * rates * 90) * (key * np.exp(1j * rates * s)).conj()).sum().real
        for s in range(91)
    ]
    expected = np.sqrt(24) * np.array(turned) / (np.linalg.norm(query) * np.linalg.norm(key))
    assert attended.scores(np.arange(-90.0, 1), 2) == pytest.approx(expected, abs=1e-11)
    assert attended.scores(-np.arange(0, 91.0, 9), 2) == pytest.approx(expected[::-9], abs=1e-11)


SAMPLED = [Attended(Rope(dim=32), 1_200_000, 0), Attended(Sandwich(heads=1, waves=32), 400_000, 0)]


@pytest.mark.nightly
@pytest.mark.parametrize("attended", SAMPLED, ids=["rope", "sandwich"])
def test_where_some_lags_stand_for_all_they_are_about_right(attended):
    assert attended.counted < attended.keys
    scores = attended.scores(-np.arange(attended.keys, dtype=np.float64), 0)
    weights = np.exp(scores) / np.exp(scores).sum()
    assert attended.spans().total[0] == pytest.approx(np.log(np.exp(scores).sum()), abs=0.03)
    expected = np.exp(-(weights * np.log(weights)).sum())
    assert attended.spans().effective[0] == pytest.approx(expected, rel=0.03)
