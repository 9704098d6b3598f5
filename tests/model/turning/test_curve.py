"""A column as a curve, and as what is left of it where a pixel holds more than a quarter of a wave."""

import mpmath
import numpy as np
import pytest

import peviewer as pv
from peviewer.model.turning.curve import ColumnCurve

COLUMNS = {"interleaved": (6, 7), "concatenated": (3, 19), "flipped": (19, 3)}  # sine and cosine of pair 3 of 16
OMEGA = 1e4 ** (-6 / 32)


def _curve(layout, cosine, **fields):
    return ColumnCurve(pv.Sinusoidal(dim=32, layout=layout, **fields), COLUMNS[layout][cosine])


@pytest.mark.parametrize("layout", COLUMNS)
@pytest.mark.parametrize("cosine", [False, True])
@pytest.mark.parametrize("low", [-1234.5, 0.0, 1e6])
@pytest.mark.parametrize("waves", [0.26, 0.51, 0.77, 1.001, 1000.3])
def test_a_crowded_curve_reaches_as_far_as_it_does_in_a_pixel_and_its_neighbours(layout, cosine, low, waves):
    high = low + 50 * waves * 2 * np.pi / OMEGA
    x, y = _curve(layout, cosine).sample(low, high, 50)
    edges = np.linspace(low, high, 51)
    assert x.tolist() == pytest.approx(np.repeat((edges[1:] + edges[:-1]) / 2, 2).tolist())
    beside = 0 if waves > 1 else 1 if waves > 0.5 else 2
    for k in range(2, 48):
        inside = np.linspace(edges[k - beside], edges[k + 1 + beside], 20_001)
        values = np.cos(OMEGA * inside) if cosine else np.sin(OMEGA * inside)
        assert (y[2 * k], y[2 * k + 1]) == pytest.approx((values.min(), values.max()), abs=0.02)


@pytest.mark.parametrize("cosine", [False, True])
def test_up_to_a_quarter_of_a_wave_a_pixel_the_curve_itself_is_drawn_and_its_crests_are_met(cosine):
    for waves in (0.001, 0.1, 0.2, 0.24):
        high = 200 * waves * 2 * np.pi / OMEGA
        x, y = _curve("interleaved", cosine).sample(0.0, high, 200)
        assert np.allclose(y, np.cos(OMEGA * x) if cosine else np.sin(OMEGA * x), atol=1e-12)
        assert np.diff(x).max() * OMEGA <= 2 * np.pi / 16 * 1.01
        assert len(x) <= 8 * 200
        if waves > 0.01:
            assert y.max() > 0.98
            assert y.min() < -0.98


def test_far_out_the_curve_runs_where_the_table_does():
    mpmath.mp.dps = 50
    omega, first = mpmath.mpf(10_000) ** (mpmath.mpf(-6) / 32), 9 * 10**15
    x, y = _curve("interleaved", False, first=first).sample(float(first), float(first + 30), 500)
    assert np.allclose(y, [float(mpmath.sin(omega * int(position))) for position in x], atol=1e-12)


def test_raw_samples_are_one_a_pixel():
    curve = ColumnCurve(pv.Sinusoidal(dim=32), 6, "nearest")
    x, y = curve.sample(0.0, 1e6, 300)
    assert x.tolist() == np.linspace(0, 1e6, 300).tolist()
    assert np.allclose(y, np.sin(OMEGA * x), atol=1e-9)


def test_the_numbers_are_those_of_whole_positions_however_crowded():
    x, y = _curve("flipped", True).exact(-3.5, 1000)
    assert x.tolist() == list(range(-3, 1000))
    assert np.allclose(y, np.cos(OMEGA * x), atol=1e-12)
