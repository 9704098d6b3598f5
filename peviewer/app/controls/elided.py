"""A line of text that is never wider than its room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

BETWEEN = " · "


class Elided(QLabel):
    """A line with … for what it has no room for: for whole parts before the last one, if it has some, or at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw as much of the line as there is room for."""
        painter = QPainter(self)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._shown())

    def _shown(self) -> str:
        metrics, (first, *between) = self.fontMetrics(), self.text().split(BETWEEN)
        last = between[-1:]  # of a readout this is the value
        lines = [[first, *between[:count], "…", *last] for count in range(len(between) - 2, -1, -1)]
        lines += [["…", *last]] if last else []
        for text in (self.text(), *map(BETWEEN.join, lines)):
            if metrics.horizontalAdvance(text) <= self.width():
                return text
        return metrics.elidedText(first, Qt.TextElideMode.ElideRight, self.width())
