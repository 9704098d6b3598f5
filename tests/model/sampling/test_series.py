"""Curves: sampled where they are looked at, without losing an extreme."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.pairwise import profile
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.binary import BinaryRaster
from peviewer.model.content import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.series import RasterRow, Samples


def test_few_points_are_all_there():
    series = Samples(np.arange(10.0), np.arange(10.0) ** 2)
    x, y = series.sample(-1, 20, 100)
    assert np.array_equal(x, series.x)
    assert np.array_equal(y, series.y)


def test_a_window_keeps_one_point_on_each_side_so_that_the_line_leaves_the_panel():
    x, _ = Samples(np.arange(100.0), np.zeros(100)).sample(40.5, 43.5, 500)
    assert x.tolist() == [40, 41, 42, 43, 44]


@given(count=st.integers(2000, 20_000), pixels=st.integers(50, 400), spike=st.floats(0, 0.999))
def test_crowded_points_keep_their_extremes(count, pixels, spike):
    y = np.sin(np.arange(count))
    y[int(spike * count)] = 99
    x, thinned = Samples(np.arange(count, dtype=float), y).sample(0, count, pixels)
    assert len(thinned) <= 4 * pixels + 2 * count / pixels
    assert len(x) == len(thinned)
    assert thinned.max() == 99
    assert thinned.min() == y.min()
    assert np.all(np.diff(x) >= 0)


def test_a_row_of_a_raster_is_a_curve_from_its_start():
    encoding = Sinusoidal(length=100, dim=16, first=-40)
    row = RasterRow(PairwiseRaster(Embedded(encoding), "dot"), 60, -40.0)
    x, y = row.sample(-40.5, 59.5, 500)
    assert x.tolist() == list(range(-40, 60))
    assert np.allclose(y, profile(encoding, 20, "dot"), atol=1e-4)


@pytest.mark.parametrize("reduce", ["mean", "nearest"])
def test_crowded_cells_are_reduced_as_the_heatmap_reduces_them(reduce):
    raster = BinaryRaster(0, 100_000, 4).transposed
    x, y = RasterRow(raster, 0, 0.0, reduce).sample(-0.5, 99_999.5, 500)
    assert len(x) <= 510
    assert set(y.tolist()) <= ({0.0, 1.0} if reduce == "nearest" else {0.5})
