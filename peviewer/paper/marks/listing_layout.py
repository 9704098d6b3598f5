"""Lay out a short table of texts: columns as wide as they need, in type that has room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from peviewer.base.sharing import share_length
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.canvas import CELL_LINE, Canvas, TableArea
from peviewer.paper.style import Sizes
from peviewer.paper.text import fits, kept_together, width, wrapped

# The sizes of type that are tried, as multiples of the size of tick labels.
TYPE_SIZES = (1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
# Larger sizes that are tried first on slides with nothing but tables.
LARGE_TYPE_SIZES = (1.5, 1.35, 1.2)

# In sizes of type: the space between columns, and the width of the column of signs.
GAP = 1.6
SIGN = 1.7
# The least space between rows, and the usual one, in sizes of type.
LEAD = 0.2
USUAL_LEAD = 0.45
# The width that rounding may take away, as a multiple of the size of type.
SLACK = 0.05
# The factor by which hinting makes letters on screen wider than measured.
HINTED = 1.02

# The most rows of a table that is shown whole if possible.
SHORT = 8
# How many rows a longer table needs room for.
FEW = 3
# Where the smallest type shows less than this share of the rows, they are set in larger type.
LEAST_SHARE_IN_PRINT = 0.25
LEAST_SHARE_ON_SLIDES = 0.75
FEWEST_COLUMNS = 2


@dataclass(frozen=True)
class ListingLayout:
    """A table in type of a `size`, for a `width` in points; other lengths are in sizes of type.

    ``left_out`` is the number of columns that are left out.
    """

    mark: Listing
    width: float
    size: float
    left_out: int = 0

    @property
    def room(self) -> float:
        return self.width / self.size

    @property
    def sign_width(self) -> float:
        has_signs = any(verdict is not None for verdict in self.mark.verdicts)
        return SIGN if has_signs else 0.0

    @cached_property
    def columns(self) -> list[tuple[str, ...]]:
        """The texts column by column, the header first."""
        return list(zip(self.mark.columns, *self.mark.rows, strict=True))

    @cached_property
    def widths(self) -> list[float]:
        """The widths of the columns, at most as wide as their longest texts."""
        natural_widths = [HINTED * max(map(width, texts)) for texts in self.columns]
        count = len(natural_widths)
        room = self.room - self.sign_width - GAP * (count - 1)
        return share_length(room, [1.0] * count, maxima=dict(enumerate(natural_widths)))

    @cached_property
    def lines(self) -> list[tuple[list[str], ...]]:
        """The lines of every cell, row by row, the header first."""
        wrapped_columns = []
        for texts, column_width in zip(self.columns, self.widths, strict=True):
            wrapped_columns.append([wrapped(text, column_width) for text in texts])
        return list(zip(*wrapped_columns, strict=True))

    @cached_property
    def line_counts(self) -> list[int]:
        """How many lines each row has, the header first."""
        return [max(map(len, row)) for row in self.lines]

    @cached_property
    def breaks_words(self) -> bool:
        """Whether a word, a number or a range has to be broken."""
        for texts, column_width in zip(self.columns, self.widths, strict=True):
            for text in texts:
                if not all(fits(word, column_width) for word in kept_together(text)):
                    return True
        return False

    @property
    def counts_rows(self) -> bool:
        """Whether a line below counts omitted rows, even if all rows have room."""
        return bool(self.mark.total or self.left_out)

    @property
    def count_line_height(self) -> float:
        return CELL_LINE + LEAD if self.counts_rows else 0.0

    def height(self, rows: Sequence[int]) -> float:
        """Return the height of the header and some rows."""
        lines = [self.line_counts[0], *(self.line_counts[row + 1] for row in rows)]
        return sum(count * CELL_LINE + LEAD for count in lines)

    @property
    def whole_height(self) -> float:
        """The height of all rows, with the line below them."""
        return self.height(range(len(self.mark.rows))) + self.count_line_height

    @property
    def usual_height(self) -> float:
        """The height of all rows with the usual space between them, in points."""
        more_lead = (USUAL_LEAD - LEAD) * (len(self.mark.rows) + 1)
        return self.size * (self.whole_height + more_lead + SLACK)

    def is_whole(self, height: float) -> bool:
        """Whether all rows fit into `height`, and no word is broken."""
        return self.whole_height <= height + SLACK and not self.breaks_words

    def fitting_rows(self, height: float) -> list[int]:
        """Return the rows that fit into `height`, with a line that counts them.

        Rows of failed claims are kept before others.
        """
        all_rows = range(len(self.mark.rows))
        if self.whole_height <= height + SLACK:
            return list(all_rows)
        verdicts = dict(enumerate(self.mark.verdicts))
        failed_first = sorted(all_rows, key=lambda row: verdicts.get(row) is not False)
        remaining_height = height - self.height(()) - CELL_LINE - LEAD
        rows = []
        for row in failed_first:
            remaining_height -= self.line_counts[row + 1] * CELL_LINE + LEAD
            if remaining_height < -SLACK:
                break
            rows.append(row)
        return sorted(rows)


def _narrowed_to_fit(mark: Listing, width: float, size: float) -> ListingLayout:
    """Return a table in type of a `size`, without last columns where words do not fit.

    A column of signs is removed first, and is not counted. The columns of A and B are removed
    together.
    """
    layout = ListingLayout(mark, width, size)
    count = len(mark.columns)
    while layout.breaks_words:
        last = mark.columns[count - 1]
        before = mark.columns[count - 2]
        is_pair = last[:1] == "B" and before == f"A{last[1:]}"
        count -= 2 if is_pair else 1
        if count < FEWEST_COLUMNS:
            break
        left_out = len(mark.columns) - mark.sign - count
        layout = ListingLayout(mark.narrowed(count), width, size, left_out)
    return layout


def _layouts(
    mark: Listing, width: float, sizes: Sizes, *, tries_large: bool = False
) -> list[ListingLayout]:
    """Return layouts of a table for a width in points, one for each size tried, the largest first.

    Larger type that breaks more lines of a short table is no gain. The largest type is tried only
    where `tries_large`.
    """
    least = _narrowed_to_fit(mark, width, sizes.least)
    fewest_lines = sum(least.line_counts)
    size_for_all = sizes.tick if len(mark.rows) > SHORT else 0.0
    shares = (*LARGE_TYPE_SIZES, *TYPE_SIZES) if tries_large else TYPE_SIZES
    layouts = []
    for share in shares:
        layout = replace(least, size=share * sizes.tick)
        if layout.size <= sizes.least:
            break
        is_usual = mark.spare_column or layout.size <= size_for_all
        if is_usual or sum(layout.line_counts) <= fewest_lines:
            layouts.append(layout)
    return [*layouts, least]


def heights_wanted(mark: Listing, width: float, sizes: Sizes) -> Iterator[float]:
    """Yield the height of a table, in points, in the type of axes and in ever smaller type."""
    for layout in _layouts(mark, width, sizes):
        if layout.size <= sizes.tick:
            yield layout.usual_height


def is_legible(mark: Listing, width: float, height: float, sizes: Sizes) -> bool:
    """Whether a short table is whole in a room in points, and a long one has a few rows there."""
    layout = _narrowed_to_fit(mark, width, sizes.least)
    row_count = len(mark.rows)
    least_rows = row_count if row_count <= SHORT else FEW
    fitting_rows = layout.fitting_rows(height / layout.size)
    return len(fitting_rows) >= least_rows and not layout.breaks_words


def is_complete(mark: Listing, width: float, height: float, size: float) -> bool:
    """Whether a whole table fits in type of a `size`, each row on one line; all in points."""
    layout = ListingLayout(mark, width, size)
    return layout.is_whole(height / size) and set(layout.line_counts) == {1}


def table_size(canvases: Sequence[Canvas]) -> float:
    """Return the size of type for all tables of a page: that of the table with the smallest type.

    Return 0 if there is no table.
    """
    sizes = []
    for canvas in canvases:
        if not canvas.axes.get_visible():
            continue
        listings = [mark for mark in canvas.panel.marks if isinstance(mark, Listing)]
        sizes += [fitted_layout(mark, canvas).size for mark in listings]
    return min(sizes, default=0.0)


def fitted_layout(mark: Listing, canvas: Canvas) -> ListingLayout:
    """Return the layout of a table on a panel: the whole table in the largest type that has room.

    If no type has room, the table's spare column is left out. If rows have to be left out even
    so, the table is in the smallest type, or, where that shows only a few of them, in that of axes.
    """
    area = TableArea.of(canvas)
    layouts = _layouts(mark, area.width, canvas.style.sizes, tries_large=is_alone(canvas))
    for layout in layouts:
        if layout.is_whole(area.height / layout.size):
            return layout
    smallest = layouts[-1]
    if smallest.mark.spare_column:
        return fitted_layout(mark.without(mark.spare_column), canvas)

    share = LEAST_SHARE_IN_PRINT if canvas.style.printed else LEAST_SHARE_ON_SLIDES
    row_count = len(mark.rows)
    shows_enough = _row_count(smallest, area) >= row_count * share
    if row_count <= SHORT or shows_enough:
        return smallest
    for layout in layouts:
        if layout.size <= canvas.style.sizes.tick and _row_count(layout, area) >= FEW:
            return layout
    return smallest


def _row_count(layout: ListingLayout, area: TableArea) -> int:
    """Return how many rows have room in an area; 0 where words would be broken."""
    if layout.breaks_words:
        return 0
    return len(layout.fitting_rows(area.height / layout.size))


def is_alone(canvas: Canvas) -> bool:
    """Whether a table is on a slide with nothing but tables.

    Elsewhere its type is that of the words of axes.
    """
    page = canvas.axes.figure
    has_axes = any(axes.spines["left"].get_visible() for axes in page.axes)
    return not (canvas.panel.title or has_axes or canvas.style.printed)
