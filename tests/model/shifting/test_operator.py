"""M(φ) as a raster, its costs, and given matrices."""

from itertools import pairwise

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.sampling.grid import cells
from peviewer.model.shifting import OperatorRaster, costs, errors_of_ways


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


def test_products_and_memory_are_those_of_the_definitions():
    two = 128, 2 * 64 * 8
    expected = {"pairs": two, "matrix": (4096, 4096 * 8), "packed": two, "swapped": two, "complex": (128, 64 * 8)}
    assert costs(64) == expected


def test_a_matrix_too_large_is_not_built():
    encoding = pv.Sinusoidal(dim=8192)
    row = encoding.table(positions=3.0)
    assert np.isnan(errors_of_ways(row, row, encoding, 0.0)["matrix"])


def test_all_ways_agree_with_the_true_table_and_a_wrong_layout_does_not():
    encoding = pv.Sinusoidal(length=50, dim=100, schedule="endpoint")
    before, after = encoding.table(positions=20.0), encoding.table(positions=10.0)
    right = errors_of_ways(before, after, encoding, -10.0)
    wrong = errors_of_ways(before, after, encoding.model_copy(update={"layout": "concatenated"}), -10.0)
    assert max(right.values()) < 1e-13
    assert np.allclose(list(wrong.values()), wrong["matrix"])
    assert min(wrong.values()) > 2
