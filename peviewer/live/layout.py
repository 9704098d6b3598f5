"""How panels share the canvas: data areas aligned in rows and columns, and parts hidden if space runs out."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from PySide6.QtCore import QSize

from peviewer.base.sharing import share_length, whole_lengths
from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.fitting.sharing import shares_with_room, width_shares
from peviewer.figures.fitting.squares import square_cell_sizes

MARGIN = 6
ROW_GAP = 8
COLUMN_GAP = 6  # between what is right of one panel's data and left of the next's
MIN_DATA = 8
WHOLE_SHARE, KEPT = (
    0.6,
    110,
)  # for a table that would scroll: this share of the height of all data, but these pixels
MIN_HEIGHT = 28  # pixels of a row, as long as all rows have them


class Margins(NamedTuple):
    """The pixels one panel needs around its data area, its least height, and the height that shows all of it."""

    header: int
    left: int
    right: int
    bottom: int
    height: int = MIN_HEIGHT
    whole: int = 0
    above: int = 0
    """What is between its data and its header; those of a row stand on one line above it."""


class Place(NamedTuple):
    """The rectangle of one data area, in pixels, and its margins left and right."""

    x: int
    y: int
    width: int
    height: int
    left: int = 0
    right: int = 0
    above: int = 0
    beside: int = 0
    """The room that square cells leave at the right, where the header goes on."""

    @property
    def header_width(self) -> int:
        return self.width + self.beside

    @property
    def is_first(self) -> bool:
        return self.x - self.left == MARGIN

    @property
    def whole_width(self) -> int:
        return self.left + self.width + self.right


def arrange(
    width: int,
    height: int,
    margins: Sequence[Sequence[Margins]],
    heights: Sequence[float],
    widths: Sequence[Sequence[float]] = (),
    limits: Mapping[int, float] = MappingProxyType({}),
) -> list[list[Place]]:
    """Return the data area of every panel, row by row.

    Rows share the height left over in proportion to `heights`, none lower than
    its panels need as long as all can have that; panels of a row share its width
    equally, or in proportion to `widths`. Data areas of stacked panels align at
    the left and at the right. A table is as high as shows all of it, if that leaves
    enough to the others. No row is taller than its limit, by its number: the rest is
    spread evenly between rows.

    >>> margins = Margins(header=0, left=20, right=10, bottom=14)
    >>> for [place] in arrange(100, 100, [[margins], [Margins(0, 40, 0, 14)]], (1, 2)):
    ...     print(place)
    Place(x=46, y=6, width=38, height=17, left=40, right=10, above=0, beside=0)
    Place(x=46, y=45, width=38, height=35, left=40, right=10, above=0, beside=0)
    """
    rows = [
        Margins(*map(max, *row)) if len(row) > 1 else row[0] for row in margins
    ]  # the most of each row's panels
    shared = (
        height
        - 2 * MARGIN
        - ROW_GAP * (len(rows) - 1)
        - sum(row.header + row.above + row.bottom for row in rows)
    )
    shared = max(0, shared)
    room = int(min(WHOLE_SHARE * shared, shared - KEPT))  # for a table
    if all(row.whole for row in rows):
        room = max(
            room, shared - sum(sorted(row.whole for row in rows)[:-1])
        )  # what the other tables leave
    whole = [max(row.height, min(room, row.whole)) for row in rows]
    least = whole if sum(whole) <= shared else [row.height for row in rows]
    talls = _row_heights(shared, heights, least)
    if limits and min(talls) > 0:
        talls = [int(tall) for tall in share_length(sum(talls), talls, maxima=limits)]
    gap = max(0, shared - sum(talls)) // (len(rows) + 1) if limits else 0
    boxes, y = [], MARGIN + gap
    for row, sides, tall, shares in zip(
        rows, _sides(margins), talls, widths or [()] * len(rows), strict=True
    ):
        y += row.header + row.above
        places = _row(width, y, max(MIN_DATA, tall), sides, shares or [1.0] * len(sides))
        boxes.append([place._replace(above=row.above) for place in places])
        y += tall + row.bottom + ROW_GAP + gap
    return boxes


def _row_heights(shared: int, shares: Sequence[float], least: Sequence[int]) -> list[int]:
    """Return the heights of rows by their shares, none lower than its least if all can have that.

    >>> _row_heights(120, (2, 0.5, 2), (28, 28, 28)), _row_heights(60, (2, 0.5, 2), (28, 28, 28))
    ([46, 28, 46], [27, 6, 27])
    >>> _row_heights(150, (38.5, 29.4, 0.7 * 53), (55, 42, 53))  # just as high as all their least
    [55, 42, 53]
    """
    has_room = shared >= sum(least)
    minima = dict(enumerate(least)) if has_room else {}
    return whole_lengths(share_length(shared, shares, minima))


def _sides(margins: Sequence[Sequence[Margins]]) -> list[list[tuple[int, int]]]:
    """Return what is left and right of each panel: alike in rows of as many, and at the outer sides of all rows."""
    first, last = max(row[0].left for row in margins), max(row[-1].right for row in margins)
    sides = []
    for row in margins:
        columns = list(zip(*(each for each in margins if len(each) == len(row)), strict=True))
        lefts = [first, *(max(panel.left for panel in column) for column in columns[1:])]
        rights = [
            *(max(panel.right for panel in column) + COLUMN_GAP for column in columns[:-1]),
            last,
        ]
        sides.append(list(zip(lefts, rights, strict=True)))
    return sides


def _row(
    width: int, y: int, height: int, sides: Sequence[tuple[int, int]], shares: Sequence[float]
) -> list[Place]:
    free = max(
        MIN_DATA * len(sides), width - 2 * MARGIN - sum(left + right for left, right in sides)
    )
    ends = [round(free * sum(shares[:k]) / sum(shares)) for k in range(len(sides) + 1)]
    boxes, x = [], MARGIN
    for (left, right), (start, stop) in zip(sides, pairwise(ends), strict=True):
        boxes.append(Place(x + left, y, stop - start, height, left, right))
        x += left + (stop - start) + right
    return boxes


MIN_WIDTH = 56  # pixels of data below which texts around it are hidden, as below `MIN_HEIGHT`
ROUNDS = 3  # after which margins only grow: they depend on the data's size, as headers fold and ticks change

Widths = list[list[float]]


@dataclass(frozen=True)
class VisibleParts:
    """The parts of a panel around its data, whether its axes have numbers, and a panel below has its x axis's title."""

    parts: Set[Part]
    x: bool
    y: bool
    titled_below: bool = False


Rows = Sequence[Sequence[Any]]  # of a panel or a table each: PanelView or TablePanel


class Layout:
    """Lays out rows of panels if anything that decides their places has changed."""

    def __init__(self) -> None:
        self._placed: object = None

    def reset(self) -> None:
        self._placed = None

    def lay_out(self, rows: Rows, size: QSize, heights: Sequence[float]) -> bool:
        for step in SCREEN_STEPS:
            shown = _shown(rows, step)
            widths = [width_shares([view.panel for view in row]) for row in rows]
            margins, boxes = _boxes(rows, shown, size, heights, widths)
            if (usable := _usable(rows, boxes, widths)) != widths:
                margins, boxes = _boxes(rows, shown, size, heights, usable)
            if _all_fit(rows, boxes, shown):
                break
        if (margins, boxes, shown) == self._placed:
            return False
        self._placed = margins, boxes, shown
        for columns in zip(rows, boxes, shown, strict=True):
            for view, box, parts in zip(*columns, strict=True):
                view.place(box, parts)
        return True


def _shown(rows: Rows, parts: Set[Part]) -> list[list[VisibleParts]]:
    """Hide numbers that the panel below, or the one at the left, shows too, and say which titles are below."""
    shown: list[list[VisibleParts]] = []
    below: Sequence[Any] = ()
    titles: set[str] = set()  # of the rows below
    for row in reversed(rows):
        under = below if len(below) == len(row) else [None] * len(row)
        shown.insert(0, [
            VisibleParts(parts, not _shows_same(low, view, "x"), not _shows_same(beside, view, "y"),
                         view.panel.x.label in titles)
            for view, low, beside in zip(row, under, [None, *row[:-1]], strict=True)
        ])  # fmt: skip
        below = row
        titles |= {view.panel.x.label for view in row if not view.is_bare}
    return shown


def _shows_same(neighbour: Any, view: Any, axis: str) -> bool:
    if neighbour is None or neighbour.is_bare:
        return False
    own, same = getattr(view.panel, axis), getattr(neighbour.panel, axis)
    return bool(own.quantity == same.quantity and own.shown == same.shown)


def _usable(rows: Rows, boxes: list[list[Place]], widths: Widths) -> Widths:
    """Return the widths without panels that have no room for their texts, unless that is the whole row.

    An empty panel, which keeps its row in line with the one above it, goes with the panel above it.
    """
    have_room: list[list[bool]] = []
    for row, places in zip(rows, boxes, strict=True):
        above = have_room[-1] if have_room else []
        with_room = [view.has_room(box) for view, box in zip(row, places, strict=True)]
        have_room.append(
            [
                above[k] if k < len(above) and not row[k].panel.marks else own
                for k, own in enumerate(with_room)
            ]
        )
    return [shares_with_room(*row) for row in zip(widths, have_room, strict=True)]


def _boxes(
    rows: Rows,
    shown: list[list[VisibleParts]],
    size: QSize,
    heights: Sequence[float],
    widths: Widths,
) -> tuple[list[list[Margins]], list[list[Place]]]:
    """Return the margins and the place of every panel: one depends on the other, so they are computed in turns."""
    boxes = [
        [Place(0, 0, size.width() // len(row), size.height() // len(rows))] * len(row)
        for row in rows
    ]
    margins: list[list[Margins]] = []
    for turn in count():
        before = margins
        margins = [
            [view.margins(box, parts) for view, box, parts in zip(*columns, strict=True)]
            for columns in zip(rows, boxes, shown, strict=True)
        ]
        if turn > ROUNDS:
            pairs = zip(before, margins, strict=True)
            margins = [
                [Margins(*map(max, old, new)) for old, new in zip(*pair, strict=True)]
                for pair in pairs
            ]
        if margins == before:
            return margins, boxes
        place = partial(arrange, size.width(), size.height(), margins, heights, widths)
        boxes = _squared(rows, place(_height_limits(rows, place())))
    raise AssertionError("unreachable")


def _height_limits(rows: Rows, boxes: list[list[Place]]) -> dict[int, float]:
    """Return by the number of a row how high it is at most, if its panels are drawn to one scale or have square cells.

    They leave the rest to others, or to the space around them.
    """
    to_scale: dict[int, float] = {}
    for number, (row, places) in enumerate(zip(rows, boxes, strict=True)):
        if all(view.panel.square and view.is_bare and not view.panel.is_sentence for view in row):
            shown = [
                (view.panel, box.width) for view, box in zip(row, places, strict=True) if box.width
            ]
            unit = min(width / panel.x.extent for panel, width in shown)
            to_scale[number] = unit * max(panel.y.extent for panel, _ in shown)
    squares = {
        number: float(max(place.height for place in places))
        for number, (row, places) in enumerate(zip(rows, _squared(rows, boxes), strict=True))
        if all(view.panel.square_cells for view in row)
    }
    return to_scale | squares


def _squared(rows: Rows, boxes: list[list[Place]]) -> list[list[Place]]:
    """Return the places of data areas, narrower or lower if cells are to be square."""
    if not any(view.panel.square_cells for row in rows for view in row):
        return boxes
    panels = [[view.panel for view in row] for row in rows]
    sizes = square_cell_sizes(panels, [[(box.width, box.height) for box in row] for row in boxes])
    return [
        [
            _centred(box, round(wide), round(high))
            for box, (wide, high) in zip(*box_sizes, strict=True)
        ]
        for box_sizes in zip(boxes, sizes, strict=True)
    ]


def _centred(box: Place, width: int, height: int) -> Place:
    """Return a smaller place, horizontally centred, with its margins close to it."""
    aside = (box.width - width) // 2
    right = box.right + box.width - width - aside
    return box._replace(
        x=box.x + aside, width=width, height=height, right=right, beside=right - box.right
    )


def _all_fit(rows: Rows, boxes: list[list[Place]], shown: list[list[VisibleParts]]) -> bool:
    return all(
        box.width >= MIN_WIDTH and view.fits(box, parts)
        for columns in zip(rows, boxes, shown, strict=True)
        for view, box, parts in zip(*columns, strict=True)
        if box.width
    )
