"""The words above panels and Figures, on as few lines as their room allows."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from matplotlib.figure import Figure as MatplotlibFigure

from peviewer.figures.grammar import Named, Panel
from peviewer.paper.page.heading_items import (
    MAX_LINES,
    HeadingItem,
    Span,
    broken_alike,
    formula_item,
    legend_item,
    text_item,
)
from peviewer.paper.style import Sizes, Style
from peviewer.paper.text import balanced_lines, fits, wrapped

# In sizes of type: from the lowest base line to what is below, and between words side by side.
SPACE_BELOW = 0.35
SPACE_BESIDE = 0.35
# The factor by which bold type is wider than measured.
BOLD_WIDTH_FACTOR = 1.12
# The sizes of a Figure's title that are tried before it is broken, as multiples of the style's.
TITLE_SIZES = (1.0, 0.9, 0.8, 0.7)


class RowExtent(NamedTuple):
    """How far a row of words extends above and below its base line, in points."""

    ascent: float
    descent: float

    @property
    def height(self) -> float:
        return self.ascent + self.descent


class Heading(NamedTuple):
    """The words above one panel, or above a Figure.

    The title comes first, then other words at its right or below it. The items of a row have one
    base line. ``gap`` is the space between rows and below the last one, in points.
    """

    rows: tuple[tuple[HeadingItem, ...], ...]
    gap: float = 0.0

    @property
    def extents(self) -> list[RowExtent]:
        extents = []
        for row in self.rows:
            ascent = max(item.height - item.descent for item in row)
            descent = max(item.descent for item in row)
            extents.append(RowExtent(ascent, descent))
        return extents

    @property
    def level(self) -> float:
        """How far the first row is above the lower edge: the height of the others, in points."""
        return sum(self.gap + extent.ascent + extent.descent for extent in self.extents[1:])

    @property
    def height(self) -> float:
        """The height of all rows, in points."""
        height = self.level + self.extents[0].height
        return height + self.gap if height else 0.0

    @property
    def is_cut(self) -> bool:
        return any(item.is_cut for row in self.rows for item in row)

    def draw(
        self, page: MatplotlibFigure, span: Span, low: float, level: float, style: Style
    ) -> None:
        """Write the words between the sides of `span` and above `low`, in pixels.

        The first row is placed so that `level` points are left below it.
        """
        pixel = style.dpi / 72
        (first_row, first_extent), *others = zip(self.rows, self.extents, strict=True)
        height = 0.0
        for row, extent in reversed(others):
            base = low + (height + extent.descent) * pixel
            for item in row:
                item.write(page, span, base, style)
            height += extent.height + self.gap
        base = low + (level + first_extent.descent) * pixel
        for item in first_row:
            item.write(page, span, base, style)


def _heading(
    first: Sequence[HeadingItem], *others: Sequence[HeadingItem], gap: float = 0.0
) -> Heading:
    """Return the heading of rows whose items may be empty.

    Rows below the first one are kept only if they have words.
    """
    first_row = _without_empty(first) or (HeadingItem(),)
    other_rows = filter(None, map(_without_empty, others))
    return Heading((first_row, *other_rows), gap)


def _without_empty(row: Sequence[HeadingItem]) -> tuple[HeadingItem, ...]:
    return tuple(item for item in row if item.line_count)


class RowHeadings(NamedTuple):
    """The words above the panels of a row, and a legend above all of them.

    The titles are on one line.
    """

    headings: tuple[Heading, ...]
    legend_above: HeadingItem
    gap: float
    has_legends_beside: bool

    @property
    def level(self) -> float:
        """How far the lowest lines of titles are above the lowest words, in points."""
        return max(heading.level for heading in self.headings)

    @property
    def panels_height(self) -> float:
        """The height of the words above each panel, in points."""
        height = self.level + max(heading.extents[0].height for heading in self.headings)
        return height + self.gap if height else 0.0

    @property
    def height(self) -> float:
        """The height of all words, in points."""
        if not self.legend_above.marks:
            return self.panels_height
        return self.panels_height + (self.legend_above.height + self.gap)

    @property
    def is_cut(self) -> bool:
        return self.legend_above.is_cut or any(heading.is_cut for heading in self.headings)

    def draw(self, page: MatplotlibFigure, spans: Sequence[Span], low: float, style: Style) -> None:
        """Write the words above `low`, each between its two sides, in pixels."""
        pixel = style.dpi / 72
        for heading, span in zip(self.headings, spans, strict=True):
            heading.draw(page, span, low + self.gap * pixel, self.level, style)
        level = self.panels_height + self.gap + self.legend_above.descent
        self.legend_above.write(page, spans[0], low + level * pixel, style)


class _PanelItems(NamedTuple):
    """The title of a panel, its fact and its legend, for a room in points."""

    title: HeadingItem
    fact: HeadingItem
    legend: HeadingItem
    room: float

    def has_room_beside_title(self, item: HeadingItem, gap: float) -> bool:
        if item.line_count > 1 or self.title.line_count > 1:
            return False
        title_gap = gap if self.title.lines else 0.0
        return self.title.width + title_gap + item.width <= self.room

    def has_room_for_legend(self, gap: float) -> bool:
        """Whether there is no legend, or it has room beside a title without a fact."""
        if not self.legend.marks:
            return True
        if not self.title.lines or self.fact.lines:
            return False
        return self.has_room_beside_title(self.legend, gap)

    def heading(self, *, facts_beside: bool, legends_beside: bool) -> Heading:
        first_row = [self.title]
        if facts_beside:
            first_row.append(self.fact)
        if legends_beside:
            first_row.append(self.legend._replace(at_right=True))
        facts = [] if facts_beside else [self.fact]
        legends = [] if legends_beside else [self.legend]
        return _heading(first_row, facts, legends)


def row_headings(
    row: Sequence[Panel],
    rooms: Sequence[float],
    row_room: float,
    sizes: Sizes,
    *,
    allows_beside: bool = True,
) -> RowHeadings:
    """Return the words above the panels of a row, laid out alike; rooms are in points.

    Legends are beside titles where `allows_beside` and all have room there. Otherwise the only
    legend of a row is above the whole row, which has the room `row_room`, if it names marks of
    several panels.
    """
    marks = [_legend_marks(panel) for panel in row]
    panels = _panel_items(row, rooms, marks, sizes)
    gap = 2 * SPACE_BESIDE * sizes.axis
    facts_beside = all(panel.has_room_beside_title(panel.fact, gap) for panel in panels)
    legends_beside = allows_beside and all(panel.has_room_for_legend(gap) for panel in panels)

    legend_above = HeadingItem()
    if _is_legend_of_row(row, marks) and not legends_beside:
        legend_above = legend_item(max(marks, key=len), row_room, sizes)
        panels = [panel._replace(legend=HeadingItem()) for panel in panels]
    headings = tuple(
        panel.heading(facts_beside=facts_beside, legends_beside=legends_beside) for panel in panels
    )
    has_legends_beside = legends_beside or not any(marks)
    return RowHeadings(headings, legend_above, SPACE_BELOW * sizes.axis, has_legends_beside)


def _is_legend_of_row(row: Sequence[Panel], marks: Sequence[Sequence[Named]]) -> bool:
    """Whether a row has one legend, which names marks of other panels, too."""
    if sum(map(bool, marks)) != 1:
        return False
    names = {mark.label for panel_marks in marks for mark in panel_marks}
    panels_with_marks = [
        panel for panel in row if names & {mark.label for mark in panel.legend_marks}
    ]
    return len(panels_with_marks) > 1


def _legend_marks(panel: Panel) -> tuple[Named, ...]:
    return panel.legend_marks if panel.legend else ()


def _panel_items(
    row: Sequence[Panel],
    rooms: Sequence[float],
    marks: Sequence[Sequence[Named]],
    sizes: Sizes,
) -> list[_PanelItems]:
    """Break the words above the panels of a row, each for its room in points."""
    titles = broken_alike([panel.title for panel in row], rooms, sizes)
    facts = broken_alike([panel.fact for panel in row], rooms, sizes)
    items = []
    for title, fact, panel_marks, room in zip(titles, facts, marks, rooms, strict=True):
        fact_at_right = fact._replace(role="secondary", at_right=True)
        legend = legend_item(panel_marks, room, sizes)
        items.append(_PanelItems(title, fact_at_right, legend, room))
    return items


def figure_heading(title: str, mathtext: str, room: float, size: float, sizes: Sizes) -> Heading:
    """Return the title of a Figure, in type of a `size`, and its formula, for a room in points."""
    title_item = _title_item(title, room, size) if title else HeadingItem()
    formula = formula_item(mathtext, room, sizes)
    gap = 0.5 * sizes.axis
    are_on_one_line = title_item.line_count == 1 and formula.line_count <= 1
    if are_on_one_line and title_item.width + size + formula.width <= room:
        return _heading([title_item, formula._replace(at_right=True)], gap=gap)
    if not title:
        return _heading([formula], gap=gap)
    return _heading([title_item], [formula], gap=gap)


def _title_item(title: str, room: float, size: float) -> HeadingItem:
    """Return the title of a Figure on as few lines as have room."""
    for lines in ([title], *title_lines(title), *balanced_lines(title, MAX_LINES)):
        if _have_room(lines, room / size):
            return text_item(lines, size, bold=True)
    return text_item(wrapped(title, room / size / BOLD_WIDTH_FACTOR), size, bold=True)


def _have_room(lines: Sequence[str], room: float) -> bool:
    """Whether lines in bold type have room, in sizes of it."""
    return all(fits(line, room / BOLD_WIDTH_FACTOR) for line in lines)


def fitting_size(titles: Sequence[tuple[str, float]], size: float) -> float:
    """Return the size of type in which all titles of a page have room, at most `size`.

    Each of `titles` comes with its room in points. Where even the smallest of
    :data:`TITLE_SIZES` is too large, the titles are broken in it.
    """
    for share in TITLE_SIZES:
        fitting_size = share * size
        if all(_title_fits(title, room / fitting_size) for title, room in titles):
            break
    return fitting_size


def _title_fits(title: str, room: float) -> bool:
    fewest_lines = next(title_lines(title), [title])
    return _have_room(fewest_lines, room)


def title_lines(title: str) -> Iterator[list[str]]:
    """Yield a title that names A and B, broken into more and more lines."""
    subject, _, sides = title.partition(" · A: ")
    a, _, b = sides.partition(" · B: ")
    if a and b:
        yield [subject, f"A: {a} · B: {b}"]
        yield [subject, f"A: {a}", f"B: {b}"]
