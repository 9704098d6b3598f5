"""The least base that keeps a score up, against every base tried by itself and against published figures."""

import numpy as np
import pytest

from peviewer.model.between.score import TurnedScore, least_base
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
from peviewer.model.encodings.xpos import XPos

OF_THREE_DIGITS = [float(f"{digits}e{power}") for power in range(-2, 6) for digits in range(100, 1000)][1:]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [Rope(dim=16, length=200), Sinusoidal(dim=24, length=300),
                                    Rope(dim=64, length=500, rotated="proportional", share=0.75),
                                    Rope(length=33, dim=8, scaling="yarn", trained=8, slow=0.2, fast=2.0),
                                    Rope(length=70, dim=8, scaling="dynamic", trained=16),
                                    Rope(length=90, dim=12, scaling="longrope", trained=16,
                                         long_factors=(1.0, 1.5, 3.0, 1.0, 1.0, 1.0)),
                                    XPos(length=60, dim=8, decay_base=30.0)])  # fmt: skip
def test_no_smaller_base_of_three_digits_will_do_whatever_is_scaled_or_lost(scheme):
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
