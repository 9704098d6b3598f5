"""Waves in single precision, as right as it allows however far out."""

import mpmath
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.turning.waves import waves_of


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20))
def test_waves_are_right_to_seven_digits_however_many_turns(turns):
    cosines, sines = waves_of(np.array(turns))
    with mpmath.workdps(40):
        angles = [2 * mpmath.pi * mpmath.mpf(turn) for turn in turns]
        np.testing.assert_allclose(cosines, [float(mpmath.cos(angle)) for angle in angles], rtol=0, atol=1.3e-7)
        np.testing.assert_allclose(sines, [float(mpmath.sin(angle)) for angle in angles], rtol=0, atol=1.3e-7)
