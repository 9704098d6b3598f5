"""The panels of a page, grouped by Figure, and the measured space around their data areas."""

from __future__ import annotations

import itertools
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.line_labels import has_names_above
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.labels import HIGH
from peviewer.paper.marks.listing import table_looks
from peviewer.paper.page.header import place_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page
    from matplotlib.transforms import BboxBase

    from peviewer.figures.grammar import Panel
    from peviewer.paper.marks.canvas import TableLook
    from peviewer.paper.page.header import Header
    from peviewer.paper.style import Sizes, Style

# The space between the words above neighbouring panels, by their size.
BETWEEN = 1.0


@dataclass(frozen=True)
class Area:
    """One panel on the page: its axes, its colour bar, the words above it, and how its table and its labels look."""

    panel: Panel
    axes: Axes
    bar: Axes | None
    header: Header
    table: TableLook | None = None

    def canvas(self, style: Style, resolution: float | None = None) -> Canvas:
        """Return what its marks are painted on."""
        return Canvas(self.axes, self.panel, style, resolution, self.table)

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the data area."""
        return round(self.axes.bbox.width), round(self.axes.bbox.height)


@dataclass(frozen=True)
class Border:
    """The space around a data area, in pixels."""

    left: float
    right: float
    bottom: float
    top: float


@dataclass(frozen=True)
class Spacing:
    """Distances in pixels: between panels, from data to bar, the bar's width.

    ``sizes`` are those of type, in points of `point` pixels.
    """

    gutter: float
    bar_gap: float
    bar_width: float
    sizes: Sizes
    point: float


Grid = tuple[tuple[Area, ...], ...]


class Frame(NamedTuple):
    """A part of the page, in pixels from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Block:
    """The panels of one Figure, its header, and its part of the page."""

    grid: Grid
    heights: tuple[float, ...]
    title: Header
    frame: Frame

    @property
    def areas(self) -> tuple[Area, ...]:
        """All panels, row by row."""
        return tuple(area for row in self.grid for area in row)


@dataclass(frozen=True)
class Measured:
    """The measured borders of a block's data areas, row by row, and the height of its title."""

    borders: list[list[Border]]
    title: float

    @property
    def grid(self) -> list[int]:
        """How many panels there are, row by row."""
        return list(map(len, self.borders))

    @property
    def rim(self) -> Border:
        """The space between the frame and the outermost data edges."""
        return Border(
            max(row[0].left for row in self.borders),
            max(row[-1].right for row in self.borders),
            max(border.bottom for border in self.borders[-1]),
            self.title + max(border.top for border in self.borders[0]),
        )

    def union(self, other: Measured) -> Measured:
        """Return the larger of each measure of two of the same block."""
        borders = [
            [
                Border(*(max(sides) for sides in zip(astuple(one), astuple(two), strict=True)))
                for one, two in zip(*rows, strict=True)
            ]
            for rows in zip(self.borders, other.borders, strict=True)
        ]
        return Measured(borders, max(self.title, other.title))


def measure(page: Page, block: Block, renderer: RendererAgg, spacing: Spacing) -> Measured:
    def borders() -> list[list[Border]]:
        return [_borders(page, row, block.frame.right, renderer, spacing) for row in block.grid]

    headers = [area.header for area in block.areas]
    return Measured(place_alike(headers, borders), _title_room(page, block, renderer))


def _title_room(page: Page, block: Block, renderer: RendererAgg) -> float:
    title, frame = block.title, block.frame
    if not title.items:
        return 0.0
    height = title.place(page, renderer, frame.left, frame.right, 0.0)
    title.place(page, renderer, frame.left, frame.right, frame.top - height)
    return height


def _borders(page: Page, row: tuple[Area, ...], right: float, renderer: RendererAgg, spacing: Spacing) -> list[Border]:
    """Measure the borders of a row's data areas, and place their headers on one line, up to the `right`."""
    borders = [_border(area, renderer, spacing) for area in row]
    top = max(border.top for border in borders)
    base, edges = 0.0, _right_edges(row, right, spacing)
    for _ in ("each by itself", "their titles on one line"):
        heads = []
        for area, edge in zip(row, edges, strict=True):
            least, data = base if area.header.is_titled else 0.0, _data(area, row)
            heads.append(area.header.place(page, renderer, data.x0, edge, data.y1 + top, least))
        base = max((area.header.base for area in row if area.header.is_titled), default=0.0)
    high = max(heads)
    for area in row:
        if area.header.legend_above:  # from the first to the last of the row
            data = area.axes.bbox
            high += area.header.place_legend_above(page, renderer, row[0].axes.bbox.x0, edges[-1], data.y1 + top + high)
    return [replace(border, top=top + high) for border in borders]


def _data(area: Area, row: tuple[Area, ...]) -> BboxBase:
    """Return where the data of a panel of a row are; of one without room, where those beside it are."""
    return next((one.axes.bbox for one in (area, *row) if one.axes.get_visible()), area.axes.bbox)


def _right_edges(row: tuple[Area, ...], right: float, spacing: Spacing) -> list[float]:
    """Return how far the words above each panel of a row may reach.

    Those of panels drawn to one scale reach over neighbours without words; a title alone, and those of square cells,
    which may be narrow, as far as the next panel.
    """
    edges = []
    apart = BETWEEN * spacing.sizes.axis * spacing.point
    for k, area in enumerate(row):
        edge, others = _data(area, row).x1, row[k + 1 :]
        if area.panel.square:
            over = itertools.takewhile(lambda other: not other.header.items, others)
            edge = max([edge, *(other.axes.bbox.x1 for other in over if other.axes.get_visible())])
        elif area.panel.square_cells or area.header.is_title_alone:
            edge = max(edge, others[0].axes.bbox.x0 - apart if others else right)
        edges.append(float(edge))
    return edges


def _border(area: Area, renderer: RendererAgg, spacing: Spacing) -> Border:
    """Measure the numbers, titles and the bar around one data area."""
    if not area.axes.get_visible():
        return Border(0.0, 0.0, 0.0, 0.0)
    data, whole = area.axes.bbox, _tight_box(area.axes, renderer)
    right, top = whole.x1 - data.x1, whole.y1 - data.y1
    if area.bar is not None:
        box = _tight_box(area.bar, renderer)
        right = spacing.bar_gap + spacing.bar_width + max(0.0, box.x1 - area.bar.bbox.x1)
        top = max(top, box.y1 - data.y1)
    if has_names_above(area.panel) and not area.panel.legend:
        top = max(top, HIGH * spacing.sizes.tick * spacing.point)
    sides = (data.x0 - whole.x0, right, data.y0 - whole.y0, top)
    return Border(*(max(0.0, float(side)) for side in sides))


def _tight_box(axes: Axes, renderer: RendererAgg) -> BboxBase:
    """Return the box of visible axes with their numbers and titles, in pixels."""
    found = axes.get_tightbbox(renderer)
    assert found is not None  # visible axes have an extent
    return found


def with_tables(blocks: Sequence[Block], style: Style) -> list[Block]:
    """Decide how the tables of a page look, once all panels have their places."""
    looks = iter(table_looks([area.canvas(style) for block in blocks for area in block.areas]))
    return [
        replace(block, grid=tuple(tuple(replace(area, table=next(looks)) for area in row) for row in block.grid))
        for block in blocks
    ]
