"""M(φ) as a raster, its costs, and given matrices."""

from itertools import accumulate, cycle, pairwise
from types import SimpleNamespace

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.sampling.grid import cells
from peviewer.model.shifting import operator
from peviewer.model.shifting.matrix import Way
from peviewer.model.shifting.operator import OperatorRaster, costs, errors_of_ways


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("phi", [0.0, 2.7, -10.0])
def test_the_raster_is_the_matrix(layout, phi):
    encoding = pv.Sinusoidal(dim=24, layout=layout)
    matrix = pv.shift_matrix(encoding, phi)
    raster = OperatorRaster(encoding, layout, phi)
    assert np.allclose(raster.sample(np.arange(24), np.arange(24)), matrix, atol=1e-7)
    assert np.allclose(raster.sample(np.arange(5, 9), np.arange(3, 20)), matrix[5:9, 3:20], atol=1e-7)


def _farthest(cells):
    """Return the entry farthest from 0, the first of two."""
    return cells.flat[np.abs(cells).argmax()] if cells.size else 0.0


@pytest.mark.parametrize(
    ("size", "layout"),
    [
        ((6, 4), "interleaved"),
        ((8, 12), "concatenated"),
        ((3, 2), "flipped"),
        ((5, 7), "concatenated"),
        ((17, 23), "flipped"),
    ],
)
def test_zoomed_out_a_pixel_is_the_entry_farthest_from_0_that_reaches_into_it(layout, size):
    encoding = pv.Sinusoidal(dim=24)
    matrix = pv.shift_matrix(encoding.model_copy(update={"layout": layout}), 2.7)
    runs = []
    for pixels in size:
        edges = np.linspace(-0.5, 23.5, pixels + 1)
        runs.append([[j for j in range(24) if j + 0.5 > a + 1e-5 and j - 0.5 < b - 1e-5] for a, b in pairwise(edges)])
    expected = [[_farthest(matrix[np.ix_(rows, columns)]) for columns in runs[1]] for rows in runs[0]]
    places = [cells(-0.5, 23.5, 24, pixels) for pixels in size]
    assert np.allclose(OperatorRaster(encoding, layout, 2.7).sample(*places), expected, atol=1e-7)


@pytest.mark.parametrize("other", ["interleaved", "concatenated"])
def test_a_pixel_of_a_difference_is_the_difference_farthest_from_0(other):
    a, b = pv.Sinusoidal(dim=24), pv.Sinusoidal(dim=24, base=500, layout=other)
    matrix = pv.shift_matrix(a, 2.7) - pv.shift_matrix(b, 2.7)
    raster = OperatorRaster(a, "interleaved", 2.7).minus(OperatorRaster(b, other, 2.7))
    assert np.allclose(raster.exact(range(3, 24), range(20)), matrix[3:, :20], atol=1e-12)
    blocks = matrix.reshape(6, 4, 8, 3).swapaxes(1, 2)
    expected = [[_farthest(block) for block in row] for row in blocks]
    places = cells(-0.5, 23.5, 24, 6), cells(-0.5, 23.5, 24, 8)
    assert np.abs(raster.sample(*places)) == pytest.approx(np.abs(expected), abs=1e-6)


@pytest.mark.parametrize("dim", [256, 4096])
def test_however_large_its_diagonal_is_seen(dim):
    places = cells(-0.5, dim - 0.5, dim, 200)
    for layout in ("interleaved", "concatenated"):
        diagonal = np.diag(OperatorRaster(pv.Sinusoidal(dim=dim), layout, 100.0).sample(places, places))
        assert np.abs(diagonal).max() > 0.99
        if layout == "interleaved":  # with whole blocks in each pixel, as one of cos and sin is no less
            assert np.abs(diagonal).min() > (0.7 if dim == 4096 else 0.0)


def test_products_and_memory_are_those_of_the_definitions():
    actual = {cost.method: cost for cost in costs(pv.Sinusoidal(dim=64))}
    assert set(actual) == {"complex", "pairs", "matrix", "packed", "swapped"}
    assert actual["matrix"].multiplications == 64 * 64
    assert actual["matrix"].memory == 64 * 64 * 8
    assert (
        actual["pairs"].multiplications == actual["packed"].multiplications == actual["swapped"].multiplications == 128
    )
    assert all(cost.seconds > 0 for cost in actual.values())


def test_a_matrix_too_large_is_not_built_and_says_so():
    encoding = pv.Sinusoidal(dim=8192)
    actual = {cost.method: cost for cost in costs(encoding)}
    assert np.isnan(actual["matrix"].seconds)
    assert actual["matrix"].memory == 8192 * 8192 * 8
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
    actual = costs(pv.Sinusoidal(length=length, dim=dim, first=7))
    built = [cost for cost in actual if not np.isnan(cost.seconds)]
    assert tried == ["built", *[(rows, dim)] * 3] * len(built)
    assert {cost.seconds for cost in built} == {1 / rows}


def test_all_ways_agree_with_the_true_table_and_a_wrong_layout_does_not():
    encoding = pv.Sinusoidal(length=50, dim=100, schedule="endpoint")
    before, after = encoding.table(positions=20.0), encoding.table(positions=10.0)
    right = errors_of_ways(before, after, encoding, -10.0)
    wrong = errors_of_ways(before, after, encoding.model_copy(update={"layout": "concatenated"}), -10.0)
    assert max(right.values()) < 1e-13
    assert np.allclose(list(wrong.values()), wrong["matrix"])
    assert min(wrong.values()) > 2
