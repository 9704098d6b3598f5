"""Curves: sampled where they are looked at, without losing an extreme.

Two curves or two matrices made one.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.pairwise import profile
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.binary import BinaryRaster
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.combined import DifferenceRaster, combined
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import RasterRow, Samples


def test_few_points_are_all_there():
    series = Samples(np.arange(10.0), np.arange(10.0) ** 2)
    x, y = series.sample(-1, 20, 100)
    assert np.array_equal(x, series.x)
    assert np.array_equal(y, series.y)


def test_a_window_keeps_one_point_on_each_side_so_that_the_line_leaves_the_panel():
    samples = Samples(np.arange(100.0), np.zeros(100))
    x, _ = samples.sample(40.5, 43.5, 500)
    expected = [40, 41, 42, 43, 44]
    assert x.tolist() == expected


@given(count=st.integers(2000, 20_000), pixels=st.integers(50, 400), spike=st.floats(0, 0.999))
def test_crowded_points_keep_their_extremes(count, pixels, spike):
    places = np.arange(count, dtype=float)
    numbers = np.sin(places)
    numbers[int(spike * count)] = 99
    x, thinned = Samples(places, numbers).sample(0, count, pixels)
    assert len(thinned) <= 4 * pixels + 2 * count / pixels
    assert len(x) == len(thinned)
    assert thinned.max() == 99
    assert thinned.min() == numbers.min()
    assert np.all(np.diff(x) >= 0)


def test_a_row_of_a_raster_is_a_curve_from_its_start():
    encoding = Sinusoidal(length=100, dim=16, first=-40)
    pairwise_raster = PairwiseRaster(Embedded(encoding), "dot")
    row = RasterRow(pairwise_raster, 60, -40.0)
    x, y = row.sample(-40.5, 59.5, 500)
    assert x.tolist() == list(range(-40, 60))
    assert np.allclose(y, profile(encoding, 20, "dot"), atol=1e-4)


@pytest.mark.parametrize("reduce", ["mean", "nearest"])
def test_crowded_cells_are_reduced_as_the_heatmap_reduces_them(reduce):
    raster = BinaryRaster(0, 100_000, 4).transposed
    row = RasterRow(raster, 0, 0.0, reduce)
    x, y = row.sample(-0.5, 99_999.5, 500)
    possible = {0.0, 1.0} if reduce == "nearest" else {0.5}
    assert len(x) <= 510
    assert set(y.tolist()) <= possible


A = Sinusoidal(length=60, dim=16)
B = Sinusoidal(length=50, dim=24, base=100.0)


def difference_of_rasters():
    """Return A less B, 40 × 12 cells from row 20 and column 4 of A, and from row 10 of B."""
    return DifferenceRaster(A.raster(), B.raster(), (40, 12), (20, 4), (10, 0))


def test_a_difference_is_that_of_the_cells_that_lie_on_each_other():
    raster = difference_of_rasters()
    expected = A.table()[20:60, 4:16] - B.table()[10:50, :12]
    exact = raster.exact(range(40), range(12))
    sampled = raster.sample(np.arange(40), np.arange(12))
    transposed = raster.transposed.exact(range(3), range(5))
    assert np.allclose(exact, expected, atol=1e-12)
    assert np.allclose(sampled, expected, atol=1e-6)
    assert np.allclose(transposed, expected.T[:3, :5], atol=1e-12)


def test_a_pixel_of_a_difference_is_the_mean_of_its_cells():
    raster = difference_of_rasters()
    cells = raster.exact(range(40), range(12))
    means = cells.reshape(8, 5, 3, 4).mean(axis=(1, 3))
    row_centres = 2 + 5 * np.arange(8)
    column_centres = 1.5 + 4 * np.arange(3)
    pixels = raster.sample(row_centres, column_centres)
    assert np.allclose(pixels, means, atol=1e-6)


def test_what_comes_round_is_apart_by_the_shorter_way():
    a = ArrayRaster(np.array([[350.0]]))
    b = ArrayRaster(np.array([[20.0]]))
    of_angles = DifferenceRaster(a, b, (1, 1), period=360.0)
    of_numbers = DifferenceRaster(a, b, (1, 1))
    assert of_angles.exact(range(1), range(1)) == -30
    assert of_numbers.exact(range(1), range(1)) == 330


def test_curves_are_apart_by_their_numbers_at_the_same_places():
    column = 3
    a = RasterRow(A.raster().transposed, column)
    b = RasterRow(B.raster().transposed, column)
    difference = combined(a, b, ratio=False)
    expected = A.table()[:50, column] - B.table()[:, column]
    x, y = difference.exact(-0.5, 49.5)
    assert np.array_equal(x, np.arange(50))
    assert np.allclose(y, expected, atol=1e-12)
    assert difference.read(7)[0] == pytest.approx(expected[7], abs=1e-6)


def test_points_are_matched_by_their_place():
    even = np.arange(0.0, 20, 2)
    every = np.arange(0.0, 9)
    ratio = combined(Samples(even, even + 1), Samples(every, every * 2), ratio=True)
    x, y = ratio.exact(-1, 99)
    assert np.array_equal(x, [0, 2, 4, 6, 8])
    assert np.isnan(y[0])
    expected = [3 / 4, 5 / 8, 7 / 12, 9 / 16]
    assert np.allclose(y[1:], expected)


def test_other_points_are_matched_by_the_line_between_them():
    even = np.arange(0.0, 20, 2)
    ones_between = Samples(np.array([0.5, 1.5, 2.5]), np.ones(3))
    difference = combined(ones_between, Samples(even, even), ratio=False)
    _, y = difference.exact(0, 9)
    assert np.allclose(y, [0.5, -0.5, -1.5])
