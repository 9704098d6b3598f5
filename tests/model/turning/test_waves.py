"""Waves in single precision, as right as it allows however far out; and their means over whole positions."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.between.with_content import pairwise_raster
from peviewer.model.content.content import Content
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.timestep import Timestep
from peviewer.model.shift.matrix import shift_matrix
from peviewer.model.turning.waves import dirichlet, seen, waves_of


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_waves_are_right_to_seven_digits_however_many_turns(turns):
    cosines, sines = waves_of(np.array(turns))
    with mpmath.workdps(40):
        angles = [2 * mpmath.pi * mpmath.mpf(turn) for turn in turns]
        np.testing.assert_allclose(cosines, [float(mpmath.cos(angle)) for angle in angles], rtol=0, atol=1.3e-7)
        np.testing.assert_allclose(sines, [float(mpmath.sin(angle)) for angle in angles], rtol=0, atol=1.3e-7)


@pytest.mark.parametrize("scale", [0.5, 3.0, 3.2, 7.0, 123_456.789])
@pytest.mark.parametrize("kind", ["none", "ones", "normal"])
def test_pixels_hold_means_of_whole_positions_however_fast_pairs_turn(scale, kind):
    encoding = Timestep(length=120, dim=16, scale=scale, first=50)
    embedded = Embedded(encoding, Content(kind=kind))
    table, blocks = embedded.table(), np.arange(20) * 6 + 2.5
    moved = table @ shift_matrix(encoding, 2.25).T
    for raster, cells in ((embedded.raster(), table), (embedded.raster(2.25, "concatenated"), moved)):
        assert np.allclose(raster.sample(blocks, np.arange(16)), cells.reshape(20, 6, 16).mean(1), atol=1e-5)
        assert np.abs(raster.sample(np.arange(48) * 2.5 + 0.75, np.arange(16))).max() <= np.abs(cells).max() + 1e-5
    for metric in ("dot", "sse"):
        raster = pairwise_raster(embedded, metric)
        cells = raster.exact(range(120), range(120)).reshape(20, 6, 20, 6).mean((1, 3))
        assert np.allclose(raster.sample(blocks, blocks), cells, atol=1e-4)
        uneven = raster.sample(np.arange(48) * 2.5 + 0.75, np.arange(48) * 2.5 + 0.75)
        assert np.abs(uneven).max() <= np.abs(raster.exact(range(120), range(120))).max() + 1e-4


@pytest.mark.parametrize("omega", [0.1, 3.1, 3.2, 6.28, 6.29, 1e6])
def test_a_frequency_seen_at_whole_positions_makes_the_same_numbers(omega):
    (slower,) = seen(np.array([omega]))
    assert -np.pi <= slower <= np.pi
    positions = np.arange(50)
    assert np.allclose(np.exp(1j * slower * positions), np.exp(1j * omega * positions), atol=1e-7)


@pytest.mark.parametrize("run", [4, 5])
@pytest.mark.parametrize("turns", [-2, -1, 0, 1, 2, 1000])
@pytest.mark.parametrize("beside", [0.0, 1e-12, -1e-9, 0.25])
def test_the_mean_of_neighbours_is_right_where_they_are_whole_turns_apart(run, turns, beside):
    around = np.arange(run) - (run - 1) / 2
    with mpmath.workdps(40):
        omega = 2 * np.pi * turns + beside
        expected = mpmath.fsum(mpmath.cos(mpmath.mpf(omega) * mpmath.mpf(k)) for k in around) / run
    assert dirichlet(np.array([omega]), run)[0] == pytest.approx(float(expected), abs=1e-12)
