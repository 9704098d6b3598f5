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
        last = ratio**keys
        total = (1 - last) / (1 - ratio)
        mean_distance = ratio / (1 - ratio) - keys * last / (1 - last)
        effective = total * np.exp(slope * mean_distance)
        within = np.log1p(-0.95 * (1 - last)) / np.log(ratio) - 1
        expected = pytest.approx(np.log(total), rel=1e-12)
        assert spans.total[head] == expected
        expected = pytest.approx(effective, rel=1e-9)
        assert spans.effective[head] == expected
        expected = pytest.approx(np.ceil(within - 1e-9), rel=2e-3)
        assert spans.within[head] == expected


def test_on_both_sides_keys_count_as_often_as_they_are_there():
    slope = 2.0**-4
    lags = np.arange(-30, 8.0)
    attended = Attended(Alibi(heads=2), 30, 7)
    powers = np.exp(-slope * np.abs(lags))
    total = powers.sum()
    assert attended.keys == len(powers)
    expected = pytest.approx(total, rel=1e-13)
    assert np.exp(attended.spans().total[0]) == expected
    expected = pytest.approx(powers / total, rel=1e-12)
    assert attended.weights(lags, 0) == expected

    distances, shares = attended.shares(0)
    share_of_all_after = powers[23:].sum() / total
    assert shares[-1] == pytest.approx(1)
    expected = pytest.approx(share_of_all_after, rel=1e-12)
    assert np.interp(15, distances, shares) == expected


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
    powers = np.exp(attended.scores(lags, head))
    weights = powers / powers.sum()
    positive = weights[weights > 0]
    entropy = -(positive * np.log(positive)).sum()
    distances = np.abs(lags)
    nearest_first = np.argsort(distances, kind="stable")
    reached_share = np.cumsum(weights[nearest_first])
    within = distances[nearest_first][np.searchsorted(reached_share, 0.95)]

    spans = attended.spans()
    tolerance = 1e-4 if isinstance(attended.scheme, Kerple) else 1e-10
    expected = pytest.approx(np.log(powers.sum()), rel=tolerance)
    assert spans.total[head] == expected
    expected = pytest.approx(np.exp(entropy), rel=tolerance)
    assert spans.effective[head] == expected
    expected = pytest.approx(within, rel=3e-3)
    assert spans.within[head] == expected
    assert attended.computed_lags == attended.keys


def test_turned_vectors_are_of_norm_root_d_and_drawn_anew_in_each_head():
    seed = 5
    head = 2
    position = 90
    rope = Rope(dim=24, base=300.0)
    attended = Attended(rope, position, 0, "drawn", seed)
    drawn = np.random.default_rng(seed + head).standard_normal((2, 12, 2))
    query, key = drawn.view(np.complex128)[..., 0]
    rates = 300.0 ** (-np.arange(12) / 12)

    def dot_with_key_at(place):
        turned_query = query * np.exp(1j * rates * position)
        turned_key = key * np.exp(1j * rates * place)
        return (turned_query * turned_key.conj()).sum().real

    dots = np.array([dot_with_key_at(place) for place in range(position + 1)])
    expected = np.sqrt(24) * dots / (np.linalg.norm(query) * np.linalg.norm(key))
    assert attended.heads == DRAWN
    every_lag = np.arange(-90.0, 1)
    some_lags = -np.arange(0, 91.0, 9)
    assert attended.scores(every_lag, head) == pytest.approx(expected, abs=1e-11)
    assert attended.scores(some_lags, head) == pytest.approx(expected[::-9], abs=1e-11)


SAMPLED = [Attended(Rope(dim=32), 1_200_000, 0), Attended(Sandwich(heads=1, waves=32), 400_000, 0)]


@pytest.mark.nightly
@pytest.mark.parametrize("attended", SAMPLED, ids=["rope", "sandwich"])
def test_where_some_lags_stand_for_all_they_are_about_right(attended):
    assert attended.computed_lags < attended.keys
    all_lags = -np.arange(attended.keys, dtype=np.float64)
    powers = np.exp(attended.scores(all_lags, 0))
    weights = powers / powers.sum()
    entropy = -(weights * np.log(weights)).sum()
    spans = attended.spans()
    expected = pytest.approx(np.log(powers.sum()), abs=0.03)
    assert spans.total[0] == expected
    expected = pytest.approx(np.exp(entropy), rel=0.03)
    assert spans.effective[0] == expected
