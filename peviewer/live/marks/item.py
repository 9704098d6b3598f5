"""What every mark's item has in common: a mark, the data area it lies in, a palette."""

from typing import Any, Generic, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from peviewer.figures.grammar import Band, layer
from peviewer.figures.palette import Palette
from peviewer.live.drag import Grip, Pick

FRONT = 10  # layers behind what has no z of its own

M = TypeVar("M")


def depth(kind: type[object]) -> float:
    """Return the z of a kind of mark among all that an area holds: behind 0, where items of others stand."""
    return layer(kind) - FRONT


class MarkBase(Generic[M]):
    """What an item has that draws one mark of a Figure, be it pyqtgraph's or our own."""

    mark: M
    area: Any
    palette: Palette

    # What every item of pyqtgraph brings: GraphicsObject as a second base of it would not be found as a parent.
    zValue: Any
    setZValue: Any
    setPos: Any
    mapRectFromParent: Any

    def suits(self, mark: Any) -> bool:
        """Whether it can draw a mark in place of its own."""
        return type(mark) is type(self.mark)

    def set_mark(self, mark: M) -> None:
        """Show another mark that suits it."""
        raise NotImplementedError

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Work out what is to be drawn, before it is, if anything changed."""

    def pick(self, _point: QPointF) -> Pick | None:
        """Return what a click at a pixel of the area picks."""
        return None

    def grip(self, _point: QPointF) -> Grip | None:
        """Return what a drag from a pixel of the area moves."""
        return None

    def drop(self) -> None:
        """No longer want what is being worked out; it is about to be removed."""

    def pixel(self, value: float, along: int) -> float:
        """Return one value of the x axis (0) as pixels from the left, or of the y axis (1) from the top."""
        area = self.area
        axis, (low, high) = ((area.along_x, area.x_range), (area.along_y, area.y_range))[along]
        pixels = (area.rect().width(), area.rect().height())[along]
        at = float((axis.to_screen(value) - low) * (pixels / (high - low)))
        return float(pixels - at) if area.flips[along] else at

    def to_pixels_x(self, values: Any) -> Any:
        """Return x values of the axis as pixels from the left."""
        return self._to_pixels(
            self.area.along_x.to_screen(values), self.area.x_range, self.area.rect().width(), self.area.flips[0]
        )

    def to_pixels_y(self, values: Any, y0: float = 0.0) -> Any:
        """Return y values of the axis, measured from `y0` on, as pixels from the top."""
        low, high = self.area.y_range
        window = low - y0, high - y0
        return self._to_pixels(
            self.area.along_y.to_screen(values), window, self.area.rect().height(), self.area.flips[1]
        )

    @staticmethod
    def _to_pixels(values: Any, window: tuple[float, float], pixels: float, flip: bool) -> Any:
        along = (np.asarray(values, dtype=np.float64) - window[0]) * (pixels / (window[1] - window[0]))
        return pixels - along if flip else along


class MarkItem(MarkBase[M], pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """One mark in the pixels of its data area, among those of pyqtgraph that lie in data coordinates.

    Its transform undoes that of the ViewBox's contents: what it draws in pixels
    is as sharp at position 10⁷ as at 0.
    """

    def __init__(self, mark: M, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        pg.GraphicsObject.__init__(self)
        self.setZValue(depth(type(mark)))
        area.addItem(self, ignoreBounds=True)

    def viewTransformChanged(self) -> None:
        """Stay in pixels: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        contents = self.area.childGroup.transform()
        if contents.determinant():  # an area without pixels, on its way to its place, has no inverse
            self.setTransform(pg.functions.invertQTransform(contents))

    def boundingRect(self) -> QRectF:
        """Return the whole data area."""
        return QRectF(self.area.rect())

    def set_mark(self, mark: M) -> None:
        """Show another mark of the same kind; repainted only if it differs."""
        if mark != self.mark:
            self.mark = mark
            self.update()

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self.palette = palette
        self.update()


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
