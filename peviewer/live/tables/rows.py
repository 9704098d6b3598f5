"""The rows of a listing in some width: the sizes of its texts, its columns, and how high titles and rows are."""

import math
from collections.abc import Iterable
from functools import lru_cache

from PySide6.QtCore import Qt

from peviewer.figures.grammar import Listing
from peviewer.live.tables.columns import ColumnWidths, TextStyle, plan_columns, size
from peviewer.live.text import TextLine, bound, markup

TOP = 28
TEXT_GAP = 6  # above a text, and below it
TITLE_GAP = 6  # between a title and its text behind it
SIGN_WIDTH = 30  # the indent for a verdict's sign


@lru_cache(maxsize=256)
def title_line(text: str, width: int = 0, *, right: bool = False) -> TextLine:
    """Return a column's title, wrapped at a width; right-aligned above numbers."""
    line = TextLine(12, markup(text))
    if width:
        line.wrap(width, Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    return line


def min_title_width(text: str) -> float:
    """Return the least width of a title on at most two lines."""
    words = bound(text).split(" ")
    halves = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return min((max(title_line(part).width for part in half) for half in halves), default=title_line(text).width)


def fitted_title(text: str, width: int, end: float | None) -> TextLine:
    """Return a title in one line, or wrapped where that is too wide; `end` is where the numbers below it end."""
    room = width if end is None else min(width, math.ceil(end))
    line = title_line(text)
    return line if line.width <= room + 1 else title_line(text, room, right=end is not None)


def _rounded_up(widths: Iterable[float]) -> list[int]:
    return list(map(math.ceil, widths))


class ListingTexts:
    """The texts of a listing and their widths, measured when they are first needed."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self._widths: dict[int, float] = {}

    @property
    def indent(self) -> int:
        return SIGN_WIDTH if any(verdict is not None for verdict in self.listing.verdicts) else 0

    def whole(self, row: int, column: int) -> TextStyle:
        """Return how a text is drawn on one line."""
        return TextStyle(self.listing.rows[row][column], 0, self._is_medium(column))

    def column_widths(self) -> ColumnWidths:
        """Return the widths that columns want."""
        listing = self.listing
        texts = [self.widest(column) for column in range(len(listing.columns))]
        widths = [max(title_line(title).width, text) for title, text in zip(listing.columns, texts, strict=True)]
        below = map(max, map(min_title_width, listing.columns), texts)
        return ColumnWidths(
            _rounded_up(widths),
            _rounded_up(below),
            self._longest_word,
            self.stacked_width,
            listing.numeric,
            listing.sign,
        )

    def ends(self) -> dict[int, float]:
        """Return for columns of numbers where these end, from the column's left."""
        columns = enumerate(self.listing.columns)
        numeric = self.listing.numeric
        return {k: max(title_line(title).width, self.widest(k)) for k, title in columns if numeric[k]}

    def widest(self, column: int) -> float:
        """Return the width of a column's longest text, or of the one for which space is kept."""
        if column not in self._widths:
            whole = (size(style).width for style in self._styles(column))
            kept = (size(TextStyle(text)).width for text in self.listing.room[column : column + 1])
            self._widths[column] = max((*whole, *kept), default=0.0)
        return self._widths[column]

    def stacked_width(self) -> int:
        """Return the width of the widest text behind its title."""
        titles = enumerate(self.listing.columns[1:], 1)
        wide = (size(TextStyle(title)).width + TITLE_GAP + self.widest(column) for column, title in titles)
        return math.ceil(max(wide, default=0.0))

    def _styles(self, column: int, width: int = 0) -> set[TextStyle]:
        medium = self._is_medium(column)
        return {TextStyle(row[column], width, medium) for row in self.listing.rows}

    def _longest_word(self, column: int) -> int:
        """Return the width of the longest unbroken part in a column's texts and its title; numbers are never broken."""
        listing = self.listing
        if listing.numeric[column]:
            return math.ceil(max(min_title_width(listing.columns[column]), self.widest(column)))
        words = (size(style).width for style in self._styles(column, 1))
        return math.ceil(max(min_title_width(listing.columns[column]), *words, 0.0))

    def _is_medium(self, column: int) -> bool:
        return column == 0 and bool(self.indent)


class ListingLayout:
    """A listing laid out in a width."""

    def __init__(self, texts: ListingTexts, room: int) -> None:
        self.texts, self.listing, self.room, self.indent = texts, texts.listing, room, texts.indent
        self.plan = plan_columns(texts.column_widths(), room - self.indent)
        self.titles_behind = bool(self.plan.stacked) and texts.stacked_width() <= self.width(1)
        """Whether each text fits on one line behind its title."""
        self.ends = texts.ends()

    def titles_height(self) -> int:
        """Return the height of the titles; stacked columns have theirs before their texts."""
        plan = self.plan
        rooms = {column: plan.widths[column] - 2 * plan.padding - 1 for column in plan.titled}
        columns, ends = self.listing.columns, self.ends
        lines = [fitted_title(columns[column], room, ends.get(column)) for column, room in rooms.items()]
        high = max((line.height for line in lines), default=0.0)
        return TOP + math.ceil(max(0.0, high - title_line("x").height))

    @property
    def has_titles(self) -> bool:
        return any(self.listing.columns[column] for column in self.plan.titled)

    def line_heights(self, row: int) -> list[float]:
        """Return the heights of a row's lines."""
        return [max(size(self.style(row, column)).height for column in beside) for beside in self.plan.lines]

    def row_height(self, row: int) -> int:
        return math.ceil(sum(self.line_heights(row))) + 2 * TEXT_GAP

    def is_of(self, texts: ListingTexts, room: int) -> bool:
        """Whether it is a layout of these texts in this width."""
        return self.texts is texts and self.room == room

    def right_shift(self, row: int, column: int) -> float:
        """Return the distance by which a number is moved to be right-aligned with its column."""
        if column not in self.plan.titled:
            return 0.0
        end = min(self.ends.get(column, 0.0), self.width(column))
        return max(0.0, end - size(self.texts.whole(row, column)).width)

    def width(self, column: int) -> int:
        """Return the width that a column's texts have."""
        plan = self.plan
        if plan.stacked and column:
            return max(20, (self.room - self.indent) // plan.stacked - 2 * plan.padding)
        room = plan.widths[column] if column in plan.widths else self.room - self.indent
        return max(20, room - 2 * plan.padding - (column in plan.widths))

    def style(self, row: int, column: int) -> TextStyle:
        """Return how a text is drawn: on one line if it fits."""
        whole = self.texts.whole(row, column)
        fits = size(whole).width <= self.width(column)
        if self._is_above(column) and (title := self.title_before(row, column)):
            return whole._replace(width=self.width(column), title=title)
        if fits if not self.plan.stacked or self._names_row(column) else self.titles_behind:
            return whole
        return whole._replace(width=self.width(column), title=self.title_before(row, column))

    def title_before(self, row: int, column: int) -> str:
        """Return the title before a text, or an empty one; texts of the first column have one if they are numbers."""
        listing = self.listing
        is_apart = self.plan.stacked or self._is_above(column)  # from the titles above their columns
        has_title = is_apart and listing.rows[row][column] and (column or listing.numeric[0])
        return listing.columns[column] if has_title else ""

    def _is_above(self, column: int) -> bool:
        """Whether it is the first column on a line of its own, above the others below their titles."""
        return not column and not self.plan.stacked and 0 not in self.plan.widths

    def _names_row(self, column: int) -> bool:
        """Whether a column's texts name the rows, with no title before them."""
        return column == 0 and not self.listing.numeric[0]
