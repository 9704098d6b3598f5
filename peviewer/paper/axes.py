"""Axes on paper: range, title and ticks of each, as many as there is room for, and colour bars."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.image import AxesImage
from matplotlib.ticker import FixedLocator, FuncFormatter, Locator, MaxNLocator, NullLocator

from peviewer.base.ticks import FEW, far_apart, linear, log_tick_texts, logarithmic
from peviewer.base.words import fixed
from peviewer.figures.averaging import averaging_notes, titles_with_notes
from peviewer.figures.fitting import spread_texts
from peviewer.figures.palette import colormap, themed_colormap
from peviewer.paper.text import Numbers, typeset, width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Axis, Direction, Heatmap, Panel
    from peviewer.paper.style import Style


# Labels do not touch: one above the other with lines so far apart; side by side the axis has room for so many.
BESIDE, ABOVE = 0.75, 0.95
LINE = 2.6  # of its type, the usual room of a label above others
CLOSE, APART = 0.56, 0.7  # of its type, the width of a letter and the least space between two labels side by side
FINE = 4  # steps to choose two round numbers from
LONGEST = 6  # letters of a number on a logarithmic axis, as in 10\u2009000


class Spaced(MaxNLocator):
    """As many round ticks as an axis has room for."""

    def __init__(self, direction: Direction, start: int, whole: bool, points: float) -> None:
        super().__init__(integer=whole, steps=[1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10])
        self._direction, self._start, self._whole, self._points = direction, start, whole, points

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        axes = self.axis.axes  # type: ignore[union-attr]  # a locator at work has its axis
        longest = max(len(fixed(self._start + end, 0)) for end in (vmin, vmax))
        room = _room(axes, self._direction, self._points, longest)
        self.set_params(nbins=int(min(8, max(1, room))))
        low, high = min(vmin, vmax), max(vmin, vmax)
        margin = 1e-9 * (high - low)
        ticks = [float(tick) for tick in super().tick_values(vmin, vmax) if low - margin <= tick <= high + margin]
        if self._whole:
            # Over a single cell matplotlib ignores `integer`.
            ticks = [tick for tick in ticks if tick.is_integer()] or [float(math.ceil(low))]
        # Over few cells it returns more ticks than asked for.
        some = ticks[:: max(1, math.ceil(len(ticks) / (2.2 * max(room, 0.5))))]
        is_clear = self._direction == "y" or _are_clear("x", room, longest, low, high, some)
        if len(some) >= FEW and is_clear:
            return some
        for three, _ in (linear(low, high, FEW, whole=self._whole), *far_apart(low, high, whole=self._whole)):
            if len(three) == FEW and _are_clear(self._direction, room, longest, low, high, three):
                return three
        if len(some) > 1 and is_clear:
            return some
        if not (two := self._two(low, high)):
            return some if len(some) == 1 else []
        return two if _are_clear(self._direction, room, longest, low, high, two) else []

    def _two(self, low: float, high: float) -> list[float]:
        """Return the outermost round numbers between two ends; none where there is only one, which shows no scale."""
        self.set_params(nbins=FINE)
        ticks = [float(tick) for tick in super().tick_values(low, high) if low <= tick <= high]
        ticks = [tick for tick in ticks if tick.is_integer()] if self._whole else ticks
        return [ticks[0], ticks[-1]] if len(ticks) > 1 else []


class Grouped(Spaced):
    """As many ticks as an axis has room for, each in the middle of a group of places, from every so many groups."""

    def __init__(self, direction: Direction, start: int, points: float, group: int) -> None:
        super().__init__(direction, start, True, points)
        self._group = group

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        middle = (self._group - 1) / 2
        found = super().tick_values((vmin - middle) / self._group, (vmax - middle) / self._group)
        return [tick * self._group + middle for tick in found]


class LogSpaced(Locator):
    """Powers of ten, and over few decades round numbers between, as many as an axis has room for."""

    def __init__(self, direction: Direction, whole: bool, points: float) -> None:
        self._direction, self._whole, self._points = direction, whole, points

    def __call__(self) -> Sequence[float]:
        """Return the ticks of the range shown."""
        return self.tick_values(*self.axis.get_view_interval())  # type: ignore[union-attr]  # it has its axis

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        """Return the ticks between two ends."""
        low, high = math.log10(min(vmin, vmax)), math.log10(max(vmin, vmax))
        axes = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        if (most := int(min(8, _room(axes, self._direction, self._points, LONGEST)))) > FEW:
            return self._values(low, high, most)
        for most in (FEW + 1, FEW, 2):  # what is written may be shorter
            values = self._values(low, high, most)
            longest = max(map(len, log_tick_texts(values)), default=0)
            room = _room(axes, self._direction, self._points, longest)
            if _are_clear(self._direction, room, longest, low, high, [math.log10(value) for value in values]):
                return values
        return []

    def _values(self, low: float, high: float, most: int) -> list[float]:
        return [10.0**exponent for exponent in logarithmic(low, high, most, whole=self._whole)]


def _are_clear(
    direction: Direction, room: float, letters: int, low: float, high: float, ticks: Sequence[float]
) -> bool:
    """Whether labels of ticks between two ends of an axis, with at most so many letters, do not touch."""
    share = min((b - a for a, b in pairwise(ticks)), default=math.inf) / (high - low)
    if direction == "y":
        return LINE * room * share >= ABOVE
    return room >= BESIDE and room * share * _label(letters) >= CLOSE * letters + APART


def _room(axes: Axes, direction: Direction, points: float, letters: int) -> float:
    """Return how many labels of so many letters fit along an axis."""
    kind = points * axes.figure.dpi / 72
    if direction == "y":
        return axes.bbox.height / (LINE * kind)
    return axes.bbox.width / (_label(letters) * kind)


def _label(letters: int) -> float:
    """Return the usual room of a label beside others, in sizes of its type."""
    return 0.62 * letters + 1.8


# A window farther from zero than this many times its length is measured from a round number near it: page coordinates
# are products of doubles, too coarse for its cells.
FAR = 1e6


def origin(axis: Axis) -> int:
    """Return the round number an axis is measured from on the page; 0 unless it is far out.

    Examples
    --------
    >>> from peviewer.figures.grammar import Axis
    >>> origin(Axis("position", "", (0, 200))), origin(Axis("position", "", (10**15 + 7, 10**15 + 207)))
    (0, 1000000000000000)
    """
    low, high = axis.shown
    span = high - low
    if axis.log or span <= 0 or max(abs(low), abs(high)) < FAR * max(1.0, span):
        return 0
    step = int(10 ** math.ceil(math.log10(max(1.0, span))))
    return int(low) // step * step


def set_up_axis(
    axes: Axes, direction: Direction, axis: Axis, style: Style, *, numbered: bool = True, titled: bool = True
) -> None:
    """Set up one axis of a panel, without numbers or title where a neighbouring panel has them."""
    start, sizes = origin(axis), style.sizes
    ours = axes.xaxis if direction == "x" else axes.yaxis
    if axis.log:
        axes.set(**{f"{direction}scale": "log"})
    set_limits(axes, direction, axis)
    if axis.log:
        ours.set_minor_locator(NullLocator())
        ours.set_major_locator(LogSpaced(direction, axis.whole, sizes.tick))
        ours.set_major_formatter(Numbers(log=True))
    else:
        spaced = Spaced(direction, start, axis.whole, sizes.tick)
        ours.set_major_locator(spaced if axis.group == 1 else Grouped(direction, start, sizes.tick, axis.group))
        ours.set_major_formatter(Numbers(start))
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
        places = [float(axes.transData.transform((place, 0))[0] - axes.bbox.x0) for place, _ in self._far]
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


def set_limits(axes: Axes, direction: Direction, axis: Axis) -> None:
    """Let an axis of a panel show what it is to show."""
    start, (low, high) = origin(axis), axis.shown
    ends = (high - start, low - start) if axis.inverted else (low - start, high - start)
    axes.set(**{f"{direction}lim": ends})


def name_crowding(axes: Axes, panel: Panel, samples: tuple[int, int], style: Style) -> None:
    """Add to axis titles how many cells a sample covers, where it covers several and there is room."""
    directions: tuple[Direction, Direction] = ("x", "y")
    sides = (axes.xaxis, panel.x, samples[0], axes.bbox.width), (axes.yaxis, panel.y, samples[1], axes.bbox.height)
    for direction, (ours, axis, count, room) in zip(directions, sides, strict=True):
        words = averaging_notes(panel, direction, axis.shown, count) if ours.get_label_text() else ()
        titles = titles_with_notes(axis.label, words)
        fitting = (title for title in titles if width(title, style.sizes.axis) * style.dpi / 72 <= room)
        if title := next(fitting, ""):
            ours.set_label_text(typeset(title))


def tick_look(style: Style) -> dict[str, Any]:
    """Return how ticks and their numbers look."""
    size, palette = style.sizes.tick, style.palette
    lengths = {"labelsize": size, "width": style.sizes.hair, "length": 0.3 * size, "pad": 0.3 * size}
    return lengths | {"color": palette.secondary, "labelcolor": palette.text}


# Each colour of a bar is several equal rows, so that readers that smooth images keep it.
BAR_STEPS = 4
TURN = 360
# Steps between ticks, in powers of ten, the roundest first.
ROUND = (5, 2, 1, 0.5, 0.2, 2.5, 0.25)


def draw_bar(axes: Axes, heat: Heatmap, style: Style) -> None:
    """Paint a heatmap's colour bar, with three to five ticks."""
    low, high = heat.levels if heat.levels[1] > heat.levels[0] else (heat.levels[0], heat.levels[0] + 1.0)
    table = colormap(themed_colormap(heat.colormap, style.palette))[:, np.newaxis]
    image = axes.add_image(AxesImage(axes, interpolation="none", origin="lower", extent=(0, 1, low, high)))
    image.set_data(table.repeat(BAR_STEPS, axis=0))
    axes.set(xlim=(0, 1), ylim=(low, high), xticks=[])
    axes.yaxis.set_major_locator(Roomy(bar_ticks(low, high), 1.3 * style.sizes.tick))
    axes.yaxis.set_major_formatter(Numbers())
    axes.yaxis.tick_right()
    axes.tick_params("y", **tick_look(style))
    axes.spines[:].set_visible(False)
    if heat.bar:
        axes.yaxis.set_label_position("right")
        size, ink = style.sizes.axis, style.palette.text
        axes.set_ylabel(typeset(heat.bar), fontsize=size, color=ink, labelpad=0.3 * size)


class Roomy(FixedLocator):
    """All given ticks, on a short bar fewer, so that their numbers are `apart` points apart."""

    def __init__(self, ticks: list[float], apart: float) -> None:
        super().__init__(ticks)
        self._ticks, self._apart = ticks, apart

    def __call__(self) -> list[float]:
        """Return the ticks that have room on the axis as it is laid out now."""
        axes: Any = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        # Vector formats are drawn at 72 pixels an inch, whatever the page was laid out at.
        room = 72 / axes.figure.dpi * axes.bbox.height / self._apart + 1
        *more, fewest = _thinned(self._ticks)
        return next((few for few in more if len(few) <= room), fewest)


def _thinned(ticks: list[float]) -> list[list[float]]:
    return [ticks, ticks[:: max(1, (len(ticks) - 1) // 2)], [ticks[0], ticks[-1]]]


def bar_ticks(low: float, high: float) -> list[float]:
    """Return three to five round ticks; a full turn in degrees is quartered.

    Examples
    --------
    >>> bar_ticks(-1, 1), bar_ticks(0, 13.3227), bar_ticks(0, 360)
    ([-1.0, -0.5, 0.0, 0.5, 1.0], [0.0, 5.0, 10.0], [0.0, 90.0, 180.0, 270.0, 360.0])
    """
    span = high - low
    magnitude = 10.0 ** math.floor(math.log10(span))
    steps = [TURN / 4] if span == TURN else [magnitude * factor for factor in ROUND]
    counts = [(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9), step) for step in steps]
    enough = [found for found in counts if 4 <= found[1] - found[0] + 1 <= 5]
    enough += [found for found in counts if found[1] - found[0] + 1 == 3]
    first, last, step = enough[0]
    return sorted({k * step for k in range(first, last + 1)})
