"""ALiBi, KERPLE, Sandwich and T5 against their papers, written anew.

Matrices against ones that are really built.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.position_matrices import LagRaster
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.kerple import Kerple
from peviewer.model.encodings.sandwich import Sandwich
from peviewer.model.encodings.t5 import T5

SCHEMES = (
    Kerple(length=400, heads=2, p=1.3, a=0.7),
    Kerple(length=400, heads=3, form="power", values="drawn", seed=4),
    Sandwich(length=400, heads=2, waves=64),
    Sandwich(length=400, heads=3, waves=6, terms="code"),
    T5(length=400),
    T5(length=400, bidirectional=False, bucket_count=9, max_distance=50),
    T5(length=400, values="chosen", learned=(0.0, 3.0, -1.5, 8.0) + 28 * (0.0,)),
    T5(length=400, heads=3, values="chosen", learned=tuple(math.sin(place) for place in range(96))),
    Alibi(length=400, heads=12),
)


def named(scheme):
    return f"{scheme.scheme}-{scheme.extent[-1]}"


@pytest.mark.parametrize("scheme", SCHEMES, ids=named)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 200), st.integers(0, 200))
def test_a_pixel_is_the_mean_of_its_cells(scheme, high, wide, top, left):
    head = len(scheme.head_labels) - 1
    positions = np.arange(400)
    lags = positions[None, :] - positions[:, None]
    by_lag = scheme.by_lag(np.arange(-399, 400))[head]
    matrix = by_lag[lags + 399]
    rows = top + high * np.arange(4)
    columns = left + wide * np.arange(4)

    def mean(row, column):
        return matrix[row : row + high, column : column + wide].mean()

    expected = [[mean(row, column) for column in columns] for row in rows]
    row_centres = rows + (high - 1) / 2
    column_centres = columns + (wide - 1) / 2
    shown = LagRaster(scheme, head).sample(row_centres, column_centres)
    assert np.allclose(shown, expected, rtol=2e-6, atol=2e-6)


# ---- ALiBi

# Press et al. 2022, section 3: 8 heads have 1/2, 1/4 … 1/256; 16 heads have 1/√2, 1/2, 1/(2√2) …
EIGHT = [2.0**-k for k in range(1, 9)]
SIXTEEN = [2 ** (-k / 2) for k in range(1, 17)]


def test_alibi_has_the_papers_slopes_and_for_other_heads_every_second_of_the_next():
    assert Alibi(heads=8).slopes().tolist() == EIGHT
    slopes = Alibi(heads=16).slopes()
    assert np.allclose(slopes, SIXTEEN, rtol=1e-15)
    expected = EIGHT + SIXTEEN[:8:2]
    assert np.allclose(Alibi(heads=12).slopes(), expected, rtol=1e-15)
    expected = [2**-4, 2**-8, 2**-2]
    assert Alibi(heads=3).slopes().tolist() == expected


# ---- KERPLE


@pytest.mark.parametrize("distance", [0, 1, 7, 1000, 10**7])
def test_kerple_is_a_logarithm_or_a_power_of_the_distance(distance):
    kerple = Kerple(p=2, a=0.25)
    logarithm = kerple.by_lag([-distance])[0, 0]
    power = Kerple(form="power", p=2, a=0.25).by_lag([distance])[0, 0]
    assert logarithm == pytest.approx(-2 * math.log(1 + distance / 4), rel=1e-12)
    assert power == pytest.approx(-(distance**2) / 4, rel=1e-12)


def test_drawn_numbers_lie_where_training_starts():
    kerple = Kerple(values="drawn", heads=1000, seed=3)
    p, a = kerple.learned()
    for drawn, most in ((p, 2), (a, 1)):
        assert drawn.min() >= 0.01
        assert 0.95 * most < drawn.max() < most
        expected = pytest.approx(most / 2, rel=0.05)
        assert drawn.mean() == expected


def test_more_heads_keep_the_numbers_of_the_first():
    kerple = Kerple(values="drawn", heads=1000, seed=3)
    p, a = kerple.learned()
    few = Kerple(values="drawn", heads=3, seed=3).learned()
    of_another_seed = Kerple(values="drawn", heads=3, seed=4).learned()
    assert np.array_equal(few, [p[:3], a[:3]])
    assert not np.array_equal(few, of_another_seed)


# ---- Sandwich


@pytest.mark.parametrize(("terms", "last"), [("paper", 8), ("code", 7)])
@pytest.mark.parametrize("head", [1, 4])
@pytest.mark.parametrize("lag", [0, 1, 100, -2500])
def test_sandwich_adds_up_the_waves_of_the_paper_or_of_the_code(terms, last, head, lag):
    scheme = Sandwich(heads=4, waves=16, terms=terms)
    angles = [lag / 10_000 ** (2 * i / 16) for i in range(1, last + 1)]
    waves = sum(math.cos(angle) for angle in angles)
    expected = (waves - 8) / (8 * head / 4)
    bias = scheme.by_lag([lag])[head - 1, 0]
    assert bias == pytest.approx(expected, rel=1e-12, abs=1e-12)


# ---- T5


def bucket(lag, *, bidirectional, buckets, most):
    """Return the bucket as transformers works it out, but for rounding to single precision."""
    first = 0
    distance = max(0, -lag)
    if bidirectional:
        buckets //= 2
        first = buckets if lag > 0 else 0
        distance = abs(lag)
    exact = buckets // 2
    if distance < exact:
        return first + distance
    share = math.log(distance / exact) / math.log(most / exact)
    large = exact + math.floor(share * (buckets - exact) + 1e-9)
    return first + min(large, buckets - 1)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("buckets", "most"), [(32, 128), (4, 2), (6, 10), (64, 1000), (128, 4096)])
def test_buckets_are_those_of_the_reference(bidirectional, buckets, most):
    most = max(most, buckets // 2 + 1)
    scheme = T5(bidirectional=bidirectional, bucket_count=buckets, max_distance=most)
    lags = range(-5000, 5001)
    expected = [
        bucket(lag, bidirectional=bidirectional, buckets=buckets, most=most) for lag in lags
    ]
    assert scheme.buckets(lags).tolist() == expected


def test_numbers_by_hand_go_to_their_buckets():
    learned = (1.5, -2.0, *range(30))
    scheme = T5(values="chosen", learned=learned)
    expected = [[1.5, -2.0, 0.0, 15.0]]
    assert scheme.by_lag([0, -1, -2, 1]).tolist() == expected
    # As a model keeps it.
    weight = np.arange(64.0).reshape(32, 2)
    assert np.array_equal(T5(learned=weight).biases(), weight.T)


def test_without_numbers_by_hand_all_are_zero():
    assert not T5(values="chosen").by_lag(range(-200, 200)).any()


def test_the_largest_exponent_of_mpt_makes_slopes_steeper():
    expected = [2**-4, 2**-8, 2**-12, 2**-16]
    slopes = Alibi(heads=4, largest=16).slopes()
    assert slopes.tolist() == expected
    alibi = Alibi(heads=3, largest=16)
    assert alibi.slopes().tolist() == [2**-8, 2**-16, 2**-4]


def test_a_bias_of_a_head_counts_heads_from_1():
    lags = [0, -3, 2.5]
    for scheme in (Alibi(heads=4), Kerple(heads=3), Sandwich(heads=2)):
        rows = scheme.by_lag(lags)
        for head in range(1, scheme.heads + 1):
            np.testing.assert_allclose(scheme.bias(lags, head), rows[head - 1])
    for head in (0, 5, 1.5):
        with pytest.raises(ValueError, match=r"^head = .* it must be a whole number from 1 to 4$"):
            Alibi(heads=4).bias(lags, head)
