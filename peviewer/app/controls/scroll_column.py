"""Widgets below one another that scroll up and down, in a panel at the side of a window."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget


class ScrollColumn(QScrollArea):
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
        super().__init__(widgetResizable=True)
        inside = QWidget()
        inside.setObjectName("parameters")
        column = QVBoxLayout(inside)
        column.setContentsMargins(*margins)
        column.setSpacing(spacing)
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)
        self.setWidget(inside)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
