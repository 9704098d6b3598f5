"""The base of items that draw marks."""

from typing import Any, Generic, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from peviewer.figures.grammar import layer
from peviewer.figures.palette import Palette
from peviewer.live.area import DataArea
from peviewer.live.drag import Handle, Pick

# So many layers are behind items without a z of their own.
FRONT = 10

# The step in z from one mark of a layer to the next.
IN_ORDER = 1e-4

# The bounds of what draws nothing: where the null rectangle is to be painted anew Qt paints all of
# the scene. They are beside the corner of the data, as Qt clears the pixel there.
NOWHERE = QRectF(-1, -1, 1, 0)

M = TypeVar("M")


class MarkBase(Generic[M]):
    """The base of every item that draws one mark of a Figure.

    The other base is an item of pyqtgraph.
    """

    mark: M
    area: DataArea
    order = 0

    # Methods of every item of pyqtgraph. This class cannot inherit GraphicsObject: pyqtgraph would
    # not find its parent.
    zValue: Any
    setZValue: Any
    setPos: Any
    mapRectFromParent: Any
    prepareGeometryChange: Any
    update: Any

    def suits(self, mark: Any) -> bool:
        return type(mark) is type(self.mark)

    def set_mark(self, mark: M) -> None:
        """Show another mark, which suits it and differs from its own."""
        raise NotImplementedError

    @property
    def depth(self) -> float:
        """The z of its layer."""
        return layer(type(self.mark)) - FRONT

    def set_order(self, number: int) -> None:
        """Stand in front of the earlier marks of its layer, by its number among the panel's."""
        self.order = number
        self.setZValue(self.depth + number * IN_ORDER)

    def move(self) -> None:
        """Be painted elsewhere: the ranges or the scales of the axes have changed."""
        self.prepareGeometryChange()
        self.update()

    @property
    def palette(self) -> Palette:
        return self.area.colors

    def recolour(self) -> None:
        """Take the colours of another theme, where they are not asked for at painting."""

    def prepare(self) -> None:
        """Compute what takes long to draw, before the next frame."""

    def pick_at(self, _point: QPointF) -> Pick | None:
        """Return the pick of a click at a pixel of the area."""
        return None

    def handle_at(self, _point: QPointF) -> Handle | None:
        """Return the handle of a drag from a pixel of the area."""
        return None

    def drop(self) -> None:
        """Discard a running computation, before the item is removed."""

    def pixel(self, value: float, index: int) -> float:
        place = self.area.axes[index].to_screen(value)
        return float(self.area.data_to_pixel(place, index))

    def points(self, x: Any, y: Any) -> tuple[Any, Any]:
        return self.to_pixels(x, 0), self.to_pixels(y, 1)

    def to_pixels(self, values: Any, index: int, zero: float = 0.0) -> Any:
        """Return values as pixels from the left (x, index 0) or from the top (y, 1)."""
        places = self.area.axes[index].to_screen(np.asarray(values, dtype=np.float64))
        return self.area.data_to_pixel(places, index, zero)


class MarkItem(MarkBase[M], pg.GraphicsObject):  # type: ignore[misc]  # pyqtgraph has no types
    """One mark in the pixels of its data area.

    The items of pyqtgraph beside it lie in data coordinates.

    Its transform undoes that of the ViewBox's contents: what it draws in pixels
    is as sharp at position 10⁷ as at 0.
    """

    def __init__(self, mark: M, area: DataArea) -> None:
        self.mark = mark
        self.area = area
        pg.GraphicsObject.__init__(self)
        area.addItem(self, ignoreBounds=True)

    def viewTransformChanged(self) -> None:
        """Keep to pixels: pyqtgraph calls this when the range or the size has changed."""
        super().viewTransformChanged()
        contents = self.area.childGroup.transform()
        # The transform of an area that has no size yet has no inverse.
        if contents.determinant():
            self.setTransform(pg.functions.invertQTransform(contents))

    def boundingRect(self) -> QRectF:
        return QRectF(self.area.rect())

    def set_mark(self, mark: M) -> None:
        self.mark = mark
        self.update()
