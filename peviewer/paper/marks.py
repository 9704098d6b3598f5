"""Draw marks: one table from the type of a mark to the function that paints it."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.image import AxesImage

from peviewer.figures.grammar import Band, Curve, Heatmap, Note, Rule
from peviewer.figures.palette import colormap, resolved
from peviewer.model.raster import cells
from peviewer.paper.axis import origin
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from peviewer.figures.grammar import Mark, Panel
    from peviewer.paper.style import Style

# A heatmap whose cells are smaller than a pixel holds means, not cells: vector formats may smooth it.
MEANS = "means"
CELLS = "cells"
# What a viewer can still show; beyond it a vector file only grows.
LARGEST_SIDE = 6_000


@dataclass(frozen=True)
class Canvas:
    """Where marks are painted: a panel's axes; `resolution` is the samples an inch of vector formats."""

    axes: Axes
    panel: Panel
    style: Style
    resolution: float | None = None

    @property
    def origin(self) -> tuple[int, int]:
        """What the page's coordinates are measured from, along x and y."""
        return origin(self.panel.x), origin(self.panel.y)

    def samples(self) -> tuple[int, int]:
        """Return how many samples fit across and down."""
        density = (self.resolution or self.style.dpi) / self.style.dpi
        sides = round(self.axes.bbox.width * density), round(self.axes.bbox.height * density)
        return (min(sides[0], LARGEST_SIDE), min(sides[1], LARGEST_SIDE)) if self.resolution else sides


def draw(mark: Mark, canvas: Canvas) -> None:
    """Paint one mark on a panel that has its final place."""
    DRAWINGS[type(mark)](mark, canvas)


def colours(values: NDArray[np.float32], heat: Heatmap, style: Style) -> NDArray[np.uint8]:
    """Return the colours of values, shape (h, w, 3), uint8; what is not a number is grey."""
    low, high = heat.levels
    # Step by step as the live painter does it, so that screen and paper never differ by rounding.
    scale = 256.0 / ((high - low) or 1.0)
    scaled = np.clip(values * np.float32(scale) - np.float32(low * scale), 0, 255)
    picture: NDArray[np.uint8] = colormap(resolved(heat.colormap, style.palette))[
        np.nan_to_num(scaled).astype(np.uint8)
    ]
    grey = bytes.fromhex(style.palette.raised.removeprefix("#"))
    picture[np.isnan(values)] = np.frombuffer(grey, np.uint8)
    return picture


def _heatmap(heat: Heatmap, canvas: Canvas) -> None:
    (left, right), (low, high) = canvas.panel.x.shown, canvas.panel.y.shown
    height, width = heat.raster.shape
    across, down = canvas.samples()
    columns = cells(left - heat.x0, right - heat.x0, width, across)
    rows = cells(low - heat.y0, high - heat.y0, height, down)
    if not len(columns) or not len(rows):
        return
    picture = colours(heat.raster.sample(rows, columns, heat.reduce), heat, canvas.style)
    x0, y0 = heat.x0 - canvas.origin[0], heat.y0 - canvas.origin[1]
    extent = (*_span(columns, x0, right - left, across), *_span(rows, y0, high - low, down))
    image = canvas.axes.add_image(
        AxesImage(canvas.axes, interpolation="none", origin="lower", extent=extent, resample=False)
    )
    image.set_data(_enlarged(picture, across, down) if canvas.resolution else picture)
    image.set_clip_path(canvas.axes.patch)
    pixels = canvas.axes.bbox.width / (right - left), canvas.axes.bbox.height / (high - low)
    image.set_gid(f"{CELLS if min(pixels) >= 1 else MEANS}-{canvas.axes.figure.axes.index(canvas.axes)}")
    image.set_zorder(0)


def _enlarged(picture: NDArray[np.uint8], across: int, down: int) -> NDArray[np.uint8]:
    """Repeat cells up to the resolution of the page: some readers of vector formats smooth every image."""
    rows, columns = max(1, down // picture.shape[0]), max(1, across // picture.shape[1])
    return picture.repeat(rows, axis=0).repeat(columns, axis=1)


def _span(centres: NDArray[np.float64], start: float, shown: float, samples: int) -> tuple[float, float]:
    """Return where the first sample begins and the last one ends."""
    pitch = float(centres[1] - centres[0]) if len(centres) > 1 else max(1.0, shown / samples)
    return start + float(centres[0]) - pitch / 2, start + float(centres[-1]) + pitch / 2


def _curve(curve: Curve, canvas: Canvas) -> None:
    low, high = canvas.panel.x.shown
    x, y = curve.series.sample(low, high, canvas.samples()[0])
    if not len(x):
        return
    x = x - canvas.origin[0]
    if curve.style == "step":
        x, y = _widened(x, y)
    canvas.axes.plot(x, y - canvas.origin[1], scalex=False, scaley=False, zorder=3, **line(curve, canvas.style))


def _widened(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give the first and the last step their outer halves."""
    first, last = (x[1] - x[0], x[-1] - x[-2]) if len(x) > 1 else (1.0, 1.0)
    return np.concatenate([[x[0] - first], x, [x[-1] + last]]), np.concatenate([y[:1], y, y[-1:]])


def line(mark: Curve | Rule, style: Style) -> dict[str, Any]:
    """Return how the line of a curve or a rule looks, in the panel and in the legend."""
    look: dict[str, Any] = {"color": style.palette.role(mark.color), "linewidth": style.sizes.line}
    if isinstance(mark, Rule):
        return look | {"linewidth": 0.7 * style.sizes.line, "linestyle": (0, (5, 3)) if mark.dashed else "-"}
    if mark.style == "points":
        return look | {
            "linestyle": "none",
            "marker": "o",
            "markersize": 2.4 * style.sizes.line,
            "markeredgewidth": 0,
        }
    kinds: dict[str, dict[str, Any]] = {
        "line": {},
        "dashed": {"linestyle": (0, (4, 2.5))},
        "step": {"drawstyle": "steps-mid"},
    }
    return look | {"solid_joinstyle": "round"} | kinds[mark.style]


def _rule(rule: Rule, canvas: Canvas) -> None:
    axes, sizes = canvas.axes, canvas.style.sizes
    upright = rule.direction == "x"
    at = rule.at - canvas.origin[0 if upright else 1]
    look = line(rule, canvas.style) | {"zorder": 4}
    if upright:
        axes.axvline(at, **look)
    else:
        axes.axhline(at, **look)
    low, high = (canvas.panel.x if upright else canvas.panel.y).shown
    if not rule.label or canvas.panel.legend or not low <= rule.at <= high:
        return
    room = {"boxstyle": "round,pad=0.2", "facecolor": canvas.style.ground, "edgecolor": "none", "alpha": 0.8}
    near, far = ((4, -4), ("left", "top")) if upright else ((-4, 4), ("right", "bottom"))
    if upright and (rule.at - low) / (high - low) > 0.7:
        near, far = (-4, -4), ("right", "top")
    if not upright and (rule.at - low) / (high - low) > 0.8:
        near, far = (-4, -4), ("right", "top")
    axes.annotate(
        typeset(rule.label),
        (at, 1) if upright else (1, at),
        xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
        xytext=near,
        textcoords="offset points",
        ha=far[0],
        va=far[1],
        fontsize=sizes.tick,
        color=look["color"],
        bbox=room,
        zorder=5,
    )


def _band(band: Band, canvas: Canvas) -> None:
    start = canvas.origin[0 if band.direction == "x" else 1]
    look: dict[str, Any] = {
        "facecolor": canvas.style.palette.role(band.color),
        "alpha": 0.25,
        "linewidth": 0,
        "zorder": 2,
    }
    span = canvas.axes.axvspan if band.direction == "x" else canvas.axes.axhspan
    span(band.low - start, band.high - start, **look)


def _note(note: Note, canvas: Canvas) -> None:
    size = canvas.style.sizes.axis
    width = max(12, int(0.9 * canvas.axes.bbox.width / (0.55 * size * canvas.style.dpi / 72)))
    lines = [textwrap.fill(line, width) for line in note.text.splitlines()]
    canvas.axes.text(
        0.5,
        0.5,
        typeset("\n".join(lines)),
        transform=canvas.axes.transAxes,
        ha="center",
        va="center",
        fontsize=size,
        color=canvas.style.palette.secondary,
        linespacing=1.5,
    )


DRAWINGS: dict[type, Callable[[Any, Canvas], None]] = {
    Heatmap: _heatmap,
    Curve: _curve,
    Rule: _rule,
    Band: _band,
    Note: _note,
}
