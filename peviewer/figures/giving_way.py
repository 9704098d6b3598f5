"""What a picture gives up where space runs out, and in which order."""

from typing import Literal

Part = Literal["fact", "formula", "legend", "axis titles", "panel titles"]

GIVING_WAY: tuple[Part, ...] = ("fact", "formula", "legend", "axis titles", "panel titles")
"""Each is given up whole, in every panel of a picture; the first is missed least."""


def kept(given_up: int) -> frozenset[Part]:
    """Return the parts that stay once so many are given up.

    Examples
    --------
    >>> sorted(kept(3))
    ['axis titles', 'panel titles']
    """
    return frozenset(GIVING_WAY[given_up:])
