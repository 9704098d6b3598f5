"""KERPLE: scores fall with the logarithm or a power of the distance, learned in every head."""

from typing import ClassVar, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.bases.common_fields import seed_field
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.ringed import Ringed
from peviewer.model.encodings.scheme import Array

Form = Literal["logarithmic", "power"]
Values = Literal["chosen", "drawn"]
# The lower bound of the parameters in the authors' code.
_LEAST = 0.01


class Kerple(Ringed, GivenPositions):
    """Kernelized relative bias: −p·ln(1 + a·|s − t|), or −a·|s − t|^p.

    Notes
    -----
    Chi et al. 2022, arXiv 2205.09921, where they are r₁ and r₂: both are learned, in each head. The
    authors' code begins with random p in 0 … 2 and a in 0 … 1, and holds both at 0.01 at least.

    Examples
    --------
    >>> Kerple(heads=1, p=2, a=1).by_lag([0, 1, -3]).round(4)
    array([[-0.    , -1.3863, -2.7726]])
    >>> Kerple(heads=1, form="power", p=0.5, a=2).by_lag([0, 1, -4])
    array([[-0., -2., -4.]])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("learned",)

    title: ClassVar[str] = "KERPLE"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")

    scheme: Literal["kerple"] = "kerple"
    form: Form = parameter(
        "logarithmic",
        title="Form",
        labels={"logarithmic": "Log of the distance", "power": "Power of the distance"},
        help="How scores fall with distance; the authors found that the logarithm extrapolates "
        "best.",
    )
    values: Values = parameter(
        "chosen",
        title="Values",
        labels={"chosen": "Chosen, in all heads", "drawn": "Drawn, untrained"},
        help="Each head learns both numbers; here they are chosen, or drawn as before training.",
    )
    p: float = parameter(
        1.0,
        title="Amount",
        symbol="p",
        gt=0,
        le=2,
        slider=(0.01, 2),
        only=("values", ("chosen",)),
        help="Factor of the logarithm, or exponent of the distance.",
        formula=r"-p\,\ln(1 + a\,|s - t|),\ \mathrm{or}\ -a\,|s - t|^p",
    )
    a: float = parameter(
        0.5,
        title="Rate",
        symbol="a",
        gt=0,
        le=1e3,
        slider=(0.001, 10),
        scale="log",
        only=("values", ("chosen",)),
        help="Factor of the distance inside the logarithm, or of the power.",
        formula=r"-p\,\ln(1 + a\,|s - t|),\ \mathrm{or}\ -a\,|s - t|^p",
    )
    seed: int = seed_field("The seed of the random numbers.", ("values", ("drawn",)))

    @property
    def is_placeholder(self) -> bool:
        return self.values == "drawn"

    def learned(self) -> Array:
        """Return p and a of every head, shape (2, H)."""
        if self.values == "chosen":
            return np.tile([[self.p], [self.a]], self.heads)
        # A seed gives the same first heads for any number of heads.
        numbers = np.random.default_rng(self.seed).random((self.heads, 2)).T * [[2.0], [1.0]]
        return np.maximum(numbers, _LEAST)

    def bias_of_row(self, lags: Array, row: int) -> Array:
        p, a = self.learned()[:, row] if self.values == "drawn" else (self.p, self.a)
        distances = np.abs(lags)
        return np.asarray(
            -p * np.log1p(a * distances) if self.form == "logarithmic" else -a * distances**p
        )

    def formula(self) -> Formula:
        p, a = ("p_h", "a_h") if self.values == "drawn" else ("p", "a")
        bias = Formula(rf"\mathrm{{bias}} = -{a}\,|s - t|^{{{p}}}")
        if self.form == "logarithmic":
            bias = Formula(rf"\mathrm{{bias}} = -{p}\,\ln(1 + {a}\,|s - t|)")
        return bias.joined_with(self.ring_formula())

    def bias_code(self) -> list[str]:
        if self.values == "chosen":
            p, a = (f"np.full(({self.heads}, 1, 1), {value!r})" for value in (self.p, self.a))
        else:
            p, a = (f"np.array({numbers.tolist()})[:, None, None]" for numbers in self.learned())
        return [
            f"p = {p}  # learned",
            f"a = {a}  # learned",
            f"positions = {self.positions_code}",
            f"distances = abs({self.lag_code})",
            "table = -p * np.log1p(a * distances)"
            if self.form == "logarithmic"
            else "table = -a * distances**p",
        ]


SCHEME = Kerple
