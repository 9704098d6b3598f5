"""A page in a notebook: it shows itself, and axes of one quantity zoom together."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure

from peviewer.figures.grammar import Axis, Direction
from peviewer.paper.axes import origin
from peviewer.paper.page.panels import Area

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# What ``%matplotlib widget`` is called, in this and in earlier versions of matplotlib.
WIDGETS = frozenset({"widget", "ipympl", "module://ipympl.backend_nbagg"})


class Page(Figure):
    """A matplotlib Figure that a notebook cell shows when it ends with it.

    ``settings`` are matplotlib's that it was painted with, and it is always drawn with, so that no style of a notebook
    changes it afterwards. ``left_out`` names what it has no room for.
    """

    settings: dict[Any, Any] | None = None
    left_out: tuple[str, ...] = ()

    def draw(self, renderer: Any) -> None:
        """Draw it with its settings."""
        with mpl.rc_context(self.settings):
            super().draw(renderer)

    def release(self) -> None:
        """Drop images and pixels once it is written: its parts refer to each other until garbage is collected."""
        for axes in self.axes:
            for image in axes.get_images():
                image.remove()
        FigureCanvasBase(self)  # in place of the one that holds the pixels

    def _repr_png_(self) -> bytes:
        """Return a picture; after ``%matplotlib inline`` a notebook makes its own, in the format chosen there."""
        file = io.BytesIO()
        self.savefig(file, format="png", dpi=self.dpi, facecolor="auto", edgecolor="none", bbox_inches=None)
        return file.getvalue()

    def _repr_mimebundle_(self, **_wanted: Any) -> dict[str, Any] | None:
        """Return a canvas to zoom in, after ``%matplotlib widget``; None for a picture."""
        if mpl.get_backend(auto_select=False) not in WIDGETS:
            return None
        ipympl = import_module("ipympl.backend_nbagg")
        if not isinstance(self.canvas, ipympl.Canvas):
            canvas = ipympl.Canvas(self)
            canvas.header_visible = False  # "Figure 0": pyplot counts it among none
            ipympl.FigureManager(canvas, 0)
        bundle: dict[str, Any] = self.canvas._repr_mimebundle_()  # type: ignore[attr-defined]  # a widget
        return bundle


def inches(width: int, height: int, dpi: float) -> tuple[float, float]:
    """Return the sides of a page in inches, never a rounding error too small, as matplotlib rounds down."""

    def side(pixels: int) -> float:
        long = pixels / dpi
        while int(long * dpi) < pixels:
            long = math.nextafter(long, math.inf)
        return long

    return side(width), side(height)


def link(areas: Iterable[Area]) -> None:
    """Let zooming one axis zoom every axis of the page with the same quantity."""
    both: tuple[Direction, Direction] = ("x", "y")
    every = [(area.axes, along, getattr(area.panel, along)) for area in areas for along in both]
    zooming = [side for side in every if side[2].zooms]
    for axes, along, axis in zooming:
        others = [side for side in zooming if side[2].quantity == axis.quantity and side[:2] != (axes, along)]
        axes.callbacks.connect(f"{along}lim_changed", partial(_zoom, others, along, axis))


def _zoom(others: list[tuple[Axes, Direction, Axis]], along: Direction, axis: Axis, axes: Axes) -> None:
    """Give other axes the range of one, without notifying those that are linked to them."""
    low, high = sorted(axes.get_xlim() if along == "x" else axes.get_ylim())
    for other, direction, its in others:
        start = origin(axis) - origin(its)
        ends = (high + start, low + start) if its.inverted else (low + start, high + start)
        (other.set_xlim if direction == "x" else other.set_ylim)(ends, emit=False)
