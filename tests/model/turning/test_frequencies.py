"""Frequencies: right to two units in the last place, falling from 1 as each schedule says."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.encodings.sinusoidal import Sinusoidal


def _ulps(values, exact):
    with mpmath.workdps(60):
        return max(
            float(abs(mpmath.mpf(float(value)) - reference) / float(np.spacing(float(reference))))
            for value, reference in zip(values, exact, strict=True)
        )


@given(encoding=st.from_type(Sinusoidal))
def test_what_rounding_took_from_frequencies_is_known(encoding, exact_frequencies):
    with mpmath.workdps(60):
        pairs = zip(encoding.frequencies(), encoding.frequency_rests(), exact_frequencies(encoding), strict=True)
        errors = [abs((mpmath.mpf(float(near)) + mpmath.mpf(float(rest))) / exact - 1) for near, rest, exact in pairs]
    assert max(errors) < 1e-30


@pytest.mark.parametrize(
    ("dim", "base", "schedule"),
    [
        (512, 1.0000001, "paper"),
        (1001, 1.5, "endpoint"),
        (65_536, 1e4, "endpoint"),
        (512, 1e6, "paper"),
        (1001, 1e12, "paper"),
    ],
)
def test_frequencies_stay_exact_at_every_size(schedule, base, dim, exact_frequencies):
    encoding = Sinusoidal(dim=dim, base=base, schedule=schedule)
    every = max(1, encoding.pairs // 100)
    assert _ulps(encoding.frequencies()[::every], _thin(encoding, every)) <= 2


def _thin(encoding, every):
    with mpmath.workdps(60):
        whole = encoding.dim if encoding.schedule == "paper" else 2 * (encoding.pairs - 1)
        return [mpmath.mpf(encoding.base) ** (-mpmath.mpf(2 * i) / whole) for i in range(0, encoding.pairs, every)]


@pytest.mark.parametrize(("base", "dim"), [(1.5, 3), (1e4, 4), (1e12, 5), (1.5, 100), (1e4, 101), (1e12, 512)])
def test_endpoint_ends_at_exactly_one_over_base(dim, base):
    assert Sinusoidal(dim=dim, base=base, schedule="endpoint").frequencies()[-1] == 1 / base
