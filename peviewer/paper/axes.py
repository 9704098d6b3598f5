"""Axes on paper: the range, title and ticks of each, as many as fit, and colour bars."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis as PaperAxis
from matplotlib.image import AxesImage
from matplotlib.ticker import FixedLocator, FuncFormatter, Locator, NullLocator

from peviewer.base.ticks import Scale, fitting
from peviewer.figures.averaging import averaging_notes, titles_with_notes
from peviewer.figures.fitting.spreading import spread_texts
from peviewer.figures.grammar import Axis, Direction, Heatmap, Panel
from peviewer.figures.palette import colormap, themed_colormap
from peviewer.paper.style import Style
from peviewer.paper.text import TickFormatter, typeset, width

# The most numbers on an axis, and on a colour bar.
MAX_TICKS = 9
MAX_BAR_TICKS = 5

# The usual distance from one number to the next one above, in sizes of type.
LINE = 2.6
# The usual distance between numbers on a colour bar.
BAR_LINE = 1.8
# The least distance between numbers.
LEAST_LINE = 0.95
# The distance where numbers have names, such as tokens. Neighbours do not tell a name that is left
# out, so names are closer than numbers.
NAMED_LINE = 1.3


class NumberSpacing(NamedTuple):
    """The width of a letter of numbers side by side, and of a gap, in sizes of type."""

    letter: float
    gap: float


USUAL_SPACING = NumberSpacing(letter=0.62, gap=1.8)
LEAST_SPACING = NumberSpacing(letter=0.56, gap=0.7)


class Ticks(Locator):
    """As many round numbers as have room on an axis, or without an `axis` on a colour bar.

    `points` is the size of their type.
    """

    def __init__(self, direction: Direction, points: float, axis: Axis | None = None) -> None:
        self._direction = direction
        self._points = points
        if axis is None:
            self._formatter = TickFormatter()
            # A bar of a full turn in degrees has its ticks at parts of the turn.
            self._scale = Scale(turns=True)
            self._max_count = MAX_BAR_TICKS
            self._line = BAR_LINE
        else:
            self._formatter = TickFormatter(origin(axis), log=axis.log, axis=axis)
            self._scale = Scale(axis.log, axis.whole, axis.group)
            self._max_count = axis.most_ticks(MAX_TICKS)
            self._line = NAMED_LINE if axis.names_each else LINE

    def __call__(self) -> Sequence[float]:
        paper_axis: Any = self.axis
        return self.tick_values(*paper_axis.get_view_interval())

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        ends = (math.log10(vmin), math.log10(vmax)) if self._scale.log else (vmin, vmax)
        low, high = sorted(ends)
        scaled_values = fitting(low, high, self._max_count, self._scale, self._have_room)
        return self._unscaled(scaled_values)

    def _unscaled(self, values: Sequence[float]) -> Sequence[float]:
        """Return the numbers whose logarithms are given on a logarithmic axis."""
        return [10.0**value for value in values] if self._scale.log else values

    def _have_room(self, values: Sequence[float], share: float, close: bool) -> bool:
        """Whether there is room for the numbers of ticks.

        The nearest two are `share` of the axis apart. `close`: whether the least distance between
        them is enough.
        """
        paper_axis: Any = self.axis
        axes = paper_axis.axes
        type_size = self._points * axes.figure.dpi / 72
        if self._direction == "y":
            line = LEAST_LINE if close else self._line
            return bool(axes.bbox.height * share >= line * type_size)
        texts = self._formatter.texts(self._unscaled(values))
        spacing = LEAST_SPACING if close else USUAL_SPACING
        longest_width = spacing.letter * max(map(len, texts), default=0)
        return bool(axes.bbox.width * share >= (longest_width + spacing.gap) * type_size)


# The shown part of an axis that is farther from zero than this many times its length is measured
# from a round number near it: page coordinates are products of doubles, too coarse for its cells.
FAR_IN_LENGTHS = 1e6


def origin(axis: Axis) -> int:
    """Return the round number an axis is measured from on the page; 0 unless it is far out."""
    low, high = axis.shown
    span = high - low
    is_far = max(abs(low), abs(high)) >= FAR_IN_LENGTHS * max(1.0, span)
    if axis.log or span <= 0 or not is_far:
        return 0
    step = int(10 ** math.ceil(math.log10(max(1.0, span))))
    return int(low) // step * step


def set_up_axis(
    axes: Axes,
    direction: Direction,
    axis: Axis,
    style: Style,
    *,
    numbered: bool = True,
    titled: bool = True,
) -> None:
    """Set up one axis of a panel, without numbers or title if a neighbouring panel has them."""
    paper_axis = axes.xaxis if direction == "x" else axes.yaxis
    if axis.log:
        axes.set(**{f"{direction}scale": "log"})
        paper_axis.set_minor_locator(NullLocator())
    set_limits(axes, direction, axis)

    paper_axis.set_major_locator(Ticks(direction, style.sizes.tick, axis))
    names = axis.names
    if names:
        paper_axis.set_major_formatter(FuncFormatter(lambda value, _place: names[round(value)]))
    else:
        paper_axis.set_major_formatter(TickFormatter(origin(axis), log=axis.log, axis=axis))
    axes.tick_params(direction, **tick_look(style))
    if not numbered:
        axes.tick_params(direction, labelbottom=False, labelleft=False)

    if titled and axis.label:
        axes.set(**{f"{direction}label": typeset(axis.label)})
        paper_axis.label.set(fontsize=style.sizes.axis, color=style.palette.text)
        paper_axis.labelpad = 0.3 * style.sizes.axis


class FarNumbers(FixedLocator):
    """The numbers along the far side of an axis that have room beside one another.

    `far` has the place of each on the axis, and its text.
    """

    def __init__(self, far: Sequence[tuple[float, str]], points: float) -> None:
        super().__init__([place for place, _ in far])
        self._far = far
        self._points = points

    def __call__(self) -> list[float]:
        """Return the places of those numbers on the axis as it is laid out now."""
        axes: Any = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        type_size = self._points * axes.figure.dpi / 72
        pixels = []
        widths = []
        for place, text in self._far:
            pixel, _ = axes.transData.transform((place, 0))
            pixels.append(float(pixel - axes.bbox.x0))
            widths.append(width(text, self._points) * axes.figure.dpi / 72)
        spread = spread_texts(pixels, widths, axes.bbox.width, type_size)
        return [self._far[index][0] for index, _ in spread]


def set_up_far_side(axes: Axes, axis: Axis, style: Style) -> None:
    """Write numbers of another kind, which a horizontal axis may have, along the upper side."""
    if not axis.far_numbers:
        return
    far_side = axes.secondary_xaxis("top")
    texts = dict(axis.far_numbers)
    far_side.xaxis.set_major_locator(FarNumbers(axis.far_numbers, style.sizes.tick))
    formatter = FuncFormatter(lambda place, _: typeset(texts.get(place, "")))
    far_side.xaxis.set_major_formatter(formatter)
    far_side.tick_params("x", **{**tick_look(style), "labelcolor": style.palette.secondary})
    far_side.spines[:].set_visible(False)
    far_side.set_zorder(-1)


def set_limits(axes: Axes, direction: Direction, axis: Axis) -> None:
    start = origin(axis)
    low, high = axis.shown
    ends = (low - start, high - start)
    axes.set(**{f"{direction}lim": ends[::-1] if axis.inverted else ends})


def note_averaging(axes: Axes, panel: Panel, samples: tuple[int, int], style: Style) -> None:
    """Add to axis titles how many cells a sample averages, where it does and the titles have room.

    `samples` is how many there are across and down.
    """
    columns, rows = samples
    _note_averaging_along("x", axes.xaxis, axes.bbox.width, panel, columns, style)
    _note_averaging_along("y", axes.yaxis, axes.bbox.height, panel, rows, style)


def _note_averaging_along(
    direction: Direction,
    paper_axis: PaperAxis,
    room: float,
    panel: Panel,
    sample_count: int,
    style: Style,
) -> None:
    """Add the note to the title of one axis; `room` is its length in pixels."""
    axis = panel.x if direction == "x" else panel.y
    has_title = bool(paper_axis.get_label_text())
    notes = averaging_notes(panel, direction, axis.shown, sample_count) if has_title else ()
    for title in titles_with_notes(axis.label, notes, brief=True):
        title_width = width(title, style.sizes.axis) * style.dpi / 72
        if title_width <= room:
            paper_axis.set_label_text(typeset(title))
            return


def tick_look(style: Style) -> dict[str, Any]:
    size = style.sizes.tick
    return {
        "labelsize": size,
        "width": style.sizes.hair,
        "length": 0.3 * size,
        "pad": 0.3 * size,
        "color": style.palette.secondary,
        "labelcolor": style.palette.text,
    }


# How many equal rows each colour of a bar has, so that viewers that smooth images keep it.
BAR_STEPS = 4
# From a bar to its title, and the room for both, in sizes of an axis title.
BAR_TITLE_GAP = 0.3
BAR_TITLE_ROOM = 1.5


def draw_bar(axes: Axes, heat: Heatmap, style: Style) -> None:
    """Paint a heatmap's colour bar, with three to five ticks."""
    low, high = heat.levels
    if high <= low:
        high = low + 1.0
    table = colormap(themed_colormap(heat.colormap, style.palette))[:, np.newaxis]
    extent = (0, 1, low, high)
    image = axes.add_image(AxesImage(axes, interpolation="none", origin="lower", extent=extent))
    image.set_data(table.repeat(BAR_STEPS, axis=0))

    axes.set(xlim=(0, 1), ylim=(low, high), xticks=[])
    axes.yaxis.set_major_locator(Ticks("y", style.sizes.tick))
    axes.yaxis.set_major_formatter(TickFormatter())
    axes.yaxis.tick_right()
    axes.tick_params("y", **tick_look(style))
    axes.spines[:].set_visible(False)

    if heat.bar:
        # At its right it would be read as the title of the next panel's axis.
        axes.yaxis.set_label_position("left")
        axes.set_ylabel(typeset(heat.bar), labelpad=BAR_TITLE_GAP * style.sizes.axis)
        axes.yaxis.label.set(fontsize=style.sizes.axis, color=style.palette.text)
