"""Angles as a raster: true degrees, circular means, radians as they grow."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.table import AngleRaster


def _apart(left, right):
    """Return the angle between two angles in degrees."""
    return np.abs((np.asarray(left) - right + 180) % 360 - 180)


def _screen(size, pixels):
    return -0.5 + size / pixels * (np.arange(pixels) + 0.5)


@given(encoding=st.from_type(Sinusoidal))
def test_cells_are_true_degrees_modulo_a_turn(encoding):
    image = AngleRaster(encoding).sample(np.arange(encoding.length), np.arange(encoding.pairs))
    assert image.shape == (encoding.length, encoding.pairs)
    assert image.min() >= 0
    assert image.max() < 360
    assert _apart(image, np.degrees(encoding.angles())).max() < 1e-3


def test_zoomed_out_unwrapped_angles_are_means():
    encoding = Sinusoidal(length=600, dim=80, first=-70)
    image = AngleRaster(encoding, unwrapped=True).sample(_screen(600, 40), _screen(40, 8))
    blocks = encoding.angles().reshape(40, 15, 8, 5).mean(axis=(1, 3))
    np.testing.assert_allclose(image, blocks, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(("rows", "columns"), [(40, 8), (600, 8), (40, 40), (300, 20)])
def test_zoomed_out_a_pixel_is_the_angle_of_its_mean_phasor(rows, columns):
    encoding = Sinusoidal(length=600, dim=80, first=100)
    image = AngleRaster(encoding).sample(_screen(600, rows), _screen(40, columns))
    phasors = np.exp(1j * encoding.angles()).reshape(rows, 600 // rows, columns, 40 // columns).mean(axis=(1, 3))
    shown = np.isfinite(image) & (np.abs(phasors) > 0.01)  # where phasors cancel exactly, rounding decides
    assert shown.mean() > 0.2
    assert _apart(image, np.degrees(np.angle(phasors)))[shown].max() < 0.05
    assert 0 <= np.nanmin(image)
    assert np.nanmax(image) < 360


def test_a_pixel_over_a_full_turn_has_no_angle():
    encoding = Sinusoidal(length=6000, dim=40)
    image = AngleRaster(encoding).sample(_screen(6000, 100), np.arange(20))
    turning = (60 - 1) * encoding.frequencies() >= 2 * np.pi
    assert np.isnan(image[:, turning]).all()
    assert np.isfinite(image[:, ~turning]).all()
    assert 0 < turning.sum() < 20
