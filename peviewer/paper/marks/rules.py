"""Draw straight lines across a panel, and their names."""

from typing import Any, NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from peviewer.figures.grammar import (
    HALOED,
    LEAST_OUTLINED_CELL,
    Curve,
    Diagonal,
    Panel,
    Rule,
    Words,
    layer,
)
from peviewer.figures.line_labels import (
    Box,
    Edge,
    LabelRoom,
    LineName,
    diagonal_end,
    edge_of,
    has_names_above,
    name_width_at_right,
    wordings,
)
from peviewer.figures.name_places import meets_curve, place_names
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.lines import line_look
from peviewer.paper.marks.words import LINE_NAME, outline
from peviewer.paper.text import typeset, width

# The width of a line's halo, which keeps it visible on any data, in widths of the line.
HALO = 2.6
# The height of a name with its ground, in sizes of its type.
NAME_HEIGHT = 1.5
# The padding between the edge of a name's background and its words, in sizes of its type.
PAD = 0.25
# The factor by which names may be wider than measured.
NAME_SLACK = 1.05
# Pixels of a screen in a point.
SCREEN_PIXELS = 96 / 72
# The length of a wedge at the end of a marked line, in sizes of the type of its name.
WEDGE = 0.62
# The distance of a wedge from the data and from the name, in the same sizes.
WEDGE_GAP = 0.12
WEDGE_ROOM = WEDGE + 2 * WEDGE_GAP
# Wedges as markers: triangles of unit size, with the tip at the marked place, down or left.
DOWN = Path([(0, 0), (-0.57, 1), (0.57, 1), (0, 0)], closed=True)
LEFT = Path([(0, 0), (1, -0.57), (1, 0.57), (0, 0)], closed=True)
# The pixels from one sample of a curve to the next, where samples tell which names it meets.
SAMPLE = 3


def draw_rule(rule: Rule, canvas: Canvas) -> None:
    """Paint a straight line across the panel, or the outline of the cells that it marks."""
    axes = canvas.axes
    is_upright = rule.direction == "x"
    place = rule.at - canvas.origin[0 if is_upright else 1]
    look = _look_on_data(rule, canvas)
    places: tuple[float, ...] = (place,)
    if canvas.panel.outlines_cells(rule):
        places = _outline(place, look["linewidth"], canvas, is_upright) or places
    for each_place in places:
        ends = (each_place, each_place)
        if is_upright:
            line = Line2D(ends, (0, 1), transform=axes.get_xaxis_transform(), **look)
        else:
            line = Line2D((0, 1), ends, transform=axes.get_yaxis_transform(), **look)
        axes.add_artist(line)


def _outline(
    middle: float, line_width: float, canvas: Canvas, is_upright: bool
) -> tuple[float, ...]:
    """Return the coordinates of the lines before and after a row of cells; none if it is thin."""
    box = canvas.axes.bbox
    axis = canvas.panel.x if is_upright else canvas.panel.y
    length = box.width if is_upright else box.height
    cells_per_point = axis.extent / length * canvas.pixel
    if 1 < LEAST_OUTLINED_CELL / SCREEN_PIXELS * cells_per_point:
        return ()
    distance = 0.5 + cells_per_point * line_width / 2
    return middle - distance, middle + distance


def draw_diagonal(diagonal: Diagonal, canvas: Canvas) -> None:
    """Paint the line of points whose x − y is one number."""
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return
    ends = np.array([first, last])
    x = ends + diagonal.at - canvas.origin[0]
    y = ends - canvas.origin[1]
    canvas.axes.plot(x, y, scalex=False, scaley=False, **_look_on_data(diagonal, canvas))


def visible_ends(diagonal: Diagonal, panel: Panel) -> tuple[float, float]:
    """Return between which y a diagonal is visible."""
    left, right = panel.x.shown
    low, high = panel.y.shown
    return max(low, left - diagonal.at), min(high, right - diagonal.at)


def _look_on_data(mark: Rule | Diagonal, canvas: Canvas) -> dict[str, Any]:
    """Return how a straight line looks on the data: marking lines have a halo."""
    look = line_look(mark, canvas.style)
    if mark.color not in HALOED:
        return look
    halo = withStroke(linewidth=HALO * look["linewidth"], foreground=canvas.behind)
    return look | {"path_effects": [halo]}


class _End(NamedTuple):
    """The point of a line that has its name, in pixels from the upper left corner of the data.

    `side` is 0 for a line in view, −1 for one that lies at the left of the data or above them, and
    1 for one at the right or below. `edge` is the margin of the name, None for a name on the data.
    """

    at: tuple[float, float]
    side: int = 0
    edge: Edge | None = None


class _CurvePixels(NamedTuple):
    """Some points of a curve, in pixels from the upper left corner of the data."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    is_joined: bool

    def meets(self, box: Box) -> bool:
        return meets_curve(box, self.x, self.y, is_joined=self.is_joined)


class _NamedLine(NamedTuple):
    """A line with the wordings of its name, its end, and the name to be placed."""

    mark: Rule | Diagonal
    texts: list[str]
    end: _End
    name: LineName


def write_names(canvas: Canvas) -> None:
    """Write the names of straight lines in their colours, where they have room.

    Where the panel has a legend, that names the lines.
    """
    if canvas.panel.legend:
        return
    lines = _named_lines(canvas)
    names = [line.name for line in lines]
    box = canvas.axes.bbox
    size = canvas.style.sizes.tick
    wedge = WEDGE_ROOM * size * canvas.pixel
    curves = _curves(canvas) if any(name.edge is None for name in names) else []
    room = LabelRoom(
        box.width,
        box.height,
        _name_width(canvas) or 0.0,
        wedge,
        lambda name_box: not any(curve.meets(name_box) for curve in curves),
        canvas.panel.heatmap is not None,
    )
    for line, place in zip(lines, place_names(names, room), strict=True):
        if line.end.edge is not None and not line.end.side:
            _draw_wedge(line, canvas)
        if place is None:
            continue
        _, height = line.name.sizes[place.wording]
        left = place.left + PAD * size * canvas.pixel
        middle = place.top + height / 2
        string = typeset(line.texts[place.wording])
        text = canvas.axes.text(left / box.width, 1 - middle / box.height, string, fontsize=size)
        text.set(transform=canvas.axes.transAxes, ha="left", va="center_baseline")
        text.set(color=canvas.style.palette.role(line.mark.color), clip_on=False)
        text.set(zorder=layer(Words), gid=LINE_NAME)
        if line.end.edge is None:
            text.set(path_effects=[outline(canvas)])


def margin_of_names(panel: Panel, size: float, pixel: float, panel_width: float) -> float:
    """Return the pixels of the margin for names of marks at the right of the data, with wedges.

    `size` is that of their type, and `panel_width` what the panel has across, with all that is
    around its data.
    """
    name_width = _width_at_right(panel, size, pixel, panel_width)
    return 0.0 if name_width is None else name_width + WEDGE_ROOM * size * pixel


def _width_at_right(panel: Panel, size: float, pixel: float, panel_width: float) -> float | None:
    """Return the room of names at the right of the data, in pixels; None where none is there."""
    if panel.legend:
        return None

    def measure(text: str) -> float:
        return _name_size(text, size, pixel)[0]

    return name_width_at_right(panel, panel_width, measure, WEDGE_ROOM * size * pixel)


def _name_width(canvas: Canvas) -> float | None:
    size = canvas.style.sizes.tick
    return _width_at_right(canvas.panel, size, canvas.pixel, canvas.whole_width)


def _draw_wedge(line: _NamedLine, canvas: Canvas) -> None:
    """Paint a wedge in the margin that points at a line's end: hollow for a dashed one."""
    axes = canvas.axes
    size = canvas.style.sizes.tick
    color = canvas.style.palette.role(line.mark.color)
    x, y = line.end.at
    place = (x / axes.bbox.width, 1 - y / axes.bbox.height)
    gap = WEDGE_GAP * size / 72
    if line.end.edge == "above":
        place = (place[0], 1.0)
        marker = DOWN
        moved = ScaledTranslation(0.0, gap, axes.figure.dpi_scale_trans)
    else:
        place = (1.0, place[1])
        marker = LEFT
        moved = ScaledTranslation(gap, 0.0, axes.figure.dpi_scale_trans)
    # A path as a marker is scaled so that its farthest coordinate is half of the marker's size.
    wedge = Line2D([place[0]], [place[1]], marker=marker, markersize=2 * WEDGE * size)
    wedge.set(color=color, markeredgewidth=canvas.style.sizes.hair, linestyle="none")
    wedge.set(markerfacecolor="none" if line.mark.dashed else color)
    wedge.set(transform=axes.transAxes + moved, clip_on=False, zorder=layer(Words))
    axes.add_artist(wedge)


def _curves(canvas: Canvas) -> list[_CurvePixels]:
    """Return the curves of a panel with some of their points."""
    box = canvas.axes.bbox
    curves = []
    for curve in canvas.panel.marks:
        if not isinstance(curve, Curve):
            continue
        sample_count = max(2, round(box.width / SAMPLE))
        x, y = curve.series.sample(*canvas.panel.x.shown, sample_count)
        if not len(x):
            continue
        on_page = np.column_stack([x - canvas.origin[0], y + (curve.y0 - canvas.origin[1])])
        points = canvas.axes.transData.transform(on_page)
        is_joined = curve.style != "points"
        curves.append(_CurvePixels(points[:, 0] - box.x0, box.y1 - points[:, 1], is_joined))
    return curves


def _named_lines(canvas: Canvas) -> list[_NamedLine]:
    """Return the lines of a panel whose names are to be written."""
    lines = []
    for mark in canvas.panel.marks:
        if not isinstance(mark, Rule | Diagonal) or not mark.label:
            continue
        end = _end(mark, canvas)
        if end is None:
            continue
        texts = wordings(mark, end.side)
        size = canvas.style.sizes.tick
        sizes = [_name_size(text, size, canvas.pixel) for text in texts]
        name = LineName(mark, end.at, sizes, end.edge)
        lines.append(_NamedLine(mark, texts, end, name))
    return lines


def _name_size(text: str, size: float, pixel: float) -> tuple[float, float]:
    """Return the width and height of a name with the space around it, in pixels."""
    name_width = NAME_SLACK * width(text, size) + 2 * PAD * size
    return pixel * name_width, pixel * NAME_HEIGHT * size


def _edge(mark: Rule | Diagonal, canvas: Canvas) -> Edge | None:
    """Return the margin of a line's name, None where the panel has none for it."""
    edge = edge_of(mark)
    if edge == "above" and not has_names_above(canvas.panel):
        return None
    if edge == "right" and _name_width(canvas) is None:
        return None
    return edge


def _end(mark: Rule | Diagonal, canvas: Canvas) -> _End | None:
    """Return the point of a line that has its name; None where it has no name there."""
    panel = canvas.panel
    edge = _edge(mark, canvas)
    if isinstance(mark, Diagonal):
        return _diagonal_end(mark, canvas, has_margin=edge is not None)
    is_upright = mark.direction == "x"
    axis = panel.x if is_upright else panel.y
    low, high = axis.shown
    side = int(mark.at > high) - int(mark.at < low)
    if side and not mark.is_mark:
        return None
    if mark.outside:
        side = 1 if mark.at > (low + high) / 2 else -1
    # Sides are counted on the page, to the right and downwards.
    if is_upright:
        at = _pixel_of(mark.at, panel.y.shown[0], canvas)
        return _End(at, -side if axis.inverted else side, edge)
    at = _pixel_of(panel.x.shown[0], mark.at, canvas)
    return _End(at, side if axis.inverted else -side, edge)


def _pixel_of(x: float, y: float, canvas: Canvas) -> tuple[float, float]:
    """Return a point from the upper left corner of the data, moved into view."""
    box = canvas.axes.bbox
    page_point = (x - canvas.origin[0], y - canvas.origin[1])
    page_x, page_y = canvas.axes.transData.transform(page_point)
    return min(max(page_x - box.x0, 0.0), box.width), min(max(box.y1 - page_y, 0.0), box.height)


def _diagonal_end(diagonal: Diagonal, canvas: Canvas, *, has_margin: bool) -> _End | None:
    first, last = visible_ends(diagonal, canvas.panel)
    if first >= last:
        return None
    first_end, last_end = (_pixel_of(y + diagonal.at, y, canvas) for y in (first, last))
    end = diagonal_end(first_end, last_end, canvas.axes.bbox.width, has_margin=has_margin)
    return _End(end.at, 0, end.edge)
