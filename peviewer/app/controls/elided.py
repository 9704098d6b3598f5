"""A line of text that is never wider than its room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

BETWEEN = " · "


class Elided(QLabel):
    """A line that ends in … where there is no room for all of it: between two of its parts, if it has some."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the line as there is room for."""
        painter = QPainter(self)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._shown())

    def _shown(self) -> str:
        metrics, parts = self.fontMetrics(), self.text().split(BETWEEN)
        begins = (BETWEEN.join([*parts[:count], "…"]) for count in range(len(parts) - 1, 0, -1))
        for text in (self.text(), *begins):
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(parts[0], Qt.TextElideMode.ElideRight, self.width())
