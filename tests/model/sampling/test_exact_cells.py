"""Cells to keep rather than to look at: in double precision, whichever of them are asked for."""

from typing import get_args

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.pairwise import Metric
from peviewer.model.binary import BinaryRaster, binary_table
from peviewer.model.content import Content, Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import RasterRow
from peviewer.model.shifting import OperatorRaster, shift_matrix
from peviewer.model.turning.pairs import Layout

LAYOUTS, METRICS = get_args(Layout), get_args(Metric)
contents = st.builds(Content, kind=st.sampled_from(["none", "ones", "normal"]), scaled=st.booleans())


def everything(raster):
    return raster.exact(*map(range, raster.shape))


def a_part(data, count):
    start = data.draw(st.integers(0, count - 1))
    return range(start, data.draw(st.integers(start + 1, count)))


@given(st.from_type(Sinusoidal), contents, st.sampled_from([0, -(2**40), 2**53 - 10_000_200]), st.data())
def test_any_window_is_bitwise_that_part_of_the_table(encoding, content, first, data):
    embedded = Embedded(encoding.model_copy(update={"first": encoding.first + first}), content)
    rows, columns = a_part(data, encoding.length), a_part(data, encoding.dim)
    part = embedded.raster().exact(rows, columns)
    assert np.array_equal(part, embedded.table()[rows][:, columns])


@given(st.from_type(Sinusoidal), contents, st.sampled_from(LAYOUTS), st.floats(-50, 50), st.data())
def test_moved_cells_are_the_table_times_the_operator(encoding, content, operator, phi, data):
    encoding = encoding.model_copy(update={"dim": encoding.dim + encoding.dim % 2})
    embedded = Embedded(encoding, content)
    rows, columns = a_part(data, encoding.length), a_part(data, encoding.dim)
    matrix = shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    whole = embedded.table() @ matrix.T
    part = embedded.raster(phi, operator).exact(rows, columns)
    largest = np.abs(whole).max()
    expected = whole[rows.start : rows.stop, columns.start : columns.stop]
    np.testing.assert_allclose(part, expected, rtol=0, atol=1e-12 * max(1, largest))


@given(st.from_type(Sinusoidal), st.sampled_from(LAYOUTS), st.floats(-50, 50), st.data())
def test_entries_of_the_operator_are_those_of_its_matrix(encoding, operator, phi, data):
    encoding = encoding.model_copy(update={"dim": encoding.dim + encoding.dim % 2})
    rows, columns = a_part(data, encoding.dim), a_part(data, encoding.dim)
    matrix = shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    part = OperatorRaster(encoding, operator, phi).exact(rows, columns)
    assert np.array_equal(part, matrix[rows.start : rows.stop, columns.start : columns.stop])


def test_bits_given_numbers_and_transposed_cells_are_the_numbers_themselves():
    assert np.array_equal(everything(BinaryRaster(0, 20, 5)), binary_table(20, 5))
    given = ArrayRaster(np.arange(12).reshape(3, 4) / 7)
    assert np.array_equal(everything(given), given.values)
    assert np.array_equal(everything(given.transposed), given.values.T)
    x, y = RasterRow(given, 1, start=10.0).exact(10.5, 99)
    assert (x.tolist(), y.tolist()) == ([11, 12, 13], (np.arange(5, 8) / 7).tolist())
