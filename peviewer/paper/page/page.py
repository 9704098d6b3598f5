"""A page in a notebook: it shows itself, axes of one quantity zoom together, and zoomed panels are painted anew."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure

from peviewer.figures.grammar import Axis, Direction
from peviewer.paper.axes import name_crowding, origin
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import draw
from peviewer.paper.marks.rules import write_names
from peviewer.paper.page.panels import Area
from peviewer.paper.style import Style
from peviewer.paper.text import typeset

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes


class ZoomedPanel:
    """A painted panel whose marks are painted anew when it is zoomed; what else is on its axes stays."""

    def __init__(self, area: Area, style: Style) -> None:
        self._axes, self._panel, self._style = area.axes, area.panel, style
        self._drawn, self._shown = self._artists(), self._limits()

    def update(self) -> None:
        """Paint the marks again if the ranges of the axes have changed."""
        if self._limits() == self._shown:
            return
        self._shown = self._limits()
        panel = replace(
            self._panel, x=_zoomed_axis(self._panel.x, self._shown[0]), y=_zoomed_axis(self._panel.y, self._shown[1])
        )
        if (origin(panel.x), origin(panel.y)) != (origin(self._panel.x), origin(self._panel.y)):
            return  # so far from zero that page coordinates would have another origin
        for artist in self._drawn:
            artist.remove()
        canvas, others = Canvas(self._axes, panel, self._style), self._artists()
        for mark in panel.marks:
            draw(mark, canvas)
        write_names(canvas)
        self._drawn = [artist for artist in self._artists() if artist not in others]
        for ours, axis in ((self._axes.xaxis, panel.x), (self._axes.yaxis, panel.y)):
            if ours.get_label_text():
                ours.set_label_text(typeset(axis.label))
        name_crowding(self._axes, panel, canvas.samples(), self._style)

    def _artists(self) -> list[Artist]:
        axes = self._axes
        return [*axes.images, *axes.lines, *axes.patches, *axes.collections, *axes.texts]

    def _limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        return self._axes.get_xlim(), self._axes.get_ylim()


def _zoomed_axis(axis: Axis, limits: tuple[float, float]) -> Axis:
    """Return an axis that shows these limits, within its own."""
    low, high = (end + origin(axis) for end in sorted(limits))
    low, high = max(low, axis.limits[0]), min(high, axis.limits[1])
    return replace(axis, window=(low, high)) if low < high else axis


# What ``%matplotlib widget`` is called, in this and in earlier versions of matplotlib.
WIDGETS = frozenset({"widget", "ipympl", "module://ipympl.backend_nbagg"})


class Page(Figure):
    """A matplotlib Figure that a notebook cell shows when it ends with it.

    ``settings`` are matplotlib's that it was painted with, and it is always drawn with, so that no style of a notebook
    changes it afterwards. ``left_out`` names what it has no room for.
    """

    settings: dict[Any, Any] | None = None
    panels: tuple[ZoomedPanel, ...] = ()
    left_out: tuple[str, ...] = ()

    def draw(self, renderer: Any) -> None:
        """Draw it with its settings, zoomed panels anew."""
        with mpl.rc_context(self.settings):
            for panel in self.panels:
                panel.update()
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
