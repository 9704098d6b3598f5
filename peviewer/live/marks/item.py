"""The base of items that draw marks: a mark, its data area, a palette; and bands, which need little more."""

from typing import Any, Generic, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from peviewer.figures.grammar import Band, layer
from peviewer.figures.palette import SHADE_STRENGTH, Palette
from peviewer.live.drag import Handle, Pick

FRONT = 10  # layers, behind items without a z of their own

M = TypeVar("M")


def depth(kind: type[object]) -> float:
    """Return the z of a kind of mark: below 0, the z of the other items in an area."""
    return layer(kind) - FRONT


class MarkBase(Generic[M]):
    """The base of every item that draws one mark of a Figure; the other base is an item of pyqtgraph."""

    mark: M
    area: Any
    palette: Palette

    # Methods of every item of pyqtgraph. This class cannot inherit GraphicsObject: pyqtgraph would not find its parent.
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
        """Compute the picture before the next frame, if anything changed."""

    def pick_at(self, _point: QPointF) -> Pick | None:
        """Return the pick of a click at a pixel of the area."""
        return None

    def handle_at(self, _point: QPointF) -> Handle | None:
        """Return the handle of a drag from a pixel of the area."""
        return None

    def drop(self) -> None:
        """Discard a running computation, before the item is removed."""

    def pixel(self, value: float, index: int) -> float:
        """Return one value of the x axis (0) as pixels from the left, or of the y axis (1) from the top."""
        return float(self._to_pixels(value, index))

    def to_pixels_x(self, values: Any) -> Any:
        """Return x values of the axis as pixels from the left."""
        return self._to_pixels(values, 0)

    def to_pixels_y(self, values: Any, y0: float = 0.0) -> Any:
        """Return y values of the axis, counted from `y0`, as pixels from the top."""
        return self._to_pixels(values, 1, y0)

    def _to_pixels(self, values: Any, index: int, zero: float = 0.0) -> Any:
        area = self.area
        (low, high), size, axis = area.ranges[index], area.rect(), area.axes[index]
        length = size.height() if index else size.width()
        low, high = low - zero, high - zero
        values = np.asarray(axis.to_screen(values) if axis.axis.log else values, dtype=np.float64)
        pixels = (values - low) * (length / (high - low))
        return length - pixels if area.flips[index] else pixels


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
        """Keep to pixels: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        contents = self.area.childGroup.transform()
        if contents.determinant():  # an area that has no size yet has no inverse
            self.setTransform(pg.functions.invertQTransform(contents))

    def boundingRect(self) -> QRectF:
        return QRectF(self.area.rect())

    def set_mark(self, mark: M) -> None:
        """Show another mark of the same kind; repainted only if it differs."""
        if mark != self.mark:
            self.mark = mark
            self.update()

    def set_palette(self, palette: Palette) -> None:
        self.palette = palette
        self.update()


ORIENTATION = {"x": "vertical", "y": "horizontal"}  # of the edges


class BandItem(MarkBase[Band], pg.LinearRegionItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Draws a :class:`Band` as a :class:`pyqtgraph.LinearRegionItem` that cannot be dragged."""

    def __init__(self, mark: Band, area: Any, palette: Palette) -> None:
        self.mark, self.area, self.palette = mark, area, palette
        pg.LinearRegionItem.__init__(self, orientation=ORIENTATION[mark.direction], movable=False)
        self.setZValue(depth(Band))
        area.addItem(self, ignoreBounds=True)
        self.set_palette(palette)

    def suits(self, mark: Any) -> bool:
        return isinstance(mark, Band) and mark.direction == self.mark.direction

    def set_mark(self, mark: Band) -> None:
        if mark != self.mark:
            self.mark = mark
            self.set_palette(self.palette)
            self._update_place()

    def set_palette(self, palette: Palette) -> None:
        self.palette = palette
        color = QColor(palette.role(self.mark.color))
        for line in self.lines:
            line.setPen(color, width=self.area.getViewWidget().dots if self.area.scene() else 1)
        color.setAlphaF(0.0 if self.mark.framed else SHADE_STRENGTH)
        self.setBrush(color)
        self.update()

    def viewTransformChanged(self) -> None:
        """Update the place: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        self._update_place()

    def _update_place(self) -> None:
        area, index = self.area, 0 if self.mark.direction == "x" else 1
        axis, (start, stop) = area.axes[index], area.ranges[index]
        low, high = (float(axis.to_screen(end)) - area.origins[index] for end in (self.mark.low, self.mark.high))
        if self.mark.framed:  # the first edge is outside the framed range, which may be one pixel wide
            pixel = (stop - start) / max(1.0, area.lengths[index])
            low, high = (low, high + pixel) if area.flips[index] else (low - pixel, high)
        self.setRegion((low, high))

    def boundingRect(self) -> QRectF:
        """Return the visible part of it; if there is none, an empty rectangle at the edge."""
        whole, region = self.viewRect(), super().boundingRect()
        left, right = (min(max(end, whole.left()), whole.right()) for end in (region.left(), region.right()))
        top, bottom = (min(max(end, whole.top()), whole.bottom()) for end in (region.top(), region.bottom()))
        return QRectF(left, top, right - left, bottom - top)
