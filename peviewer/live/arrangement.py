"""Where panels stand: data areas that align in columns, with room for what surrounds them."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from types import MappingProxyType

from peviewer.figures.shares import allotted

MARGIN = 6
BETWEEN = 8  # rows
APART = 6  # of a row: what stands right of one panel's data from what stands left of the next's
SMALLEST = 8
LEAST = 28  # pixels of a row's height, while all have them


@dataclass(frozen=True)
class Room:
    """The pixels one panel needs around its data area, and the least height of what stands in it."""

    header: int
    left: int
    right: int
    bottom: int
    least: int = LEAST

    def grown(self, other: "Room") -> "Room":
        """Return the least room that holds both.

        Examples
        --------
        >>> Room(0, 20, 10, 14).grown(Room(22, 18, 10, 0))
        Room(header=22, left=20, right=10, bottom=14, least=28)
        """
        return Room(*map(max, astuple(self), astuple(other)))


@dataclass(frozen=True)
class Place:
    """The rectangle of one data area, in pixels, and how many beside it are its own."""

    x: int
    y: int
    width: int
    height: int
    left: int = 0
    right: int = 0

    @property
    def is_first(self) -> bool:
        """Whether it is the first of its row."""
        return self.x - self.left == MARGIN


def arrange(
    width: int,
    height: int,
    rooms: Sequence[Sequence[Room]],
    heights: Sequence[float],
    widths: Sequence[Sequence[float]] = (),
    most: Mapping[int, float] = MappingProxyType({}),
) -> list[list[Place]]:
    """Return the data area of every panel, row by row.

    Rows share the height left over in proportion to `heights`, none lower than
    its panels' least while all can be; panels of a row share its width equally, or in
    proportion to its `widths`. Data areas of stacked panels align at the left
    and at the right. No row is taller than its `most`, by its number: what is left
    over stands evenly between them.

    Examples
    --------
    >>> room = Room(header=0, left=20, right=10, bottom=14)
    >>> for [place] in arrange(100, 100, [[room], [Room(0, 40, 0, 14)]], (1, 2)):
    ...     print(place)
    Place(x=46, y=6, width=38, height=17, left=40, right=10)
    Place(x=46, y=45, width=38, height=35, left=40, right=10)
    """
    lefts, rights = _sides(rooms)
    tops = [max(room.header for room in row) for row in rooms]
    bottoms = [max(room.bottom for room in row) for row in rooms]
    shared = max(0, height - 2 * MARGIN - BETWEEN * (len(rooms) - 1) - sum(tops) - sum(bottoms))
    least = [max(room.least for room in row) for row in rooms]
    talls = [stop - start for start, stop in pairwise(_ends(shared, heights, least))]
    if most and min(talls) > 0:
        talls = [int(tall) for tall in allotted(sum(talls), talls, most)]
    air = max(0, shared - sum(talls)) // (len(rooms) + 1) if most else 0
    boxes, y = [], MARGIN + air
    for index, (row, tall) in enumerate(zip(rooms, talls, strict=True)):
        y += tops[index]
        sides = [(lefts[len(row), j], rights[len(row), j]) for j in range(len(row))]
        boxes.append(_row(width, y, max(SMALLEST, tall), sides, widths[index] if widths else [1.0] * len(row)))
        y += tall + bottoms[index] + BETWEEN + air
    return boxes


def _ends(shared: int, heights: Sequence[float], least: Sequence[int]) -> list[int]:
    """Return where rows end: in proportion to `heights`, but none lower than its `least` while all can be.

    Examples
    --------
    >>> _ends(120, (2, 0.5, 2), (28, 28, 28)), _ends(60, (2, 0.5, 2), (28, 28, 28))
    ([0, 46, 74, 120], [0, 27, 33, 60])
    """
    low: set[int] = set()
    while shared >= sum(least):
        unit = (shared - sum(least[row] for row in low)) / sum(
            part for row, part in enumerate(heights) if row not in low
        )
        lower = {row for row, part in enumerate(heights) if row not in low and part * unit < least[row]}
        if not lower:
            break
        low |= lower
    else:
        unit, low = shared / sum(heights), set()
    tall = [least[row] if row in low else part * unit for row, part in enumerate(heights)]
    return [round(sum(tall[:k])) for k in range(len(tall) + 1)]


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
    rights |= {key: right + APART for key, right in rights.items() if key[1] < key[0] - 1}
    lefts |= {key: outer_left for key in lefts if key[1] == 0}
    rights |= {key: outer_right for key in rights if key[1] == key[0] - 1}
    return lefts, rights


def _row(width: int, y: int, height: int, sides: Sequence[tuple[int, int]], shares: Sequence[float]) -> list[Place]:
    free = max(SMALLEST * len(sides), width - 2 * MARGIN - sum(left + right for left, right in sides))
    ends = [round(free * sum(shares[:k]) / sum(shares)) for k in range(len(sides) + 1)]
    boxes, x = [], MARGIN
    for (left, right), (start, stop) in zip(sides, pairwise(ends), strict=True):
        boxes.append(Place(x + left, y, stop - start, height, left, right))
        x += left + (stop - start) + right
    return boxes
