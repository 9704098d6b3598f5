"""Pictures of positions at the end of what a number counts: as right as near zero."""

import mpmath
import numpy as np
import pytest

from peviewer.model.content import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.table import AngleRaster
from tests.blocks import screen

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
            table = [[float((mpmath.cos if j % 2 else mpmath.sin)(row[j // 2])) for j in range(dim)] for row in angles]
        return np.array(degrees), np.array(table)

    return made


def _encoding(first, **other):
    return Sinusoidal(length=40, dim=DIM, first=first, **other)


@STARTS
@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
def test_cells_and_means_of_the_table(first, layout, exact_rows):
    _, table = exact_rows(first)
    raster = _encoding(first, layout=layout).raster()
    half = {"interleaved": np.arange(DIM), "concatenated": np.r_[0:DIM:2, 1:DIM:2], "flipped": np.r_[1:DIM:2, 0:DIM:2]}
    table = table[:, half[layout]]
    for reduce in ("mean", "nearest"):
        np.testing.assert_allclose(raster.sample(np.arange(40), np.arange(DIM), reduce), table, rtol=0, atol=1e-6)
    means = table.reshape(8, 5, 3, 3).mean(axis=(1, 3))
    np.testing.assert_allclose(raster.sample(screen(40, 8), screen(DIM, 3)), means, rtol=0, atol=1e-6)


@STARTS
def test_angles(first, exact_rows):
    degrees, _ = exact_rows(first)
    raster, everything = AngleRaster(_encoding(first)), (range(40), range(DIM // 2 + 1))
    for actual, allowed in ((raster.exact(*everything), 1e-12), (raster.sample(*everything), 1e-3)):
        assert np.abs((actual - degrees + 180) % 360 - 180).max() < allowed
    means = np.exp(1j * np.radians(degrees)).reshape(20, 2, -1).mean(axis=1)
    actual = raster.sample(screen(40, 20), np.arange(DIM // 2 + 1))
    assert np.abs((actual - np.degrees(np.angle(means)) + 180) % 360 - 180).max() < 1e-3


@STARTS
def test_the_table_turned_by_a_wrong_operator(first, exact_rows):
    _, table = exact_rows(first, 8)
    encoding, other = Sinusoidal(length=40, dim=8, first=first), Sinusoidal(dim=8, layout="concatenated").columns
    turned, turns = np.empty_like(table), 2.5 * 10_000.0 ** (-np.arange(4) / 4)
    sines, cosines = table[:, other.sines], table[:, other.cosines]
    turned[:, other.sines] = np.cos(turns) * sines + np.sin(turns) * cosines
    turned[:, other.cosines] = np.cos(turns) * cosines - np.sin(turns) * sines
    raster = Embedded(encoding).raster(2.5, "concatenated")
    np.testing.assert_allclose(raster.sample(np.arange(40), np.arange(8)), turned, rtol=0, atol=1e-6)
