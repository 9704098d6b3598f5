"""Bands on screen: a stretch along one axis, shaded or only framed."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from peviewer.figures.grammar import Band
from peviewer.figures.palette import Palette
from peviewer.live.marks.item import MarkBase, depth

SHADE = 40  # of 255: how much of its colour is on what lies behind
ORIENTATION = {"x": "vertical", "y": "horizontal"}  # of the edges


class BandItem(MarkBase[Band], pg.LinearRegionItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Band` as a :class:`pyqtgraph.LinearRegionItem` that nobody moves."""

    def __init__(self, mark: Band, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        pg.LinearRegionItem.__init__(self, orientation=ORIENTATION[mark.direction], movable=False)
        self.setZValue(depth(Band))
        area.addItem(self, ignoreBounds=True)
        self.set_palette(palette)

    def suits(self, mark: Any) -> bool:
        """Whether it can draw a mark."""
        return isinstance(mark, Band) and mark.direction == self.mark.direction

    def set_mark(self, mark: Band) -> None:
        """Show another band."""
        if mark != self.mark:
            self.mark = mark
            self.set_palette(self.palette)
            self._stand()

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        color = QColor(palette.role(self.mark.color))
        for line in self.lines:
            line.setPen(color, width=self.area.getViewWidget().devicePixelRatioF() if self.area.scene() else 1)
        color.setAlpha(0 if self.mark.framed else SHADE)
        self.setBrush(color)
        self.update()

    def viewTransformChanged(self) -> None:
        """Stand where it is to: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        self._stand()

    def _stand(self) -> None:
        along = 0 if self.mark.direction == "x" else 1
        area, axis = self.area, (self.area.along_x, self.area.along_y)[along]
        low, high = (float(axis.to_screen(end)) - area.origins[along] for end in (self.mark.low, self.mark.high))
        if self.mark.framed:  # its first edge stands beside what it marks, which may be a pixel wide
            rect, (start, stop) = area.rect(), (area.x_range, area.y_range)[along]
            pixel = (stop - start) / max(1.0, (rect.width(), rect.height())[along])
            low, high = (low, high + pixel) if area.flips[along] else (low - pixel, high)
        self.setRegion((low, high))

    def boundingRect(self) -> QRectF:
        """Return what is seen of it: where that is nothing, a rectangle without extent at the edge."""
        whole, region = self.viewRect(), super().boundingRect()
        left, right = (min(max(end, whole.left()), whole.right()) for end in (region.left(), region.right()))
        top, bottom = (min(max(end, whole.top()), whole.bottom()) for end in (region.top(), region.bottom()))
        return QRectF(left, top, right - left, bottom - top)
