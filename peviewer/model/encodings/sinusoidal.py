"""The sinusoidal encoding of the original Transformer, with the variants found in the wild."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.bases.turning_fields import frequency_base
from peviewer.model.encodings.turning import Limit, Turning
from peviewer.model.turning.frequencies import SCHEDULES, DoubleDouble, Schedule

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
    base: float = frequency_base(formula=_RULES)
    schedule: Schedule = parameter(
        "paper",
        title="Schedule",
        seldom=True,
        labels={"paper": "Paper: ends above 1/b", "endpoint": "Endpoint: 1 … 1/b"},
        help="How the frequencies fall from pair to pair. tensor2tensor uses the endpoint "
        "schedule.",
        formula=_RULES,
    )

    def double_double_frequencies(self) -> DoubleDouble:
        return SCHEDULES[self.schedule](self.pairs, self.dim, self.base)

    def frequency_formula(self) -> Formula:
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
        name: Schedule = "endpoint" if self.schedule == "paper" else "paper"
        return {name: SCHEDULES[name](self.pairs, self.dim, self.base)[0]}

    def limits(self) -> tuple[Limit, ...]:
        """Return 1/b, which the endpoint schedule reaches and the paper's approaches."""
        return (Limit(self.base, "1/*b*", "2π*b*"),)

    def frequency_code(self) -> str:
        exponents = {"paper": "-2 * pairs / dim", "endpoint": "-pairs / max(1, (dim - 1) // 2)"}
        return f"base ** ({exponents[self.schedule]})"


SCHEME = Sinusoidal
