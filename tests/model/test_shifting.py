"""The shift: M(φ) is a rotation that adds up, and five ways of applying it agree with the table at t+φ."""

from itertools import pairwise
from typing import get_args

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import peviewer as pv
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.grid import cells
from peviewer.model.shifted_rasters import OperatorRaster
from peviewer.model.shifting import (
    Method,
    costs,
    errors_of_ways,
    shift,
    shift_matrix,
)

even = st.from_type(Sinusoidal).filter(lambda encoding: encoding.dim % 2 == 0)
shifts = st.floats(-1000, 1000)


@given(encoding=even, phi=shifts)
def test_the_matrix_is_a_rotation(encoding, phi):
    matrix = shift_matrix(encoding, phi)
    expected = np.eye(encoding.dim)
    assert np.allclose(matrix @ matrix.T, expected, rtol=0, atol=1e-14)
    assert np.linalg.det(matrix) == pytest.approx(1)
    expected = shift_matrix(encoding, -phi)
    assert np.allclose(matrix.T, expected, rtol=0, atol=1e-15)


def test_the_matrix_follows_the_layout():
    c = np.cos(3)
    s = np.sin(3)
    e = np.cos(0.3)
    f = np.sin(0.3)
    by_turns = [[c, s, 0, 0], [-s, c, 0, 0], [0, 0, e, f], [0, 0, -f, e]]
    sines_first = [[c, 0, s, 0], [0, e, 0, f], [-s, 0, c, 0], [0, -f, 0, e]]
    cosines_first = [[c, 0, -s, 0], [0, e, 0, -f], [s, 0, c, 0], [0, f, 0, e]]
    layouts = {"interleaved": by_turns, "concatenated": sines_first, "flipped": cosines_first}
    for layout, expected in layouts.items():
        sinusoidal = Sinusoidal(dim=4, base=100.0, layout=layout)
        matrix = shift_matrix(sinusoidal, 3)
        assert np.allclose(matrix, expected, rtol=0, atol=1e-16)


@given(encoding=even, phi=shifts, method=st.sampled_from(get_args(Method)))
def test_every_method_lands_on_the_table_at_t_plus_phi(encoding, phi, method, plain_table):
    table = encoding.table()
    positions = np.arange(encoding.first, encoding.first + encoding.length)
    expected = plain_table(encoding, positions + phi)
    assert np.allclose(shift(table, encoding, phi, method), expected, rtol=0, atol=1e-12)
    # The table itself is left alone.
    assert np.array_equal(table, encoding.table())


@pytest.mark.parametrize("method", get_args(Method))
@pytest.mark.parametrize("layout", ["concatenated"])
def test_any_number_of_leading_axes_shifts(method, layout):
    encoding = Sinusoidal(dim=6, layout=layout)
    vectors = np.random.default_rng(1).normal(size=(2, 3, 6))
    reversed_twice = vectors[..., ::-1][..., ::-1]
    moved = shift(vectors, encoding, 2.5, method)
    one_moved = shift(vectors[1, 2], encoding, 2.5, method)
    strided = shift(reversed_twice, encoding, 2.5, method)
    assert moved.shape == (2, 3, 6)
    assert np.allclose(moved[1, 2], one_moved, rtol=0, atol=1e-14)
    assert np.allclose(moved, strided, rtol=0, atol=1e-14)


@pytest.mark.parametrize("phi", [3.0, 1e7 + 0.5, -1e9])
def test_the_operator_is_as_right_for_large_shifts_as_for_small_ones(phi, exact_frequencies):
    encoding = Sinusoidal(dim=64)
    exact = exact_frequencies(encoding)
    matrix = shift_matrix(encoding, phi)
    with mpmath.workdps(60):
        for pair in (0, 1, 13, 31):
            angle = mpmath.mpf(phi) * exact[pair]
            cosine = matrix[2 * pair, 2 * pair]
            sine = matrix[2 * pair, 2 * pair + 1]
            assert abs(cosine - mpmath.cos(angle)) < 1e-15
            assert abs(sine - mpmath.sin(angle)) < 1e-15
    moved = shift(encoding.table([7.0]), encoding, phi)
    table = encoding.table([7.0 + phi])
    assert np.abs(moved - table).max() < 1e-15


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
    rows, columns = size
    rows_by_pixel = _entries_in_pixels(rows)
    columns_by_pixel = _entries_in_pixels(columns)
    expected = np.zeros(size)
    for row, column in np.ndindex(size):
        entries = matrix[np.ix_(rows_by_pixel[row], columns_by_pixel[column])]
        expected[row, column] = _farthest(entries)
    places = [cells(-0.5, 23.5, 24, pixels) for pixels in size]
    operator_raster = OperatorRaster(encoding, layout, 2.7)
    assert np.allclose(operator_raster.sample(*places), expected, atol=1e-7)


def _entries_in_pixels(pixels):
    """Return for each of some pixels the entries of 24 that reach into it."""
    edges = np.linspace(-0.5, 23.5, pixels + 1)
    entries = np.arange(24)
    runs = []
    for start, end in pairwise(edges):
        reaches_in = (entries + 0.5 > start + 1e-5) & (entries - 0.5 < end - 1e-5)
        runs.append(entries[reaches_in])
    return runs


def test_products_and_memory_are_those_of_the_definitions():
    # Products, and bytes of what is kept.
    of_sines_and_cosines = (128, 2 * 64 * 8)
    expected = {
        "pairs": of_sines_and_cosines,
        "matrix": (4096, 4096 * 8),
        "packed": of_sines_and_cosines,
        "swapped": of_sines_and_cosines,
        "complex": (128, 64 * 8),
    }
    assert costs(64) == expected


def test_a_matrix_too_large_is_not_built():
    encoding = pv.Sinusoidal(dim=8192)
    row = encoding.table(positions=3.0)
    assert np.isnan(errors_of_ways(row, row, encoding, 0.0)["matrix"])


def test_all_ways_agree_with_the_true_table_and_a_wrong_layout_does_not():
    encoding = pv.Sinusoidal(length=50, dim=100, schedule="endpoint")
    of_wrong_layout = encoding.model_copy(update={"layout": "concatenated"})
    before = encoding.table(positions=20.0)
    after = encoding.table(positions=10.0)
    errors = errors_of_ways(before, after, encoding, -10.0)
    wrong_errors = errors_of_ways(before, after, of_wrong_layout, -10.0)
    assert max(errors.values()) < 1e-13
    assert np.allclose(list(wrong_errors.values()), wrong_errors["matrix"])
    assert min(wrong_errors.values()) > 2
