"""The places of panels' data areas: rows that share a height, columns aligned at both sides."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from peviewer.base.sharing import share_length, whole_lengths

MARGIN = 6
ROW_GAP = 8

# The gap between a panel's right margin and the next panel's left margin, in pixels.
COLUMN_GAP = 6

MIN_DATA = 8

# A table that would scroll takes at most this share of the height of all data, and leaves this
# many pixels to the others.
MAX_TABLE_SHARE = 0.6
HEIGHT_BESIDE_TABLE = 110

# The least height of a row in pixels, as long as all rows can have it.
MIN_HEIGHT = 28


class Margins(NamedTuple):
    """The pixels that one panel needs around its data area, and two heights of its data.

    `height` is the least height, `whole` the height that shows all rows of a table.
    """

    header: int
    left: int
    right: int
    bottom: int
    height: int = MIN_HEIGHT
    whole: int = 0
    above: int = 0
    """The pixels between data and header; the headers of a row stand on one line."""


class DataRect(NamedTuple):
    """The rectangle of one data area, in pixels, and its margins left and right."""

    x: int
    y: int
    width: int
    height: int
    left: int = 0
    right: int = 0
    above: int = 0
    header: int = 0
    """The height of the highest header of the row: all begin on one line."""
    beside: int = 0
    """The pixels that square cells leave free at the right; the header extends over them."""

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
    row_shares: Sequence[float],
    panel_shares: Sequence[Sequence[float]] = (),
    max_heights: Mapping[int, float] = MappingProxyType({}),
    max_widths: Sequence[Mapping[int, float]] = (),
) -> list[list[DataRect]]:
    """Return the data area of every panel, row by row.

    Rows share the height that margins leave by `row_shares`, panels of a row its width by
    `panel_shares`, or equally. Data areas of stacked panels align at the left and at the right.
    No row is lower than its panels need, if all rows can have that. No row is higher than its
    entry in `max_heights`, by the row's number: what it leaves is spread evenly between rows. No
    panel is wider, with its margins, than its entry in `max_widths`, by its place in the row: what
    it leaves goes to the others.

    >>> margins = Margins(header=0, left=20, right=10, bottom=14)
    >>> for [place] in arrange(100, 100, [[margins], [Margins(0, 40, 0, 14)]], (1, 2)):
    ...     print(place)
    DataRect(x=46, y=6, width=38, height=17, left=40, right=10, above=0, header=0, beside=0)
    DataRect(x=46, y=45, width=38, height=35, left=40, right=10, above=0, header=0, beside=0)
    """
    rows = [_largest_margins(row) for row in margins]
    margin_height = sum(row.header + row.above + row.bottom for row in rows)
    gap_height = ROW_GAP * (len(rows) - 1)
    data_height = max(0, height - 2 * MARGIN - gap_height - margin_height)

    row_heights = _row_heights(data_height, row_shares, rows)
    extra_gap = 0
    if max_heights:
        if min(row_heights) > 0:
            limited_heights = share_length(sum(row_heights), row_heights, maxima=max_heights)
            row_heights = [int(row_height) for row_height in limited_heights]
        spare_height = max(0, data_height - sum(row_heights))
        extra_gap = spare_height // (len(rows) + 1)

    all_sides = _sides(margins)
    all_panel_shares = panel_shares or [[1.0] * len(row) for row in margins]
    all_max_widths = max_widths or [{} for _ in margins]
    places: list[list[DataRect]] = []
    y = MARGIN + extra_gap
    for row, row_height, sides, shares, maxima in zip(
        rows, row_heights, all_sides, all_panel_shares, all_max_widths, strict=True
    ):
        y += row.header + row.above
        areas = _row(width, y, max(MIN_DATA, row_height), sides, shares, maxima)
        places.append([area._replace(above=row.above, header=row.header) for area in areas])
        y += row_height + row.bottom + ROW_GAP + extra_gap
    return places


def _largest_margins(row: Sequence[Margins]) -> Margins:
    """Return the largest of each margin among the panels of a row."""
    if len(row) == 1:
        return row[0]
    return Margins(*map(max, *row))


def _row_heights(data_height: int, shares: Sequence[float], rows: Sequence[Margins]) -> list[int]:
    """Return the height of each row's data.

    Tables do not scroll if that leaves enough to the others.
    """
    max_table_height = int(min(MAX_TABLE_SHARE * data_height, data_height - HEIGHT_BESIDE_TABLE))
    if all(row.whole for row in rows):
        # All are tables: the longest may take what the others leave.
        other_tables = sorted(row.whole for row in rows)[:-1]
        max_table_height = max(max_table_height, data_height - sum(other_tables))

    least_heights = [max(row.height, min(row.whole, max_table_height)) for row in rows]
    if sum(least_heights) > data_height:
        least_heights = [row.height for row in rows]
    return _shared_height(data_height, shares, least_heights)


def _shared_height(height: int, shares: Sequence[float], least_heights: Sequence[int]) -> list[int]:
    """Return the heights of rows by their shares, none lower than its least if all can have that.

    >>> least_heights = (28, 28, 28)
    >>> [_shared_height(height, (2, 0.5, 2), least_heights) for height in (120, 60)]
    [[46, 28, 46], [27, 6, 27]]
    >>> _shared_height(150, (38.5, 29.4, 0.7 * 53), (55, 42, 53))  # just as high as all their least
    [55, 42, 53]
    """
    has_room = height >= sum(least_heights)
    minima = dict(enumerate(least_heights)) if has_room else {}
    return whole_lengths(share_length(height, shares, minima))


Sides = list[tuple[int, int]]
"""The pixels left and right of the data of each panel of a row."""


def _sides(margins: Sequence[Sequence[Margins]]) -> list[Sides]:
    """Return the sides of each row.

    Rows with equally many panels have the same sides; the outer sides of all rows are the same.
    """
    first_left = max(row[0].left for row in margins)
    last_right = max(row[-1].right for row in margins)

    all_sides: list[Sides] = []
    for row in margins:
        rows_of_as_many = [other for other in margins if len(other) == len(row)]
        columns = list(zip(*rows_of_as_many, strict=True))
        lefts = [first_left]
        for column in columns[1:]:
            lefts.append(max(panel.left for panel in column))
        rights: list[int] = []
        for column in columns[:-1]:
            rights.append(max(panel.right for panel in column) + COLUMN_GAP)
        rights.append(last_right)
        all_sides.append(list(zip(lefts, rights, strict=True)))
    return all_sides


def _row(
    width: int,
    y: int,
    height: int,
    sides: Sides,
    shares: Sequence[float],
    max_widths: Mapping[int, float],
) -> list[DataRect]:
    side_width = sum(left + right for left, right in sides)
    data_width = max(MIN_DATA * len(sides), width - 2 * MARGIN - side_width)
    maxima = {
        panel: max(MIN_DATA, max_width - sum(sides[panel]))
        for panel, max_width in max_widths.items()
        if shares[panel]
    }
    widths = share_length(data_width, shares, maxima=maxima)
    ends = [round(sum(widths[:panel])) for panel in range(len(sides) + 1)]

    places: list[DataRect] = []
    x = MARGIN
    for (left, right), (start, stop) in zip(sides, pairwise(ends), strict=True):
        places.append(DataRect(x + left, y, stop - start, height, left, right))
        x += left + (stop - start) + right
    return places
