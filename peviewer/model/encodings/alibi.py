"""ALiBi: attention scores fall linearly with distance, with one slope for each head."""

from math import floor, log2
from typing import ClassVar, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.ringed import Ringed
from peviewer.model.encodings.scheme import Array


class Alibi(Ringed, GivenPositions):
    """Attention with linear biases: −m_h·|s − t| is added to a head's score of query t and key s.

    Notes
    -----
    Press et al. 2022, arXiv 2108.12409: m_h = 2^(−8h/H), h = 1 … H, if H is a power of two.
    Otherwise
    the slopes of the next smaller power of two come first, then every second one of those of
    the next larger, as the authors' code has it.

    Examples
    --------
    >>> Alibi(heads=4).slopes()
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    >>> Alibi(heads=2).by_lag([-3, 0, 1])
    array([[-0.1875    , -0.        , -0.0625    ],
           [-0.01171875, -0.        , -0.00390625]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("slopes",)

    title: ClassVar[str] = "ALiBi"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")

    scheme: Literal["alibi"] = "alibi"
    heads: int = redeclared(
        Ringed,
        "heads",
        8,
        help="How many attention heads there are, each with a slope of its own.",
        formula=r"m_h = 2^{-8h/H}, H\ \mathrm{a\ power\ of\ two}",
    )

    largest: float = parameter(
        8.0,
        title="Largest exponent",
        gt=0,
        le=64,
        slider=(1, 16),
        seldom=True,
        help="The last slope of a power of two of heads is 2 to the minus this: 8 in the paper; "
        "MPT calls it "
        "alibi_bias_max.",
    )

    def slopes(self) -> Array:
        """Return m_h, shape (H,), a position."""
        power = 2 ** floor(log2(self.heads))
        later = _of_power(2 * power, self.largest)[::2][: self.heads - power]
        return np.concatenate([_of_power(power, self.largest), later])

    def bias_of_row(self, lags: Array, row: int) -> Array:
        return np.asarray(-self.slopes()[row] * np.abs(lags))

    def formula(self) -> Formula:
        bias = Formula(r"\mathrm{bias} = -m_h\,|s - t|").joined_with(self.ring_formula())
        power = 2 ** floor(log2(self.heads))
        most = f"{self.largest:g}"
        half = f"{self.largest / 2:g}"
        if power == self.heads:
            return bias.joined_with(rf"m_h = 2^{{-{most}h/H}}")
        return bias.joined_with(
            rf"m_h = 2^{{-{most}h/P}}\ (h \leq P = {power})", rf"2^{{-{half}(2(h-P)-1)/P}}\ (h > P)"
        )

    def arguments(self) -> dict[str, int]:
        return {**super().arguments(), "heads": self.heads}

    def bias_code(self) -> list[str]:
        return [
            "power = 2 ** (heads.bit_length() - 1)",
            f"exponents = [{self.largest:g} * h / power for h in range(1, power + 1)]",
            f"exponents += [{self.largest / 2:g} * h / power for h in range(1, 2 * (heads - "
            "power), 2)]",
            "slopes = 2.0 ** -np.array(exponents)",
            f"positions = {self.positions_code}",
            f"table = -slopes[:, None, None] * abs({self.lag_code})",
        ]


SCHEME = Alibi


def _of_power(heads: int, largest: float) -> Array:
    """Return the slopes of a power of two of heads, down to 2 to the minus `largest`."""
    slopes: Array = 2.0 ** (-largest * np.arange(1, heads + 1) / heads)
    return slopes
