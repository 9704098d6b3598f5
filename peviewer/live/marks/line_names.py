"""What stands beside a straight line on screen: its name, and a wedge in the margin."""

from functools import lru_cache
from math import ceil
from typing import Any, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from peviewer.figures.grammar import Diagonal, Role, Rule
from peviewer.figures.line_labels import (
    Edge,
    LineName,
    Placed,
)
from peviewer.live.area import DataArea
from peviewer.live.drag import Drag, Handle, setting
from peviewer.live.marks.item import NOWHERE
from peviewer.live.text import text_line

# The depth of a name, in front of a data area and its axes.
FRONT = 1.0

# The margin around a name, in pixels.
MARGIN = 2

# The outline of a name's letters on data, in pixels.
OUTLINE = 3.0

# The length and the width of a wedge, its distance from the data, and the room that it takes in
# the margin before a name, all in pixels.
WEDGE = 7.0
WEDGE_WIDTH = 8.0
WEDGE_GAP = 1.0
WEDGE_ROOM = WEDGE + WEDGE_GAP + 1.0


class NamedLine(Protocol):
    """An item that draws a straight line, and its name."""

    mark: Rule | Diagonal
    label: "LineLabel"
    wedge: "Wedge"

    def name(self) -> LineName | None:
        """Return the name that is to be placed; None without a name."""

    def show_name(self, placed: Placed | None) -> None:
        """Show the name where it was placed; hide it for None."""

    def wedge_at(self) -> tuple[Edge, float] | None:
        """Return the margin with the line's wedge, and how far along it; None without a wedge."""

    def handle(self) -> Handle | None:
        """Return the handle by which the line is dragged; None if it cannot be dragged."""


class _Beside(QGraphicsItem):
    """The base of names and wedges: they stand in front of all marks, and drag their line."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        # It is no child of the area, which would clip what lies outside.
        super().__init__(area.parentItem())
        self._area = area
        self._line = line
        self._role: Role = "mark"
        self._rect = NOWHERE
        self._drag: Drag | None = None
        self.setZValue(FRONT)
        # pyqtgraph's scene finds by itself which item is dragged.
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def boundingRect(self) -> QRectF:
        return self._rect

    def set_handle(self, handle: Handle | None) -> None:
        """Set the handle, and the mouse cursor that tells whether the line can be dragged."""
        if handle is None:
            self.unsetCursor()
        else:
            self.setCursor(handle.cursor)

    def mouseDragEvent(self, event: Any) -> None:
        """Drag the line: pyqtgraph calls this."""
        if event.isStart():
            handle = self._line.handle()
            is_left = event.button() == Qt.MouseButton.LeftButton
            self._drag = None
            if handle is not None and is_left:
                self._area.left.emit()
                self._drag = setting(handle, self._area.edited.emit)
        if self._drag is None:
            event.ignore()
            return
        event.accept()
        self._drag(self._area.mapFromScene(event.scenePos()))
        if event.isFinish():
            self._drag = None

    def drop(self) -> None:
        if self.scene() is not None:
            self.scene().removeItem(self)


class LineLabel(_Beside):
    """The name of a line; on data its letters have an outline that keeps them readable."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        super().__init__(area, line)
        self._text = ""
        self._is_on_data = False
        self.box: QRectF | None = None
        """The rectangle that it covers, in pixels of the area; None without room."""

    def show_at(self, text: str, role: Role, left: float, top: float) -> None:
        box = QRectF(QPointF(left, top).toPoint(), QSizeF(*name_size(text)))
        is_on_data = self._area.rect().intersects(box)
        look = (text, role, is_on_data)
        if look != (self._text, self._role, self._is_on_data):
            self.prepareGeometryChange()
            self._text, self._role, self._is_on_data = look
            self._rect = QRectF(QPointF(), box.size())
            self.update()
        self.box = box
        # The area may have moved since.
        self.setPos(self._area.mapToParent(box.topLeft()))
        self.set_handle(self._line.handle())
        self.show()

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        line = text_line(self._text, 12)
        if self._is_on_data:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line.draw_outline(painter, MARGIN, MARGIN, QColor(colors.panel), OUTLINE)
        painter.setPen(QColor(colors.role(self._role)))
        line.draw(painter, MARGIN, MARGIN)

    def clear(self) -> None:
        self.box = None
        self.hide()


class Wedge(_Beside):
    """A wedge in the margin that points at the end of a line: hollow for a dashed one."""

    def __init__(self, area: DataArea, line: "NamedLine") -> None:
        super().__init__(area, line)
        self._edge: Edge = "right"
        self._is_hollow = False

    def show_at(self, place: tuple[Edge, float] | None) -> None:
        """Show the wedge in a margin, at a distance in pixels along it; hide it for None."""
        if place is None:
            self.hide()
            return
        edge, along = place
        mark = self._line.mark
        look = (edge, mark.color, mark.dashed)
        if look != (self._edge, self._role, self._is_hollow) or self._rect == NOWHERE:
            self.prepareGeometryChange()
            self._edge, self._role, self._is_hollow = look
            self._rect = self._shape().boundingRect().adjusted(-1, -1, 1, 1)
            self.update()
        width = self._area.rect().width()
        # The wedge points at the middle of a pixel, where the line is drawn.
        middle = round(along - 0.5) + 0.5
        tip = QPointF(middle, 0) if edge == "above" else QPointF(width, middle)
        self.setPos(self._area.mapToParent(tip))
        self.set_handle(self._line.handle())
        self.show()

    def _shape(self) -> QPolygonF:
        near = WEDGE_GAP
        far = WEDGE_GAP + WEDGE
        half = WEDGE_WIDTH / 2
        if self._edge == "above":
            return QPolygonF([QPointF(0, -near), QPointF(-half, -far), QPointF(half, -far)])
        return QPolygonF([QPointF(near, 0), QPointF(far, -half), QPointF(far, half)])

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        color = QColor(colors.role(self._role))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.0))
        painter.setBrush(QColor(colors.panel) if self._is_hollow else color)
        painter.drawPolygon(self._shape())


@lru_cache(maxsize=256)
def name_size(text: str) -> tuple[float, float]:
    line = text_line(text, 12)
    return ceil(line.width) + 2 * MARGIN, ceil(line.height) + 2 * MARGIN
