"""The items of headings: texts on lines, formulas, and legends in columns."""

import math
from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from matplotlib.figure import Figure as MatplotlibFigure

from peviewer.base.formula import first_of, on_lines
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Named
from peviewer.paper.marks.lines import legend
from peviewer.paper.style import Sizes, Style
from peviewer.paper.text import (
    FormulaText,
    balanced_lines,
    fits,
    formula_box,
    plain_width,
    typeset,
    width,
    wrapped,
)

Span = tuple[float, float]
"""The left and the right side of what is written, in pixels."""

# The distance of base lines, as a multiple of the size of type.
LINE = 1.25
# The distance from a base line down to its line's lower edge, in sizes of type.
DESCENT = 0.3
# The least space above and below a tall formula, in sizes of type.
AIR = 0.08
# The most lines of a title, or of a remark.
MAX_LINES = 3
# The factor by which texts and legends are made smaller before they are broken.
SMALL = 0.8
# The width of a legend's sample with the space after it, in sizes of its type.
SAMPLE = 2.2
# The space between the columns of a legend, in sizes of its type.
COLUMN_GAP = 1.4
# The distance of a legend's lines, as a multiple of the size of its type.
LEGEND_LINE = 1.45
# The size of a formula's type, as a multiple of axis titles'.
FORMULA = 1.1
# The largest share of the width that one formula takes.
FORMULA_SHARE = 0.6


class HeadingItem(NamedTuple):
    """A text on lines, or the legend of some marks in columns; lengths are in points.

    ``descent`` is how much of a line lies below its base line. An item that ``is_cut`` is too long
    even in the smallest type. An item ``at_right`` is written at the right side of its room.
    """

    lines: tuple[str, ...] = ()
    size: float = 0.0
    width: float = 0.0
    line_height: float = 0.0
    descent: float = 0.0
    is_cut: bool = False
    marks: tuple[Named, ...] = ()
    columns: int = 1
    role: Literal["text", "secondary"] = "text"
    is_formula: bool = False
    at_right: bool = False
    bold: bool = False

    @property
    def line_count(self) -> int:
        return math.ceil(len(self.marks) / self.columns) + len(self.lines)

    @property
    def height(self) -> float:
        return self.line_height * self.line_count

    def write(self, page: MatplotlibFigure, span: Span, base: float, style: Style) -> None:
        """Write it between the sides of `span`, its lowest base line at `base`, all in pixels."""
        self._write_legend(page, span, base, style)
        left, right = span
        look: dict[str, Any] = {
            "color": getattr(style.palette, self.role),
            "size": self.size,
            "va": "baseline",
            "ha": "right" if self.at_right else "left",
        }
        pixel = style.dpi / 72
        x = (right if self.at_right else left) / page.bbox.width
        for index, line in enumerate(reversed(self.lines)):
            y = (base + index * self.line_height * pixel) / page.bbox.height
            if line.startswith("$"):
                page.add_artist(FormulaText(x, y, line, transform=page.transFigure, **look))
            else:
                page.text(x, y, typeset(line), weight="bold" if self.bold else "normal", **look)

    def _write_legend(self, page: MatplotlibFigure, span: Span, base: float, style: Style) -> None:
        drawn = legend(page, self.marks, style, self.size, self.columns)
        if drawn is None:
            return
        pixel = style.dpi / 72
        left, right = span
        x = max(left, right - self.width * pixel) if self.at_right else left
        bottom = base - self.descent * pixel
        corner = (x / page.bbox.width, bottom / page.bbox.height)
        drawn.set_bbox_to_anchor(corner, page.transFigure)


def text_item(
    lines: Sequence[str], size: float, *, bold: bool = False, is_cut: bool = False
) -> HeadingItem:
    if bold:
        widths = [plain_width(unstarred(line), size, "bold") for line in lines]
    else:
        widths = [width(line, size) for line in lines]
    return HeadingItem(
        tuple(lines), size, max(widths), LINE * size, DESCENT * size, is_cut, bold=bold
    )


def broken_text(text: str, room: float, sizes: Sizes, max_size: float) -> HeadingItem:
    """Break a text for a room in points, in type of the size `max_size` or smaller."""
    if not text:
        return HeadingItem()
    least_size = min(sizes.least, max_size)
    small_size = max(SMALL * max_size, least_size)
    on_one_line = [[text]]
    on_more_lines = list(balanced_lines(text, MAX_LINES))
    attempts = (
        (on_one_line, max_size),
        (on_one_line, small_size),
        (on_more_lines, max_size),
        (on_more_lines, small_size),
        (on_more_lines, least_size),
    )
    for possible_breaks, size in attempts:
        for lines in possible_breaks:
            if all(fits(line, room / size) for line in lines):
                return text_item(lines, size)
    lines = wrapped(text, room / least_size)
    return text_item(lines[:MAX_LINES], least_size, is_cut=len(lines) > MAX_LINES)


def broken_alike(texts: Sequence[str], rooms: Sequence[float], sizes: Sizes) -> list[HeadingItem]:
    """Break texts side by side, each for its room in points, in type of one size."""
    pairs = list(zip(texts, rooms, strict=True))
    separately = [broken_text(text, room, sizes, sizes.axis) for text, room in pairs]
    size = min((item.size for item in separately if item.lines), default=sizes.axis)
    return [broken_text(text, room, sizes, size) for text, room in pairs]


def legend_item(marks: Sequence[Named], room: float, sizes: Sizes) -> HeadingItem:
    """Return the legend of some marks in as many columns as a room in points has.

    An entry without room is cut.
    """
    item = HeadingItem()
    small_size = max(sizes.least, SMALL * sizes.tick)
    for row_count in range(1, len(marks) + 1):
        column_count = math.ceil(len(marks) / row_count)
        # A legend is read row by row, but matplotlib fills it column by column.
        columns = [marks[index::column_count] for index in range(column_count)]
        for size in (sizes.tick, small_size):
            item = _legend_in_columns(columns, room, size)
            if not item.is_cut:
                return item
    return item


def _legend_in_columns(columns: Sequence[Sequence[Named]], room: float, size: float) -> HeadingItem:
    legend_width = sum(map(_column_width, columns)) + COLUMN_GAP * (len(columns) - 1)
    return HeadingItem(
        size=size,
        width=legend_width * size,
        line_height=LEGEND_LINE * size,
        descent=DESCENT * size,
        is_cut=legend_width * size > room,
        marks=tuple(chain(*columns)),
        columns=len(columns),
    )


def _column_width(column: Sequence[Named]) -> float:
    """Return the width of a column of a legend, in sizes of its type."""
    return max(SAMPLE + width(mark.label) for mark in column)


def formula_item(mathtext: str, room: float, sizes: Sizes) -> HeadingItem:
    """Return formulas on as few lines as their room in points allows, rather than in small type.

    One takes a share of the room at most, as the title and the picture say more. Several, which
    somebody asked for, may take all of it.
    """
    if not mathtext:
        return HeadingItem()
    is_one = first_of(mathtext) == mathtext
    formula_room = FORMULA_SHARE * room if is_one else room
    full_size = FORMULA * sizes.axis
    for lines in ([mathtext], *on_lines(mathtext)):
        boxes = [formula_box(line) for line in lines]
        longest = max(box.width for box in boxes)
        size = min(full_size, formula_room / longest)
        if size >= sizes.tick:
            break
    else:
        # No way to break the formula leaves it large enough: it may take all of the room.
        size = min(full_size, max(size, min(sizes.tick, room / longest)))

    height = size * max(box.height for box in boxes)
    descent = size * max(box.descent for box in boxes)
    return HeadingItem(
        lines=tuple(f"${line}$" for line in lines),
        size=size,
        width=size * longest,
        line_height=max(LINE * size, height + 2 * AIR * size),
        descent=max(DESCENT * size, descent + AIR * size),
        is_cut=size < min(sizes.least, full_size) - 1e-6,
        is_formula=True,
    )
