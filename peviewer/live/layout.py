"""How panels share the canvas: where each stands, and what gives way where there is too little room."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import astuple, dataclass, replace
from functools import partial
from itertools import count, pairwise
from types import MappingProxyType
from typing import Protocol

from PySide6.QtCore import QSize

from peviewer.figures.giving_way import GIVING_WAY, Part, kept
from peviewer.figures.grammar import Axis, Note, Panel
from peviewer.figures.shares import allotted
from peviewer.figures.squares import squared

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


NARROWEST = 56  # pixels of data below which texts give way, as below `LEAST` of its height
ROUNDS = 3  # after which what surrounds the data only grows: headers fold at some widths, and ticks change with heights

Widths = list[list[float]]


@dataclass(frozen=True)
class Shown:
    """What a panel shows around its data: some parts, and the numbers of its axes."""

    parts: Set[Part]
    x: bool
    y: bool


class Laid(Protocol):
    """A panel or a table that can be laid out."""

    panel: Panel

    @property
    def is_bare(self) -> bool:
        """Whether it has no axes that a neighbour could share."""

    def room(self, box: Place, shown: Shown) -> Room:
        """Return the pixels needed around data that stand about there."""

    def fits(self, box: Place, shown: Shown) -> bool:
        """Whether what it shows can be read whole around data that stand there."""

    def says(self, box: Place) -> bool:
        """Whether data that stand there have room for what they are about."""

    def place(self, box: Place, shown: Shown) -> None:
        """Put the data there, with that around them and no more; nothing where there is no width."""


class Layout:
    """Lays out rows of panels, each time anew and as they were where nothing has changed."""

    def __init__(self) -> None:
        self._placed: object = None

    def forget(self) -> None:
        """Lay out the next panels, whatever stood there."""
        self._placed = None

    def lay_out(self, rows: Sequence[Sequence[Laid]], size: QSize, heights: Sequence[float]) -> bool:
        """Put every panel where it belongs, with as many of its texts as can be read; False if all stands there."""
        for given_up in range(len(GIVING_WAY) + 1):
            shown = _shown(rows, kept(given_up))
            widths = _widths(rows)
            rooms, boxes = _boxes(rows, shown, size, heights, widths)
            if (said := _said(rows, boxes, widths)) != widths:
                rooms, boxes = _boxes(rows, shown, size, heights, said)
            if _all_fit(rows, boxes, shown):
                break
        if (rooms, boxes, shown) == self._placed:
            return False
        self._placed = rooms, boxes, shown
        for columns in zip(rows, boxes, shown, strict=True):
            for view, box, parts in zip(*columns, strict=True):
                view.place(box, parts)
        return True


def _shown(rows: Sequence[Sequence[Laid]], parts: Set[Part]) -> list[list[Shown]]:
    """Leave out numbers that the panel below, or the one at the left, shows already."""
    return [list(_row_shown(row, below, parts)) for row, below in zip(rows, [*rows[1:], []], strict=True)]


def _row_shown(row: Sequence[Laid], below: Sequence[Laid], parts: Set[Part]) -> Iterator[Shown]:
    for place, view in enumerate(row):
        under = below[place] if len(below) == len(row) else None
        beside = row[place - 1] if place else None
        yield Shown(
            parts,
            x=under is None or under.is_bare or not _numbered_alike(under.panel.x, view.panel.x),
            y=beside is None or beside.is_bare or not _numbered_alike(beside.panel.y, view.panel.y),
        )


def _numbered_alike(one: Axis, other: Axis) -> bool:
    """Whether the numbers of one axis are those of another that lies along it."""
    return one.quantity == other.quantity and one.shown == other.shown


def _widths(rows: Sequence[Sequence[Laid]]) -> Widths:
    """Return how panels share the width of each row: equally, but where all are drawn to one scale."""
    return [[_span(view.panel.x) if all(one.panel.square for one in row) else 1.0 for view in row] for row in rows]


def _span(axis: Axis) -> float:
    return axis.shown[1] - axis.shown[0]


def _said(rows: Sequence[Sequence[Laid]], boxes: list[list[Place]], widths: Widths) -> Widths:
    """Return the same without those beside others that would say nothing where they stand."""
    said = [
        [wide if view.says(box) else 0.0 for view, box, wide in zip(*columns, strict=True)]
        for columns in zip(rows, boxes, widths, strict=True)
    ]
    return [some if any(some) else row for some, row in zip(said, widths, strict=True)]


def _boxes(
    rows: Sequence[Sequence[Laid]], shown: list[list[Shown]], size: QSize, heights: Sequence[float], widths: Widths
) -> tuple[list[list[Room]], list[list[Place]]]:
    """Return what every panel needs and gets."""
    boxes = [[Place(0, 0, size.width() // len(row), size.height() // len(rows))] * len(row) for row in rows]
    rooms: list[list[Room]] = []
    for turn in count():
        was = rooms
        rooms = [
            [view.room(box, parts) for view, box, parts in zip(*columns, strict=True)]
            for columns in zip(rows, boxes, shown, strict=True)
        ]
        if turn > ROUNDS:
            rooms = [[old.grown(new) for old, new in zip(*pair, strict=True)] for pair in zip(was, rooms, strict=True)]
        if rooms == was:
            return rooms, boxes
        place = partial(arrange, size.width(), size.height(), rooms, heights, widths)
        boxes = _squared(rows, place(_tallest(rows, place())))
    raise AssertionError("unreachable")


def _tallest(rows: Sequence[Sequence[Laid]], boxes: list[list[Place]]) -> dict[int, float]:
    """Return the heights that fill rows of panels drawn to one scale, as wide as they are; by the number of the row."""
    found = {}
    for number, (row, places) in enumerate(zip(rows, boxes, strict=True)):
        if all(view.panel.square and view.is_bare and _says_more(view.panel) for view in row):
            shown = [(view.panel, box.width) for view, box in zip(row, places, strict=True) if box.width]
            unit = min(width / _span(panel.x) for panel, width in shown)
            found[number] = unit * max(_span(panel.y) for panel, _ in shown)
    return found


def _says_more(panel: Panel) -> bool:
    """Whether it is more than one sentence, which takes all the room there is."""
    return not all(isinstance(mark, Note) for mark in panel.marks)


def _squared(rows: Sequence[Sequence[Laid]], boxes: list[list[Place]]) -> list[list[Place]]:
    """Return the places of data areas, narrower or lower where cells are to be square."""
    if not any(view.panel.square_cells for row in rows for view in row):
        return boxes
    panels = [[view.panel for view in row] for row in rows]
    sizes = squared(panels, [[(box.width, box.height) for box in row] for row in boxes])
    return [
        [_in_the_middle(box, round(wide), round(high)) for box, (wide, high) in zip(*both, strict=True)]
        for both in zip(boxes, sizes, strict=True)
    ]


def _in_the_middle(box: Place, width: int, height: int) -> Place:
    """Return a smaller place in the middle of another, at its top; its axes stay close to it."""
    aside = (box.width - width) // 2
    right = box.right + box.width - width - aside
    return replace(box, x=box.x + aside, width=width, height=height, right=right)


def _all_fit(rows: Sequence[Sequence[Laid]], boxes: list[list[Place]], shown: list[list[Shown]]) -> bool:
    return all(
        box.width >= NARROWEST and box.height >= LEAST and view.fits(box, parts)
        for columns in zip(rows, boxes, shown, strict=True)
        for view, box, parts in zip(*columns, strict=True)
        if box.width
    )
