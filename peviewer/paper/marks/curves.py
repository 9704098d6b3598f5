"""Draw curves, and bands: stretches of one axis that are shaded, or framed."""

import math
from typing import Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from peviewer.figures.grammar import Band, Curve, layer
from peviewer.figures.palette import BAND_STRENGTH
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.lines import line_look, shading_look
from peviewer.paper.text import typeset

# The width of a frame, which is drawn over colours, in hairlines.
FRAME = 1.6

# The width of a frame's halo, as a multiple of the frame's.
FRAME_HALO = 1.9

# How many samples are taken for each point that has room: as many as on a screen, where a point is
# this many pixels wide.
SAMPLES_PER_POINT = 4

# Points are sparse where there is room for this many times as many.
SPARSE_RATIO = 6
# By how much sparse points are larger.
SPARSE_POINT_FACTOR = 1.3


def draw_curve(curve: Curve, canvas: Canvas) -> None:
    low, high = canvas.panel.x.shown
    look = line_look(curve, canvas.style)
    is_of_points = curve.style == "points"
    point_size = look["markersize"] if is_of_points else 1
    points_with_room = canvas.axes.bbox.width / canvas.pixel / point_size
    across, _ = canvas.samples()
    sample_count = round(SAMPLES_PER_POINT * points_with_room) if is_of_points else across
    x, y = curve.series.sample(low, high, sample_count)
    if not len(x):
        return

    _draw_range(curve, canvas)
    if is_of_points and SPARSE_RATIO * len(x) < points_with_room:
        look["markersize"] *= SPARSE_POINT_FACTOR
    page_x = x - canvas.origin[0]
    if curve.style == "step":
        page_x, y = _with_outer_halves(page_x, y)
    page_y = y + (curve.y0 - canvas.origin[1])
    # What has no label is in no legend, neither in ours nor in a user's.
    label = typeset(curve.label) or "_"
    canvas.axes.plot(page_x, page_y, scalex=False, scaley=False, label=label, **look)


def _draw_range(curve: Curve, canvas: Canvas) -> None:
    """Paint the range of the values of which each point of a curve is the mean."""
    across, _ = canvas.samples()
    bounds = curve.series.bounds(*canvas.panel.x.shown, across)
    if bounds is None:
        return
    x = np.repeat(bounds.edges - canvas.origin[0], 2)[1:-1]
    y0 = curve.y0 - canvas.origin[1]
    least = np.repeat(bounds.least + y0, 2)
    greatest = np.repeat(bounds.greatest + y0, 2)
    color = canvas.style.palette.role(curve.color)
    area = canvas.axes.fill_between(x, least, greatest, facecolor=color, alpha=BAND_STRENGTH)
    area.set(linewidth=0, zorder=layer(Curve) - 0.5)


def _with_outer_halves(
    x: NDArray[np.float64], y: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Add a point before the first and one after the last step.

    matplotlib's steps end in the middle of these otherwise.
    """
    first_width = x[1] - x[0] if len(x) > 1 else 1.0
    last_width = x[-1] - x[-2] if len(x) > 1 else 1.0
    wider_x = np.concatenate([[x[0] - first_width], x, [x[-1] + last_width]])
    return wider_x, np.concatenate([y[:1], y, y[-1:]])


def draw_band(band: Band, canvas: Canvas) -> None:
    is_upright = band.direction == "x"
    start = canvas.origin[0 if is_upright else 1]
    low = band.low - start
    high = band.high - start
    if band.framed:
        _draw_frame(band, low, high, canvas)
        return
    draw_span = canvas.axes.axvspan if is_upright else canvas.axes.axhspan
    draw_span(low, high, zorder=layer(Band), **shading_look(band, canvas.style))


def _draw_frame(band: Band, low: float, high: float, canvas: Canvas) -> None:
    """Paint the edges of a stretch just outside it: the stretch may be as thin as they are."""
    is_upright = band.direction == "x"
    first, last = canvas.axes.get_xlim() if is_upright else canvas.axes.get_ylim()
    frame_width = FRAME * canvas.style.sizes.hair
    outwards = math.copysign(frame_width / 2 / 72, last - first)
    halo = withStroke(linewidth=FRAME_HALO * frame_width, foreground=canvas.behind)
    look: dict[str, Any] = {
        "color": canvas.style.palette.role(band.color),
        "linewidth": frame_width,
        "path_effects": [halo],
    }
    _draw_edge(low, -outwards, is_upright, look, canvas)
    _draw_edge(high, outwards, is_upright, look, canvas)


def _draw_edge(
    place: float, inches: float, is_upright: bool, look: dict[str, Any], canvas: Canvas
) -> None:
    """Paint a line across the panel, `inches` beside its place."""
    axes = canvas.axes
    to_inches = axes.figure.dpi_scale_trans
    if is_upright:
        moved = ScaledTranslation(inches, 0.0, to_inches)
        edge = Line2D((place, place), (0, 1), transform=axes.get_xaxis_transform() + moved)
    else:
        moved = ScaledTranslation(0.0, inches, to_inches)
        edge = Line2D((0, 1), (place, place), transform=axes.get_yaxis_transform() + moved)
    edge.set(zorder=layer(Band), **look)
    axes.add_line(edge)
