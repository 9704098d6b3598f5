"""Axes on paper: the range, title and ticks of each, as many as fit, and colour bars."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.image import AxesImage
from matplotlib.ticker import FixedLocator, FuncFormatter, Locator, NullLocator

from peviewer.base.ticks import Scale, fitting
from peviewer.figures.averaging import averaging_notes, titles_with_notes
from peviewer.figures.fitting import spread_texts
from peviewer.figures.grammar import Axis, Direction, Heatmap, Panel
from peviewer.figures.palette import colormap, themed_colormap
from peviewer.paper.style import Style
from peviewer.paper.text import Numbers, typeset, width

MOST, MOST_OF_BAR = 9, 5  # numbers
# In sizes of type: the usual space from one number to the next one above, and the least; of numbers side by side the
# width of a letter and the space between them, usual ones and the least.
LINE, LINE_OF_BAR, CLOSE_LINE = 2.6, 1.8, 0.95
BESIDE, CLOSE_BESIDE = (0.62, 1.8), (0.56, 0.7)


class Ticks(Locator):
    """As many round numbers as an axis has room for, as on the screen."""

    def __init__(self, direction: Direction, points: float, axis: Axis | None = None) -> None:
        self._direction, self._points = direction, points
        self._numbers = (
            Numbers() if axis is None else Numbers(origin(axis), log=axis.log, axis=axis)
        )
        self._scale = Scale(turns=True) if axis is None else Scale(axis.log, axis.whole, axis.group)
        self._most, self._line = (
            (MOST_OF_BAR, LINE_OF_BAR) if axis is None else (axis.most_ticks(MOST), LINE)
        )

    def __call__(self) -> Sequence[float]:
        return self.tick_values(*self.axis.get_view_interval())  # type: ignore[union-attr]  # it has its axis

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        low, high = sorted(
            (math.log10(vmin), math.log10(vmax)) if self._scale.log else (vmin, vmax)
        )
        values = fitting(low, high, self._most, self._scale, self._are_apart)
        return [10.0**value for value in values] if self._scale.log else values

    def _are_apart(self, values: Sequence[float], share: float, close: bool) -> bool:
        """Whether numbers do not touch, the nearest two that share of the axis apart."""
        axes: Any = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        kind = self._points * axes.figure.dpi / 72
        if self._direction == "y":
            return bool(axes.bbox.height * share >= (CLOSE_LINE if close else self._line) * kind)
        texts = self._numbers.texts(
            [10.0**value for value in values] if self._scale.log else values
        )
        letter, gap = CLOSE_BESIDE if close else BESIDE
        return bool(
            axes.bbox.width * share >= (letter * max(map(len, texts), default=0) + gap) * kind
        )


# A window farther from zero than this many times its length is measured from a round number near
# it: page coordinates are products of doubles, too coarse for its cells.
FAR = 1e6


def origin(axis: Axis) -> int:
    """Return the round number an axis is measured from on the page; 0 unless it is far out."""
    low, high = axis.shown
    span = high - low
    if axis.log or span <= 0 or max(abs(low), abs(high)) < FAR * max(1.0, span):
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
    start, sizes = origin(axis), style.sizes
    ours = axes.xaxis if direction == "x" else axes.yaxis
    if axis.log:
        axes.set(**{f"{direction}scale": "log"})
        ours.set_minor_locator(NullLocator())
    set_limits(axes, direction, axis)
    ours.set_major_locator(Ticks(direction, sizes.tick, axis))
    ours.set_major_formatter(Numbers(start, log=axis.log, axis=axis))
    if names := axis.names:
        ours.set_major_formatter(FuncFormatter(lambda value, _place: names[round(value)]))
    axes.tick_params(direction, **tick_look(style))
    if not numbered:
        axes.tick_params(direction, labelbottom=False, labelleft=False)
    if titled and axis.label:
        axes.set(**{f"{direction}label": typeset(axis.label)})
        ours.label.set(fontsize=sizes.axis, color=style.palette.text)
        ours.labelpad = 0.3 * sizes.axis


class FarNumbers(FixedLocator):
    """The numbers along the far side of an axis that have room beside one another."""

    def __init__(self, far: Sequence[tuple[float, str]], points: float) -> None:
        super().__init__([place for place, _ in far])
        self._far, self._points = far, points

    def __call__(self) -> list[float]:
        """Return their places on the axis as it is laid out now."""
        axes: Any = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        kind = self._points * axes.figure.dpi / 72
        places = [
            float(axes.transData.transform((place, 0))[0] - axes.bbox.x0) for place, _ in self._far
        ]
        widths = [width(text, self._points) * axes.figure.dpi / 72 for _, text in self._far]
        shown = spread_texts(places, widths, axes.bbox.width, kind)
        return [self._far[k][0] for k, _ in shown]


def set_up_far_side(axes: Axes, axis: Axis, style: Style) -> None:
    """Write the other numbers of a horizontal axis along its far side."""
    if not axis.far:
        return
    far, texts = axes.secondary_xaxis("top"), dict(axis.far)
    far.xaxis.set_major_locator(FarNumbers(axis.far, style.sizes.tick))
    far.xaxis.set_major_formatter(FuncFormatter(lambda place, _: typeset(texts.get(place, ""))))
    far.tick_params("x", **{**tick_look(style), "labelcolor": style.palette.secondary})
    far.spines[:].set_visible(False)
    far.set_zorder(-1)


def set_limits(axes: Axes, direction: Direction, axis: Axis) -> None:
    start, (low, high) = origin(axis), axis.shown
    ends = (high - start, low - start) if axis.inverted else (low - start, high - start)
    axes.set(**{f"{direction}lim": ends})


def name_crowding(axes: Axes, panel: Panel, samples: tuple[int, int], style: Style) -> None:
    """Add to axis titles the number of cells per sample, if there are several and the titles have room."""
    directions: tuple[Direction, Direction] = ("x", "y")
    sides = (
        (axes.xaxis, panel.x, samples[0], axes.bbox.width),
        (axes.yaxis, panel.y, samples[1], axes.bbox.height),
    )
    for direction, (ours, axis, count, room) in zip(directions, sides, strict=True):
        words = (
            averaging_notes(panel, direction, axis.shown, count) if ours.get_label_text() else ()
        )
        titles = titles_with_notes(axis.label, words)
        fitting = (
            title for title in titles if width(title, style.sizes.axis) * style.dpi / 72 <= room
        )
        if title := next(fitting, ""):
            ours.set_label_text(typeset(title))


def tick_look(style: Style) -> dict[str, Any]:
    size, palette = style.sizes.tick, style.palette
    lengths = {
        "labelsize": size,
        "width": style.sizes.hair,
        "length": 0.3 * size,
        "pad": 0.3 * size,
    }
    return lengths | {"color": palette.secondary, "labelcolor": palette.text}


# Each colour of a bar is several equal rows, so that readers that smooth images keep it.
BAR_STEPS = 4


def draw_bar(axes: Axes, heat: Heatmap, style: Style) -> None:
    """Paint a heatmap's colour bar, with three to five ticks."""
    low, high = (
        heat.levels if heat.levels[1] > heat.levels[0] else (heat.levels[0], heat.levels[0] + 1.0)
    )
    table = colormap(themed_colormap(heat.colormap, style.palette))[:, np.newaxis]
    image = axes.add_image(
        AxesImage(axes, interpolation="none", origin="lower", extent=(0, 1, low, high))
    )
    image.set_data(table.repeat(BAR_STEPS, axis=0))
    axes.set(xlim=(0, 1), ylim=(low, high), xticks=[])
    axes.yaxis.set_major_locator(Ticks("y", style.sizes.tick))
    axes.yaxis.set_major_formatter(Numbers())
    axes.yaxis.tick_right()
    axes.tick_params("y", **tick_look(style))
    axes.spines[:].set_visible(False)
    if heat.bar:
        axes.yaxis.set_label_position("right")
        size, ink = style.sizes.axis, style.palette.text
        axes.set_ylabel(typeset(heat.bar), fontsize=size, color=ink, labelpad=0.3 * size)
