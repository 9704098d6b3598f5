"""Where panels stand: data areas that align in columns, with room for what surrounds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

MARGIN = 6
BETWEEN = 8  # rows
SMALLEST = 8


@dataclass(frozen=True)
class Room:
    """The pixels one panel needs around its data area."""

    header: int
    left: int
    right: int
    bottom: int


@dataclass(frozen=True)
class Place:
    """The rectangle of one data area, in pixels."""

    x: int
    y: int
    width: int
    height: int


def arrange(width: int, height: int, rooms: Sequence[Sequence[Room]], heights: Sequence[float]) -> list[list[Place]]:
    """Return the data area of every panel, row by row.

    Rows share the height left over in proportion to `heights`; panels of a row
    share its width equally. Data areas of stacked panels align at the left and
    at the right.

    Examples
    --------
    >>> room = Room(header=0, left=20, right=10, bottom=14)
    >>> arrange(100, 100, [[room], [Room(0, 40, 0, 14)]], (1, 2))
    [[Place(x=46, y=6, width=38, height=17)], [Place(x=46, y=45, width=38, height=35)]]
    """
    lefts, rights = _sides(rooms)
    tops = [max(room.header for room in row) for row in rooms]
    bottoms = [max(room.bottom for room in row) for row in rooms]
    shared = max(0, height - 2 * MARGIN - BETWEEN * (len(rooms) - 1) - sum(tops) - sum(bottoms))
    ends = [round(shared * sum(heights[:k]) / sum(heights)) for k in range(len(heights) + 1)]
    boxes, y = [], MARGIN
    for index, row in enumerate(rooms):
        tall = ends[index + 1] - ends[index]
        y += tops[index]
        boxes.append(
            _row(width, y, max(SMALLEST, tall), [(lefts[len(row), j], rights[len(row), j]) for j in range(len(row))])
        )
        y += tall + bottoms[index] + BETWEEN
    return boxes


def _sides(rooms: Sequence[Sequence[Room]]) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    """Return the widths left and right of the data by (panels in the row, place in it)."""
    lefts: dict[tuple[int, int], int] = {}
    rights: dict[tuple[int, int], int] = {}
    for row in rooms:
        for j, room in enumerate(row):
            lefts[len(row), j] = max(lefts.get((len(row), j), 0), room.left)
            rights[len(row), j] = max(rights.get((len(row), j), 0), room.right)
    outer_left = max(width for (_, j), width in lefts.items() if j == 0)
    outer_right = max(width for (n, j), width in rights.items() if j == n - 1)
    lefts |= {key: outer_left for key in lefts if key[1] == 0}
    rights |= {key: outer_right for key in rights if key[1] == key[0] - 1}
    return lefts, rights


def _row(width: int, y: int, height: int, sides: Sequence[tuple[int, int]]) -> list[Place]:
    free = max(SMALLEST * len(sides), width - 2 * MARGIN - sum(left + right for left, right in sides))
    ends = [round(free * k / len(sides)) for k in range(len(sides) + 1)]
    boxes, x = [], MARGIN
    for (left, right), (start, stop) in zip(sides, pairwise(ends), strict=True):
        boxes.append(Place(x + left, y, stop - start, height))
        x += left + (stop - start) + right
    return boxes
