"""Place panels on a page: even margins, aligned data areas, whole pixels, nothing clipped."""

import math
import re
from collections.abc import Sequence
from typing import Any

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as MatplotlibFigure
from matplotlib.text import Text

from peviewer.base.work import check_cancelled
from peviewer.figures.fitting.squares import square_cell_sizes
from peviewer.figures.line_labels import has_names_above
from peviewer.paper.axes import BAR_TITLE_ROOM
from peviewer.paper.marks.rules import NAME_HEIGHT, WEDGE_ROOM, margin_of_names
from peviewer.paper.page.dividing import RowsAndColumns, divide
from peviewer.paper.page.heading import RowHeadings, row_headings
from peviewer.paper.page.panels import (
    Frame,
    Margins,
    PanelArea,
    PlacedFigure,
    Spacing,
    heatmap_with_bar,
)
from peviewer.paper.style import Sizes, StyleError
from peviewer.paper.text import typeset

# Tick labels depend on the room and the room on the labels, so panels are placed and measured at
# most so many times.
ROUNDS = 5
# From this round on margins only grow: labels that come and go with the room would never settle.
FIRST_ROUND_WITHOUT_SHRINKING = 2
# The least side of a data area, in pixels.
SMALLEST_SIDE = 16
# The space between the words above neighbouring panels, in sizes of their type.
BETWEEN = 1.0
# An axis title is shortened to its letter rather than shrunk below this share of its size.
LEAST_TITLE = 0.85


def arrange(
    page: MatplotlibFigure, placed_figures: Sequence[PlacedFigure], spacing: Spacing
) -> None:
    """Give every panel its place.

    The outer data edges of all rows are aligned, and those of Figures whose frames are; panels of a
    row are equally wide, and every data area covers whole pixels.
    """
    canvas: Any = page.canvas
    renderer: RendererAgg = canvas.get_renderer()
    for placed in placed_figures:
        placed.margins = _first_margins(placed, spacing)
        for row in placed.grid:
            for area in row:
                area.room = placed.frame.width / len(row)
    areas = [area for placed in placed_figures for area in placed.areas]
    places_before: list[object] = []
    for round_number in range(ROUNDS):
        check_cancelled()
        _place_all(page, placed_figures, spacing, renderer)
        margins_before = [placed.margins for placed in placed_figures]
        places = _places(areas)
        for placed in placed_figures:
            measure(placed, renderer, spacing)
        if places == places_before:
            break
        places_before = places
        if FIRST_ROUND_WITHOUT_SHRINKING <= round_number < ROUNDS - 1:
            for placed, earlier in zip(placed_figures, margins_before, strict=True):
                placed.margins = _larger_margins(placed.margins, earlier)
    if min(min(area.pixels) for area in areas) < SMALLEST_SIDE:
        raise StyleError("too small for what this picture shows")


def _first_margins(placed: PlacedFigure, spacing: Spacing) -> list[list[Margins]]:
    """Return the margins of a Figure's panels before they are measured."""
    tick = spacing.sizes.tick * spacing.point
    axis = spacing.sizes.axis * spacing.point
    margins = Margins(left=3 * tick + axis, right=tick, bottom=tick + 1.5 * axis, top=2 * axis)
    return [[margins] * len(row) for row in placed.grid]


def _larger_margins(
    margins: Sequence[Sequence[Margins]], earlier: Sequence[Sequence[Margins]]
) -> list[list[Margins]]:
    """Return, for each side of each panel, the larger one of the new and the earlier margin."""
    grown = []
    for row, earlier_row in zip(margins, earlier, strict=True):
        pairs = zip(row, earlier_row, strict=True)
        grown.append([Margins(*map(max, new, old)) for new, old in pairs])
    return grown


def _places(areas: Sequence[PanelArea]) -> list[object]:
    """Return the places of panels and their axes' titles, which a further round may change."""
    places: list[object] = []
    for area in areas:
        for label in (area.axes.xaxis.label, area.axes.yaxis.label):
            places.append((label.get_text(), label.get_fontsize()))
        places.append(area.axes.get_position().bounds)
    return places


def _place_all(
    page: MatplotlibFigure,
    placed_figures: Sequence[PlacedFigure],
    spacing: Spacing,
    renderer: RendererAgg,
) -> None:
    """Place the panels of all Figures by the margins that they have."""
    is_alone = len(placed_figures) == 1
    for placed, outer in zip(
        placed_figures, _aligned_margins(placed_figures, spacing), strict=True
    ):
        divided = divide(placed, outer, spacing, is_alone=is_alone)
        _place_figure(page, placed, outer, divided, spacing)
        for area in placed.areas:
            fit_labels(area, renderer, spacing.sizes)


def _aligned_margins(placed_figures: Sequence[PlacedFigure], spacing: Spacing) -> list[Margins]:
    """Return the outer margins of Figures; they are the same where frames share an edge.

    Figures that begin with a row drawn to scale, without axes, keep their own upper edge, and those
    with nothing below their data keep no room there.
    """
    pairs = [(placed.frame, placed.outer_margins(spacing.point)) for placed in placed_figures]
    all_aligned = []
    for placed, (frame, own) in zip(placed_figures, pairs, strict=True):
        largest = []
        # Frames and margins have their sides in the same order.
        for side, edge in enumerate(frame):
            largest.append(max(margins[side] for other, margins in pairs if other[side] == edge))
        aligned = Margins(*largest)
        if all(area.panel.square for area in placed.grid[0]):
            aligned = aligned._replace(top=own.top)
        if not own.bottom:
            aligned = aligned._replace(bottom=0.0)
        all_aligned.append(aligned)
    return all_aligned


def _place_figure(
    page: MatplotlibFigure,
    placed: PlacedFigure,
    outer: Margins,
    divided: RowsAndColumns,
    spacing: Spacing,
) -> None:
    """Place the panels of a Figure.

    Rows of panels drawn to scale may not fill the page; then space is added between them.
    """
    sizes = _data_sizes(placed, divided)
    has_heading = placed.heading.height > 0
    air_count = len(divided.heights) + has_heading
    air = (divided.room - sum(divided.heights)) / air_count
    top = placed.frame.top - outer.top + placed.top_margin(0) - air * has_heading
    for row, areas in enumerate(placed.grid):
        top -= placed.top_margin(row)
        for area, column, size in zip(areas, divided.columns[row], sizes[row], strict=True):
            width, height = size
            left = (column.left + column.right - width) / 2
            edges = (left, left + width, top - height, top)
            _place_panel(page, area, Frame(*map(_nearest_pixel, edges)), spacing)
        top -= divided.heights[row] + placed.bottom_margin(row) + spacing.gutter + air


def _data_sizes(placed: PlacedFigure, divided: RowsAndColumns) -> list[list[tuple[float, float]]]:
    """Return the width and height of each data area, row by row."""
    panels = []
    sizes = []
    for row, height in enumerate(divided.heights):
        panels.append([area.panel for area in placed.grid[row]])
        sizes.append([(column.width, height) for column in divided.columns[row]])
    return square_cell_sizes(panels, sizes)


def _nearest_pixel(edge: float) -> int:
    """Return the pixel nearest to an edge.

    A half is rounded up wherever it is, so that equal panels are equal.
    """
    return math.floor(edge + 0.5 + 1e-6)


def _place_panel(page: MatplotlibFigure, area: PanelArea, edges: Frame, spacing: Spacing) -> None:
    """Give the axes of a panel and its colour bar their places."""
    page_width = page.bbox.width
    page_height = page.bbox.height
    bottom = edges.bottom / page_height
    height = max(1.0, edges.top - edges.bottom) / page_height
    width = max(1.0, edges.width) / page_width
    area.axes.set_position((edges.left / page_width, bottom, width, height))
    if area.bar is not None:
        names_right = edges.right + names_margin(area, spacing)
        title_width = bar_title_width(area, spacing)
        bar_left = round(names_right + spacing.bar_gap + title_width) / page_width
        bar_width = round(spacing.bar_width) / page_width
        area.bar.set_position((bar_left, bottom, bar_width, height))


def measure(placed: PlacedFigure, renderer: RendererAgg, spacing: Spacing) -> None:
    """Measure the margins of a Figure's data areas, and break the words above its rows."""
    measured = []
    for row in placed.grid:
        measured.append([_measured_margins(area, renderer, spacing) for area in row])
        for column, area in enumerate(row):
            right = _right_edge(row, column, placed.frame.right, spacing)
            area.span = (area.axes.bbox.x0, right)
    break_words(placed, spacing)

    placed.margins = []
    placed.heading_bottoms = []
    for row, row_margins, headings in zip(placed.grid, measured, placed.row_headings, strict=True):
        numbers_height = max(margins.top for margins in row_margins)
        top = numbers_height + headings.height * spacing.point
        data_top = max(area.axes.bbox.y1 for area in row)
        placed.heading_bottoms.append(data_top + numbers_height)
        placed.margins.append([margins._replace(top=top) for margins in row_margins])


def break_words(placed: PlacedFigure, spacing: Spacing) -> None:
    """Break the words above the rows of a Figure, with all legends beside titles, or none."""
    placed.row_headings = [_row_headings(row, spacing) for row in placed.grid]
    if not all(headings.has_legends_beside for headings in placed.row_headings):
        placed.row_headings = [
            _row_headings(row, spacing, allows_beside=False) for row in placed.grid
        ]


def _row_headings(
    row: Sequence[PanelArea], spacing: Spacing, *, allows_beside: bool = True
) -> RowHeadings:
    """Break the words above a row; `allows_beside`: whether legends may be beside titles."""
    panels = [area.panel for area in row]
    rooms = [_room(area, area, spacing) for area in row]
    row_room = _room(row[0], row[-1], spacing)
    return row_headings(panels, rooms, row_room, spacing.sizes, allows_beside=allows_beside)


def _room(first: PanelArea, last: PanelArea, spacing: Spacing) -> float:
    """Return the room for words from one panel to another, in points."""
    left, _ = first.span
    _, right = last.span
    return (right - left) / spacing.point


def _right_edge(
    row: Sequence[PanelArea], column: int, frame_right: float, spacing: Spacing
) -> float:
    """Return the right limit of the words above a panel of a row.

    Words of panels drawn to scale extend over neighbours without words. A title alone, and words of
    square cells, which may be narrow, as far as the next panel.
    """
    panel = row[column].panel
    others = row[column + 1 :]
    edge = float(row[column].axes.bbox.x1)
    if panel.square:
        for other in others:
            if other.panel.title or other.panel.fact:
                break
            edge = max(edge, float(other.axes.bbox.x1))
        return edge

    has_title_alone = not (panel.fact or panel.legend)
    if not (panel.square_cells or has_title_alone):
        return edge
    if not others:
        return max(edge, frame_right)
    gap = BETWEEN * spacing.sizes.axis * spacing.point
    return max(edge, float(others[0].axes.bbox.x0) - gap)


def _measured_margins(area: PanelArea, renderer: RendererAgg, spacing: Spacing) -> Margins:
    """Measure the numbers, titles and the bar around one data area."""
    data = area.axes.bbox
    extent = area.axes.get_tightbbox(renderer)
    assert extent is not None  # visible axes have an extent
    right = extent.x1 - data.x1
    top = extent.y1 - data.y1
    names_width = names_margin(area, spacing)
    right = max(right, names_width)
    bar_extent = None if area.bar is None else area.bar.get_tightbbox(renderer)
    if area.bar is not None and bar_extent is not None:
        numbers_width = max(0.0, float(bar_extent.x1 - area.bar.bbox.x1))
        title_width = bar_title_width(area, spacing)
        bar_right = spacing.bar_gap + title_width + spacing.bar_width
        right = names_width + bar_right + numbers_width
        top = max(top, 0.5 * spacing.sizes.tick * spacing.point)
    if has_names_above(area.panel) and not area.panel.legend:
        names_height = NAME_HEIGHT + WEDGE_ROOM
        top = max(top, names_height * spacing.sizes.tick * spacing.point)
    sides = (data.x0 - extent.x0, right, data.y0 - extent.y0, top)
    return Margins(*(max(0.0, float(side)) for side in sides))


def names_margin(area: PanelArea, spacing: Spacing) -> float:
    """Return the width of the margin for names of marks between a panel's data and its bar."""
    return margin_of_names(area.panel, spacing.sizes.tick, spacing.point, area.room)


def bar_title_width(area: PanelArea, spacing: Spacing) -> float:
    """Return the width of the title between a panel's data and its bar; 0 without one."""
    heatmap = heatmap_with_bar(area.panel)
    has_title = heatmap is not None and bool(heatmap.bar)
    return BAR_TITLE_ROOM * spacing.sizes.axis * spacing.point if has_title else 0.0


def fit_labels(area: PanelArea, renderer: RendererAgg, sizes: Sizes) -> None:
    """Shorten the titles of axes and of the bar to their letters, or shrink them, to fit."""
    axes = area.axes
    box = axes.bbox
    _fit_label(axes.xaxis.label, area.panel.x.label, "width", box.width, renderer, sizes)
    _fit_label(axes.yaxis.label, area.panel.y.label, "height", box.height, renderer, sizes)
    heatmap = heatmap_with_bar(area.panel)
    if area.bar is not None and heatmap is not None:
        label = area.bar.yaxis.label
        _fit_label(label, heatmap.bar or "", "height", area.bar.bbox.height, renderer, sizes)


def _fit_label(
    label: Text, text: str, side: str, room: float, renderer: RendererAgg, sizes: Sizes
) -> None:
    """Fit a title into a room in pixels; `side` is the side of its box that counts."""
    if not label.get_text():
        return
    letter = re.search(r"\*[^*]+\*", text)
    for words in (text, letter[0] if letter else text):
        label.set(text=typeset(words), fontsize=sizes.axis)
        length = getattr(label.get_window_extent(renderer), side)
        if LEAST_TITLE * length <= room:
            break
    if length > room:
        label.set_fontsize(max(sizes.least, room / length * sizes.axis))
