"""The words above panels and Figures, titles, remarks, formulas and legends, on as few lines as their room allows."""

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from matplotlib.figure import Figure as Page

from peviewer.base.formula import on_lines
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Named, Panel
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
    """A text on lines, or the legend of some marks in columns; lengths are in points."""

    lines: tuple[str, ...] = ()
    size: float = 0.0
    wide: float = 0.0
    pitch: float = 0.0  # the space of a line
    below: float = 0.0  # how much of that is below its base
    is_cut: bool = False  # too long even in the smallest type
    marks: tuple[Named, ...] = ()
    columns: int = 1
    role: Literal["text", "secondary"] = "text"
    right: bool = False  # written at the right side of its room
    bold: bool = False

    @property
    def line_count(self) -> int:
        return math.ceil(len(self.marks) / self.columns) + len(self.lines)

    @property
    def height(self) -> float:
        return self.pitch * self.line_count

    def write(self, page: Page, span: tuple[float, float], base: float, style: Style) -> None:
        """Write it between two sides, its lowest base line at a height, all in pixels."""
        width, height, pixel = page.bbox.width, page.bbox.height, style.dpi / 72
        x = (
            (max(span[0], span[1] - self.wide * pixel) if self.marks else span[1])
            if self.right
            else span[0]
        )
        if (drawn := legend(page, self.marks, style, self.size, self.columns)) is not None:
            drawn.set_bbox_to_anchor(
                (x / width, (base - self.below * pixel) / height), page.transFigure
            )
        look: dict[str, Any] = {"color": getattr(style.palette, self.role), "size": self.size, "va": "baseline",
                                "ha": "right" if self.right else "left"}  # fmt: skip
        for number, line in enumerate(reversed(self.lines)):
            place = x / width, (base + number * self.pitch * pixel) / height
            if line.startswith("$"):
                page.add_artist(FormulaText(*place, line, transform=page.transFigure, **look))
            else:
                page.text(*place, typeset(line), weight="bold" if self.bold else "normal", **look)


def words(lines: Sequence[str], size: float, *, bold: bool = False, is_cut: bool = False) -> Words:
    wide = [
        plain_width(unstarred(line), size, "bold") if bold else width(line, size) for line in lines
    ]
    return Words(tuple(lines), size, max(wide), LINE * size, DESCENT * size, is_cut, bold=bold)


def broken(text: str, room: float, sizes: Sizes, most: float) -> Words:
    """Break a text for a room in points, in type of the size `most` or smaller."""
    if not text:
        return Words()
    every, least = list(balanced_lines(text, LINES)), min(sizes.least, most)
    small = max(SMALL * most, least)
    for some, size in (
        ([[text]], most),
        ([[text]], small),
        (every, most),
        (every, small),
        (every, least),
    ):
        for lines in some:
            if all(fits(line, room / size) for line in lines):
                return words(lines, size)
    lines = wrapped(text, room / least)
    return words(lines[:LINES], least, is_cut=len(lines) > LINES)


def broken_alike(texts: Sequence[str], rooms: Sequence[float], sizes: Sizes) -> list[Words]:
    """Break texts side by side, each for its room in points, in type of one size."""
    separately = [
        broken(text, room, sizes, sizes.axis) for text, room in zip(texts, rooms, strict=True)
    ]
    size = min((some.size for some in separately if some.lines), default=sizes.axis)
    return [broken(text, room, sizes, size) for text, room in zip(texts, rooms, strict=True)]


def key(marks: Sequence[Named], room: float, sizes: Sizes) -> Words:
    """Return the legend of some marks in as many columns as a room in points has.

    Cut where one has none.
    """
    tried = Words()
    for rows in range(1, len(marks) + 1):
        columns = math.ceil(len(marks) / rows)
        in_columns = [marks[k::columns] for k in range(columns)]  # which are read row by row
        widest = [max(SAMPLE + width(mark.label) for mark in column) for column in in_columns]
        used = sum(widest) + COLUMN * (columns - 1)
        for size in (sizes.tick, max(sizes.least, SMALL * sizes.tick)):
            is_cut = used * size > room
            by_column = tuple(chain(*in_columns))
            tried = Words(
                (), size, used * size, ENTRY * size, DESCENT * size, is_cut, by_column, columns
            )
            if not is_cut:
                return tried
    return tried


class Heading(NamedTuple):
    """The words above one panel, or above a Figure: its title first, then others at its right or below it."""

    rows: tuple[tuple[Words, ...], ...]  # those of a row on one base line
    gap: float = 0.0  # between rows and below the last one, in points

    @property
    def heights(self) -> list[tuple[float, float]]:
        """How far each row reaches above its base line, and below it, in points."""
        edges = [[(words.height - words.below, words.below) for words in row] for row in self.rows]
        return [(max(up for up, _ in row), max(down for _, down in row)) for row in edges]

    @property
    def level(self) -> float:
        """The height of what is below the first row, in points."""
        return sum(self.gap + up + down for up, down in self.heights[1:])

    @property
    def height(self) -> float:
        """The height of all rows, in points."""
        high = self.level + sum(self.heights[0])
        return high + self.gap if high else 0.0

    @property
    def is_cut(self) -> bool:
        return any(words.is_cut for row in self.rows for words in row)

    def draw(
        self, page: Page, span: tuple[float, float], low: float, level: float, style: Style
    ) -> None:
        """Write it between two sides and above `low`, all in pixels, its first row so many points higher."""
        pixel, above = style.dpi / 72, 0.0
        for number, (row, (up, down)) in reversed(
            list(enumerate(zip(self.rows, self.heights, strict=True)))
        ):
            above = above if number else level
            for words in row:
                words.write(page, span, low + (above + down) * pixel, style)
            above += up + down + self.gap


def _heading(*rows: Sequence[Words], gap: float = 0.0) -> Heading:
    """Return the heading of rows whose words may be empty: below the first one none is without any."""
    first, *others = (tuple(words for words in row if words.line_count) for row in rows)
    return Heading((first or (Words(),), *filter(None, others)), gap)


class RowHeadings(NamedTuple):
    """The words above the panels of a row, and a legend above all of them.

    The titles are on one line.
    """

    headings: tuple[Heading, ...]
    above: Words
    gap: float
    has_keys_beside: bool  # whether no legend is on a line of its own

    @property
    def level(self) -> float:
        """How far the lowest lines of titles are above the lowest words, in points."""
        return max(heading.level for heading in self.headings)

    @property
    def own_height(self) -> float:
        """The height of the words above each panel, in points."""
        high = self.level + max(sum(heading.heights[0]) for heading in self.headings)
        return high + self.gap if high else 0.0

    @property
    def height(self) -> float:
        """The height of all words, in points."""
        return self.own_height + (self.above.height + self.gap if self.above.marks else 0.0)

    @property
    def is_cut(self) -> bool:
        return self.above.is_cut or any(heading.is_cut for heading in self.headings)

    def draw(
        self, page: Page, spans: Sequence[tuple[float, float]], low: float, style: Style
    ) -> None:
        """Write them above `low`, each between its two sides, in pixels."""
        pixel = style.dpi / 72
        for heading, span in zip(self.headings, spans, strict=True):
            heading.draw(page, span, low + self.gap * pixel, self.level, style)
        self.above.write(
            page, spans[0], low + (self.own_height + self.gap + self.above.below) * pixel, style
        )


def row_headings(
    row: Sequence[Panel],
    rooms: Sequence[float],
    whole: float,
    sizes: Sizes,
    *,
    keys_beside: bool = True,
) -> RowHeadings:
    """Return the words above the panels of a row, each with its room in points, laid out alike.

    Legends are beside titles where `keys_beside` and all have room there. The only legend of a row
    that is not is above the `whole` row.
    """
    titles = broken_alike([panel.title for panel in row], rooms, sizes)
    facts = [fact._replace(role="secondary", right=True)
             for fact in broken_alike([panel.fact for panel in row], rooms, sizes)]  # fmt: skip
    marks = [panel.legend_marks if panel.legend else () for panel in row]
    keys = [key(some, room, sizes) for some, room in zip(marks, rooms, strict=True)]

    def fit_beside(title: Words, other: Words, room: float) -> bool:
        gap = 2 * BESIDE * sizes.axis * bool(title.lines)
        return (
            other.line_count <= 1
            and title.line_count <= 1
            and title.wide + gap + other.wide <= room
        )

    every = list(zip(titles, facts, keys, rooms, strict=True))
    has_facts = all(fit_beside(title, fact, room) for title, fact, _, room in every)
    has_keys = keys_beside and all(
        not key.marks or (bool(title.lines) and not fact.lines and fit_beside(title, key, room))
        for title, fact, key, room in every
    )
    above = Words()
    if len(row) > 1 and not has_keys and sum(map(bool, marks)) == 1:
        above, keys = key(max(marks, key=len), whole, sizes), [Words()] * len(row)
    headings = [
        _heading(
            (title, *(fact,) * has_facts, *(key._replace(right=True),) * has_keys),
            (fact,) * (not has_facts), (key,) * (not has_keys),
        )
        for title, fact, key in zip(titles, facts, keys, strict=True)
    ]  # fmt: skip
    return RowHeadings(tuple(headings), above, BELOW * sizes.axis, has_keys or not any(marks))


def figure_heading(title: str, mathtext: str, room: float, size: float, sizes: Sizes) -> Heading:
    """Return the words above a Figure for a room in points: its title in type of a `size`, and its formula."""
    head, formula, gap = Words(), _formula(mathtext, room, sizes), 0.5 * sizes.axis
    if title:
        every = (
            [title],
            *title_lines(title),
            *balanced_lines(title, LINES),
            wrapped(title, room / size / BOLD),
        )
        head = words(
            next((lines for lines in every if _have_room(lines, room / size)), every[-1]),
            size,
            bold=True,
        )
    if head.line_count == 1 and formula.line_count <= 1 and head.wide + size + formula.wide <= room:
        return _heading((head, formula._replace(right=True)), gap=gap)
    return _heading(*([head], [formula]) if title else ([formula],), gap=gap)


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
    return Words(
        tuple(f"${line}$" for line in lines), size, wide, max(LINE * size, high + 2 * AIR * size),
        max(DESCENT * size, below + AIR * size), size < min(sizes.least, FORMULA * sizes.axis) - 1e-6, role="secondary",
    )  # fmt: skip


def fitting_size(titles: Sequence[tuple[str, float]], size: float) -> float:
    """Return the size of type for the titles of a page, each with its room in points: that of the longest."""
    for share in SHARES:
        if all(
            _have_room(next(title_lines(title), [title]), room / (share * size))
            for title, room in titles
        ):
            break
    return share * size


def title_lines(title: str) -> Iterator[list[str]]:
    """Yield a title that names A and B as ever more lines."""
    what, _, sides = title.partition(" · A: ")
    a, _, b = sides.partition(" · B: ")
    if a and b:
        yield [what, f"A: {a} · B: {b}"]
        yield [what, f"A: {a}", f"B: {b}"]
