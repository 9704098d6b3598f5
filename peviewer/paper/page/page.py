"""A page at home in a notebook: it shows itself, and axes of one quantity are zoomed together."""

from __future__ import annotations

import io
import math
from collections import defaultdict
from importlib import import_module
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure

from peviewer.paper.axes.axis import origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Axis, Direction
    from peviewer.paper.page.layout import Area
    from peviewer.paper.page.zoomed_panel import ZoomedPanel

# What ``%matplotlib widget`` is called, in this and in earlier versions of matplotlib.
WIDGETS = frozenset({"widget", "ipympl", "module://ipympl.backend_nbagg"})


class Page(Figure):
    """A matplotlib Figure that a notebook cell shows when it ends with it.

    ``settings`` are matplotlib's that it was painted with; it is drawn with them whenever that is, so that no style
    of a notebook changes it afterwards. ``left_out`` says what of its Figure it has no room for.
    """

    settings: dict[Any, Any] | None = None
    panels: tuple[ZoomedPanel, ...] = ()
    left_out: tuple[str, ...] = ()

    def draw(self, renderer: Any) -> None:
        """Draw it as it was painted; what has been zoomed, anew."""
        with mpl.rc_context(self.settings):
            for panel in self.panels:
                panel.follow()
            super().draw(renderer)

    def let_go(self) -> None:
        """Let go of all that is large, once it is written: its parts hold one another until garbage is collected."""
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
    """Return the sides of a page of so many pixels: matplotlib may cut what is a hair less down to whole ones."""

    def side(pixels: int) -> float:
        long = pixels / dpi
        while int(long * dpi) < pixels:
            long = math.nextafter(long, math.inf)
        return long

    return side(width), side(height)


def link(areas: Iterable[Area]) -> None:
    """Let zooming one axis zoom every axis of the page with the same quantity."""
    quantities: defaultdict[str, list[tuple[Axes, Direction, Axis]]] = defaultdict(list)
    for area in areas:
        sides: tuple[tuple[Direction, Axis], ...] = ("x", area.panel.x), ("y", area.panel.y)
        for direction, axis in sides:
            if axis.zooms:
                quantities[axis.quantity].append((area.axes, direction, axis))
    for alike in quantities.values():
        for axes, direction, axis in alike:
            others = [other for other in alike if other[:2] != (axes, direction)]
            _follow(axes, direction, axis, others)


def _follow(axes: Axes, direction: Direction, axis: Axis, others: list[tuple[Axes, Direction, Axis]]) -> None:
    def zoomed(_: Axes) -> None:
        low, high = sorted(_ends(axes, direction))
        for other, along, its in others:
            start = origin(axis) - origin(its)
            ends = (high + start, low + start) if its.inverted else (low + start, high + start)
            _set_ends(other, along, ends)

    axes.callbacks.connect(f"{direction}lim_changed", zoomed)


def _set_ends(axes: Axes, direction: Direction, ends: tuple[float, float]) -> None:
    """Set what an axis shows, without telling those that follow it."""
    if direction == "x":
        axes.set_xlim(ends, emit=False)
    else:
        axes.set_ylim(ends, emit=False)


def _ends(axes: Axes, direction: Direction) -> tuple[float, float]:
    return axes.get_xlim() if direction == "x" else axes.get_ylim()
