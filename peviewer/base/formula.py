"""A formula as plain text and as mathtext."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

TEXT_APART, SET_APART = ",  ", r",\quad "
"""What separates the parts of a formula, as text and in mathtext."""
_OTHER = re.compile(r"\\quad (?=\\mathrm{B:})")


class Formula(NamedTuple):
    """One formula.

    text: as one writes it without a typesetter: ``"ωᵢ = b^(−2i/d)"``.
    mathtext: as matplotlib sets it, without dollar signs; empty where the text is enough.
    """

    text: str = ""
    mathtext: str = ""

    def beside(self, other: "Formula") -> "Formula":
        r"""Return this formula and another in one line; an empty one adds nothing.

        >>> Formula("a = 1", "a = 1").beside(Formula("b = 2", "b = 2"))
        Formula(text='a = 1,  b = 2', mathtext='a = 1,\\quad b = 2')
        """
        text = TEXT_APART.join(filter(None, (self.text, other.text)))
        return Formula(text, SET_APART.join(filter(None, (self.mathtext, other.mathtext))))


def on_lines(mathtext: str) -> Iterator[list[str]]:
    r"""Yield a formula on more and more lines: A's above B's if there are two, at last one part per line.

    >>> list(on_lines(r"a,\quad b,\quad c"))
    [['a,\\quad b', 'c'], ['a', 'b', 'c']]
    >>> [[line.count(",") + 1 for line in lines] for lines in on_lines(r"a,\quad b,\quad c,\quad d,\quad e")][:2]
    [[3, 2], [2, 2, 1]]
    >>> next(on_lines(r"\mathrm{A:}\ a,\quad b\quad \mathrm{B:}\ b"))
    ['\\mathrm{A:}\\ a,\\quad b', '\\mathrm{B:}\\ b']
    """
    halves = _OTHER.split(mathtext)
    if len(halves) > 1:
        yield halves
    parts = [part for half in halves for part in half.split(SET_APART)]
    for count in range(2, len(parts) + 1):
        ends = [round(line * len(parts) / count + 0.25) for line in range(count + 1)]
        yield [SET_APART.join(parts[start:stop]) for start, stop in pairwise(ends)]
