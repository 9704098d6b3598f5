"""Words and numbers as they stand in a picture: italics, true minus signs, thin-spaced thousands."""

import re
from collections.abc import Sequence
from itertools import pairwise

from matplotlib.ticker import Formatter

from peviewer.base.words import MINUS, THIN, decimals_between, fixed, mantissa, whole

# Not every font has these; mathematical text sets them from ordinary letters.
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑᵢⱼₖₘₙₚₜ₋₊", "0123456789aeijkmnpt-+", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵇⁱᵏⁿᵗᵀ⁻⁺", "0123456789bikntT-+", strict=True))


def typeset(text: str) -> str:
    r"""Return a Figure's text for matplotlib: starred parts in italics, small letters set.

    Examples
    --------
    >>> typeset("position *t*")
    'position $t$'
    >>> typeset("angle *ωᵢ t* in rad")
    'angle $ω_{i}\\ t$ in rad'
    >>> typeset("5 $ and 2ᵇ")
    '5 \\$ and 2$^{b}$'
    """
    parts = re.split(r"\*([^*\n]+)\*", text)
    line = "".join(_italic(part) if place % 2 else _upright(part) for place, part in enumerate(parts))
    # Fonts of mathematical text lack the thin space.
    return line.replace(THIN, r"$\,$") if "$" in line else line


def _italic(text: str) -> str:
    raised = re.sub(r"\^\(([^()]*)\)", r"^{\1}", text.replace("\\", "").replace("$", r"\$"))
    return f"${_small(raised)}$".replace(" ", r"\ ").replace(THIN, r"\,")


def _upright(text: str) -> str:
    return _small(text.replace("$", r"\$"), "$")


def _small(text: str, around: str = "") -> str:
    """Turn runs of Unicode's small letters into mathtext's."""
    for sign, letters in (("_", _BELOW), ("^", _ABOVE)):
        text = re.sub(f"([{''.join(letters)}]+)", rf"{around}{sign}{{\1}}{around}", text)
        text = "".join(letters.get(letter, letter) for letter in text)
    return text


def numbers(values: Sequence[float], origin: int = 0) -> list[str]:
    r"""Write ticks alike: as many decimals as tell them apart, powers of ten where they are long.

    Parameters
    ----------
    values : sequence of float
        The ticks, measured from `origin`.
    origin : int
        What they are measured from; added exactly.

    Examples
    --------
    >>> numbers([-1, -0.5, 0])
    ['−1.0', '−0.5', '0.0']
    >>> numbers([0, 2e-7])
    ['0', '$2{\\times}10^{-7}$']
    """
    steps = [abs(b - a) for a, b in pairwise(values) if b != a]
    step = min(steps, default=max((abs(v) for v in values), default=1.0)) or 1.0
    largest = max((abs(v) for v in values), default=0.0)
    if not origin and (step < 1e-4 or largest >= 1e10):
        return [_power(value, largest) for value in values]
    decimals = decimals_between(step)
    if decimals == 0 and any(abs(v - round(v)) > 1e-3 * step for v in values):
        decimals = 1
    if origin and decimals == 0:
        return [whole(origin + round(value)) for value in values]
    return [fixed(origin + value, decimals) for value in values]


def _power(value: float, largest: float) -> str:
    if abs(value) < 1e-9 * largest or value == 0:
        return "0"
    digits, power = mantissa(value, 2)
    return f"${digits.rstrip('0').rstrip('.').replace(MINUS, '-')}{{\\times}}10^{{{power}}}$"


class Numbers(Formatter):  # type: ignore[no-untyped-call,misc,unused-ignore]  # matplotlib's base is untyped in part
    """Tick labels of one axis, all written alike."""

    def __init__(self, origin: int = 0) -> None:
        self.origin = origin

    def __call__(self, value: float, pos: int | None = None) -> str:
        """Write one tick."""
        return numbers([value], self.origin)[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Write all ticks of the axis."""
        return numbers([float(value) for value in values], self.origin)
