"""What a picture gives up where space runs out, and in which order."""

from typing import Literal

Part = Literal["fact", "formula", "legend", "spare rows", "tables beside", "tables", "axis titles", "panel titles"]

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


_UNTITLED = GIVING_WAY.index("axis titles")
_TABLES: frozenset[Part] = frozenset(("tables",))
_SPARE: frozenset[Part] = frozenset(("spare rows", "tables"))
_BESIDE: frozenset[Part] = frozenset(("tables beside",))

ON_PAPER: tuple[frozenset[Part], ...] = (
    *(kept(given_up) | _SPARE | _BESIDE for given_up in range(GIVING_WAY.index("legend"))),
    *(kept(given_up) | _SPARE for given_up in range(_UNTITLED + 1)),
    *(kept(given_up) | _TABLES for given_up in range(_UNTITLED + 1)),
    *map(kept, range(len(GIVING_WAY) + 1)),
)
"""What stays on a page, which nobody makes larger, step by step: tables that can stand beside other panels go below
them where they would lose something; before titles go, rows of panels do that a Figure can spare, then tables beside
or below what is drawn, of which few rows would be left. What went before comes back into the room of either."""
