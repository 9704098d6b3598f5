"""Pixels of cells: every cell fills as much of them as it is long, and large ones stay sharp."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.sampling.grid import LARGE, Pixels, pixel_steps

WHOLE = 128  # parts of a pixel in which shares are told


def row(pixels, steps, cyclic=False):
    single_pixel = Pixels.along(-0.5, 0.5, 1, 1)
    cells = np.array([steps], np.uint8)
    [pixel_row] = pixel_steps(cells, single_pixel, pixels, cyclic=cyclic)
    return pixel_row


@given(size=st.integers(2, 60), scale=st.floats(1.0, LARGE, exclude_max=True), cell=st.data())
def test_a_cell_of_one_to_three_pixels_fills_as_many_as_it_is_long(size, scale, cell):
    count = round(size * scale)
    bright_cell = cell.draw(st.integers(0, size - 1))
    steps = np.zeros(size)
    steps[bright_cell] = 255
    pixels = Pixels.along(-0.5, size - 0.5, size, count)
    pixel_row = row(pixels, steps)
    bright_length = pixel_row.sum(dtype=float) / 255
    assert len(pixel_row) == count
    assert bright_length == pytest.approx(count / size, abs=2 / WHOLE)


def test_pixels_on_a_border_show_both_cells_by_their_shares():
    pixels = Pixels.along(-0.5, 2.5, 3, 4)
    pixel_row = row(pixels, [0, 120, 240])
    assert pixel_row.tolist() == pytest.approx([0, 80, 160, 240], abs=1)


def test_downwards_as_sideways():
    generator = np.random.default_rng(3)
    steps = generator.integers(0, 256, (40, 30)).astype(np.uint8)
    rows = Pixels.along(-0.5, 39.5, 40, 57)
    columns = Pixels.along(-0.5, 29.5, 30, 71)
    transposed_steps = np.ascontiguousarray(steps.T)
    upright = pixel_steps(steps, rows, columns).astype(int)
    transposed = pixel_steps(transposed_steps, columns, rows).astype(int)
    assert transposed.shape == (71, 57)
    # Both round twice, in another order.
    assert np.abs(upright - transposed.T).max() <= 1


@pytest.mark.parametrize(("count", "shared"), [(300, True), (150, False)])
def test_large_cells_and_raw_samples_have_no_colours_between_them(count, shared):
    pixels = Pixels.along(-0.5, 99.5, 100, count, shared=shared)
    pixel_row = row(pixels, [0, 255] * 50)
    assert set(pixel_row.tolist()) == {0, 255}


def test_colours_of_angles_meet_the_short_way_round():
    pixels = Pixels.along(-0.5, 1.5, 2, 3)
    assert row(pixels, [250, 10], cyclic=True)[1] in (2, 3)
    assert row(pixels, [250, 10])[1] == 130


@given(
    low=st.floats(-30, 60), wide=st.floats(0.5, 80), count=st.integers(1, 200), shared=st.booleans()
)
def test_every_window_shows_the_cells_that_lie_in_it(low, wide, count, shared):
    pixels = Pixels.along(low, low + wide, 40, count, shared=shared)
    if not len(pixels.places):
        return
    steps = np.clip(6 * pixels.places, 0, 255)
    pixel_row = row(pixels, steps)
    pitch = wide / count
    assert 0 <= pixels.first
    assert pixels.first + len(pixel_row) <= count + 1
    if pitch <= 1:
        indices = pixels.first + np.arange(len(pixel_row))
        centres = low + pitch * (indices + 0.5)
        expected_cells = np.clip(centres, 0, 39)
        deviations = np.abs(pixel_row / 6 - expected_cells)
        assert deviations.max() <= 0.5 + pitch / 2 + 0.2
