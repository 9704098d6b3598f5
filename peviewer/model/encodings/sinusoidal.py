"""The sinusoidal encoding of the original Transformer, with the variants found in the wild."""

from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.limits import Limit
from peviewer.model.encodings.bases.turning_fields import frequency_base, still_columns
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.frequencies import (
    SCHEDULES,
    DoubleDouble,
    Schedule,
    between_wavelengths,
)

_RULES = (
    r"\mathrm{paper}\ \omega_i = b^{-2i/d};"
    r"\ \mathrm{endpoint}\ \omega_i = b^{-i/(\lceil d/2\rceil-1)}"
)


class Sinusoidal(Turning):
    """PE(t) = (sin ω₀t, cos ω₀t, sin ω₁t, cos ω₁t, …), with frequencies falling geometrically.

    Notes
    -----
    Vaswani et al. 2017, arXiv 1706.03762, section 3.5.

    Examples
    --------
    >>> Sinusoidal(length=3, dim=4).table().round(4)
    array([[ 0.    ,  1.    ,  0.    ,  1.    ],
           [ 0.8415,  0.5403,  0.01  ,  1.    ],
           [ 0.9093, -0.4161,  0.02  ,  0.9998]])
    """

    title: ClassVar[str] = "Sinusoidal"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "shift", "binary", "distance")
    fields_in_code: ClassVar[tuple[str, ...]] = ("base",)

    scheme: Literal["sinusoidal"] = "sinusoidal"
    base: float = frequency_base(formula=_RULES, only=("schedule", ("paper", "endpoint")))
    schedule: Schedule = parameter(
        "paper",
        title="Schedule",
        seldom=True,
        labels={
            "paper": "Paper: ends above 1/b",
            "endpoint": "Endpoint: 1 … 1/b",
            "wavelengths": "Between two wavelengths",
        },
        help="How the frequencies fall from pair to pair. tensor2tensor uses the endpoint "
        "schedule; encoders of mass spectra choose the wavelengths.",
        formula=_RULES,
    )
    least: float = parameter(
        0.1,
        title="Least wavelength",
        unit="positions",
        ge=1e-6,
        le=1e12,
        slider=(0.01, 100),
        scale="log",
        only=("schedule", ("wavelengths",)),
        help="The wavelength of the fastest pair.",
    )
    greatest: float = parameter(
        10.0,
        title="Greatest wavelength",
        unit="positions",
        ge=1e-6,
        le=1e12,
        slider=(1, 1e6),
        scale="log",
        only=("schedule", ("wavelengths",)),
        help="The wavelength of the slowest pair.",
    )

    @model_validator(mode="after")
    def _check_wavelengths(self) -> "Sinusoidal":
        if self.schedule == "wavelengths" and self.greatest < self.least:
            allowed = f"it must be at least least = {self.least:g}"
            raise ValueError(refused("greatest", self.greatest, allowed))
        return self

    @property
    def remarks(self) -> str:
        return still_columns(self.wavelengths()) if self.schedule == "wavelengths" else ""

    def double_double_frequencies(self) -> DoubleDouble:
        if self.schedule == "wavelengths":
            return between_wavelengths(self.pairs, self.least, self.greatest)
        return SCHEDULES[self.schedule](self.pairs, self.dim, self.base)

    def frequency_formula(self) -> Formula:
        if self.schedule == "wavelengths":
            ratio = f"{self.greatest / self.least:.6g}"
            power = r"^{i/(\lceil d/2\rceil-1)}" if self.pairs > 1 else "^0"
            wavelength = rf"\lambda_i = {self.least:.6g}\cdot {ratio}{power}"
            return Formula(r"\omega_i = 2\pi/\lambda_i").joined_with(wavelength)
        if self.pairs == 1:
            return Formula(r"\omega_0 = 1")
        if self.schedule == "paper":
            return Formula(r"\omega_i = b^{-2i/d}")
        if self.dim % 2 == 0:
            return Formula(r"\omega_i = b^{-i/(d/2-1)}")
        return Formula(r"\omega_i = b^{-i/(\lceil d/2\rceil-1)}")

    @property
    def schedule_name(self) -> str:
        return self.schedule

    def other_schedules(self) -> dict[str, NDArray[np.float64]]:
        if self.schedule == "wavelengths":
            return {}
        name: Schedule = "endpoint" if self.schedule == "paper" else "paper"
        return {name: SCHEDULES[name](self.pairs, self.dim, self.base)[0]}

    def limits(self) -> tuple[Limit, ...]:
        """Return 1/b, which the endpoint schedule reaches and the paper's approaches."""
        if self.schedule == "wavelengths":
            return ()
        return (Limit(self.base, "1/*b*", "2π*b*"),)

    def with_base(self, base: float) -> Self | None:
        return None if self.schedule == "wavelengths" else super().with_base(base)

    def frequency_code(self) -> str:
        if self.schedule == "wavelengths":
            ratio = self.greatest / self.least
            wavelengths = f"{self.least!r} * {ratio!r} ** (pairs / max(1, (dim - 1) // 2))"
            return f"2 * np.pi / ({wavelengths})"
        exponents = {"paper": "-2 * pairs / dim", "endpoint": "-pairs / max(1, (dim - 1) // 2)"}
        return f"base ** ({exponents[self.schedule]})"


SCHEME = Sinusoidal
