"""The lag up to which similarity falls, found exactly."""

import numpy as np
import pytest

from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.encodings.sinusoidal import Sinusoidal


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
