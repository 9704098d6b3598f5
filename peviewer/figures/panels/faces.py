"""Faces of clocks: where they stand, arcs and trails on them, and the brackets and numbers beside."""

from dataclasses import replace
from math import ceil, floor, pi

import numpy as np

from peviewer.base.words import MINUS, fixed
from peviewer.figures.grammar import Axis, Path, Role

APART = 2.5  # between centres of neighbouring clocks, in radii
LINE = 3.45  # between lines of them, which have names below
BELOW = 1.42  # of a centre, where its name stands
RING, NAMED = 0.34, 0.58  # from the centre, in radii: the arc of a turn's angle, and its name
WIDE = 1.2  # radians between two hands that leave room for a name
TRAIL = 12  # positions that a trace goes back, no further than the turn itself
CROSS = (
    Path((-1.12, 1.0), (0.0, 0.0), "muted"),
    Path((0.0, 0.0), (-1.12, 1.0), "muted"),
)  # no farther: names stand there
_SEGMENTS = 72


def field(width: float, height: float, top: float = 0.0) -> tuple[Axis, Axis]:
    """Return plain axes around the origin, `width` × `height` units large."""
    return Axis("turn", "", (-width / 2, width / 2)), Axis("turn", "", (top - height / 2, top + height / 2))


def arc(x: float, y: float, radius: float, start: float, stop: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return points of a circle around (x, y) from one angle to another: the ends, and those all such arcs share.

    So an arc that moves on does not flicker, and one all round stays as it is.

    Examples
    --------
    >>> [len(arc(0, 0, 1, start, 2)[0]) for start in (1.999, 1, -9)]
    [2, 13, 73]
    """
    if abs(stop - start) >= 2 * pi:
        start, stop = 0.0, 2 * pi
    low, high = sorted((start * _SEGMENTS / (2 * pi), stop * _SEGMENTS / (2 * pi)))
    inner = np.arange(floor(low) + 1, ceil(high))
    places = np.concatenate([[low], inner, [high]]) if start <= stop else np.concatenate([[high], inner[::-1], [low]])
    angles = places * (2 * pi / _SEGMENTS)
    return tuple((x + radius * np.cos(angles)).tolist()), tuple((y + radius * np.sin(angles)).tolist())


def trace(x: float, y: float, omega: float, end: float, turned: float, color: Role = "accent") -> Path:
    """Return where the tip has been over the last positions of its turn, at most half round: all round is the rim."""
    swept = min(omega * min(TRAIL, abs(turned)), pi)
    return Path(*arc(x, y, 1.0, end + swept if turned < 0 else end - swept, end), color, fading=True)


def moved(path: Path, x: float, y: float) -> Path:
    """Return a path moved from the origin to a place."""
    return replace(path, x=tuple([at + x for at in path.x]), y=tuple([at + y for at in path.y]))


def bracket(x: float, side: int) -> Path:
    """Return one bracket of a matrix that opens to a side."""
    lip = 0.09 * side
    return Path((x + lip, x, x, x + lip), (0.68, 0.68, -0.68, -0.68), "muted")


def aligned(value: float) -> str:
    """Write a number as wide as one with a minus."""
    text = fixed(value, 4)
    return text if text.startswith(MINUS) else f"\N{FIGURE SPACE}{text}"
