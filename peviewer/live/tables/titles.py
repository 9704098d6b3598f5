"""The titles of a table's rows or columns."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHeaderView

from peviewer.live.canvas import Canvas
from peviewer.live.tables.model import NumbersModel
from peviewer.live.text import TextLine, text_line

# The padding of a cell, and the size of type of a title, in pixels.
PADDING = 8
TITLE = 12


class WholeHeader(QHeaderView):
    """The numbers of rows or columns, except those that are not wholly visible."""

    def __init__(self, orientation: Qt.Orientation, canvas: Canvas) -> None:
        super().__init__(orientation)
        self._canvas = canvas
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)

    def sizeHint(self) -> QSize:
        """Return its fixed size: Qt would measure the titles of two hundred sections for it."""
        return self.minimumSize()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw a number without Qt.

        Qt would check for each whether all of its cells are selected, which may take minutes.
        """
        model = self.model()
        is_visible = self.viewport().rect().contains(rect)
        if not is_visible or not isinstance(model, NumbersModel):
            return
        is_column = self.orientation() == Qt.Orientation.Horizontal
        line = self.line(model.title(section, is_column=is_column))
        left = rect.right() - self._canvas.pixels(PADDING) - line.width
        painter.setPen(QColor(self._canvas.colors.secondary))
        line.draw(painter, left, rect.top() + (rect.height() - line.height) / 2)
        painter.setPen(QColor(self._canvas.colors.line))
        painter.drawLine(rect.bottomLeft() if is_column else rect.topRight(), rect.bottomRight())

    def line(self, title: str) -> TextLine:
        return text_line(title, self._canvas.pixels(TITLE))

    def whole_sections(self, room: int) -> range:
        """Return the sections that are wholly visible in `room` pixels."""
        first = max(0, self.visualIndexAt(0))
        last = self.visualIndexAt(room - 1)
        if last < 0:
            last = self.count() - 1
        whole_sections: list[int] = []
        for section in range(first, last + 1):
            start = self.sectionViewportPosition(section)
            if 0 <= start <= room - self.sectionSize(section):
                whole_sections.append(section)
        if not whole_sections:
            return range(0)
        return range(whole_sections[0], whole_sections[-1] + 1)
