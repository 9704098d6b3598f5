"""Draw a table of numbers: as many rows and columns as are readable, of those that are in view."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number, plain
from peviewer.base.words import with_word
from peviewer.figures.grammar import Axis, Numbers, Panel
from peviewer.figures.palette import colormap, colour_steps, needs_black_text, themed_colormap
from peviewer.paper.marks.canvas import CELL_LINE, Canvas, TableArea
from peviewer.paper.style import Sizes
from peviewer.paper.text import width

# Sizes of type, as multiples of the size of tick labels. The largest that shows the whole window is
# taken, or else the last one.
TYPE_SIZES = (1.5, 1.35, 1.2, 1.1, 1.0)
# The height of a row, the space between columns, and the width of the column of three dots, as
# multiples of the size of type.
ROW_HEIGHT = 1.25 * CELL_LINE
GAP = 1.3
DOTS = 1.6
# The factor by which columns and rows may be spread to fill the panel.
SPREAD = 1.5
# The width of the narrowest digit, as a multiple of the size of type.
LEAST_DIGIT = 0.5
# Only this many texts with the most letters are measured; the widest of them counts as the widest.
MEASURED_TEXTS = 12


@dataclass(frozen=True)
class NumberTable:
    """Some rows and columns of a table, written out; lengths are multiples of the size of type."""

    mark: Numbers
    rows: range
    columns: range
    corner: str
    row_axis: Axis

    @cached_property
    def values(self) -> NDArray[np.float64]:
        return self.mark.raster.exact(self.rows, self.columns)

    @cached_property
    def texts(self) -> list[list[str]]:
        """The numbers as they are written, row by row."""
        return [[self._text(float(value)) for value in row] for row in self.values]

    def _text(self, value: float) -> str:
        return plain(value, self.mark.decimals) if np.isfinite(value) else "–"

    @cached_property
    def row_names(self) -> list[str]:
        positions = [row + self.mark.row0 for row in self.rows]
        words = [self.row_axis.word(position) for position in positions]
        return [
            f"*t* = {with_word(position, word)}"
            for position, word in zip(positions, words, strict=True)
        ]

    @cached_property
    def column_numbers(self) -> list[str]:
        return [number(column) for column in self.columns]

    @cached_property
    def column_width(self) -> float:
        """The distance between columns, the same for all: the widest number and a gap."""
        texts = set(self.column_numbers).union(*self.texts)
        longest_texts = sorted(sorted(texts), key=len)[-MEASURED_TEXTS:]
        return max(map(width, longest_texts), default=0.0) + GAP

    @cached_property
    def names_width(self) -> float:
        """The width of the names, with the space that keeps them off coloured cells."""
        return max(map(width, (self.corner, *self.row_names))) + self.names_gap

    @property
    def names_gap(self) -> float:
        """The space between the names and the cells."""
        return GAP / 2 if self.mark.colormap else 0.0

    @property
    def goes_on_below(self) -> bool:
        row_count, _ = self.mark.raster.shape
        return self.rows.stop < row_count

    @property
    def goes_on_right(self) -> bool:
        _, column_count = self.mark.raster.shape
        return self.columns.stop < column_count


def draw_numbers(mark: Numbers, canvas: Canvas) -> None:
    """Paint the readable part of a table's window, with dots where the table continues."""
    area = TableArea.of(canvas)
    for share in TYPE_SIZES:
        size = share * canvas.style.sizes.tick
        table = _fitting_table(mark, area.width / size, area.height / size, canvas.panel)
        if (table.rows, table.columns) == _window(mark, canvas.panel):
            break
    _TablePainter.of(table, area, size).paint()


def height_at_most(panel: Panel, sizes: Sizes) -> float:
    """Return the height in points of a table's window in the largest type, with rows spread."""
    (mark,) = panel.marks
    assert isinstance(mark, Numbers)
    rows, _ = _window(mark, panel)
    row_count, _ = mark.raster.shape
    goes_on_below = rows.stop < row_count
    line_count = len(rows) + 1 + goes_on_below
    return line_count * SPREAD * ROW_HEIGHT * TYPE_SIZES[0] * sizes.tick


def height_of_all(panel: Panel, width: float, sizes: Sizes) -> float:
    """Return the height in points of a whole table in the least type.

    It is infinite where the panel shows a part of it, or not all columns fit into `width`.
    """
    (mark,) = panel.marks
    assert isinstance(mark, Numbers)
    rows, columns = _window(mark, panel)
    row_count, column_count = mark.raster.shape
    size = TYPE_SIZES[-1] * sizes.tick
    if (len(rows), len(columns)) != (row_count, column_count):
        return math.inf
    height = (row_count + 1) * ROW_HEIGHT
    table = _fitting_table(mark, width / size, height, panel)
    return height * size if len(table.columns) == column_count else math.inf


def _window(mark: Numbers, panel: Panel) -> tuple[range, range]:
    """Return the rows and the columns of a table that its panel shows."""
    row_count, column_count = mark.raster.shape
    return _shown(panel.y, row_count), _shown(panel.x, column_count)


def _shown(axis: Axis, count: int) -> range:
    """Return the rows or columns, of `count` in all, that an axis shows."""
    first_edge = axis.limits[0] + 0.5
    low, high = (end - first_edge for end in axis.shown)
    start = int(np.floor(low + 0.5))
    stop = int(np.ceil(high + 0.5))
    return range(min(max(0, start), count - 1), min(count, max(1, stop)))


def _fitting_table(mark: Numbers, room: float, height: float, panel: Panel) -> NumberTable:
    """Return the part of a window that fits into a width and a height, in sizes of type."""
    rows, columns = _window(mark, panel)
    symbol = re.search(r"\*[^*]+\*", panel.x.label)
    corner = f"{symbol[0]} =" if symbol else ""
    # No number is narrower than its decimals: no more columns than this can fit.
    least_width = LEAST_DIGIT * (mark.decimals + 1) + GAP
    columns_at_most = columns[: int(room / least_width) + 1]
    fitting_rows = rows[: max(1, _fitting_lines(mark, rows, height))]
    table = NumberTable(mark, fitting_rows, columns_at_most, corner, panel.y)

    _, column_count = mark.raster.shape
    columns_room = room - table.names_width
    fitting_count = int(columns_room / table.column_width)
    if fitting_count < len(columns) or columns.stop < column_count:
        fitting_count = int((columns_room - DOTS) / table.column_width)
    return replace(table, columns=table.columns[: max(1, fitting_count)])


def _fitting_lines(mark: Numbers, rows: range, height: float) -> int:
    """Return how many rows have room between the column numbers and the dots below."""
    row_count, _ = mark.raster.shape
    lines = int(height / ROW_HEIGHT) - 1
    goes_on_below = rows.stop < row_count
    if len(rows) > lines or (len(rows) == lines and goes_on_below):
        return lines - 1
    return lines


@dataclass(frozen=True)
class _TablePainter:
    """A table of numbers on its area, in type of a `size`; all lengths are in points."""

    table: NumberTable
    area: TableArea
    size: float
    row_height: float
    column_width: float
    names_width: float

    @classmethod
    def of(cls, table: NumberTable, area: TableArea, size: float) -> "_TablePainter":
        """Spread the rows and columns of a table over an area."""
        names_width = table.names_width * size
        columns_room = area.width - names_width - _dots_width(table, size)
        widest = SPREAD * table.column_width * size
        column_width = min(columns_room / len(table.columns), widest)

        line_count = len(table.rows) + 1 + table.goes_on_below
        row_height = min(area.height / line_count, SPREAD * ROW_HEIGHT * size)
        return cls(table, area, size, row_height, column_width, names_width)

    @property
    def length(self) -> float:
        """The width of the whole table."""
        columns_width = len(self.table.columns) * self.column_width
        return self.names_width + columns_width + _dots_width(self.table, self.size)

    @property
    def names_edge(self) -> float:
        """The right edge of the names."""
        return self.names_width - self.table.names_gap * self.size

    @property
    def right_edges(self) -> list[float]:
        """Where the numbers of each column end: in coloured cells they are in the middle."""
        numbers_width = (self.table.column_width - GAP) * self.size
        inset = (self.column_width - numbers_width) / 2 if self.table.mark.colormap else 0
        return [
            self.names_width + (index + 1) * self.column_width - inset
            for index in range(len(self.table.columns))
        ]

    def middle(self, line: int) -> float:
        """Return the middle of a line, the column numbers being line 0."""
        return (line + 0.5) * self.row_height

    def paint(self) -> None:
        table = self.table
        secondary = self.area.style.palette.secondary
        self._write(table.corner, self.names_edge, 0, secondary)
        for right, column_number in zip(self.right_edges, table.column_numbers, strict=True):
            self._write(column_number, right, 0, secondary)

        row_colors = self._fill_cells()
        for row, colors in enumerate(row_colors):
            line = row + 1
            self._write(table.row_names[row], self.names_edge, line, secondary)
            for right, text, color in zip(self.right_edges, table.texts[row], colors, strict=True):
                self._write(text, right, line, color)
            if table.goes_on_right:
                self._write("…", self.length, line, secondary)

        line_count = len(table.rows) + 1
        if table.goes_on_below:
            y = self.middle(line_count)
            for right in (self.names_edge, *self.right_edges):
                x = right - 0.3 * self.size
                self.area.write("⋮", x, y, self.size, secondary, align="center")
        for line in (0, 1, line_count + table.goes_on_below):
            self.area.rule(line * self.row_height, self.length)

    def _write(self, text: str, right: float, line: int, color: str) -> None:
        self.area.write(text, right, self.middle(line), self.size, color, align="right")

    def _fill_cells(self) -> Sequence[Sequence[str]]:
        """Colour the cells if they are to be coloured; return the colour of each number."""
        table = self.table
        palette = self.area.style.palette
        if table.mark.colormap is None:
            return [[palette.text] * len(table.columns) for _ in table.rows]
        steps, _ = colour_steps(table.values.astype(np.float32), table.mark.levels)
        fills = colormap(themed_colormap(table.mark.colormap, palette))[steps]
        for (row, column), _ in np.ndenumerate(steps):
            x = self.names_width + column * self.column_width
            y = self.row_height + row * self.row_height
            color = f"#{bytes(fills[row, column]).hex()}"
            self.area.fill(x, y, self.column_width, self.row_height, color)
        inks: list[list[str]] = np.where(needs_black_text(fills), "#000000", "#FFFFFF").tolist()
        return inks


def _dots_width(table: NumberTable, size: float) -> float:
    """Return the width of the column of dots, which says that the table goes on at the right."""
    return DOTS * size if table.goes_on_right else 0.0
