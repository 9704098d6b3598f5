"""A heatmap's colour bar: as tall as the heatmap, with three to five ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.image import AxesImage
from matplotlib.ticker import MaxNLocator

from peviewer.figures.palette import colormap, resolved
from peviewer.paper.axis import tick_look
from peviewer.paper.text import Numbers, typeset

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Heatmap
    from peviewer.paper.style import Style

# A colour of a bar is drawn as a few equal rows, so that smoothing readers keep it as it is.
BAR_STEPS = 4


def draw_bar(axes: Axes, heat: Heatmap, style: Style) -> None:
    """Paint a heatmap's colour bar, with three to five ticks."""
    low, high = heat.levels if heat.levels[1] > heat.levels[0] else (heat.levels[0], heat.levels[0] + 1.0)
    table = colormap(resolved(heat.colormap, style.palette))[:, np.newaxis]
    image = axes.add_image(AxesImage(axes, interpolation="none", origin="lower", extent=(0, 1, low, high)))
    image.set_data(table.repeat(BAR_STEPS, axis=0))
    axes.set(xlim=(0, 1), ylim=(low, high), xticks=[], yticks=bar_ticks(low, high))
    axes.yaxis.set_major_formatter(Numbers())
    axes.yaxis.tick_right()
    axes.tick_params("y", **tick_look(style))
    axes.spines[:].set_visible(False)
    if heat.bar:
        axes.yaxis.set_label_position("right")
        size, ink = style.sizes.axis, style.palette.text
        axes.set_ylabel(typeset(heat.bar), fontsize=size, color=ink, labelpad=0.3 * size)


def bar_ticks(low: float, high: float) -> list[float]:
    """Return three to five round ticks.

    Examples
    --------
    >>> bar_ticks(-1, 1), bar_ticks(0, 22.6)
    ([-1.0, -0.5, 0.0, 0.5, 1.0], [0.0, 5.0, 10.0, 15.0, 20.0])
    """
    margin = 1e-9 * (high - low)
    few: list[float] = []
    for bins in range(2, 12):
        ticks = MaxNLocator(bins, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
        inside = [float(tick) for tick in ticks if low - margin <= tick <= high + margin]
        if 4 <= len(inside) <= 5:
            return inside
        few = inside if len(inside) == 3 else few
    return few or [low, (low + high) / 2, high]
