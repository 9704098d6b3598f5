"""Rasters of tables: cells as they are and in double precision, or the exact mean of the block under each pixel."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.pairwise import Metric
from peviewer.model.binary import BinaryRaster, binary_table
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.grid import cells, even_grid
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import RasterRow
from peviewer.model.shifted_rasters import OperatorRaster
from peviewer.model.shifting import shift_matrix
from peviewer.model.turning.pairs import Layout
from tests.blocks import block_means, centres

LAYOUTS = pytest.mark.parametrize("layout", get_args(Layout))
SINGLE = 2e-6  # what single precision may lose


@st.composite
def _blocks(draw, length):
    size = draw(st.integers(1, max(1, length // 2)))
    count = draw(st.integers(2, max(2, length // size))) if length >= 2 * size else 1
    start = (
        draw(st.integers(0, length - size * count))
        if count > 1
        else draw(st.integers(0, length - 1))
    )
    return (start, size, count) if count > 1 else (start, 1, 1)


@given(encoding=st.from_type(Sinusoidal), data=st.data(), phi=st.sampled_from([0.0, 100.0, -12.75]))
def test_means_equal_brute_force(encoding, data, phi, plain_table):
    rows = data.draw(_blocks(encoding.length))
    columns = data.draw(_blocks(encoding.dim))
    table = plain_table(encoding, encoding.first + np.arange(encoding.length) + phi)
    expected = block_means(table, rows, columns)
    image = encoding.raster(phi).sample(centres(*rows), centres(*columns))
    assert image.dtype == np.float32
    assert image.shape == (rows[2], columns[2])
    assert np.abs(image - expected).max() < SINGLE


@LAYOUTS
@pytest.mark.parametrize(("dim", "pitch"), [(64, 1.25), (63, np.pi), (64, 6.4)])
def test_a_column_counts_by_the_part_that_lies_in_the_pixel(layout, dim, pitch, plain_table):
    encoding = Sinusoidal(length=20, dim=dim, layout=layout)
    count = int(dim / pitch)
    edges = -0.5 + pitch * np.arange(count + 1)
    starts = edges[:-1]
    ends = edges[1:]
    if layout == "interleaved" and pitch < 3:  # as many sines as cosines
        starts = np.clip((starts + ends) / 2 - 1, -0.5, dim - 2.5)
        ends = starts + 2
    overlap = np.minimum(ends[:, None], np.arange(dim) + 0.5) - np.maximum(
        starts[:, None], np.arange(dim) - 0.5
    )
    areas = np.clip(overlap, 0, None)
    expected = plain_table(encoding) @ (areas / areas.sum(axis=1, keepdims=True)).T
    image = encoding.raster().sample(np.arange(20), edges[:-1] + pitch / 2)
    assert np.abs(image - expected).max() < SINGLE


@pytest.mark.parametrize("pixels", [87, 103, 115, 127, 128, 141, 165, 168, 173, 201, 250])
def test_sines_beside_cosines_make_no_stripes_in_pixels_of_up_to_three_columns(pixels):
    """Of slow pairs all sines are about 0 and all cosines about 1: their means are alike all over."""
    raster = Sinusoidal(length=200, dim=256).raster()
    pitch = 256 / pixels
    slow = raster.sample(np.arange(40), -0.5 + pitch * (np.arange(pixels) + 0.5))[
        :, pixels * 7 // 8 :
    ]
    assert np.abs(np.diff(slow, axis=1)).max() < 0.02
    assert slow.mean() == pytest.approx(0.5, abs=0.02)


@LAYOUTS
@pytest.mark.parametrize("pitch", [2.0, 3.7, 25.0])
def test_raw_samples_are_single_cells(layout, pitch, plain_table):
    encoding = Sinusoidal(length=500, dim=64, layout=layout)
    rows = pitch * np.arange(20) + 0.25
    columns = 2.5 * np.arange(25)
    picked = plain_table(encoding)[
        np.ix_(np.floor(rows + 0.5).astype(int), np.floor(columns + 0.5).astype(int))
    ]
    image = encoding.raster().sample(rows, columns, "nearest")
    assert np.abs(image - picked).max() < SINGLE
    assert np.abs(image - encoding.raster().sample(rows, columns)).max() > 0.1, (
        "a mean would hide the moiré"
    )


@given(
    low=st.floats(-50, 400),
    span=st.floats(0.01, 500),
    size=st.integers(1, 300),
    pixels=st.integers(1, 800),
)
def test_pixels_tile_the_window_that_meets_the_matrix(low, span, size, pixels):
    high = low + span
    points = cells(low, low + span, size, pixels)
    start = max(low, -0.5)
    stop = min(high, size - 0.5)
    if not len(points):
        assert stop <= start
        return
    pitch = span / pixels
    if pitch <= 1:
        assert np.array_equal(points, np.arange(points[0], points[-1] + 1))
        assert points[0] - 0.5 <= start or points[0] == 0
        assert points[-1] + 0.5 >= stop or points[-1] == size - 1
        assert points[0] >= 0
        assert points[-1] <= size - 1
    else:
        width = (stop - start) / len(points)
        assert width == pytest.approx(pitch, rel=0.5 / len(points) + 1e-9) or len(points) == 1
        expected = pytest.approx(start, abs=1e-9)
        assert points[0] - width / 2 == expected
        expected = pytest.approx(stop, abs=1e-9)
        assert points[-1] + width / 2 == expected


@pytest.mark.parametrize("bad", [[0, 1, 3], [2, 1, 0], [1, 1], [[0, 1]], [0, np.nan]])
def test_uneven_coordinates_are_refused(bad):
    with pytest.raises(ValueError, match="rows and columns must be"):
        even_grid(bad)


LAYOUTS = get_args(Layout)
METRICS = get_args(Metric)
contents = st.builds(
    Content, kind=st.sampled_from(["none", "ones", "normal"]), scaled=st.booleans()
)


def everything(raster):
    return raster.exact(*map(range, raster.shape))


def a_part(data, count):
    start = data.draw(st.integers(0, count - 1))
    return range(start, data.draw(st.integers(start + 1, count)))


@given(
    st.from_type(Sinusoidal),
    contents,
    st.sampled_from([0, -(2**40), 2**53 - 10_000_200]),
    st.data(),
)
def test_any_window_is_bitwise_that_part_of_the_table(encoding, content, first, data):
    embedded = Embedded(encoding.model_copy(update={"first": encoding.first + first}), content)
    rows = a_part(data, encoding.length)
    columns = a_part(data, encoding.dim)
    part = embedded.raster().exact(rows, columns)
    assert np.array_equal(part, embedded.table()[rows][:, columns])


@given(st.from_type(Sinusoidal), contents, st.sampled_from(LAYOUTS), st.floats(-50, 50), st.data())
def test_moved_cells_are_the_table_times_the_operator(encoding, content, operator, phi, data):
    encoding = encoding.model_copy(update={"dim": encoding.dim + encoding.dim % 2})
    embedded = Embedded(encoding, content)
    rows = a_part(data, encoding.length)
    columns = a_part(data, encoding.dim)
    matrix = shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    whole = embedded.table() @ matrix.T
    part = embedded.raster(phi, operator).exact(rows, columns)
    largest = np.abs(whole).max()
    expected = whole[rows.start : rows.stop, columns.start : columns.stop]
    np.testing.assert_allclose(part, expected, rtol=0, atol=1e-12 * max(1, largest))


@given(st.from_type(Sinusoidal), st.sampled_from(LAYOUTS), st.floats(-50, 50), st.data())
def test_entries_of_the_operator_are_those_of_its_matrix(encoding, operator, phi, data):
    encoding = encoding.model_copy(update={"dim": encoding.dim + encoding.dim % 2})
    rows = a_part(data, encoding.dim)
    columns = a_part(data, encoding.dim)
    matrix = shift_matrix(encoding.model_copy(update={"layout": operator}), phi)
    part = OperatorRaster(encoding, operator, phi).exact(rows, columns)
    assert np.array_equal(part, matrix[rows.start : rows.stop, columns.start : columns.stop])


def test_bits_given_numbers_and_transposed_cells_are_the_numbers_themselves():
    binary_raster = BinaryRaster(0, 20, 5)
    assert np.array_equal(everything(binary_raster), binary_table(20, 5))
    given = ArrayRaster(np.arange(12).reshape(3, 4) / 7)
    assert np.array_equal(everything(given), given.values)
    assert np.array_equal(everything(given.transposed), given.values.T)
    raster_row = RasterRow(given, 1, start=10.0)
    x, y = raster_row.exact(10.5, 99)
    assert x.tolist() == [11, 12, 13]
    expected = (np.arange(5, 8) / 7).tolist()
    assert y.tolist() == expected
