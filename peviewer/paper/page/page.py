"""A page that a notebook cell shows when it ends with it."""

from __future__ import annotations

import io
import math
from typing import Any

import matplotlib as mpl
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure


class Page(Figure):
    """A matplotlib Figure that shows itself in a notebook.

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


def inches(width: int, height: int, dpi: float) -> tuple[float, float]:
    """Return the sides of a page in inches, never a rounding error too small, as matplotlib rounds down."""

    def side(pixels: int) -> float:
        long = pixels / dpi
        while int(long * dpi) < pixels:
            long = math.nextafter(long, math.inf)
        return long

    return side(width), side(height)
