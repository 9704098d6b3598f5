"""Sums as products of two short tables equal the sums term by term."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.lags import Terms, summed


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
def test_sums_are_right_to_eleven_digits_of_the_weights(pairs, decades, fastest, loss, start, step, count, seed):
    rates = 1j * fastest * 10.0 ** (-decades * np.arange(pairs) / pairs) - loss
    weights = np.random.default_rng(seed).normal(size=(pairs, 2)) @ [1, 1j]
    lags = start + step * np.arange(count)
    rounding = 1e-15 * fastest * np.abs(lags).max()
    np.testing.assert_allclose(
        summed(Terms(rates, weights, 0.5), start, step, count),
        0.5 + (np.exp(lags[:, None] * rates) @ weights).real,
        rtol=0,
        atol=(1e-11 + rounding) * np.abs(weights).sum(),
    )
