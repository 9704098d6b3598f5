"""Widgets below one another that scroll up and down, in a panel at the side of a window."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.app.controls.fitting import Scrolled


class ScrollColumn(Scrolled):
    """A column that is never scrolled sideways and takes no focus.

    Parameters
    ----------
    parts : iterable of QWidget
        What it holds, from top to bottom.
    margins : tuple of int
        Around it: left, top, right, bottom.
    spacing : int
        Between its parts.
    """

    def __init__(self, parts: Iterable[QWidget], margins: tuple[int, int, int, int], spacing: int = 0) -> None:
        inside = QWidget()
        inside.setObjectName("parameters")
        column = QVBoxLayout(inside)
        column.setContentsMargins(*margins)
        column.setSpacing(spacing)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        super().__init__(inside)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for other room where what is inside needs other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
