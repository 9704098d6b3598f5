"""Periods of one's choice, as of an hour, a weekday or a longitude: a sine and a cosine of each."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.numbers import plain
from peviewer.base.parameters import parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.base.typed_values import read_numbers
from peviewer.model.encodings.bases.common_fields import HasDim
from peviewer.model.encodings.bases.turning_fields import still_columns
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.frequencies import DoubleDouble, of_wavelengths

_USUAL = 24.0, 168.0, 8766.0
_MOST_PERIODS = 64
# Wavelengths in the formula.
_WRITTEN = 4


class Periods(Turning):
    """A sine and a cosine of each of some periods, and of its harmonics, the shortest first.

    Examples
    --------
    >>> clock = Periods(length=25, periods=(24,))
    >>> clock.table(positions=[3, 9]).round(4)
    array([[ 0.7071,  0.7071],
           [ 0.7071, -0.7071]])
    >>> Periods(periods=(7, 24), harmonics=2).wavelengths()
    array([ 3.5,  7. , 12. , 24. ])
    """

    title: ClassVar[str] = "Periods"
    panes: ClassVar[tuple[str, ...]] = ("waves", "clocks", "encoding", "distance")
    derived_fields: ClassVar[tuple[str, ...]] = ("dim",)
    positional_fields: ClassVar[tuple[str, ...]] = ("length",)

    scheme: Literal["periods"] = "periods"
    dim: int = redeclared(HasDim, "dim", 2 * len(_USUAL), hidden=True)
    periods: tuple[float, ...] = parameter(
        _USUAL,
        title="Periods",
        unit="positions",
        help="After how many positions each pair is where it was: 24, 168 and 8 766 hours are a "
        "day, a week and a year.",
        formula=r"\omega_i = 2\pi/\lambda_i",
    )
    names: str = parameter(
        "hour, weekday, season",
        title="Names",
        form="names with commas between them",
        typed=True,
        help="What the periods are called, in their order, with commas between them.",
    )
    harmonics: int = parameter(
        1,
        title="Harmonics",
        ge=1,
        le=64,
        slider=(1, 8),
        help="How many waves each period has: one, two … of them fit into it.",
    )

    @model_validator(mode="before")
    @classmethod
    def _with_dimensions(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        periods = fields.get("periods", _USUAL)
        if isinstance(periods, str):
            periods = read_numbers(periods)
        harmonics = fields.get("harmonics", 1)
        is_countable = isinstance(periods, list | tuple) and isinstance(harmonics, int)
        return {"dim": 2 * max(1, len(periods) * harmonics), **fields} if is_countable else fields

    @model_validator(mode="after")
    def _check_periods(self) -> "Periods":
        if not 1 <= len(self.periods) <= _MOST_PERIODS:
            raise ValueError(f"periods must be 1 to {_MOST_PERIODS} numbers")
        shortest = min(self.periods)
        if not 1e-6 <= shortest or max(self.periods) > 1e12:
            wrong = shortest if shortest < 1e-6 else max(self.periods)
            raise ValueError(refused("periods", wrong, "each must be from 0.000001 to 10¹²"))
        dim = 2 * len(self.periods) * self.harmonics
        if self.dim != dim:
            raise ValueError(refused("dim", self.dim, f"these periods have {dim} columns"))
        return self

    def _waves(self) -> list[tuple[Fraction, int, int]]:
        """Return wavelength, period from 0, and harmonic of each pair, the shortest first."""
        waves: list[tuple[Fraction, int, int]] = []
        for place, period in enumerate(self.periods):
            exact = Fraction(repr(period))
            waves += [(exact / k, place, k) for k in range(1, self.harmonics + 1)]
        return sorted(waves)

    def double_double_frequencies(self) -> DoubleDouble:
        return of_wavelengths(tuple(wavelength for wavelength, _, _ in self._waves()))

    def pair_name(self, pair: int) -> str:
        _, place, harmonic = self._waves()[pair]
        names = [name.strip() for name in self.names.split(",")]
        name = names[place] if place < len(names) else ""
        name = name or f"period {plain(self.periods[place])}"
        return name if harmonic == 1 else f"{name} / {harmonic}"

    @property
    def common_period(self) -> float:
        """After how many positions all pairs are where they were."""
        exact = [Fraction(repr(period)) for period in self.periods]
        denominator = lcm(*(period.denominator for period in exact))
        return lcm(*(int(period * denominator) for period in exact)) / denominator

    @property
    def remarks(self) -> str:
        return still_columns(self.wavelengths())

    def frequency_formula(self) -> Formula:
        waves = self._waves()
        lengths = r",\ ".join(f"{float(wave):.6g}" for wave, _, _ in waves[:_WRITTEN])
        more = r",\ \ldots" if len(waves) > _WRITTEN else ""
        wavelengths = rf"\lambda_i = {lengths}{more}"
        return Formula(r"\omega_i = 2\pi/\lambda_i").joined_with(wavelengths)

    def frequency_code(self) -> str:
        wavelengths = ", ".join(repr(float(wave)) for wave, _, _ in self._waves())
        return f"2 * np.pi / np.array([{wavelengths}])"


SCHEME = Periods
