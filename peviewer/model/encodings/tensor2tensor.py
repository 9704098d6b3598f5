"""The timing signal of tensor2tensor: all sines, then all cosines, between two time scales."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.limits import Limit
from peviewer.model.encodings.bases.turning_fields import column_layout, even_dimensions
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.frequencies import DoubleDouble, endpoint, multiply, paper
from peviewer.model.turning.pairs import Layout


class Tensor2Tensor(Turning):
    """PE(t) = [sin ω₀t, sin ω₁t, … | cos ω₀t, cos ω₁t, …], ω falling from τ₀ to τ₀²/τ₁.

    Notes
    -----
    ω_i = τ₀·(τ₁/τ₀)^(−i/(d/2−1)), as ``get_timing_signal_1d`` in tensor2tensor's
    ``common_attention.py`` has it: there the first frequency is the smaller time scale itself, not
    one over it, which only τ₀ = 1 hides.

    Examples
    --------
    >>> Tensor2Tensor(length=2, dim=4, max_timescale=100.0).table().round(4)
    array([[0.    , 0.    , 1.    , 1.    ],
           [0.8415, 0.01  , 0.5403, 1.    ]])
    """

    title: ClassVar[str] = "tensor2tensor"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "frequencies", "shift", "distance")
    fields_in_code: ClassVar[tuple[str, ...]] = ("min_timescale", "max_timescale")

    scheme: Literal["tensor2tensor"] = "tensor2tensor"
    dim: int = even_dimensions("tensor2tensor")
    layout: Layout = column_layout(
        "concatenated", "The order of the columns. tensor2tensor has all sines first."
    )
    min_timescale: float = parameter(
        1.0,
        title="Smaller time scale",
        symbol="τ₀",
        gt=0,
        le=1e6,
        slider=(0.1, 100),
        scale="log",
        help="The frequency of the first pair.",
        formula=r"\omega_0 = \tau_0",
    )
    max_timescale: float = parameter(
        10_000.0,
        title="Larger time scale",
        symbol="τ₁",
        gt=0,
        le=1e12,
        slider=(10, 1e7),
        scale="log",
        help="With τ₀ = 1, the reciprocal of the last pair's frequency.",
        formula=r"\omega_i = \tau_0\,(\tau_1/\tau_0)^{-i/(d/2-1)}",
    )

    @model_validator(mode="after")
    def _check_time_scales(self) -> "Tensor2Tensor":
        if self.min_timescale >= self.max_timescale:
            why = f"it must be greater than min_timescale = {self.min_timescale:g}"
            raise ValueError(refused("max_timescale", self.max_timescale, why))
        return self

    def double_double_frequencies(self) -> DoubleDouble:
        ratio = self.max_timescale / self.min_timescale
        return multiply(self.min_timescale, endpoint(self.pairs, self.dim, ratio))

    def frequency_formula(self) -> Formula:
        if self.pairs == 1:
            return Formula(r"\omega_0 = \tau_0")
        return Formula(r"\omega_i = \tau_0\,(\tau_1/\tau_0)^{-i/(d/2-1)}")

    def other_schedules(self) -> dict[str, NDArray[np.float64]]:
        if self.max_timescale <= 1:
            return {}
        frequencies, _ = paper(self.pairs, self.dim, self.max_timescale)
        return {"paper": frequencies}

    def limits(self) -> tuple[Limit, ...]:
        return (Limit(self.max_timescale, "1/*τ₁*", "2π*τ₁*"),)

    def frequency_code(self) -> str:
        return "min_timescale * (max_timescale / min_timescale) ** (-pairs / max(1, dim // 2 - 1))"


SCHEME = Tensor2Tensor
