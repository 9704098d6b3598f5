"""The least base that keeps a score up, against every base tried by itself and against published figures."""

import numpy as np
import pytest

from peviewer.model.between.score import TurnedScore, least_base
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
from peviewer.model.encodings.xpos import XPos

OF_THREE_DIGITS = [float(f"{digits}e{power}") for power in range(-2, 6) for digits in range(100, 1000)][1:]


def is_kept(exponents, length, base, slower=1.0, still=0):
    """Whether still + Σ cos(base^−exponent·lag/slower) is 0 or more at every lag."""
    lags = np.arange(length, dtype=np.float64)
    return bool(still + np.cos(lags[:, None] * (base**-exponents / slower)).sum(axis=1).min() >= 0)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("scheme", "actual"),
    [
        (Rope(dim=16, length=200), 8300),
        (Rope(dim=8, length=100), 15_200),
        (Rope(dim=12, length=200), 18_500),
        (Rope(dim=20, length=300), 11_000),
        (Rope(dim=24, length=300), 6150),
        (Sinusoidal(dim=24, length=300), 6150),
        (Rope(dim=64, length=1000, rotated="proportional", share=0.75), 8.95),
        (Rope(dim=32, length=200, scaling="linear", factor=2.0), None),
    ],
)
def test_no_smaller_base_of_three_digits_will_do(scheme, actual):
    exponents = 2 * np.arange(scheme.pairs) / scheme.dim
    slower = 2.0 if getattr(scheme, "scaling", "") == "linear" else 1.0
    kept = (base for base in OF_THREE_DIGITS
            if is_kept(exponents, scheme.length, base, slower, scheme.dim // 2 - scheme.pairs))  # fmt: skip
    least = next(kept)
    assert least_base(scheme) == least
    assert actual in (None, least)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [Rope(length=33, dim=8, scaling="yarn", trained=8, slow=0.2, fast=2.0),
                                    Rope(length=70, dim=8, scaling="dynamic", trained=16),
                                    Rope(length=90, dim=12, scaling="longrope", trained=16,
                                         long_factors=(1.0, 1.5, 3.0, 1.0, 1.0, 1.0)),
                                    XPos(length=60, dim=8, decay_base=30.0)])  # fmt: skip
def test_scalings_that_follow_the_length_and_losses_count(scheme):
    actual = least_base(scheme)
    lags = np.arange(float(scheme.length))

    def least(base):
        return TurnedScore(scheme.model_copy(update={"base": base})).at(lags).min()

    assert least(actual) >= 0
    assert max((least(base) for base in OF_THREE_DIGITS if base < actual), default=-1) < 0


@pytest.mark.parametrize(("length", "published"), [(1025, 4.3e3), (8193, 8.4e4), (65_537, 2.1e6)])
def test_the_least_base_is_the_published_one(length, published):
    # Men et al. 2024, arXiv 2405.14591, table 2, lag L among them, of two digits
    actual = least_base(Rope(length=length, base=77.0, first=-5))
    assert float(f"{actual:.1e}") == published


def test_there_may_be_no_such_base_or_any():
    assert least_base(Rope(length=2)) == 1.0
    assert least_base(Rope(dim=96, length=2048, rotated="part", share=0.5)) == 1.0
    assert least_base(Rope(dim=2, length=5)) == np.inf
    assert least_base(Tensor2Tensor()) is None
    assert least_base(Rope(dim=4096, length=10**7)) is None
