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
    with mpmath.workdps(60):
        return max(
            float(abs(mpmath.mpf(float(value)) - reference) / float(np.spacing(float(reference))))
            for value, reference in zip(values, exact, strict=True)
        )


@given(encoding=st.from_type(Sinusoidal))
def test_what_rounding_took_from_frequencies_is_known(encoding, exact_frequencies):
    with mpmath.workdps(60):
        pairs = zip(
            encoding.frequencies(),
            encoding.frequency_rounding_errors(),
            exact_frequencies(encoding),
            strict=True,
        )
        errors = [
            abs((mpmath.mpf(float(near)) + mpmath.mpf(float(rest))) / exact - 1)
            for near, rest, exact in pairs
        ]
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
    every = max(1, encoding.pairs // 100)
    assert _ulps(encoding.frequencies()[::every], _thin(encoding, every)) <= 2


def _thin(encoding, every):
    with mpmath.workdps(60):
        whole = encoding.dim if encoding.schedule == "paper" else 2 * (encoding.pairs - 1)
        return [
            mpmath.mpf(encoding.base) ** (-mpmath.mpf(2 * i) / whole)
            for i in range(0, encoding.pairs, every)
        ]


@pytest.mark.parametrize(
    ("base", "dim"), [(1.5, 3), (1e4, 4), (1e12, 5), (1.5, 100), (1e4, 101), (1e12, 512)]
)
def test_endpoint_ends_at_exactly_one_over_base(dim, base):
    assert Sinusoidal(dim=dim, base=base, schedule="endpoint").frequencies()[-1] == 1 / base


STARTS = pytest.mark.parametrize("first", [10**7 - 200, -(10**12), 9 * 10**15, -9 * 10**15])
DIM = 9  # the last pair has a sine alone


@pytest.fixture(scope="module")
def exact_rows(exact_frequencies):
    """Return a function from the first position to the angles and to an interleaved table of 40 rows, by 60 digits."""

    def made(first, dim=DIM):
        with mpmath.workdps(60):
            omega = exact_frequencies(Sinusoidal(dim=dim))
            angles = [[w * (first + row) for w in omega] for row in range(40)]
            degrees = [[float(mpmath.degrees(angle) % 360) for angle in row] for row in angles]
            table = [
                [float((mpmath.cos if j % 2 else mpmath.sin)(row[j // 2])) for j in range(dim)]
                for row in angles
            ]
        return np.array(degrees), np.array(table)

    return made


def _encoding(first, **other):
    return Sinusoidal(length=40, dim=DIM, first=first, **other)


@STARTS
@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
def test_cells_and_means_of_the_table(first, layout, exact_rows):
    _, table = exact_rows(first)
    raster = _encoding(first, layout=layout).raster()
    half = {
        "interleaved": np.arange(DIM),
        "concatenated": np.r_[0:DIM:2, 1:DIM:2],
        "flipped": np.r_[1:DIM:2, 0:DIM:2],
    }
    table = table[:, half[layout]]
    for reduce in ("mean", "nearest"):
        np.testing.assert_allclose(
            raster.sample(np.arange(40), np.arange(DIM), reduce), table, rtol=0, atol=1e-6
        )
    means = table.reshape(8, 5, 3, 3).mean(axis=(1, 3))
    np.testing.assert_allclose(
        raster.sample(screen(40, 8), screen(DIM, 3)), means, rtol=0, atol=1e-6
    )


@STARTS
def test_angles(first, exact_rows):
    degrees, _ = exact_rows(first)
    raster = AngleRaster(_encoding(first))
    everything = (range(40), range(DIM // 2 + 1))
    for actual, allowed in ((raster.exact(*everything), 1e-12), (raster.sample(*everything), 1e-3)):
        assert np.abs((actual - degrees + 180) % 360 - 180).max() < allowed
    means = np.exp(1j * np.radians(degrees)).reshape(20, 2, -1).mean(axis=1)
    actual = raster.sample(screen(40, 20), np.arange(DIM // 2 + 1))
    assert np.abs((actual - np.degrees(np.angle(means)) + 180) % 360 - 180).max() < 1e-3


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
    np.testing.assert_allclose(
        raster.sample(np.arange(40), np.arange(8)), turned, rtol=0, atol=1e-6
    )
