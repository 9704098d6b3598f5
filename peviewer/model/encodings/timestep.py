"""The embedding of a diffusion model's time step, as image generators have it."""

from fractions import Fraction
from typing import ClassVar, Literal

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.bases.limits import Limit
from peviewer.model.encodings.bases.turning_fields import (
    column_layout,
    even_dimensions,
    frequency_base,
)
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.frequencies import DoubleDouble, inverse_powers, multiply
from peviewer.model.turning.pairs import Layout


class Timestep(Turning):
    """PE(t) = [sin ω₀t, sin ω₁t, … | cos ω₀t, cos ω₁t, …] of the time step t of a diffusion.

    Notes
    -----
    ω_i = scale·b^(−i/(d/2 − shift)), as ``get_timestep_embedding`` of diffusers has it. At d/2 =
    shift, where that divides by zero, the only pair keeps ω = scale.

    Examples
    --------
    >>> Timestep(length=2, dim=4, freq_shift=0.0).table().round(4)
    array([[0.    , 0.    , 1.    , 1.    ],
           [0.8415, 0.01  , 0.5403, 1.    ]])
    """

    title: ClassVar[str] = "Diffusion time step"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "frequencies", "clocks", "distance")
    fields_in_code: ClassVar[tuple[str, ...]] = ("base", "freq_shift", "scale")

    scheme: Literal["timestep"] = "timestep"
    dim: int = even_dimensions("diffusers")
    layout: Layout = column_layout(
        "concatenated", "The order of the columns. “cosines | sines” is flip_sin_to_cos."
    )
    base: float = frequency_base(
        help="A larger base, max_period in code, widens the range of frequencies.",
        formula=r"\omega_i = c\,b^{-i/(d/2 - \delta)}",
    )
    freq_shift: float = parameter(
        1.0,
        title="Frequency shift",
        symbol="δ",
        ge=0,
        le=1,
        slider=(0, 1),
        help="Subtracted from d/2 in the exponent: with 1 the last pair reaches c/b, with 0 it "
        "stops short of it.",
        formula=r"\omega_i = c\,b^{-i/(d/2 - \delta)}",
    )
    scale: float = parameter(
        1.0,
        title="Scale",
        symbol="c",
        gt=0,
        le=1e6,
        slider=(0.1, 1000),
        scale="log",
        help="Every angle is multiplied by this.",
        formula=r"\mathrm{angle} = c\,b^{-i/(d/2 - \delta)}\,t",
    )

    def double_double_frequencies(self) -> DoubleDouble:
        divisor = Fraction(self.pairs) - Fraction(self.freq_shift) or Fraction(
            1
        )  # of a single pair any is right
        powers = inverse_powers(self.base, divisor.denominator, divisor.numerator, self.pairs)
        return multiply(self.scale, powers)

    def frequency_formula(self) -> Formula:
        if self.pairs == 1:
            return Formula(r"\omega_0 = c")
        return Formula(r"\omega_i = c\,b^{-i/(d/2-\delta)}")

    def limits(self) -> tuple[Limit, ...]:
        """Return c/b, which δ = 1 reaches."""
        return (Limit(self.base / self.scale, "*c*/*b*", "2π*b*/*c*"),)

    def frequency_code(self) -> str:
        return "scale * base ** (-pairs / max(0.5, dim // 2 - freq_shift))"


SCHEME = Timestep
