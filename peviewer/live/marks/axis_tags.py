"""Tags on the axes of a panel that say where the pointer is along each."""

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QGraphicsItem

from peviewer.base.numbers import number
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Axis
from peviewer.live.area import DataArea
from peviewer.live.text import TextLine, text_line

# The height of a tag, what is left and right of its text, and the gap to the data, in pixels.
HEIGHT = 16
PADDING = 4
GAP = 3

_SYMBOL = re.compile(r"\*([^*]+)\*")


def tag_texts(axis: Axis, value: int) -> tuple[str, str]:
    """Return what a tag says of a value, and what it says with less room.

    >>> tag_texts(Axis("position", "position *t*", (0, 9), cursor="position"), 7)
    ('*t* = 7', '7')
    """
    symbol = _SYMBOL.search(axis.label)
    short = number(value)
    return (f"*{symbol[1]}* = {short}" if symbol else short), short


class AxisTag(QGraphicsItem):
    """A text on a small ground, on one axis of a data area."""

    def __init__(self, area: DataArea, parent: QGraphicsItem, index: int) -> None:
        super().__init__(parent)
        self._area = area
        self._index = index
        self._line: TextLine = text_line("", 12)
        self._text = ""
        self._rect = QRectF()
        self.setZValue(30)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_at(self, cursor: Mapping[str, int], room: float) -> None:
        """Stand at the cursor's place, where an axis has numbers in a margin of `room` pixels."""
        coordinate = self._area.axes[self._index]
        place = self._area.cursor_place(self._index, cursor)
        low, high = self._area.ranges[self._index]
        is_shown = room > 0 and place is not None and low <= place <= high
        self.setVisible(is_shown)
        if not is_shown or place is None:
            return
        # It may be another number than the cursor's, as on an axis of lags.
        whole_text, short_text = tag_texts(coordinate.axis, round(coordinate.raw(place)))
        whole_width = text_line(whole_text, 12).width + 2 * PADDING + GAP
        has_room = self._index == 0 or whole_width <= room
        text = whole_text if has_room else short_text
        self.prepareGeometryChange()
        self._text = unstarred(text)
        self._line = text_line(text, 12)
        width = self._line.width + 2 * PADDING
        data_width, data_height = self._area.lengths
        pixel = float(self._area.data_to_pixel(place, self._index))
        if self._index == 0:
            left = min(max(pixel - width / 2, 0.0), max(data_width - width, 0.0))
            corner = QPointF(left, data_height + GAP)
        else:
            corner = QPointF(-GAP - width, pixel - HEIGHT / 2)
        self._rect = QRectF(0, 0, width, HEIGHT)
        self.setPos(self._area.mapToItem(self.parentItem(), corner))
        self.update()

    @property
    def text(self) -> str:
        """What it says, without formatting."""
        return self._text

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        colors = self._area.colors
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.secondary))
        painter.drawRoundedRect(self._rect, 3, 3)
        painter.setPen(QColor(colors.panel))
        self._line.draw(painter, PADDING, (HEIGHT - self._line.height) / 2)
