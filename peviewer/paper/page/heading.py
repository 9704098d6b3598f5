"""The words above panels and Figures, titles, remarks, formulas and legends, on as few lines as their room allows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from peviewer.base.formula import on_lines
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Named, Panel
from peviewer.paper.marks.lines import legend
from peviewer.paper.style import Sizes, Style
from peviewer.paper.text import FormulaText, balanced_lines, fits, formula_box, plain_width, typeset, width, wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Page

# In sizes of type: from one base line to the next, from the lowest one to what is below, between words side by side.
LINE, BELOW, BESIDE = 1.25, 0.35, 0.35
AIR = 0.08  # above and below a tall formula
DESCENT = 0.3  # from the base line of a line down to its lower edge
SMALL = 0.8  # of their size, to have words on fewer lines
LINES = 3  # of a title, or of a remark, at most
# Of a legend, in sizes of its type: a sample with the space after it, the space between columns, and a line.
SAMPLE, COLUMN, ENTRY = 2.2, 1.4, 1.45
BOLD = 1.12  # bold type is wider than what is measured by so much
SHARES = (1.0, 0.9, 0.8, 0.7)  # sizes of a Figure's title that are tried before it is broken
FORMULA = 1.1  # of axis titles


class Words(NamedTuple):
    """A text on lines, in points: its type, its width, the space of a line, and how much of that is below its base.

    It is cut where it is too long even in the smallest type.
    """

    lines: tuple[str, ...] = ()
    size: float = 0.0
    wide: float = 0.0
    pitch: float = 0.0
    below: float = 0.0
    is_cut: bool = False

    @property
    def line_count(self) -> int:
        """How many lines it has."""
        return len(self.lines)

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return self.pitch * len(self.lines)


def words(lines: Sequence[str], size: float, *, bold: bool = False, is_cut: bool = False) -> Words:
    """Return a text on lines, in type of a size."""
    wide = [plain_width(unstarred(line), size, "bold") if bold else width(line, size) for line in lines]
    return Words(tuple(lines), size, max(wide), LINE * size, DESCENT * size, is_cut)


def broken(text: str, room: float, sizes: Sizes, most: float) -> Words:
    """Break a text for a room in points, in type of the size `most` or smaller."""
    if not text:
        return Words()
    every, least = list(balanced_lines(text, LINES)), min(sizes.least, most)
    small = max(SMALL * most, least)
    for some, size in (([[text]], most), ([[text]], small), (every, most), (every, small), (every, least)):
        if (
            lines := next((lines for lines in some if all(fits(line, room / size) for line in lines)), None)
        ) is not None:
            return words(lines, size)
    lines = wrapped(text, room / least)
    return words(lines[:LINES], least, is_cut=len(lines) > LINES)


def broken_alike(texts: Sequence[str], rooms: Sequence[float], sizes: Sizes) -> list[Words]:
    """Break texts side by side, each for its room in points, in type of one size."""
    separately = [broken(text, room, sizes, sizes.axis) for text, room in zip(texts, rooms, strict=True)]
    size = min((some.size for some in separately if some.lines), default=sizes.axis)
    return [broken(text, room, sizes, size) for text, room in zip(texts, rooms, strict=True)]


class Key(NamedTuple):
    """The legend of some marks, in so many columns; cut where not even one column has room."""

    marks: tuple[Named, ...] = ()
    columns: int = 1
    size: float = 0.0
    wide: float = 0.0
    is_cut: bool = False

    @property
    def line_count(self) -> int:
        """How many lines it has."""
        return math.ceil(len(self.marks) / self.columns)

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return ENTRY * self.size * self.line_count


def key(marks: Sequence[Named], room: float, sizes: Sizes) -> Key:
    """Return the legend of some marks in as many columns as a room in points has."""
    wide = [SAMPLE + width(mark.label) for mark in marks]

    def used_width(columns: int) -> float:
        lines, more = divmod(len(marks), columns)
        ends = [column * lines + min(column, more) for column in range(columns + 1)]
        return sum(max(wide[ends[k] : ends[k + 1]]) for k in range(columns)) + COLUMN * (columns - 1)

    for columns in range(len(marks), 0, -1):
        for size in (sizes.tick, max(sizes.least, SMALL * sizes.tick)):
            if used_width(columns) * size <= room or (columns == 1 and size < sizes.tick):
                return Key(tuple(marks), columns, size, used_width(columns) * size, used_width(columns) * size > room)
    return Key()


class Heading(NamedTuple):
    """The words above one panel; what is beside the title is at its right."""

    title: Words
    fact: Words
    key: Key
    fact_beside: bool
    key_beside: bool

    @property
    def below(self) -> float:
        """The height of the words below the title, in points."""
        return self.fact.height * (not self.fact_beside) + self.key.height * (not self.key_beside)

    @property
    def is_cut(self) -> bool:
        """Whether a part that can be left out has no room; a title is always written."""
        return self.fact.is_cut or self.key.is_cut or self.title.is_cut

    @property
    def beside(self) -> float:
        """The height of the first line without a title, in points."""
        return max(self.fact.height * self.fact_beside, self.key.height * self.key_beside)

    def draw(self, page: Page, span: tuple[float, float], low: float, level: float, style: Style) -> None:
        """Write it between two sides and above `low`, all in pixels, its title so many points higher."""
        pixel, (left, right), palette = style.dpi / 72, span, style.palette
        high = low + level * pixel
        write(page, self.title, left, high, style, palette.text)
        above_key = low + self.key.height * (not self.key_beside) * pixel
        write(page, self.fact, right, high if self.fact_beside else above_key, style, palette.secondary, right=True)
        write_key(page, self.key, *((right - self.key.wide * pixel, high) if self.key_beside else (left, low)), style)


class RowHeadings(NamedTuple):
    """The words above the panels of a row, and a legend above all of them; the titles are on one line."""

    headings: tuple[Heading, ...]
    above: Key
    gap: float

    @property
    def level(self) -> float:
        """How far the lowest lines of titles are above the lowest words, in points."""
        return max(heading.below for heading in self.headings)

    @property
    def own_height(self) -> float:
        """The height of the words above each panel, in points."""
        high = self.level + max(heading.title.height or heading.beside for heading in self.headings)
        return high + self.gap if high else 0.0

    @property
    def height(self) -> float:
        """The height of all words, in points."""
        return self.own_height + (self.above.height + self.gap if self.above.marks else 0.0)

    @property
    def has_keys_beside(self) -> bool:
        """Whether no legend is on a line of its own."""
        return not self.above.marks and all(one.key_beside or not one.key.marks for one in self.headings)

    @property
    def is_cut(self) -> bool:
        """Whether a part has no room."""
        return self.above.is_cut or any(heading.is_cut for heading in self.headings)

    def draw(self, page: Page, spans: Sequence[tuple[float, float]], low: float, style: Style) -> None:
        """Write them above `low`, each between its two sides, in pixels."""
        pixel = style.dpi / 72
        for heading, span in zip(self.headings, spans, strict=True):
            heading.draw(page, span, low + self.gap * pixel, self.level, style)
        write_key(page, self.above, spans[0][0], low + (self.own_height + self.gap) * pixel, style)


def row_headings(
    row: Sequence[Panel], rooms: Sequence[float], whole: float, sizes: Sizes, *, keys_beside: bool = True
) -> RowHeadings:
    """Return the words above the panels of a row, each with its room in points, laid out alike.

    Legends are beside titles where `keys_beside` and all have room there. The only legend of a row that is not is above
    the `whole` row.
    """
    titles = broken_alike([panel.title for panel in row], rooms, sizes)
    facts = broken_alike([panel.fact for panel in row], rooms, sizes)
    marks = [panel.legend_marks if panel.legend else () for panel in row]
    keys = [key(some, room, sizes) for some, room in zip(marks, rooms, strict=True)]

    def beside(title: Words, other: Words | Key, room: float) -> bool:
        gap = 2 * BESIDE * sizes.axis * bool(title.lines)
        return other.line_count <= 1 and title.line_count <= 1 and title.wide + gap + other.wide <= room

    every = list(zip(titles, facts, keys, rooms, strict=True))
    has_facts = all(beside(title, fact, room) for title, fact, _, room in every)
    has_keys = keys_beside and all(
        not one.marks or (bool(title.lines) and not fact.lines and beside(title, one, room))
        for title, fact, one, room in every
    )
    above = Key()
    if len(row) > 1 and not has_keys and sum(map(bool, marks)) == 1:
        above, keys = key(max(marks, key=len), whole, sizes), [Key()] * len(row)
    headings = (Heading(*words, has_facts, has_keys) for words in zip(titles, facts, keys, strict=True))
    return RowHeadings(tuple(headings), above, BELOW * sizes.axis)


class FigureHeading(NamedTuple):
    """The title of a Figure, and its formula beside or below it."""

    title: Words
    formula: Words
    beside: bool
    gap: float

    @property
    def _below_title(self) -> float:
        """How much of the title's height is below its lowest base line."""
        return max(self.title.below, self.formula.below * self.beside)

    @property
    def _title_height(self) -> float:
        above = max(self.title.height - self.title.below, (self.formula.pitch - self.formula.below) * self.beside)
        return above + self._below_title

    @property
    def height(self) -> float:
        """The height of all words, in points."""
        high = self._title_height + self._lead + self.formula.height * (not self.beside)
        return high + self.gap if high else 0.0

    @property
    def _lead(self) -> float:
        """The space between the title and a formula below it."""
        return self.gap * bool(self.title.lines and self.formula.lines and not self.beside)

    def draw(self, page: Page, left: float, right: float, top: float, style: Style) -> None:
        """Write it below `top`, between two sides, all in pixels."""
        pixel, palette = style.dpi / 72, style.palette
        base = top - (self._title_height - self._below_title) * pixel
        write(page, self.title, left, base - self.title.below * pixel, style, palette.text, bold=True)
        low = top - (self._title_height + self._lead) * pixel
        if self.beside:
            write(page, self.formula, right, base - self.formula.below * pixel, style, palette.secondary, right=True)
        else:
            low -= self.formula.height * pixel
            write(page, self.formula, left, low, style, palette.secondary)


def figure_heading(title: str, mathtext: str, room: float, size: float, sizes: Sizes) -> FigureHeading:
    """Return the words above a Figure for a room in points, its title in type of a `size`."""
    head, formula = Words(), _formula(mathtext, room, sizes)
    if title:
        every = ([title], *title_lines(title), *balanced_lines(title, LINES), wrapped(title, room / size / BOLD))
        head = words(next((lines for lines in every if _have_room(lines, room / size)), every[-1]), size, bold=True)
    is_beside = head.line_count == 1 and formula.line_count <= 1 and head.wide + size + formula.wide <= room
    return FigureHeading(head, formula, is_beside, 0.5 * sizes.axis)


def _have_room(lines: Sequence[str], room: float) -> bool:
    return all(fits(line, room / BOLD) for line in lines)


def _formula(mathtext: str, room: float, sizes: Sizes) -> Words:
    """Return a formula on as few lines as its room in points allows, rather than in small type."""
    if not mathtext:
        return Words()
    for lines in ([mathtext], *on_lines(mathtext)):
        boxes = [formula_box(line) for line in lines]
        size = min(FORMULA * sizes.axis, room / max(wide for wide, _, _ in boxes))
        if size >= sizes.tick:
            break
    wide, high, below = (size * max(sides) for sides in zip(*boxes, strict=True))
    below = max(DESCENT * size, below + AIR * size)
    is_cut = size < min(sizes.least, FORMULA * sizes.axis) - 1e-6
    return Words(
        tuple(f"${line}$" for line in lines), size, wide, max(LINE * size, high + 2 * AIR * size), below, is_cut
    )


def fitting_size(titles: Sequence[tuple[str, float]], size: float) -> float:
    """Return the size of type for the titles of a page, each with its room in points: that of the longest."""
    for share in SHARES:
        if all(_have_room(next(title_lines(title), [title]), room / (share * size)) for title, room in titles):
            return share * size
    return SHARES[-1] * size


def title_lines(title: str) -> Iterator[list[str]]:
    """Yield a title that names A and B as ever more lines.

    >>> list(title_lines("Angles · A: base 10 · B: base 9"))
    [['Angles', 'A: base 10 · B: base 9'], ['Angles', 'A: base 10', 'B: base 9']]
    """
    what, _, sides = title.partition(" · A: ")
    a, _, b = sides.partition(" · B: ")
    if a and b:
        yield [what, f"A: {a} · B: {b}"]
        yield [what, f"A: {a}", f"B: {b}"]


def write(
    page: Page, words: Words, x: float, low: float, style: Style, color: str, *, right: bool = False, bold: bool = False
) -> None:
    """Write lines above `low`, from their left or their right side on, in pixels."""
    width, height, pixel = page.bbox.width, page.bbox.height, style.dpi / 72
    look: dict[str, Any] = {"color": color, "ha": "right" if right else "left", "va": "baseline", "size": words.size}
    for number, line in enumerate(reversed(words.lines)):
        at = x / width, (low + (number * words.pitch + words.below) * pixel) / height
        if line.startswith("$"):
            page.add_artist(FormulaText(*at, line, transform=page.transFigure, **look))
        else:
            page.text(*at, typeset(line), weight="bold" if bold else "normal", **look)


def write_key(page: Page, key: Key, left: float, low: float, style: Style) -> None:
    """Place a legend with its lower left corner at a place, in pixels."""
    if (drawn := legend(page, key.marks, style, key.size, key.columns)) is not None:
        drawn.set_bbox_to_anchor((left / page.bbox.width, low / page.bbox.height), page.transFigure)
