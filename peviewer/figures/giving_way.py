"""What a picture gives up where space runs out, and in which order."""

from typing import Literal

Part = Literal["fact", "formula", "legend", "spare rows", "axis titles", "panel titles"]

GIVING_WAY: tuple[Part, ...] = ("fact", "formula", "legend", "axis titles", "panel titles")
"""Each is given up whole, in every panel of a picture; the first is missed least."""

ON_PAPER: tuple[Part, ...] = (*GIVING_WAY[:3], "spare rows", *GIVING_WAY[3:])
"""On a page, which nobody makes larger, rows of panels go as well that a Figure can spare."""


def kept(given_up: int, order: tuple[Part, ...] = GIVING_WAY) -> frozenset[Part]:
    """Return the parts that stay once so many are given up.

    Examples
    --------
    >>> sorted(kept(3))
    ['axis titles', 'panel titles']
    """
    return frozenset(order[given_up:])
