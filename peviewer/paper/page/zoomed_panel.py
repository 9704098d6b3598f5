"""A panel that is painted anew where it was zoomed: of cells and curves a page holds no more than it shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.paper.axes.axis import name_crowding, origin
from peviewer.paper.marks.canvas import Canvas
from peviewer.paper.marks.catalog import draw
from peviewer.paper.typography.text import typeset

if TYPE_CHECKING:
    from matplotlib.artist import Artist

    from peviewer.figures.grammar import Axis
    from peviewer.paper.page.layout import Area
    from peviewer.paper.style import Style


class ZoomedPanel:
    """A painted panel; what others drew on its axes stays."""

    def __init__(self, area: Area, style: Style) -> None:
        self._axes, self._panel, self._style = area.axes, area.panel, style
        self._drawn, self._shown = self._artists(), self._limits()

    def follow(self) -> None:
        """Paint the marks anew if the axes show something else than before."""
        if self._limits() == self._shown:
            return
        self._shown = self._limits()
        panel = replace(self._panel, x=_within(self._panel.x, self._shown[0]), y=_within(self._panel.y, self._shown[1]))
        if (origin(panel.x), origin(panel.y)) != (origin(self._panel.x), origin(self._panel.y)):
            return  # so far out that the page would be measured from elsewhere
        for artist in self._drawn:
            artist.remove()
        canvas, others = Canvas(self._axes, panel, self._style), self._artists()
        for mark in panel.marks:
            draw(mark, canvas)
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


def _within(axis: Axis, limits: tuple[float, float]) -> Axis:
    """Return an axis that shows what the page does, as far as there is something."""
    low, high = (end + origin(axis) for end in sorted(limits))
    low, high = max(low, axis.limits[0]), min(high, axis.limits[1])
    return replace(axis, window=(low, high)) if low < high else axis
