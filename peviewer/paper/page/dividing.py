"""Divide the part of a page that a Figure has among the rows and columns of its panels."""

from collections.abc import Sequence
from typing import NamedTuple

from peviewer.base.sharing import share_length
from peviewer.figures.fitting.sharing import width_shares
from peviewer.figures.grammar import Listing, Mark, Note, Numbers, Panel
from peviewer.paper.marks.catalog import NOTE_LEADING, note_lines
from peviewer.paper.marks.listing_layout import heights_wanted
from peviewer.paper.marks.numbers import height_at_most
from peviewer.paper.page.panels import Margins, PanelArea, PlacedFigure, Spacing

# The largest share of the height that a table below other panels takes.
MAX_TABLE_SHARE = 0.7
# The space above and below a note, in lines.
NOTE_AIR = 0.5


class Column(NamedTuple):
    """The data edges of a panel, in pixels."""

    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


class RowsAndColumns(NamedTuple):
    """The places of a Figure's panels across, row by row, and the heights of the rows, in pixels.

    ``room`` is the height that all rows have together.
    """

    columns: list[list[Column]]
    heights: list[float]
    room: float


def divide(
    placed: PlacedFigure, outer: Margins, spacing: Spacing, *, is_alone: bool
) -> RowsAndColumns:
    """Divide the space of a Figure inside its `outer` margins.

    `is_alone`: whether the page has no other Figure.
    """
    frame = placed.frame
    row_count = len(placed.grid)
    between = sum(placed.top_margin(row) for row in range(1, row_count))
    between += sum(placed.bottom_margin(row) for row in range(row_count - 1))
    data_height = frame.top - outer.top - frame.bottom - outer.bottom
    room = data_height - between - spacing.gutter * (row_count - 1)

    left = frame.left + outer.left
    right = frame.right - outer.right
    columns = [_columns(placed, row, left, right, spacing) for row in range(row_count)]
    heights = _row_heights(placed, room, columns, spacing, is_alone=is_alone)
    return RowsAndColumns(columns, heights, room)


def _columns(
    placed: PlacedFigure, row: int, left: float, right: float, spacing: Spacing
) -> list[Column]:
    """Return the data edges of a row's panels; rows of as many panels have the same gaps."""
    panels = [area.panel for area in placed.grid[row]]
    shares = width_shares(panels)
    gaps = [_gap(placed, len(panels), column, spacing) for column in range(len(panels) - 1)]
    width_per_share = (right - left - sum(gaps)) / sum(shares)
    columns = []
    for column, share in enumerate(shares):
        start = left + width_per_share * sum(shares[:column]) + sum(gaps[:column])
        columns.append(Column(start, start + width_per_share * share))
    return columns


def _gap(placed: PlacedFigure, panel_count: int, column: int, spacing: Spacing) -> float:
    """Return the gap at the right of a column in all rows with `panel_count` panels."""
    alike = [margins for margins in placed.margins if len(margins) == panel_count]
    margins_between = max(margins[column].right + margins[column + 1].left for margins in alike)
    has_facts = any(area.panel.fact for area in placed.areas)
    least_gap = spacing.sizes.axis * spacing.point if has_facts else 0.0
    return max(least_gap, spacing.gutter + margins_between)


def _row_heights(
    placed: PlacedFigure,
    room: float,
    columns: Sequence[Sequence[Column]],
    spacing: Spacing,
    *,
    is_alone: bool,
) -> list[float]:
    """Divide the height among rows by their shares.

    A table among other rows takes the height that it needs.
    """
    all_shares = sum(placed.figure.heights)
    shares = [room * share / all_shares for share in placed.figure.heights]
    text_heights = _text_heights(placed, room, shares, columns, spacing)
    text_height = sum(text_heights.values())
    if len(text_heights) == len(shares) and text_height < room:
        # Rows of nothing but tables are spread.
        return [height * room / text_height for height in text_heights.values()]

    others = [row for row in range(len(shares)) if row not in text_heights]
    maxima: dict[int, float] = {}
    for index, row in enumerate(others):
        max_height = _max_height(placed, row, columns[row], spacing, is_alone=is_alone)
        if max_height is not None:
            maxima[index] = max_height
    other_heights = share_length(room - text_height, [shares[row] for row in others], maxima=maxima)
    heights = text_heights | dict(zip(others, other_heights, strict=True))
    return [heights[row] for row in range(len(shares))]


def _text_heights(
    placed: PlacedFigure,
    room: float,
    shares: Sequence[float],
    columns: Sequence[Sequence[Column]],
    spacing: Spacing,
) -> dict[int, float]:
    """Return the heights of rows that are a note or a table of texts, by their index.

    A Figure with a single row has none.
    """
    if len(shares) == 1:
        return {}
    heights: dict[int, float] = {}
    for row, share in enumerate(shares):
        mark = _only_mark(placed.grid[row])
        width = columns[row][0].width / spacing.point
        if isinstance(mark, Note):
            heights[row] = _note_height(mark, width, spacing)
        elif isinstance(mark, Listing):
            heights[row] = _listing_height(mark, width, share, room, spacing)
    return heights


def _only_mark(row: Sequence[PanelArea]) -> Mark | None:
    """Return the first mark of a row with one panel; for a table or a note it is the only one."""
    if len(row) > 1 or not row[0].panel.marks:
        return None
    return row[0].panel.marks[0]


def _note_height(note: Note, width: float, spacing: Spacing) -> float:
    size = spacing.sizes.axis
    line_count = len(note_lines(note, width / size)) + NOTE_AIR
    return line_count * NOTE_LEADING * size * spacing.point


def _listing_height(
    mark: Listing, width: float, share: float, room: float, spacing: Spacing
) -> float:
    """Return the height of a table in the largest type in which it does not take too much."""
    max_height = max(share, MAX_TABLE_SHARE * room)
    for points in heights_wanted(mark, width, spacing.sizes):
        height = points * spacing.point
        if height <= max_height:
            return height
    return share


def _max_height(
    placed: PlacedFigure,
    row: int,
    columns: Sequence[Column],
    spacing: Spacing,
    *,
    is_alone: bool,
) -> float | None:
    """Return the most height that a row can use; None if it can use any."""
    areas = placed.grid[row]
    panels = [area.panel for area in areas]
    filling_height = _filling_height(panels, columns, is_alone=is_alone)
    if filling_height is not None:
        return filling_height
    # A table of a few numbers is shown at their largest.
    if len(placed.grid) > 1 and isinstance(_only_mark(areas), Numbers):
        return height_at_most(panels[0], spacing.sizes) * spacing.point
    return None


def _filling_height(
    row: Sequence[Panel], columns: Sequence[Column], *, is_alone: bool
) -> float | None:
    """Return the height that a row drawn to scale fills; None for other rows.

    The same holds for square cells in the only Figure of a page. Beside other Figures such rows
    stay at the top of their share, on one line with the others.
    """
    units = [column.width / panel.x.extent for panel, column in zip(row, columns, strict=True)]
    if all(panel.square for panel in row):
        return min(units) * max(panel.y.extent for panel in row)
    if is_alone and all(panel.square_cells for panel in row):
        return max(unit * panel.y.extent for unit, panel in zip(units, row, strict=True))
    return None
