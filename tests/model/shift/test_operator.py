"""M(φ) as a raster, its costs, and given matrices."""

from itertools import accumulate, cycle, pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.sampling.array_raster import ArrayRaster
from peviewer.model.sampling.raster import cells
from peviewer.model.shift import operator
from peviewer.model.shift.matrix import Way
from peviewer.model.shift.operator import OperatorRaster, costs, errors_of_ways


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("phi", [0.0, 2.7, -10.0])
def test_the_raster_is_the_matrix(layout, phi):
    encoding = pv.Sinusoidal(dim=24, layout=layout)
    matrix = pv.shift_matrix(encoding, phi)
    raster = OperatorRaster(encoding, layout, phi)
    assert np.allclose(raster.sample(np.arange(24), np.arange(24)), matrix, atol=1e-7)
    assert np.allclose(raster.sample(np.arange(5, 9), np.arange(3, 20)), matrix[5:9, 3:20], atol=1e-7)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize(("down", "across"), [(4, 6), (3, 2), (8, 12)])
def test_zoomed_out_a_pixel_is_the_mean_of_its_block(layout, down, across):
    encoding = pv.Sinusoidal(dim=24)
    matrix = pv.shift_matrix(encoding.model_copy(update={"layout": layout}), 2.7)
    rows, columns = cells(-0.5, 23.5, 24, 24 // down), cells(-0.5, 23.5, 24, 24 // across)
    means = matrix.reshape(24 // down, down, 24 // across, across).mean(axis=(1, 3))
    assert np.allclose(OperatorRaster(encoding, layout, 2.7).sample(rows, columns), means, atol=1e-7)


def test_pixels_of_a_fractional_width_share_cells_by_area():
    matrix = pv.shift_matrix(pv.Sinusoidal(dim=6), 1.0)
    raster = OperatorRaster(pv.Sinusoidal(dim=6), "interleaved", 1.0)
    edges = np.linspace(-0.5, 5.5, 5)
    share = np.array([[max(0, min(b, j + 0.5) - max(a, j - 0.5)) for j in range(6)] for a, b in pairwise(edges)])
    share /= 1.5
    centres = cells(-0.5, 5.5, 6, 4)
    assert np.allclose(raster.sample(centres, centres), share @ matrix @ share.T, atol=1e-7)
    assert np.allclose(ArrayRaster(matrix).sample(centres, centres), share @ matrix @ share.T, atol=1e-7)


def test_products_and_memory_are_those_of_the_definitions():
    found = {cost.method: cost for cost in costs(pv.Sinusoidal(dim=64))}
    assert set(found) == {"complex", "pairs", "matrix", "packed", "swapped"}
    assert found["matrix"].multiplications == 64 * 64
    assert found["matrix"].memory == 64 * 64 * 8
    assert found["pairs"].multiplications == found["packed"].multiplications == found["swapped"].multiplications == 128
    assert all(cost.seconds > 0 for cost in found.values())


def test_a_matrix_too_large_is_not_built_and_says_so():
    encoding = pv.Sinusoidal(dim=8192)
    found = {cost.method: cost for cost in costs(encoding)}
    assert np.isnan(found["matrix"].seconds)
    assert found["matrix"].memory == 8192 * 8192 * 8
    row = encoding.table(positions=3.0)
    assert np.isnan(errors_of_ways(row, row, encoding, 0.0)["matrix"])


@pytest.mark.parametrize(("length", "dim", "rows"), [(10_000_000, 64, 187), (3, 66, 3), (10, 20_000, 1)])
def test_ways_are_timed_on_few_rows_of_however_large_a_table_once_m_is_built(monkeypatch, length, dim, rows):
    tried, clock = [], accumulate(cycle((0, 3, 0, 1, 0, 2)))  # three runs of 3, 1 and 2 s
    ways = {
        method: Way(lambda *_: tried.append("built"), lambda table, *_: tried.append(table.shape))
        for method in operator.WAYS
    }
    monkeypatch.setattr(operator, "WAYS", ways)
    monkeypatch.setattr(operator, "_by_matrix_on_one_thread", ways["matrix"].apply)
    monkeypatch.setattr(operator, "time", SimpleNamespace(perf_counter=clock.__next__))
    found = costs(pv.Sinusoidal(length=length, dim=dim, first=7))
    built = [cost for cost in found if not np.isnan(cost.seconds)]
    assert tried == ["built", *[(rows, dim)] * 3] * len(built)
    assert {cost.seconds for cost in built} == {1 / rows}


def test_without_blas_the_product_is_the_same():
    encoding = pv.Sinusoidal(length=3, dim=512)
    matrix = pv.shift_matrix(encoding, 1.5)
    table = encoding.table()
    assert np.allclose(operator._by_matrix_on_one_thread(table, encoding, matrix), table @ matrix.T, atol=1e-13)


def test_all_ways_agree_with_the_true_table_and_a_wrong_layout_does_not():
    encoding = pv.Sinusoidal(length=50, dim=100, schedule="endpoint")
    before, after = encoding.table(positions=20.0), encoding.table(positions=10.0)
    right = errors_of_ways(before, after, encoding, -10.0)
    wrong = errors_of_ways(before, after, encoding.model_copy(update={"layout": "concatenated"}), -10.0)
    assert max(right.values()) < 1e-13
    assert np.allclose(list(wrong.values()), wrong["matrix"])
    assert min(wrong.values()) > 2


def test_given_matrices_are_equal_by_their_numbers():
    assert ArrayRaster(np.eye(3)) == ArrayRaster(np.eye(3))
    assert ArrayRaster(np.eye(3)) != ArrayRaster(np.zeros((3, 3)))
