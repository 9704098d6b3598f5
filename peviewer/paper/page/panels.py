"""The panels of a page, and the part of it that each Figure has: axes with their ranges and titles, and colour bars."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Page

from peviewer.figures.grammar import Direction, Figure, Heatmap, Panel
from peviewer.paper.axes import draw_bar, set_limits, set_up_axis, set_up_far_side
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import is_without_axes
from peviewer.paper.page.heading import Heading, RowHeadings, figure_heading
from peviewer.paper.style import Sizes, Style


class Shared(NamedTuple):
    """The directions whose numbers, or whose title, are at a neighbouring panel."""

    numbers: frozenset[Direction] = frozenset()
    titles: frozenset[Direction] = frozenset()


@dataclass
class Area:
    """One panel on the page: its axes, its colour bar, the type of its table, and the sides of the words above it."""

    panel: Panel
    axes: Axes
    shared: Shared
    bar: Axes | None = None
    table_size: float = 0.0
    span: tuple[float, float] = (0.0, 0.0)

    def canvas(self, style: Style, resolution: float | None = None) -> Canvas:
        return Canvas(self.axes, self.panel, style, resolution, self.table_size)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the data area."""
        return round(self.axes.bbox.width), round(self.axes.bbox.height)


class Sides(NamedTuple):
    """Lengths at the four sides of something, or the places of its edges, in pixels."""

    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0


class Spacing(NamedTuple):
    """Distances in pixels: between panels, from data to bar, the bar's width, and a point of type."""

    gutter: float
    bar_gap: float
    bar_width: float
    point: float
    sizes: Sizes

    @classmethod
    def of(cls, style: Style) -> "Spacing":
        point = style.dpi / 72
        wide = style.sizes.axis * point
        return cls(style.sizes.pad * point, 0.6 * wide, max(3.0, 0.9 * wide), point, style.sizes)


@dataclass
class Block:
    """A Figure on its part of the page: its panels row by row, and the words above it and above each row."""

    figure: Figure
    grid: list[list[Area]]
    frame: Sides
    heading: Heading = field(default=Heading(((),)))
    headings: list[RowHeadings] = field(default_factory=list)
    borders: list[list[Sides]] = field(default_factory=list)
    lows: list[float] = field(default_factory=list)

    @property
    def areas(self) -> list[Area]:
        return [area for row in self.grid for area in row]

    def room(self, spacing: Spacing) -> float:
        """Return its width in points."""
        return (self.frame.right - self.frame.left) / spacing.point

    def set_heading(self, title_size: float, spacing: Spacing) -> None:
        """Break the title, in type of a size, and the formula for its part of the page."""
        figure = self.figure
        self.heading = figure_heading(
            figure.title, figure.formula, self.room(spacing), title_size, spacing.sizes
        )

    def write(self, page: Page, style: Style) -> None:
        low = self.frame.top - (self.heading.height - self.heading.gap) * style.dpi / 72
        self.heading.draw(page, self.frame[:2], low, self.heading.level, style)
        for row, headings, low in zip(self.grid, self.headings, self.lows, strict=True):
            headings.draw(page, [area.span for area in row], low, style)

    def rim(self, point: float) -> Sides:
        """Return the space between the frame and the outermost data edges."""
        return Sides(
            max(row[0].left for row in self.borders),
            max(row[-1].right for row in self.borders),
            max(border.bottom for border in self.borders[-1]),
            self.heading.height * point + max(border.top for border in self.borders[0]),
        )


def areas_of(page: Page, figure: Figure, style: Style) -> list[list[Area]]:
    """Add the panels of a Figure to a page, not placed yet."""
    return [
        [_area(page, panel, style, _shared(figure.rows, r, k)) for k, panel in enumerate(row)]
        for r, row in enumerate(figure.rows)
    ]


def _area(page: Page, panel: Panel, style: Style, shared: Shared) -> Area:
    axes = page.add_axes((0.1, 0.1, 0.8, 0.8), facecolor="none")
    set_up_axes(axes, panel, style, shared)
    if (heat := barred(panel)) is None:
        return Area(panel, axes, shared)
    bar = page.add_axes((0.92, 0.1, 0.02, 0.8))
    draw_bar(bar, heat, style)
    return Area(panel, axes, shared, bar)


def barred(panel: Panel) -> Heatmap | None:
    """Return the heatmap of a panel that has a colour bar."""
    return next(
        (mark for mark in panel.marks if isinstance(mark, Heatmap) and mark.bar is not None), None
    )


def _shared(rows: Sequence[Sequence[Panel]], r: int, k: int) -> Shared:
    """Return what is at the panel right below, or at the left: a title also where the ranges differ."""
    row = rows[r]
    below = rows[r + 1][k] if r + 1 < len(rows) and len(rows[r + 1]) == len(row) else None
    left = row[k - 1] if k and not is_without_axes(row[k - 1]) else None
    numbers: set[Direction] = set()
    titles: set[Direction] = set()
    if below is not None and below.x == row[k].x and not is_without_axes(below):
        numbers.add("x")
        titles.add("x")
    if left is not None and left.y == row[k].y:
        numbers.add("y")
    if left is not None and left.y.label == row[k].y.label:
        titles.add("y")
    return Shared(frozenset(numbers), frozenset(titles))


def set_up_axes(axes: Axes, panel: Panel, style: Style, shared: Shared | None = None) -> None:
    """Give axes the ranges, titles, ticks and lines of a panel, except those that a neighbour shows."""
    if is_without_axes(panel):
        set_limits(axes, "x", panel.x)
        set_limits(axes, "y", panel.y)
        axes.set(xticks=[], yticks=[])
        axes.spines[:].set_visible(False)
        return
    palette, hair = style.palette, style.sizes.hair
    numbers, titles = shared or Shared()
    set_up_axis(axes, "x", panel.x, style, numbered="x" not in numbers, titled="x" not in titles)
    set_up_axis(axes, "y", panel.y, style, numbered="y" not in numbers, titled="y" not in titles)
    set_up_far_side(axes, panel.x, style)
    heat = panel.heatmap is not None
    faint = heat and not panel.square_cells  # a square of cells is always framed
    axes.spines[:].set(color=palette.line if faint else palette.secondary, linewidth=hair, zorder=6)
    if not heat:
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(True, axis="y", color=palette.line, linewidth=0.7 * hair)
    for side in (axes.xaxis, axes.yaxis):
        side.set_zorder(-1)  # behind all marks, as where they are painted on axes that stay
