"""The content of a page: its Figures, their rows and letters."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Self

from peviewer.base.refusals import refused
from peviewer.document.document import Document
from peviewer.figures.fitting.drawings import fit_drawings
from peviewer.figures.fitting.hiding import PAPER_STEPS, Part
from peviewer.figures.fitting.squares import break_square_rows
from peviewer.figures.grammar import Figure, Panel
from peviewer.figures.panes.pane import Pane
from peviewer.paper.page.hiding import as_styled, reduced
from peviewer.paper.style import COLUMN_INCHES, PRINTED_TYPE, SLIDE_TYPE, Style, StyleError

# With up to this many panes on a slide (or one in a column), type has its full size.
PANES_OF_A_SLIDE = 2
# In smaller panes type shrinks down to this share.
SMALLEST_TYPE = 2 / 3
# The most panes on a page.
MAX_PANES = len(ascii_lowercase)
# The ratio of width to height at which a panel looks best.
BEST_ASPECT = 1.6
# The penalty of an empty place in a grid: as many doublings of that ratio.
EMPTY_PLACE = 0.5
# The height of a line of words, in sizes of its type.
LINE = 1.5

Rows = tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True)
class Composition:
    """Figures arranged on one page, row by row.

    ``columns`` is how many are side by side; None for as many as suit the page.
    """

    figures: tuple[Figure, ...]
    columns: int | None = None

    @classmethod
    def of(cls, panes: Iterable[Pane], document: Document, columns: int | None = None) -> Self:
        """Return the Figures of some panes of a Document, each with its caption."""
        return cls(tuple(captioned(pane, document) for pane in panes), columns)

    def __post_init__(self) -> None:
        count = len(self.figures)
        if not 1 <= count <= MAX_PANES:
            allowed = f"it must be from 1 to {MAX_PANES}"
            raise StyleError(f"{count} panes on one page are not allowed: {allowed}")
        if self.columns not in (None, *range(1, count + 1)):
            allowed = f"it must be a whole number from 1 to {count}, the number of panes"
            raise StyleError(refused("columns", self.columns, allowed))

    @property
    def title(self) -> str:
        return "; ".join(figure.title for figure in self.figures)

    def with_fitting_type(self, style: Style) -> Style:
        """Return the style with type that suits the number of panes, unless its size was chosen."""
        count = len(self.figures)
        if style.font_size or count == 1:
            return style
        page_area = style.width * style.height
        enough_area = page_area / PANES_OF_A_SLIDE
        usual_size = SLIDE_TYPE
        if style.printed:
            column_width, column_height = COLUMN_INCHES
            enough_area = column_width * column_height * style.dpi**2
            usual_size = PRINTED_TYPE
        share = math.sqrt(page_area / count / enough_area)
        if share >= 1:
            return style
        return style.but(font_size=usual_size * max(SMALLEST_TYPE, share))

    def rows(self, style: Style, parts: frozenset[Part]) -> Rows:
        """Return the Figures row by row, with the parts that `parts` and the style both have."""
        count = len(self.figures)
        if count > 1 and isinstance(style.title, str):
            # The text is the common title.
            style = style.but(title=None)
        sized_style = self.with_fitting_type(style)
        columns = self.columns or fitting_columns(count, style.width / style.height)
        figures = []
        for figure in self.figures:
            figure_in_parts = reduced(as_styled(figure, style), parts)
            figures.append(self._spread(figure_in_parts, sized_style, columns))
        if count > 1 and style.printed:
            figures = _lettered(figures)
        starts = range(0, count, columns)
        return tuple(tuple(figures[start : start + columns]) for start in starts)

    def _spread(self, figure: Figure, style: Style, columns: int) -> Figure:
        """Return a Figure with the drawings that best fill about the place that it will get."""
        sizes = style.sizes
        point = style.dpi / 72
        row_count = math.ceil(len(self.figures) / columns)
        title_size = sizes.title if figure.title else 0.0
        formula_size = sizes.axis if figure.formula else 0.0
        heading_height = LINE * (title_size + formula_size) * point
        width = style.width / columns - 2 * sizes.pad * point
        height = style.height / row_count - 2 * sizes.pad * point - heading_height
        line_height = LINE * sizes.axis * point
        figure_in_rows = break_square_rows(figure, width, height, line_height)
        return fit_drawings(figure_in_rows, width, height, sizes.least * point, line_height)


@dataclass(frozen=True)
class PageContent:
    """What a page shows: Figures row by row, with the parts that have room, and their title.

    ``style`` has a size of type that suits the number of Figures.
    """

    rows: Rows
    style: Style
    title: str = ""

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for row in self.rows for figure in row)

    @property
    def caption(self) -> str:
        return " ".join(figure.caption for figure in self.figures).strip()

    @property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for figure in self.figures for panel in figure.panels)


def fitting_columns(count: int, aspect: float) -> int:
    """Return how many of `count` panes to put side by side.

    The page is `aspect` times as wide as tall.
    """

    def misfit(columns: int) -> float:
        rows = math.ceil(count / columns)
        doublings = abs(math.log2(aspect / BEST_ASPECT * rows / columns))
        return doublings + EMPTY_PLACE * (rows * columns - count)

    return min(range(1, count + 1), key=misfit)


def captioned(pane: Pane, document: Document) -> Figure:
    return replace(pane.figure_for_file(document), caption=pane.caption(document))


def page_content(
    figure: Figure | Composition, style: Style, parts: frozenset[Part] = PAPER_STEPS[0]
) -> PageContent:
    """Return the content of a page of one Figure, or of several, with some of their parts."""
    composition = figure if isinstance(figure, Composition) else Composition((figure,))
    has_common_title = len(composition.figures) > 1 and isinstance(style.title, str)
    title = str(style.title) if has_common_title else ""
    sized_style = composition.with_fitting_type(style)
    return PageContent(composition.rows(style, parts), sized_style, title)


def _lettered(figures: Sequence[Figure]) -> list[Figure]:
    """Return Figures with the letters (a), (b) and so on before their titles."""
    letters = [f"({letter})" for letter in ascii_lowercase[: len(figures)]]
    return [_with_letter(figure, letter) for figure, letter in zip(figures, letters, strict=True)]


def _with_letter(figure: Figure, letter: str) -> Figure:
    """Put a letter before the title, or before the first panel's if the Figure has none."""
    caption = f"{letter} {figure.caption}" if figure.caption else ""
    if figure.title:
        return replace(figure, title=f"{letter} {figure.title}", caption=caption)
    (first_panel, *other_panels), *other_rows = figure.rows
    title = f"{letter} {first_panel.title}".strip()
    first_row = (replace(first_panel, title=title), *other_panels)
    return replace(figure, rows=(first_row, *other_rows), caption=caption)
