"""What a page shows: the parts of its Figures, their rows and letters."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Self

from peviewer.base.parameters import refused
from peviewer.document.document import Document
from peviewer.figures.fitting import PAPER_STEPS, Part, break_square_rows, fit_drawings
from peviewer.figures.grammar import Band, Curve, Diagonal, Figure, Panel, Rule, line_style
from peviewer.figures.panes.pane import Pane
from peviewer.paper.style import COLUMN_INCHES, PRINTED_TYPE, SLIDE_TYPE, Style, StyleError

# Type is made for panes of half a slide, or of one column; in smaller ones it is smaller, down to
# SMALLEST_TYPE.
HALF = 2
SMALLEST_TYPE = 2 / 3
MOST = len(ascii_lowercase)  # panes on a page
ASPECT = 1.6  # how much wider than tall a panel looks best
EMPTY = 0.5  # the penalty of an empty place in a grid, in doublings of that ratio
LINE = 1.5  # how high a line of words is, of the size of its type

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
        if not 1 <= count <= MOST:
            raise StyleError(
                f"{count} panes on one page are not allowed: it must be from 1 to {MOST}"
            )
        if self.columns not in (None, *range(1, count + 1)):
            allowed = f"it must be a whole number from 1 to {count}, the number of panes"
            raise StyleError(refused("columns", self.columns, f"{allowed}"))

    @property
    def title(self) -> str:
        return "; ".join(figure.title for figure in self.figures)

    def with_fitting_type(self, style: Style) -> Style:
        """Return the style with type of a size for so many panes, unless its size was chosen."""
        if style.font_size or len(self.figures) == 1:
            return style
        wide, high = COLUMN_INCHES
        enough = wide * high * style.dpi**2 if style.printed else style.width * style.height / HALF
        share = math.sqrt(style.width * style.height / len(self.figures) / enough)
        usual = PRINTED_TYPE if style.printed else SLIDE_TYPE
        return style.but(font_size=usual * max(SMALLEST_TYPE, share)) if share < 1 else style

    def rows(self, style: Style, parts: frozenset[Part]) -> Rows:
        """Return the Figures row by row, with those of some parts that the style asks for."""
        if len(self.figures) > 1 and isinstance(style.title, str):
            style = style.but(title=None)  # the text is the common title
        columns = self.columns or fitting_columns(len(self.figures), style.width / style.height)
        ready = [reduced(as_styled(figure, style), parts) for figure in self.figures]
        ready = [self._spread(figure, self.with_fitting_type(style), columns) for figure in ready]
        if len(ready) > 1 and style.printed:
            ready = [
                _lettered(figure, f"({letter})")
                for figure, letter in zip(ready, ascii_lowercase, strict=False)
            ]
        return tuple(
            tuple(ready[start : start + columns]) for start in range(0, len(ready), columns)
        )

    def _spread(self, figure: Figure, style: Style, columns: int) -> Figure:
        """Return a Figure whose drawings fill about the place that it gets."""
        sizes, point = style.sizes, style.dpi / 72
        above = (
            LINE * (sizes.title * bool(figure.title) + sizes.axis * bool(figure.formula)) * point
        )
        wide = style.width / columns - 2 * sizes.pad * point
        high = style.height / math.ceil(len(self.figures) / columns) - 2 * sizes.pad * point - above
        figure = break_square_rows(figure, wide, high, LINE * sizes.axis * point)
        return fit_drawings(figure, wide, high, sizes.least * point, LINE * sizes.axis * point)


@dataclass(frozen=True)
class PageContent:
    """What a page shows: Figures row by row, with the parts that its style asks for, and their title.

    ``style`` is the style with type of a size for so many Figures.
    """

    rows: Rows
    style: Style
    title: str = ""

    @property
    def caption(self) -> str:
        return " ".join(figure.caption for row in self.rows for figure in row).strip()

    @property
    def panels(self) -> tuple[Panel, ...]:
        return tuple(panel for row in self.rows for figure in row for panel in figure.panels)


def fitting_columns(count: int, aspect: float) -> int:
    """Return how many of `count` panes to put side by side on a page `aspect` times as wide as tall."""

    def misfit(columns: int) -> float:
        rows = math.ceil(count / columns)
        return abs(math.log2(aspect / ASPECT * rows / columns)) + EMPTY * (rows * columns - count)

    return min(range(1, count + 1), key=misfit)


def captioned(pane: Pane, document: Document) -> Figure:
    return replace(pane.figure_for_file(document), caption=pane.caption(document))


def page_content(
    figure: Figure | Composition, style: Style, parts: frozenset[Part] = PAPER_STEPS[0]
) -> PageContent:
    """Return the content of a page of one Figure, or of several, with some of their parts."""
    composition = figure if isinstance(figure, Composition) else Composition((figure,))
    title = style.title if len(composition.figures) > 1 and isinstance(style.title, str) else ""
    return PageContent(composition.rows(style, parts), composition.with_fitting_type(style), title)


def _lettered(figure: Figure, letter: str) -> Figure:
    """Put a letter before the title, or before the first panel's if the Figure has none."""
    caption = f"{letter} {figure.caption}" if figure.caption else ""
    if figure.title:
        return replace(figure, title=f"{letter} {figure.title}", caption=caption)
    (first, *others), *rest = figure.rows
    first = replace(first, title=f"{letter} {first.title}".strip())
    return replace(figure, rows=((first, *others), *rest), caption=caption)


def as_styled(figure: Figure, style: Style) -> Figure:
    """Return the Figure without the title, the formula and the caption where a style has none."""
    return replace(
        figure,
        title=style.title if isinstance(style.title, str) else figure.title if style.titled else "",
        formula=figure.formula if style.with_formula else "",
        caption=figure.caption if style.caption else "",
    )


def reduced(figure: Figure, parts: frozenset[Part]) -> Figure:
    """Return the Figure with some of its parts."""
    if "tables beside" in parts and figure.wide:
        figure = figure.on_wide_page
    if "spare rows" not in parts and figure.spare:
        figure = figure.without_spare_rows
    if "tables" not in parts:
        figure = figure.without_listings
    rows = tuple(
        _without_repeated_legends([_with(panel, parts) for panel in row]) for row in figure.rows
    )
    return replace(figure, rows=rows, formula=figure.formula if "formula" in parts else "")


def _with(panel: Panel, parts: frozenset[Part]) -> Panel:
    if "legend" not in parts and panel.legend:
        keeps_names = "curve names" in parts and _compares_curves(panel)
        panel = _with_curves_named(panel) if keeps_names else _without_legend(panel)
    x, y = panel.x, panel.y
    if "axis titles" not in parts:
        x, y = replace(x, label=""), replace(y, label="")
    if "far numbers" not in parts:
        x, panel = replace(x, far=()), replace(panel, names_above=False)
    fact, title = (
        panel.fact if "fact" in parts else "",
        panel.title if "panel titles" in parts else panel.owner,
    )
    return replace(panel, x=x, y=y, fact=fact, title=title)


def _compares_curves(panel: Panel) -> bool:
    """Whether only the legend says of which encoding each curve is."""
    curves = [mark for mark in panel.legend_marks if isinstance(mark, Curve)]
    return len(curves) > 1 and any(
        curve.color == "compared" or curve.color.startswith("curve-") for curve in curves
    )


def _with_curves_named(panel: Panel) -> Panel:
    """Return a panel whose legend names its curves alone."""
    marks = (
        replace(mark, label="") if isinstance(mark, Rule | Diagonal | Band) else mark
        for mark in panel.marks
    )
    return replace(panel, marks=tuple(marks))


def _without_legend(panel: Panel) -> Panel:
    """Return a panel without legend; its rules are not named on the data instead."""
    marks = (
        replace(mark, label="") if isinstance(mark, Rule | Diagonal) else mark
        for mark in panel.marks
    )
    return replace(panel, legend=False, marks=tuple(marks))


def _without_repeated_legends(row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return the panels of a row without those legends that name nothing that another one does not."""
    named = [
        {
            (type(mark), mark.color, line_style(mark), mark.label)
            for mark in panel.legend_marks
            if panel.legend
        }
        for panel in row
    ]
    return tuple(
        _without_legend(panel)
        if mine and any(mine < other or (mine == other and j < k) for j, other in enumerate(named))
        else panel
        for k, (panel, mine) in enumerate(zip(row, named, strict=True))
    )
