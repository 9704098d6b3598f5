"""Rasters of tables: cells as they are, or the exact mean of the block under each pixel."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.sampling.grid import cells, even_grid
from peviewer.model.turning.pairs import Layout
from tests.blocks import block_means, centres

LAYOUTS = pytest.mark.parametrize("layout", get_args(Layout))
SINGLE = 2e-6  # what single precision may lose


@st.composite
def _blocks(draw, length):
    size = draw(st.integers(1, max(1, length // 2)))
    count = draw(st.integers(2, max(2, length // size))) if length >= 2 * size else 1
    start = draw(st.integers(0, length - size * count)) if count > 1 else draw(st.integers(0, length - 1))
    return (start, size, count) if count > 1 else (start, 1, 1)


@given(encoding=st.from_type(Sinusoidal), data=st.data(), phi=st.sampled_from([0.0, 100.0, -12.75]))
def test_means_equal_brute_force(encoding, data, phi, plain_table):
    rows, columns = data.draw(_blocks(encoding.length)), data.draw(_blocks(encoding.dim))
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
    starts, ends = edges[:-1], edges[1:]
    if layout == "interleaved" and pitch < 3:  # as many sines as cosines
        starts = np.clip((starts + ends) / 2 - 1, -0.5, dim - 2.5)
        ends = starts + 2
    overlap = np.minimum(ends[:, None], np.arange(dim) + 0.5) - np.maximum(starts[:, None], np.arange(dim) - 0.5)
    areas = np.clip(overlap, 0, None)
    expected = plain_table(encoding) @ (areas / areas.sum(axis=1, keepdims=True)).T
    image = encoding.raster().sample(np.arange(20), edges[:-1] + pitch / 2)
    assert np.abs(image - expected).max() < SINGLE


@pytest.mark.parametrize("pixels", [87, 103, 115, 127, 128, 141, 165, 168, 173, 201, 250])
def test_sines_and_cosines_in_turn_make_no_stripes_where_a_pixel_is_up_to_three_columns(pixels):
    """Of slow pairs all sines are about 0 and all cosines about 1: their means are alike all over."""
    raster, pitch = Sinusoidal(length=200, dim=256).raster(), 256 / pixels
    slow = raster.sample(np.arange(40), -0.5 + pitch * (np.arange(pixels) + 0.5))[:, pixels * 7 // 8 :]
    assert np.abs(np.diff(slow, axis=1)).max() < 0.02
    assert slow.mean() == pytest.approx(0.5, abs=0.02)


@LAYOUTS
@pytest.mark.parametrize("pitch", [2.0, 3.7, 25.0])
def test_raw_samples_are_single_cells(layout, pitch, plain_table):
    encoding = Sinusoidal(length=500, dim=64, layout=layout)
    rows, columns = pitch * np.arange(20) + 0.25, 2.5 * np.arange(25)
    picked = plain_table(encoding)[np.ix_(np.floor(rows + 0.5).astype(int), np.floor(columns + 0.5).astype(int))]
    image = encoding.raster().sample(rows, columns, "nearest")
    assert np.abs(image - picked).max() < SINGLE
    assert np.abs(image - encoding.raster().sample(rows, columns)).max() > 0.1, "a mean would hide the moiré"


@given(
    low=st.floats(-50, 400),
    span=st.floats(0.01, 500),
    size=st.integers(1, 300),
    pixels=st.integers(1, 800),
)
def test_pixels_tile_the_window_that_meets_the_matrix(low, span, size, pixels):
    high, points = low + span, cells(low, low + span, size, pixels)
    start, stop = max(low, -0.5), min(high, size - 0.5)
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
        assert points[0] - width / 2 == pytest.approx(start, abs=1e-9)
        assert points[-1] + width / 2 == pytest.approx(stop, abs=1e-9)


@pytest.mark.parametrize("bad", [[0, 1, 3], [2, 1, 0], [1, 1], [[0, 1]], [0, np.nan]])
def test_uneven_coordinates_are_refused(bad):
    with pytest.raises(ValueError, match="rows and columns must be"):
        even_grid(bad)
