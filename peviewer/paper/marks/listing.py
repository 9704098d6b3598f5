"""Draw a short table of texts, with verdicts as signs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.figures.grammar import Listing
from peviewer.paper.marks.canvas import CELL_LINE, Align, Canvas, TableArea
from peviewer.paper.marks.listing_layout import (
    LEAD,
    USUAL_LEAD,
    ListingLayout,
    fitted_layout,
    is_alone,
)
from peviewer.paper.text import fits

# Verdicts by the signs that cells begin with.
SIGNS = {"✓": True, "✗": False}
# The room of a sign, in sizes of type.
SIGN_ROOM = 1.15
# The most space between rows that are spread to fill the panel, in sizes of type.
LOOSE_LEAD = 1.1
# The most space between rows on a slide with nothing but tables.
LOOSEST_LEAD = 2.2


def draw_listing(mark: Listing, canvas: Canvas) -> None:
    """Paint a table of texts in the largest type that shows it all, or as many rows as fit."""
    layout = fitted_layout(mark, canvas)
    if canvas.table_size:
        layout = replace(layout, size=canvas.table_size)
    area = TableArea.of(canvas)
    rows = layout.fitting_rows(area.height / layout.size)
    if rows:
        max_lead = LOOSEST_LEAD if is_alone(canvas) else LOOSE_LEAD
        _TablePainter.of(layout, area, rows, max_lead).paint(rows)
        return
    count = mark.total or _row_count_text(layout)
    color = canvas.style.palette.secondary
    area.write(f"… {count}", 0, CELL_LINE * layout.size / 2, layout.size, color)


@dataclass(frozen=True)
class _TablePainter:
    """A table on its area.

    The starts of its columns and the space between its rows are in sizes of type.
    """

    layout: ListingLayout
    area: TableArea
    starts: Sequence[float]
    lead: float
    has_count_line: bool

    @classmethod
    def of(
        cls, layout: ListingLayout, area: TableArea, rows: Sequence[int], max_lead: float
    ) -> "_TablePainter":
        """Spread some rows of a table over the height of an area, its columns over the width."""
        has_count_line = layout.counts_rows or len(rows) < len(layout.mark.rows)
        count_line_height = (CELL_LINE + LEAD) * has_count_line
        spare_height = area.height / layout.size - layout.height(rows) - count_line_height
        spare_lead = spare_height / (len(rows) + 1 + has_count_line)
        lead = min(USUAL_LEAD if has_count_line else max_lead, LEAD + spare_lead)
        return cls(layout, area, _column_starts(layout), lead, has_count_line)

    @property
    def size(self) -> float:
        return self.layout.size

    def paint(self, rows: Sequence[int]) -> None:
        palette = self.area.style.palette
        verdicts = dict(enumerate(self.layout.mark.verdicts))
        self._rule(0)
        top = self._write_row(0, 0, palette.secondary)
        self._rule(top)
        for row in rows:
            verdict = verdicts.get(row)
            if verdict is not None:
                self.area.sign(verdict, 0, self._first_line(top) * self.size, self.size)
            top = self._write_row(row + 1, top, palette.text)
        if self.has_count_line:
            text = _count_line(self.layout, rows)
            y = self._first_line(top) * self.size
            self.area.write(text, self.starts[0] * self.size, y, self.size, palette.secondary)
            top += CELL_LINE + self.lead
        self._rule(top)

    def _first_line(self, top: float) -> float:
        """Return the middle of the first line of a row that begins at `top`."""
        return top + (CELL_LINE + self.lead) / 2

    def _rule(self, top: float) -> None:
        length = self.starts[-1] + self.layout.widths[-1]
        self.area.rule(top * self.size, length * self.size)

    def _write_row(self, row: int, top: float, color: str) -> float:
        """Write one row, the header being row 0, and return where the next one begins."""
        layout = self.layout
        columns = zip(
            self.starts, layout.widths, layout.mark.numeric, layout.lines[row], strict=True
        )
        for start, column_width, is_numeric, lines in columns:
            x = (start + column_width if is_numeric else start) * self.size
            align: Align = "right" if is_numeric else "left"
            for index, line in enumerate(lines):
                y = (self._first_line(top) + index * CELL_LINE) * self.size
                sign, _, text = line.partition("\N{NO-BREAK SPACE}")
                if sign in SIGNS:
                    self.area.sign(SIGNS[sign], x, y, self.size)
                    self.area.write(text, x + SIGN_ROOM * self.size, y, self.size, color)
                    continue
                self.area.write(line, x, y, self.size, color, align=align)
        return top + (layout.line_counts[row] * CELL_LINE + self.lead)


def _column_starts(layout: ListingLayout) -> list[float]:
    """Return the starts of the columns, spread over the room."""
    count = len(layout.widths)
    spare_width = layout.room - layout.sign_width - sum(layout.widths)
    gap = spare_width / (count - 1) if count > 1 else 0.0
    return [
        layout.sign_width + sum(layout.widths[:column]) + column * gap for column in range(count)
    ]


def _count_line(layout: ListingLayout, rows: Sequence[int]) -> str:
    """Return the sentence on rows and columns that are left out."""
    mark = layout.mark
    parts = []
    if mark.total or len(rows) < len(mark.rows):
        are_first_rows = rows[-1] == len(rows) - 1
        shown_count = number(len(rows))
        of_all = f"{shown_count} of {_row_count_text(layout)}"
        parts.append(mark.count_text(len(rows)) if are_first_rows else of_all)
    if layout.left_out:
        count = len(mark.columns)
        first = "" if parts else "the first "
        parts.append(f"{first}{count} of {count + layout.left_out} columns")
    line = f"… {', '.join(parts)}"
    return line if fits(line, layout.room) else line.replace("the first ", "")


def _row_count_text(layout: ListingLayout) -> str:
    return in_unit(number(len(layout.mark.rows)), "rows")
