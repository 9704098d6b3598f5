"""Formats of few bits against NumPy's own and ml_dtypes, and the positions that they tell apart."""

import numpy as np
import pytest

from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.precision import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    FORMATS,
    angle_errors,
    angles,
    is_within,
    score_error,
    tries_all,
)


def numbers() -> np.ndarray:
    random = np.random.default_rng(7)
    wide = random.normal(size=20_000) * 10.0 ** random.uniform(-9, 9, 20_000)
    return np.concatenate(
        [wide, random.integers(-(10**5), 10**5, 5000), [0, -0.0, 65_519, 65_520, 5.96e-8, 2.9e-8]]
    )


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(("number_format", "dtype"), [(FLOAT32, np.float32), (FLOAT16, np.float16)])
def test_rounding_is_that_of_numpy(number_format, dtype):
    expected = numbers().astype(dtype).astype(np.float64)
    assert np.array_equal(number_format.rounded(numbers()), expected)


def test_bfloat16_is_that_of_ml_dtypes():
    dtype = pytest.importorskip("ml_dtypes").bfloat16
    single = numbers().astype(np.float32)  # ml_dtypes rounds twice from double precision
    expected = single.astype(dtype).astype(np.float64)
    assert np.array_equal(BFLOAT16.rounded(single.astype(np.float64)), expected)


def test_bfloat16_keeps_769_of_the_first_4096_positions():
    # transformers pull request 29285 and REFERENCE: arange(4096) in bfloat16 has 769 distinct
    # values
    assert BFLOAT16.distinct(range(4096)) == 769
    assert BFLOAT16.first_alike(range(4096)) == 256


@pytest.mark.parametrize("number_format", FORMATS, ids=lambda number_format: number_format.name)
@pytest.mark.parametrize(
    "places",
    [range(-300, 9000), range(2**24 - 5, 2**24 + 40), range(65_000, 66_000)],
)
def test_what_is_told_apart_is_counted_as_it_is(number_format, places):
    rounded = number_format.rounded(np.array(places, dtype=np.float64))
    alike = np.flatnonzero(np.diff(rounded) == 0) if np.isfinite(rounded).all() else []
    if np.isfinite(rounded).all():
        assert number_format.first_alike(places) == (places[int(alike[0])] if len(alike) else None)
    expected = len(np.unique(rounded[np.isfinite(rounded)]))
    assert number_format.distinct(places) == expected


SCHEMES = [
    Rope(length=4096, dim=16),
    Rope(length=30_000, dim=8, base=500.0, first=-3000),
    Rope(length=5, dim=8, base=1e6),
    Rope(length=2000, dim=8, base=10.0, first=20_000),
    Sinusoidal(length=700, dim=12, first=-300),
]


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("what", ["all", "positions", "frequencies", "angles"])
def test_no_angle_is_further_off_than_is_said_by_much(scheme, what):
    positions = np.array(scheme.positions, dtype=np.float64)
    frequencies = scheme.frequencies()
    for number_format in FORMATS:
        expected = np.abs(
            angles(positions, frequencies, number_format, what) - positions[:, None] * frequencies
        ).max(axis=0)
        actual = angle_errors(scheme, number_format, what, tuple(range(scheme.pairs)))
        assert (actual <= expected).all()
        assert (actual >= 0.8 * expected).all()
        if number_format is BFLOAT16 and what in ("all", "positions"):
            assert np.array_equal(actual, expected)


def test_the_score_of_two_positions_that_collapse_is_that_of_one():
    # in bfloat16 positions 4080 and 4087 are one number, 4080: their score is 1, not that of lag 7
    scheme = Rope(length=4096, dim=128)
    true = np.mean([np.cos(7 * 10_000.0 ** (-2 * i / 128)) for i in range(64)])
    assert score_error(scheme, BFLOAT16, "positions") >= (1 - true) * (1 - 1e-6)
    assert score_error(scheme, FLOAT32, "all") < 1e-3
    rope = Rope(length=256, dim=128)
    assert score_error(rope, BFLOAT16, "positions") == 0  # all exact


@pytest.mark.parametrize(
    ("scheme", "what"),
    [
        (
            Rope(length=300, dim=8, base=100, first=5, scaling="dynamic", factor=2, trained=256),
            "all",
        ),
        (Sinusoidal(length=700, dim=12, first=-300), "angles"),
        (Rope(length=3500, dim=8, first=-500), "all"),
        (Rope(length=3500, dim=8, base=10.0, first=20_000), "positions"),
    ],
    ids=str,
)
def test_no_score_is_further_off_than_is_said(scheme, what):
    positions = np.array(scheme.positions, dtype=np.float64)
    frequencies = scheme.frequencies()
    rounded = angles(positions, frequencies, BFLOAT16, what)
    scores = np.cos(rounded) @ np.cos(rounded).T + np.sin(rounded) @ np.sin(rounded).T
    places = np.arange(scheme.length)
    by_lag = np.cos(places[:, None] * frequencies).sum(axis=1)
    expected = np.abs(scores - by_lag[np.abs(places[:, None] - places)]).max() / len(frequencies)
    actual = score_error(scheme, BFLOAT16, what)
    if tries_all(scheme):
        assert actual == pytest.approx(expected, abs=1e-6)
    assert 0.95 * expected < actual < expected + 1e-6


def test_a_format_that_ends_before_the_positions_do_is_known():
    expected = [True, True, True]
    assert [is_within(Rope(length=65_520), number_format) for number_format in FORMATS] == expected
    actual = [is_within(Rope(length=65_521), number_format) for number_format in FORMATS]
    assert actual == [True, False, True]


def test_a_position_beyond_the_format_has_no_angle_where_the_frequency_is_0_there():
    actual = angles(np.array([65_521.0, 2.0]), np.array([1e-9]), FLOAT16)
    assert np.isnan(actual[0, 0])
    assert actual[1, 0] == 0
