"""Draw shapes in the plane of a panel: rings, arrows, paths and small clocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection
from matplotlib.patches import Circle, FancyArrowPatch
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from peviewer.figures.fitting.spreading import spread_clocks
from peviewer.figures.grammar import Arrows, Dials, Path, Rings, Words, layer
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.text import typeset, width

Points = NDArray[np.float64]
"""Points in a plane, shape (n, 2)."""

# The width of the halo of a path that frames a place among data, in widths of its line.
HALO = 2.2
# The width of muted lines, in widths of a curve.
THIN = 0.5

# A fading line is drawn in this many pieces, each of one opacity.
SHADES = 40
# The opacity of the first piece.
FAINTEST = 0.06

# The length of an arrow's head, in line widths.
HEAD = 4.5
# The largest share of the arrow that its head takes.
HEAD_SHARE = 0.45
# The largest width of an arrow's line, as a share of the arrow's length.
STOUTEST = 0.07
# The least length of an arrow that is drawn, in points.
LEAST_ARROW = 1e-3

# The radius of a small clock, in sizes of tick labels.
DIAL = 1.5
# The opacity of its sector.
DIAL_TINT = 0.18
# Points along the rim of a clock.
RIM_POINTS = 60


def draw_rings(rings: Rings, canvas: Canvas) -> None:
    centres = points_of(rings.x, rings.y, canvas)
    circles = [Circle((float(x), float(y)), rings.radius) for x, y in centres]
    sizes = canvas.style.sizes
    outlines = PatchCollection(circles, facecolor="none", edgecolor=color_of(rings, canvas))
    outlines.set(linewidth=sizes.hair if rings.color == "muted" else sizes.line)
    outlines.set(zorder=layer(Rings), **clipping(canvas))
    canvas.axes.add_collection(outlines, autolim=False)


def draw_arrows(arrows: Arrows, canvas: Canvas) -> None:
    """Paint arrows; weak ones are lines without heads, behind the strong ones."""
    starts = points_of(arrows.x, arrows.y, canvas)
    ends = starts + np.column_stack([arrows.dx, arrows.dy]).reshape(-1, 2)
    color = color_of(arrows, canvas)
    line_width = canvas.style.sizes.line
    if arrows.strong:
        for start, end in zip(starts, ends, strict=True):
            _draw_arrow(start, end, 1.3 * line_width, color, canvas)
        return

    segments = list(np.stack([starts, ends], axis=1))
    lines = LineCollection(segments, colors=color, linewidths=0.6 * line_width, capstyle="round")
    lines.set(zorder=layer(Arrows) - 0.5, **clipping(canvas))
    canvas.axes.add_collection(lines, autolim=False)


def _draw_arrow(start: Points, end: Points, line_width: float, color: str, canvas: Canvas) -> None:
    """Paint one arrow whose tip lies exactly at its end; a short one has a small head."""
    to_page = canvas.axes.transData.transform
    length = float(np.hypot(*(to_page(end) - to_page(start)))) / canvas.pixel
    if length < LEAST_ARROW:
        return
    fitting_width = min(line_width, STOUTEST * length)
    head = min(HEAD * fitting_width, HEAD_SHARE * length)
    style = f"-|>,head_length={head:.4g},head_width={0.42 * head:.4g}"
    arrow = FancyArrowPatch(
        tuple(start), tuple(end), arrowstyle=style, mutation_scale=1, shrinkA=0, shrinkB=0
    )
    arrow.set(color=color, linewidth=fitting_width, capstyle="butt", joinstyle="miter")
    arrow.set(zorder=layer(Arrows), **clipping(canvas))
    canvas.axes.add_patch(arrow)


@dataclass(frozen=True)
class _ClockRow:
    """Small clocks in a row: the places of their centres from the left edge of `box`, in pixels."""

    box: Bbox
    centres: Sequence[float]
    radius: float

    def middle(self, index: int) -> Points:
        """Return the centre of a clock, in shares of the axes."""
        return np.array([[self.centres[index] / self.box.width, 0.5]])

    def rim(self, index: int, angles: NDArray[np.float64]) -> Points:
        """Return the points of a clock's rim at some angles, in shares of the axes."""
        x = self.centres[index] + self.radius * np.cos(angles)
        y = self.box.height / 2 + self.radius * np.sin(angles)
        return np.column_stack([x / self.box.width, y / self.box.height])

    def whole_rim(self, index: int) -> Points:
        return self.rim(index, np.linspace(0, 2 * np.pi, RIM_POINTS))

    def sector(self, index: int, before: float, turned: float) -> Points:
        """Return the outline of the sector that a hand passes as it turns from `before` on."""
        if abs(turned) < 2 * np.pi:
            turn = self.rim(index, np.linspace(before, before + turned, RIM_POINTS))
        else:
            turn = self.whole_rim(index)
        return np.concatenate([self.middle(index), turn])

    def hand(self, index: int, angle: float) -> Points:
        return np.concatenate([self.middle(index), self.rim(index, np.array([angle]))])


def draw_dials(dials: Dials, canvas: Canvas) -> None:
    """Paint small clocks in a row, as many as fit, with names if there is room beside them."""
    axes = canvas.axes
    sizes = canvas.style.sizes
    box = axes.bbox
    letter = sizes.least * canvas.pixel
    places = axes.transData.transform([(x - canvas.origin[0], 0.0) for x in dials.x])
    centres = (places[:, 0] - box.x0).tolist()
    radius = min(DIAL * sizes.tick * canvas.pixel, box.height / 2)
    longest_name = max(width(name, sizes.least) for name in dials.names) * canvas.pixel
    indices, has_names = spread_clocks(centres, box.width, radius, longest_name, letter / 2)

    if has_names:
        for index in indices:
            left = (centres[index] + radius + letter / 3) / box.width
            name = axes.text(left, 0.5, typeset(dials.names[index]), fontsize=sizes.least)
            name.set(color=canvas.style.palette.secondary, va="center", clip_on=False)
            name.set(transform=axes.transAxes, zorder=layer(Dials))
    _draw_clocks(_ClockRow(box, centres, radius), indices, dials, canvas)


def _draw_clocks(clocks: _ClockRow, indices: Sequence[int], dials: Dials, canvas: Canvas) -> None:
    """Paint the sectors of clocks, their rims, and each one's hands before and after it turns."""
    sectors = []
    rims = []
    hands = []
    for index in indices:
        before = dials.before[index]
        turned = dials.turned[index]
        sectors.append(clocks.sector(index, before, turned))
        rims.append(clocks.whole_rim(index))
        hands.append(clocks.hand(index, before))
        hands.append(clocks.hand(index, before + turned))

    sizes = canvas.style.sizes
    color = canvas.style.palette.role(dials.color)
    muted = canvas.style.palette.role("muted")
    hand_widths = [0.7 * sizes.line, 1.3 * sizes.line]
    collections = (
        PolyCollection(sectors, facecolor=color, linewidth=0, alpha=DIAL_TINT),
        LineCollection(rims, colors=muted, linewidths=sizes.hair),
        LineCollection(hands, colors=[muted, color], linewidths=hand_widths, capstyle="round"),
    )
    for collection in collections:
        collection.set(transform=canvas.axes.transAxes, clip_on=False, zorder=layer(Dials))
        canvas.axes.add_collection(collection, autolim=False)


def draw_path(path: Path, canvas: Canvas) -> None:
    """Paint a line through points; a fading one in pieces that grow stronger."""
    points = points_of(path.x, path.y, canvas)
    if len(points) < 2:
        return
    pieces = _cut_in_pieces(points) if path.fading else [points]
    strengths = np.linspace(FAINTEST, 1, len(pieces)) if path.fading else [1.0]
    color = color_of(path, canvas)
    colors = [(color, float(strength)) for strength in strengths]
    line_width = canvas.style.sizes.line * (THIN if path.color == "muted" else 1.0)

    line = LineCollection(pieces, colors=colors, linewidths=line_width, joinstyle="round")
    # Round ends would overlap as dots where two half-transparent pieces meet.
    line.set(capstyle="butt" if path.fading else "round")
    line.set(zorder=layer(Path), **clipping(canvas))
    if path.color == "mark":
        line.set(path_effects=[withStroke(linewidth=HALO * line_width, foreground=canvas.behind)])
    canvas.axes.add_collection(line, autolim=False)


def _cut_in_pieces(points: Points) -> list[Points]:
    """Cut a line into at most `SHADES` pieces; each begins where the last one ends."""
    last_point = len(points) - 1
    cut_count = min(SHADES, last_point) + 1
    cuts = np.unique(np.linspace(0, last_point, cut_count).round().astype(int))
    return [points[first : last + 1] for first, last in pairwise(cuts)]


def points_of(x: Sequence[float], y: Sequence[float], canvas: Canvas) -> Points:
    """Return points less the canvas's origin, in shape (n, 2).

    Matplotlib places marks relative to the origin: huge positions would lose their digits.
    """
    points = np.column_stack([x, y]).astype(np.float64)
    return points.reshape(-1, 2) - canvas.origin


def color_of(mark: Rings | Arrows | Path | Words, canvas: Canvas) -> str:
    return canvas.style.palette.role(mark.color)


def clipping(canvas: Canvas) -> dict[str, Any]:
    """Return matplotlib's arguments to clip shapes at the panel's frame, if it has one."""
    return {"clip_on": not canvas.panel.square}
