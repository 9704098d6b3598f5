"""How encodings are drawn for the identities, and two independent references to measure against."""

from typing import get_args

import mpmath
import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st

from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.pairs import Layout

settings.register_profile("peviewer", deadline=None, max_examples=40)
settings.load_profile("peviewer")

st.register_type_strategy(
    Sinusoidal,
    st.builds(
        Sinusoidal,
        length=st.integers(1, 60),
        dim=st.integers(1, 40),
        base=st.sampled_from([1.5, 100.0, 1e4, 1e6, 1e12]) | st.floats(1.01, 1e12),
        schedule=st.sampled_from(["paper", "endpoint"]),
        layout=st.sampled_from(get_args(Layout)),
        first=st.integers(-300, 300),
    ),
)


def _exact_frequencies(encoding):
    """Return ω_i as 60-digit numbers, from the definition."""
    with mpmath.workdps(60):
        base = mpmath.mpf(encoding.base)
        pairs = (encoding.dim + 1) // 2
        if encoding.schedule == "paper":
            exponents = [mpmath.mpf(2 * i) / encoding.dim for i in range(pairs)]
        else:
            exponents = [mpmath.mpf(i) / max(1, pairs - 1) for i in range(pairs)]
        return [base**-exponent for exponent in exponents]


def _plain_table(encoding, positions=None):
    """Return the table column by column from the definition, without any product of tables."""
    if positions is None:
        positions = np.arange(encoding.first, encoding.first + encoding.length)
    omega = np.array([float(value) for value in _exact_frequencies(encoding)])
    sines = np.sin(np.outer(positions, omega))
    cosines = np.cos(np.outer(positions, omega))
    cosines = cosines[:, : encoding.dim // 2]
    if encoding.layout == "concatenated":
        return np.hstack([sines, cosines])
    if encoding.layout == "flipped":
        return np.hstack([cosines, sines])
    table = np.empty((len(positions), encoding.dim))
    table[:, 0::2] = sines
    table[:, 1::2] = cosines
    return table


@pytest.fixture(scope="session")
def exact_frequencies():
    return _exact_frequencies


@pytest.fixture(scope="session")
def plain_table():
    return _plain_table
