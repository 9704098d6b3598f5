"""A heatmap's colour bar: as tall as the heatmap, with three to five ticks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.image import AxesImage
from matplotlib.ticker import FixedLocator

from peviewer.figures.palette import colormap, themed_colormap
from peviewer.paper.axes.axis import tick_look
from peviewer.paper.typography.text import Numbers, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Heatmap
    from peviewer.paper.style import Style

# A colour of a bar is drawn as a few equal rows, so that smoothing readers keep it as it is.
BAR_STEPS = 4
TURN = 360
# Steps to try, in powers of ten: the roundest first.
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
    """Given ticks, or on a short bar so few of them that their numbers stay `apart` points apart; the ends last."""

    def __init__(self, ticks: list[float], apart: float) -> None:
        super().__init__(ticks)
        self._ticks, self._apart = ticks, apart

    def __call__(self) -> list[float]:
        """Return the ticks that have room on the axis as it is laid out now."""
        axes: Any = self.axis.axes  # type: ignore[union-attr]  # it has its axis
        # A vector format is drawn at other pixels an inch than the page was laid out at.
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
