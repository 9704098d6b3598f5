"""The panels of a page with axes and colour bars, and the part of the page of each Figure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure as MatplotlibFigure

from peviewer.figures.grammar import Direction, Figure, Heatmap, Panel
from peviewer.paper.axes import draw_bar, set_limits, set_up_axis, set_up_far_side
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.page.heading import Heading, RowHeadings, figure_heading
from peviewer.paper.page.heading_items import Span
from peviewer.paper.page.page import PaperPage
from peviewer.paper.style import Sizes, Style


class Shared(NamedTuple):
    """The directions in which a neighbouring panel has the numbers, or the title."""

    numbers: frozenset[Direction] = frozenset()
    titles: frozenset[Direction] = frozenset()


@dataclass
class PanelArea:
    """One panel on the page, with its axes and its colour bar.

    ``table_size`` is the type of its table, ``span`` the sides of the words above it, ``room`` the
    pixels that it has across, with all that is around its data.
    """

    panel: Panel
    axes: Axes
    shared: Shared
    bar: Axes | None = None
    table_size: float = 0.0
    span: Span = (0.0, 0.0)
    room: float = 0.0

    def canvas(self, style: Style, resolution: float | None = None) -> Canvas:
        return Canvas(self.axes, self.panel, style, resolution, self.table_size, self.room)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the data area."""
        return round(self.axes.bbox.width), round(self.axes.bbox.height)


class Frame(NamedTuple):
    """The places of the four edges of a part of a page, in pixels."""

    left: float
    right: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left


class Margins(NamedTuple):
    """The space at the four sides of something, in pixels, in the order of :class:`Frame`."""

    left: float
    right: float
    bottom: float
    top: float


class Spacing(NamedTuple):
    """Distances in pixels.

    ``gutter`` is between panels, ``bar_gap`` from data to a colour bar, ``point`` a point of type.
    """

    gutter: float
    bar_gap: float
    bar_width: float
    point: float
    sizes: Sizes

    @classmethod
    def of(cls, style: Style) -> "Spacing":
        point = style.dpi / 72
        axis = style.sizes.axis * point
        return cls(style.sizes.pad * point, 0.6 * axis, max(3.0, 0.9 * axis), point, style.sizes)


@dataclass
class PlacedFigure:
    """A Figure on its part of the page, with its panels row by row and the words above them.

    ``heading`` is above the whole Figure. ``margins`` are around the data of each panel, and
    ``heading_bottoms`` where the words above each row end.
    """

    figure: Figure
    grid: list[list[PanelArea]]
    frame: Frame
    heading: Heading = field(default=Heading(((),)))
    row_headings: list[RowHeadings] = field(default_factory=list)
    margins: list[list[Margins]] = field(default_factory=list)
    heading_bottoms: list[float] = field(default_factory=list)

    @property
    def areas(self) -> list[PanelArea]:
        return [area for row in self.grid for area in row]

    def top_margin(self, row: int) -> float:
        return max(margins.top for margins in self.margins[row])

    def bottom_margin(self, row: int) -> float:
        return max(margins.bottom for margins in self.margins[row])

    def room(self, spacing: Spacing) -> float:
        """Return the width of its part of the page, in points."""
        return self.frame.width / spacing.point

    def set_heading(self, title_size: float, spacing: Spacing) -> None:
        """Break the title, in type of a size, and the formula for its part of the page."""
        title = self.figure.title
        formula = self.figure.formula
        room = self.room(spacing)
        self.heading = figure_heading(title, formula, room, title_size, spacing.sizes)

    def write(self, page: MatplotlibFigure, style: Style) -> None:
        heading_height = self.heading.height - self.heading.gap
        low = self.frame.top - heading_height * style.dpi / 72
        span = (self.frame.left, self.frame.right)
        self.heading.draw(page, span, low, self.heading.level, style)
        rows = zip(self.grid, self.row_headings, self.heading_bottoms, strict=True)
        for row, headings, bottom in rows:
            headings.draw(page, [area.span for area in row], bottom, style)

    def outer_margins(self, point: float) -> Margins:
        """Return the space between the frame and the outermost data edges."""
        return Margins(
            left=max(row[0].left for row in self.margins),
            right=max(row[-1].right for row in self.margins),
            bottom=self.bottom_margin(-1),
            top=self.heading.height * point + self.top_margin(0),
        )


def areas_of(page: PaperPage, figure: Figure, style: Style) -> list[list[PanelArea]]:
    """Add the panels of a Figure to a page, not placed yet."""
    grid = []
    for row_index, row in enumerate(figure.rows):
        areas = []
        for column, panel in enumerate(row):
            shared = _shared(figure.rows, row_index, column)
            areas.append(_area(page, panel, style, shared))
        grid.append(areas)
    return grid


def _area(page: PaperPage, panel: Panel, style: Style, shared: Shared) -> PanelArea:
    quantities = (panel.x.quantity, panel.y.quantity)
    axes = page.panel_axes(("data", *quantities), facecolor="none")
    set_up_axes(axes, panel, style, shared)
    heatmap = heatmap_with_bar(panel)
    if heatmap is None:
        return PanelArea(panel, axes, shared)
    bar = page.panel_axes(("bar", *quantities))
    draw_bar(bar, heatmap, style)
    return PanelArea(panel, axes, shared, bar)


def heatmap_with_bar(panel: Panel) -> Heatmap | None:
    """Return the heatmap of a panel that has a colour bar."""
    for mark in panel.marks:
        if isinstance(mark, Heatmap) and mark.bar is not None:
            return mark
    return None


def _shared(rows: Sequence[Sequence[Panel]], row_index: int, column: int) -> Shared:
    """Return which numbers and titles a panel has in common with its neighbours.

    A title is shared even if the ranges differ.
    """
    panel = rows[row_index][column]
    below = _panel_below(rows, row_index, column)
    left = _panel_at_left(rows[row_index], column)
    numbers: set[Direction] = set()
    titles: set[Direction] = set()
    if below is not None and below.x == panel.x:
        numbers.add("x")
        titles.add("x")
    if left is not None and left.y == panel.y:
        numbers.add("y")
    if left is not None and left.y.label == panel.y.label:
        titles.add("y")
    return Shared(frozenset(numbers), frozenset(titles))


def _panel_below(rows: Sequence[Sequence[Panel]], row_index: int, column: int) -> Panel | None:
    """Return the panel with axes below another one, if the next row has equally many panels."""
    if row_index + 1 == len(rows) or len(rows[row_index + 1]) != len(rows[row_index]):
        return None
    below = rows[row_index + 1][column]
    return None if is_without_axes(below) else below


def _panel_at_left(row: Sequence[Panel], column: int) -> Panel | None:
    """Return the panel with axes at the left of another one."""
    if column == 0 or is_without_axes(row[column - 1]):
        return None
    return row[column - 1]


def set_up_axes(axes: Axes, panel: Panel, style: Style, shared: Shared | None = None) -> None:
    """Give axes the ranges, titles, ticks and lines of a panel, without what is `shared`."""
    if is_without_axes(panel):
        set_limits(axes, "x", panel.x)
        set_limits(axes, "y", panel.y)
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        return
    numbers, titles = shared or Shared()
    set_up_axis(axes, "x", panel.x, style, numbered="x" not in numbers, titled="x" not in titles)
    set_up_axis(axes, "y", panel.y, style, numbered="y" not in numbers, titled="y" not in titles)
    set_up_far_side(axes, panel.x, style)
    _draw_lines(axes, panel, style)


def _draw_lines(axes: Axes, panel: Panel, style: Style) -> None:
    """Draw the frame of a panel, and the lines across one without cells."""
    palette = style.palette
    hair = style.sizes.hair
    has_heatmap = panel.heatmap is not None
    # A square of cells is always framed.
    is_faint = has_heatmap and not panel.square_cells
    color = palette.line if is_faint else palette.secondary
    axes.spines[:].set(color=color, linewidth=hair, zorder=6)
    if not has_heatmap:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, axis="y", color=palette.line, linewidth=0.7 * hair)
    # Lines are behind all marks, as in clips, where marks are painted on axes that stay.
    axes.xaxis.set_zorder(-1)
    axes.yaxis.set_zorder(-1)
