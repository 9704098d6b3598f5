"""Sums by one FFT equal the sums term by term."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between import position_matrices
from peviewer.model.between.lags import MANY, spaced_dots_by_fft
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.encodings.sinusoidal import Sinusoidal


@given(
    pairs=st.integers(1, 60),
    decades=st.floats(0, 8),
    fastest=st.floats(0.01, 100),
    start=st.floats(-1000, 1000),
    step=st.floats(1e-3, 50),
    count=st.integers(1, 200),
    seed=st.integers(0, 100),
)
def test_sums_are_right_to_eleven_digits_of_the_weights(pairs, decades, fastest, start, step, count, seed):
    frequencies = fastest * 10.0 ** (-decades * np.arange(pairs) / pairs)
    weights = np.random.default_rng(seed).normal(size=pairs)
    lags = start + step * np.arange(count)
    rounding = 1e-15 * fastest * np.abs(lags).max()
    sums = spaced_dots_by_fft(frequencies, weights, start, step, count)
    np.testing.assert_allclose(
        sums, np.cos(lags[:, None] * frequencies) @ weights, rtol=0, atol=(1e-11 + rounding) * np.abs(weights).sum()
    )


@pytest.mark.parametrize(
    ("window", "metric"),
    [
        ((0, 1, 50, 60), "euclidean"),
        ((500, 7.25, 80, 80), "sse"),
        ((3, 2.5, 60, 90), "cosine"),
        ((0, 1, 50, 60), "dot"),
    ],
)
def test_pixels_by_the_grid_are_those_by_short_tables(metric, window, monkeypatch):
    first, pitch, height, width = window
    rows, columns = first + pitch * np.arange(height), first + pitch * 1.25 * np.arange(width)
    raster = PairwiseRaster(Sinusoidal(length=2000, dim=2 * MANY + 2), metric)
    for down, across in ((rows, rows), (rows, columns)):
        by_grid = raster.sample(down, across)
        position_matrices._block_lags.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(position_matrices, "MANY", 10**9)
            by_tables = raster.sample(down, across)
        position_matrices._block_lags.cache_clear()
        np.testing.assert_allclose(by_grid, by_tables, rtol=1e-6, atol=1e-4)
