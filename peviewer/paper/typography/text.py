"""Words and numbers as they stand in a picture: italics, true minus signs, thin-spaced thousands."""

import re
from collections.abc import Sequence
from functools import lru_cache

from matplotlib.ticker import Formatter

from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.base.words import THIN

# Not every font has these; mathematical text sets them from ordinary letters.
_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉ₐₑᵢⱼₖₘₙₚₜ₋₊", "0123456789aeijkmnpt-+", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵇⁱᵏⁿᵗᵀ⁻⁺", "0123456789bikntT-+", strict=True))


@lru_cache(maxsize=1024)  # while a page is laid out, the same numbers and titles are asked for again and again
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


class Numbers(Formatter):  # type: ignore[no-untyped-call,misc,unused-ignore]  # matplotlib's base is untyped in part
    """Tick labels of one axis, all written alike.

    Examples
    --------
    >>> Numbers().format_ticks([0, 2e-7])
    ['0', '2×10$^{-7}$']
    """

    def __init__(self, origin: int = 0, *, log: bool = False) -> None:
        self.origin, self.log = origin, log

    def __call__(self, value: float, pos: int | None = None) -> str:
        """Write one tick."""
        return self.format_ticks([value])[0]

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Write all ticks of the axis."""
        given = [float(value) for value in values]
        return [
            typeset(text) for text in (log_tick_texts(given) if self.log else tick_texts(given, origin=self.origin))
        ]
