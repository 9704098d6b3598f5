"""Frequencies, and pictures of positions at the end of what a number counts, are as right as near zero."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.angles import AngleRaster
from tests.blocks import screen


def _ulps(values, exact):
    """Return the largest error of values, in units of the last place."""
    with mpmath.workdps(60):
        errors = []
        for value, reference in zip(values, exact, strict=True):
            error = abs(mpmath.mpf(float(value)) - reference)
            errors.append(float(error / float(np.spacing(float(reference)))))
    return max(errors)


@given(encoding=st.from_type(Sinusoidal))
def test_what_rounding_took_from_frequencies_is_known(encoding, exact_frequencies):
    frequencies = encoding.frequencies()
    rounding_errors = encoding.frequency_rounding_errors()
    exact = exact_frequencies(encoding)
    with mpmath.workdps(60):
        errors = []
        for number, rest, reference in zip(frequencies, rounding_errors, exact, strict=True):
            both = mpmath.mpf(float(number)) + mpmath.mpf(float(rest))
            errors.append(abs(both / reference - 1))
    assert max(errors) < 1e-30


@pytest.mark.parametrize(
    ("dim", "base", "schedule"),
    [
        (512, 1.0000001, "paper"),
        (1001, 1.5, "endpoint"),
        (65_536, 1e4, "endpoint"),
        (512, 1e6, "paper"),
        (1001, 1e12, "paper"),
    ],
)
def test_frequencies_stay_exact_at_every_size(schedule, base, dim, exact_frequencies):
    encoding = Sinusoidal(dim=dim, base=base, schedule=schedule)
    step = max(1, encoding.pairs // 100)
    some_frequencies = encoding.frequencies()[::step]
    assert _ulps(some_frequencies, _exact_frequencies(encoding, step)) <= 2


def _exact_frequencies(encoding, step):
    """Return the frequency of every pair that is `step` pairs on, to 60 digits."""
    with mpmath.workdps(60):
        base = mpmath.mpf(encoding.base)
        whole = encoding.dim if encoding.schedule == "paper" else 2 * (encoding.pairs - 1)
        pairs = range(0, encoding.pairs, step)
        return [base ** (-mpmath.mpf(2 * pair) / whole) for pair in pairs]


@pytest.mark.parametrize(
    ("base", "dim"), [(1.5, 3), (1e4, 4), (1e12, 5), (1.5, 100), (1e4, 101), (1e12, 512)]
)
def test_endpoint_ends_at_exactly_one_over_base(dim, base):
    sinusoidal = Sinusoidal(dim=dim, base=base, schedule="endpoint")
    assert sinusoidal.frequencies()[-1] == 1 / base


STARTS = pytest.mark.parametrize("first", [10**7 - 200, -(10**12), 9 * 10**15, -9 * 10**15])

# The last pair has a sine alone.
DIM = 9


@pytest.fixture(scope="module")
def exact_rows(exact_frequencies):
    """Return a function that gives 40 rows from a position on, by 60 digits.

    It gives their angles in degrees, and an interleaved table.
    """

    def made(first, dim=DIM):
        with mpmath.workdps(60):
            frequencies = exact_frequencies(Sinusoidal(dim=dim))
            degrees = []
            table = []
            for position in range(first, first + 40):
                angles = [frequency * position for frequency in frequencies]
                waves = []
                for angle in angles:
                    waves += [float(mpmath.sin(angle)), float(mpmath.cos(angle))]
                degrees.append([float(mpmath.degrees(angle) % 360) for angle in angles])
                table.append(waves[:dim])
        return np.array(degrees), np.array(table)

    return made


def _encoding(first, **other):
    return Sinusoidal(length=40, dim=DIM, first=first, **other)


@STARTS
@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
def test_cells_and_means_of_the_table(first, layout, exact_rows):
    _, interleaved = exact_rows(first)
    raster = _encoding(first, layout=layout).raster()
    orders = {
        "interleaved": np.arange(DIM),
        "concatenated": np.r_[0:DIM:2, 1:DIM:2],
        "flipped": np.r_[1:DIM:2, 0:DIM:2],
    }
    table = interleaved[:, orders[layout]]
    for reduce in ("mean", "nearest"):
        sampled = raster.sample(np.arange(40), np.arange(DIM), reduce)
        np.testing.assert_allclose(sampled, table, rtol=0, atol=1e-6)
    means = table.reshape(8, 5, 3, 3).mean(axis=(1, 3))
    pixels = raster.sample(screen(40, 8), screen(DIM, 3))
    np.testing.assert_allclose(pixels, means, rtol=0, atol=1e-6)


@STARTS
def test_angles(first, exact_rows):
    def largest_difference(actual, expected):
        return np.abs((actual - expected + 180) % 360 - 180).max()

    degrees, _ = exact_rows(first)
    raster = AngleRaster(_encoding(first))
    rows = range(40)
    pairs = range(DIM // 2 + 1)
    assert largest_difference(raster.exact(rows, pairs), degrees) < 1e-12
    assert largest_difference(raster.sample(rows, pairs), degrees) < 1e-3

    waves = np.exp(1j * np.radians(degrees)).reshape(20, 2, -1)
    means = np.degrees(np.angle(waves.mean(axis=1)))
    of_two_rows = raster.sample(screen(40, 20), np.arange(len(pairs)))
    assert largest_difference(of_two_rows, means) < 1e-3


@STARTS
def test_the_table_turned_by_a_wrong_operator(first, exact_rows):
    _, table = exact_rows(first, 8)
    encoding = Sinusoidal(length=40, dim=8, first=first)
    other = Sinusoidal(dim=8, layout="concatenated").columns
    turned = np.empty_like(table)
    turns = 2.5 * 10_000.0 ** (-np.arange(4) / 4)
    sines = table[:, other.sines]
    cosines = table[:, other.cosines]
    turned[:, other.sines] = np.cos(turns) * sines + np.sin(turns) * cosines
    turned[:, other.cosines] = np.cos(turns) * cosines - np.sin(turns) * sines
    raster = Embedded(encoding).raster(2.5, "concatenated")
    sampled = raster.sample(np.arange(40), np.arange(8))
    np.testing.assert_allclose(sampled, turned, rtol=0, atol=1e-6)
