"""The lag up to which similarity falls, found exactly."""

from itertools import pairwise

import mpmath
import numpy as np
import pytest

from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.encodings.sinusoidal import Sinusoidal


def test_similarity_falls_up_to_lag_43_in_the_paper_s_encoding(exact_frequencies):
    encoding = Sinusoidal(dim=512)
    with mpmath.workdps(30):
        kernel = [sum(mpmath.cos(omega * lag) for omega in exact_frequencies(encoding)) for lag in range(46)]
    falls = [after < before for before, after in pairwise(kernel)]
    assert falls.index(False) == 43
    assert last_falling_lag(encoding) == 43


@pytest.mark.parametrize(
    ("base", "schedule", "dim"),
    [
        (1.01, "paper", 2),
        (1e4, "endpoint", 4),
        (1e6, "endpoint", 100),
        (1.01, "paper", 256),
        (1e4, "paper", 1000),
        (1e6, "endpoint", 4096),
    ],
)
def test_the_last_falling_lag_is_found_however_far(dim, schedule, base):
    encoding = Sinusoidal(length=1500, dim=dim, schedule=schedule, base=base)
    kernel = np.cos(np.arange(1500)[:, None] * encoding.frequencies()).sum(axis=1)
    assert last_falling_lag(encoding) == int(np.argmax(np.diff(kernel) > 0))


def test_a_short_encoding_falls_at_every_lag():
    assert last_falling_lag(Sinusoidal(length=40, dim=512)) is None
    assert last_falling_lag(Sinusoidal(length=1)) is None
