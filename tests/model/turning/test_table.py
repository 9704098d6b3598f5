"""Tables and angles: every entry as accurate as its angle allows, for any positions in any form.

Circular means.
"""

import itertools

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import peviewer as pv
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.content import Content
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.timestep import Timestep
from peviewer.model.shifting import shift_matrix
from peviewer.model.turning.angles import AngleRaster
from peviewer.model.turning.pairs import columns
from peviewer.model.turning.table import ColumnCurve
from tests.blocks import screen

_PAIRS = [0, 1, 2, 5, 13, 31]
_ROWS = [0, 1, 2, 25, 26, 27, 63, 64, 399, 698, 699]


def _worst(table, positions, exact):
    """Return the largest error of an interleaved table, in units of 1e-15·(1 + |t|ω)."""
    errors = []
    rows = zip(table.tolist(), positions, strict=True)
    with mpmath.workdps(60):
        for (row, position), pair in itertools.product(rows, _PAIRS):
            angle = mpmath.mpf(float(position)) * exact[pair]
            bound = 1e-15 * (1 + abs(float(angle)))
            sine, cosine = row[2 * pair : 2 * pair + 2]
            errors.append(abs(mpmath.mpf(sine) - mpmath.sin(angle)) / bound)
            errors.append(abs(mpmath.mpf(cosine) - mpmath.cos(angle)) / bound)
    return float(max(errors))


@pytest.mark.parametrize(
    ("first", "base", "schedule"),
    [
        (0, 1.5, "paper"),
        (-400, 1e4, "endpoint"),
        (10_000_000 - 700, 1e6, "endpoint"),
        (-10_000_000, 1e12, "paper"),
        (123_456_789, 1e4, "paper"),
        (2**40, 1e6, "endpoint"),
    ],
)
def test_tables_are_as_accurate_as_their_angles(schedule, base, first, exact_frequencies):
    encoding = Sinusoidal(length=700, dim=64, base=base, schedule=schedule, first=first)
    exact = exact_frequencies(encoding)
    table = encoding.table()
    assert table.shape == (700, 64)
    positions = [first + row for row in _ROWS]
    assert _worst(table[_ROWS], positions, exact) <= 1


@given(encoding=st.from_type(Sinusoidal))
def test_a_table_equals_its_definition_in_every_layout(encoding, plain_table):
    table = encoding.table()
    assert table.shape == (encoding.length, encoding.dim)
    assert table.dtype == np.float64
    assert table.flags.c_contiguous
    assert np.allclose(table, plain_table(encoding), rtol=0, atol=1e-12)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("dim", [8, 7])
def test_positions_may_be_a_scalar_a_list_or_an_array_of_any_shape(layout, dim):
    encoding = Sinusoidal(dim=dim, layout=layout)
    row = encoding.table(positions=2.5)
    assert row.shape == (dim,)
    table = encoding.table(positions=[2.5, 7])
    assert np.array_equal(table[0], row)
    expected = encoding.table(positions=3)
    positions = np.array([[1, 2], [3, 4]])
    assert np.array_equal(encoding.table(positions=positions)[1, 0], expected)
    assert encoding.table(positions=[]).shape == (0, dim)


def test_angles_are_not_wrapped():
    encoding = Sinusoidal(length=100, dim=6, first=5)
    angles = encoding.angles()
    assert angles.shape == (100, 3)
    assert angles[99, 0] == 104
    sines = encoding.table()[:, 0::2]
    assert np.allclose(np.sin(angles), sines, atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "scale"),
    [("none", 0.5), ("ones", 3.0), ("normal", 3.2), ("none", 7.0), ("ones", 123_456.789)],
)
def test_pixels_hold_means_of_whole_positions_however_fast_pairs_turn(scale, kind):
    encoding = Timestep(length=120, dim=16, scale=scale, first=50)
    embedded = Embedded(encoding, Content(kind=kind))
    table = embedded.table()
    blocks = np.arange(20) * 6 + 2.5
    uneven_blocks = np.arange(48) * 2.5 + 0.75
    columns = np.arange(16)
    moved = table @ shift_matrix(encoding, 2.25).T
    moved_raster = embedded.raster(2.25, "concatenated")
    for raster, cells in ((embedded.raster(), table), (moved_raster, moved)):
        expected = cells.reshape(20, 6, 16).mean(1)
        assert np.allclose(raster.sample(blocks, columns), expected, atol=1e-5)
        uneven = raster.sample(uneven_blocks, columns)
        assert np.abs(uneven).max() <= np.abs(cells).max() + 1e-5
    for metric in ("dot", "sse"):
        raster = PairwiseRaster(embedded, metric)
        cells = raster.exact(range(120), range(120))
        expected = cells.reshape(20, 6, 20, 6).mean((1, 3))
        assert np.allclose(raster.sample(blocks, blocks), expected, atol=1e-4)
        uneven = raster.sample(uneven_blocks, uneven_blocks)
        assert np.abs(uneven).max() <= np.abs(cells).max() + 1e-4


OMEGA = 1e4 ** (-6 / 32)


@pytest.mark.parametrize(
    ("layout", "columns"),
    [("interleaved", (6, 7)), ("concatenated", (3, 19)), ("flipped", (19, 3))],
)
def test_a_curve_is_drawn_up_to_a_quarter_of_a_wave_a_pixel_then_its_envelope(layout, columns):
    encoding = pv.Sinusoidal(dim=32, layout=layout)
    wavelength = 2 * np.pi / OMEGA
    for column, wave in zip(columns, (np.sin, np.cos), strict=True):
        curve = ColumnCurve(encoding, column)
        for waves_a_pixel in (0.001, 0.1, 0.24):
            x, y = curve.sample(0.0, 200 * waves_a_pixel * wavelength, 200)
            assert np.allclose(y, wave(OMEGA * x), atol=1e-12)
            assert np.diff(x).max() <= wavelength / 16 * 1.01
            assert len(x) <= 8 * 200
        for waves_a_pixel in (0.26, 1000.3):
            x, y = curve.sample(0.0, 200 * waves_a_pixel * wavelength, 200)
            assert y.reshape(200, 2).tolist() == [[-1, 1]] * 200
        x, y = curve.exact(-3.5, 1000)
        assert x.tolist() == list(range(-3, 1000))
        assert np.allclose(y, wave(OMEGA * x), atol=1e-12)


_ORDERS = {
    ("interleaved", 6): "s0 c0 s1 c1 s2 c2",
    ("concatenated", 6): "s0 s1 s2 c0 c1 c2",
    ("flipped", 6): "c0 c1 c2 s0 s1 s2",
    ("interleaved", 5): "s0 c0 s1 c1 s2",
    ("concatenated", 5): "s0 s1 s2 c0 c1",
    ("flipped", 5): "c0 c1 s0 s1 s2",
    ("interleaved", 1): "s0",
    ("concatenated", 1): "s0",
    ("flipped", 1): "s0",
}


@pytest.mark.parametrize(("layout", "dim"), _ORDERS)
def test_each_layout_orders_its_columns(layout, dim):
    order = columns(layout, dim)
    letters = np.where(order.is_cosine, "c", "s")
    names = [f"{letter}{pair}" for letter, pair in zip(letters, order.pairs, strict=True)]
    assert " ".join(names) == _ORDERS[layout, dim]
    expected = [f"s{pair}" for pair in range((dim + 1) // 2)]
    assert [names[column] for column in order.sines] == expected
    expected = [f"c{pair}" for pair in range(dim // 2)]
    assert [names[column] for column in order.cosines] == expected


def _apart(left, right):
    """Return the angle between two angles in degrees."""
    return np.abs((np.asarray(left) - right + 180) % 360 - 180)


@given(encoding=st.from_type(Sinusoidal))
def test_cells_are_true_degrees_modulo_a_turn(encoding):
    image = AngleRaster(encoding).sample(np.arange(encoding.length), np.arange(encoding.pairs))
    assert image.shape == (encoding.length, encoding.pairs)
    assert image.min() >= 0
    assert image.max() < 360
    assert _apart(image, np.degrees(encoding.angles())).max() < 1e-3


def test_zoomed_out_unwrapped_angles_are_means():
    encoding = Sinusoidal(length=600, dim=80, first=-70)
    angle_raster = AngleRaster(encoding, unwrapped=True)
    image = angle_raster.sample(screen(600, 40), screen(40, 8))
    blocks = encoding.angles().reshape(40, 15, 8, 5).mean(axis=(1, 3))
    np.testing.assert_allclose(image, blocks, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("rows", "columns"), [(40, 8), (600, 8), (40, 40), (300, 20)])
def test_zoomed_out_a_pixel_is_the_angle_of_its_mean_phasor(rows, columns):
    encoding = Sinusoidal(length=600, dim=80, first=100)
    image = AngleRaster(encoding).sample(screen(600, rows), screen(40, columns))
    phasors = np.exp(1j * encoding.angles())
    blocks = phasors.reshape(rows, 600 // rows, columns, 40 // columns)
    means = blocks.mean(axis=(1, 3))
    # Where phasors cancel exactly, rounding decides.
    is_shown = np.isfinite(image) & (np.abs(means) > 0.01)
    assert is_shown.mean() > 0.2
    errors = _apart(image, np.degrees(np.angle(means)))
    assert errors[is_shown].max() < 0.05
    assert 0 <= np.nanmin(image)
    assert np.nanmax(image) < 360


def test_a_pixel_over_a_full_turn_has_no_angle():
    encoding = Sinusoidal(length=6000, dim=40)
    image = AngleRaster(encoding).sample(screen(6000, 100), np.arange(20))
    turning = (60 - 1) * encoding.frequencies() >= 2 * np.pi
    assert np.isnan(image[:, turning]).all()
    assert np.isfinite(image[:, ~turning]).all()
    assert 0 < turning.sum() < 20
