"""Errors of angles and of scores in few bits, against every position tried, and against types of their own."""

import numpy as np
import pytest

from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.formats import BFLOAT16, FLOAT16, FLOAT32, FORMATS
from peviewer.model.turning.precision import angle_errors, angles, is_within, score_errors

SCHEMES = [
    Rope(length=4096, dim=16),
    Rope(length=30_000, dim=8, base=500.0, first=-3000),
    Rope(length=5, dim=8, base=1e6),
    Rope(length=2000, dim=8, base=10.0, first=20_000),
    Sinusoidal(length=700, dim=12, first=-300),
]


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
@pytest.mark.parametrize("what", ["all", "positions", "frequencies", "angles"])
def test_no_angle_is_further_off_than_is_said_by_much(scheme, what):
    positions, frequencies = np.array(scheme.positions, dtype=np.float64), scheme.frequencies()
    for kept in FORMATS:
        wanted = np.abs(angles(positions, frequencies, kept, what) - positions[:, None] * frequencies).max(axis=0)
        found = angle_errors(scheme, kept, what, tuple(range(scheme.pairs)))
        assert (found <= wanted).all()
        assert (found >= 0.8 * wanted).all()
        if kept is BFLOAT16 and what in ("all", "positions"):
            assert np.array_equal(found, wanted)


def test_angles_are_those_of_numpy_in_half_precision():
    positions, frequencies = np.arange(2000.0), Rope(dim=64).frequencies()
    half = positions.astype(np.float16)[:, None] * frequencies.astype(np.float16)
    assert np.array_equal(angles(positions, frequencies, FLOAT16), half.astype(np.float64))


def test_the_score_of_two_positions_that_collapse_is_that_of_one():
    # in bfloat16 positions 4080 and 4087 are one number, 4080: their score is 1, not that of lag 7
    scheme = Rope(length=4096, dim=128)
    found = score_errors(scheme, BFLOAT16, "positions", (0, 7))
    true = np.mean([np.cos(7 * 10_000.0 ** (-2 * i / 128)) for i in range(64)])
    assert found[0] == 0
    assert found[1] == pytest.approx(1 - true, abs=0.02)
    assert score_errors(scheme, FLOAT32, "all", (7,))[0] < 1e-4
    assert not score_errors(Rope(length=256, dim=128), BFLOAT16, "positions", (0, 7, 200)).any()  # all exact


def test_a_format_that_ends_before_the_positions_do_is_known():
    assert [is_within(Rope(length=65_520), kept) for kept in FORMATS] == [True, True, True]
    assert [is_within(Rope(length=65_521), kept) for kept in FORMATS] == [True, False, True]


def test_a_position_beyond_the_format_has_no_angle_where_the_frequency_is_0_there():
    found = angles(np.array([65_521.0, 2.0]), np.array([1e-9]), FLOAT16)
    assert np.isnan(found[0, 0])
    assert found[1, 0] == 0
