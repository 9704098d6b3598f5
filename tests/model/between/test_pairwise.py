"""Distances and similarities: equal to brute force, and right at every lag, the smallest included."""

from typing import get_args

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.lag_sums import Terms, sum_at_lags
from peviewer.model.between.pairwise import Metric, lag_profile, pairwise, profile
from peviewer.model.encodings.sinusoidal import Sinusoidal

metrics = st.sampled_from(get_args(Metric))
METRICS = pytest.mark.parametrize("metric", get_args(Metric))


def _brute_force(table, metric):
    """Compare all rows by broadcasting L×L×d, as the formula reads."""
    rows = table[:, None]
    columns = table[None, :]
    distances = np.linalg.norm(rows - columns, axis=2)
    dots = (rows * columns).sum(axis=2)
    norms = np.linalg.norm(table, axis=1)
    norms[norms == 0] = 1
    by_metric = {
        "euclidean": distances,
        "sse": distances**2,
        "dot": dots,
        "cosine": dots / (norms[:, None] * norms[None, :]),
    }
    return by_metric[metric]


@given(encoding=st.from_type(Sinusoidal), metric=metrics)
def test_the_matrix_equals_brute_force(encoding, metric, plain_table):
    expected = _brute_force(plain_table(encoding), metric)
    matrix = pairwise(encoding, metric)
    assert matrix.shape == (encoding.length, encoding.length)
    assert np.allclose(matrix, expected, rtol=1e-10, atol=1e-10)


@given(encoding=st.from_type(Sinusoidal), metric=metrics, where=st.floats(0, 1))
def test_a_profile_is_a_row_of_the_matrix(encoding, metric, where):
    row = round(where * (encoding.length - 1))
    values = profile(encoding, encoding.first + row, metric)
    assert np.allclose(values, pairwise(encoding, metric)[row], rtol=1e-11, atol=1e-11)


@METRICS
def test_tables_are_compared_like_encodings(metric):
    table = np.random.default_rng(2).normal(size=(9, 5))
    table[3] = 0
    matrix = pairwise(table, metric)
    assert np.allclose(matrix, _brute_force(table, metric), rtol=1e-13, atol=1e-13)
    for row in range(9):
        assert np.allclose(profile(table, row, metric), matrix[row], rtol=1e-13, atol=1e-13)


def _exact_square(frequencies, lag):
    with mpmath.workdps(60):
        half_lag = mpmath.mpf(lag) / 2
        return mpmath.fsum(4 * mpmath.sin(omega * half_lag) ** 2 for omega in frequencies)


LAGS = [1e-9, 1e-3, 0.5, 1.0, 2.0, 43.0, 710.0, 1000.0, 12_345.678, 1e6, 1e7, -1e-9, -3.0, -1e7]


@pytest.mark.parametrize(
    ("dim", "base", "schedule"),
    [
        (2, 1.5, "paper"),
        (4, 1e4, "endpoint"),
        (6, 1e12, "endpoint"),
        (100, 1e4, "paper"),
        (512, 1e12, "paper"),
    ],
)
def test_lags_of_every_size_are_right(schedule, base, dim, exact_frequencies):
    encoding = Sinusoidal(dim=dim, base=base, schedule=schedule)
    pairs = dim // 2
    frequencies = exact_frequencies(encoding)
    exact_squares = [_exact_square(frequencies, lag) for lag in LAGS]
    squares = np.array([float(square) for square in exact_squares])
    distances = np.array([float(mpmath.sqrt(square)) for square in exact_squares])
    dots = np.array([float(pairs - square / 2) for square in exact_squares])

    def actual(metric):
        return lag_profile(encoding, LAGS, metric)

    assert np.allclose(actual("sse"), squares, rtol=1e-10, atol=0)
    assert np.allclose(actual("euclidean"), distances, rtol=1e-10, atol=0)
    assert np.allclose(actual("dot"), dots, rtol=0, atol=1e-10 * dim)
    assert np.allclose(actual("cosine"), dots / pairs, rtol=0, atol=1e-10)


@pytest.mark.parametrize("dim", [2, 4, 512])
def test_the_matrix_is_right_where_vectors_nearly_return(dim, exact_frequencies):
    encoding = Sinusoidal(length=800, dim=dim, base=1e4)
    frequencies = exact_frequencies(encoding)
    matrix = pairwise(encoding)
    for lag in (1, 2, 44, 333, 355, 710, 711, 799):
        expected = float(mpmath.sqrt(_exact_square(frequencies, lag)))
        distances = profile(encoding, lag, "euclidean")
        assert matrix[0, lag] == pytest.approx(expected, rel=1e-10)
        assert distances[0] == pytest.approx(expected, rel=1e-10)


@METRICS
def test_lags_keep_their_shape_and_sign_does_not_matter(metric):
    encoding = Sinusoidal(dim=8)
    assert lag_profile(encoding, 3.5, metric).shape == ()
    assert lag_profile(encoding, [], metric).shape == (0,)
    lags = np.array([[0.0, 1.0, 2.0], [-1.0, -2.0, 3.5]])
    values = lag_profile(encoding, lags, metric)
    assert values.shape == (2, 3)
    assert values[0, 1] == values[1, 0]
    assert values[1, 2] == lag_profile(encoding, 3.5, metric)


@given(
    pairs=st.integers(1, 60),
    decades=st.floats(0, 8),
    fastest=st.floats(0.01, 100),
    loss=st.sampled_from([0.0, 1e-3]),
    start=st.floats(0, 1000),
    step=st.floats(1e-3, 50),
    count=st.integers(1, 200),
    seed=st.integers(0, 100),
)
def test_sums_are_right_to_eleven_digits_of_the_weights(
    pairs, decades, fastest, loss, start, step, count, seed
):
    frequencies = fastest * 10.0 ** (-decades * np.arange(pairs) / pairs)
    rates = 1j * frequencies - loss
    weights = np.random.default_rng(seed).normal(size=(pairs, 2)) @ [1, 1j]
    unrotated_part = 0.5
    lags = start + step * np.arange(count)
    waves = np.exp(lags[:, None] * rates)
    expected = unrotated_part + (waves @ weights).real
    rounding = 1e-15 * fastest * np.abs(lags).max()
    tolerance = (1e-11 + rounding) * np.abs(weights).sum()
    terms = Terms(rates, weights, unrotated_part)
    sums = sum_at_lags(terms, start, step, count)
    np.testing.assert_allclose(sums, expected, rtol=0, atol=tolerance)
