"""The base of items that draw marks."""

from typing import Any, Generic, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF

from peviewer.figures.grammar import layer
from peviewer.figures.palette import Palette
from peviewer.live.area import DataArea
from peviewer.live.drag import Handle, Pick

# How many layers of marks lie behind items whose z is 0.
FRONT = 10

# The step in z from one mark of a layer to the next.
IN_ORDER = 1e-4

# The bounding rectangle of an item that draws nothing. It is not QRectF(): repainting a null
# rectangle makes Qt paint the whole scene. It lies outside the data, because Qt clears the pixel at
# its corner.
NOWHERE = QRectF(-1, -1, 1, 0)

M = TypeVar("M")


class MarkBase(Generic[M]):
    """The base of every item that draws one mark of a Figure; its other base is pyqtgraph's.

    ``order`` is the mark's number among those of its panel.
    """

    mark: M
    area: DataArea
    order = 0

    # Methods that the other base, an item of pyqtgraph, has. This class cannot inherit
    # GraphicsObject itself: pyqtgraph would not find the item's parent.
    zValue: Any
    setZValue: Any
    setPos: Any
    mapRectFromParent: Any
    prepareGeometryChange: Any
    update: Any

    def suits(self, mark: Any) -> bool:
        return type(mark) is type(self.mark)

    def set_mark(self, mark: M) -> None:
        """Show another mark of the same type."""
        raise NotImplementedError

    @property
    def depth(self) -> float:
        """The z of its layer."""
        return layer(type(self.mark)) - FRONT

    def set_order(self, number: int) -> None:
        """Set the mark's number among those of its panel; later marks of a layer are in front."""
        self.order = number
        self.setZValue(self.depth + number * IN_ORDER)

    def move(self) -> None:
        """Paint at the new place: the ranges or the scales of the axes have changed."""
        self.prepareGeometryChange()
        self.update()

    @property
    def palette(self) -> Palette:
        return self.area.colors

    def recolour(self) -> None:
        """Take the colours of another theme; only for items that keep colours between paints."""

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
    """An item that draws its mark in pixels of the data area, not in data coordinates.

    Its transform undoes that of the ViewBox's contents. So a mark at position 10⁷ is drawn as
    sharply as one at 0.
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
