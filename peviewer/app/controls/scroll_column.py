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
    parent : QWidget, optional
        What it stands in.
    """

    def __init__(
        self,
        parts: Iterable[QWidget],
        margins: tuple[int, int, int, int],
        spacing: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        inside = QWidget()
        inside.setObjectName("parameters")
        super().__init__(inside, parent)
        self.inside = inside
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(*margins)
        self._column.setSpacing(spacing)
        self._column.addStretch(1)
        for part in parts:
            self.add(part)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def add(self, part: QWidget) -> None:
        """Put one more below the others; built in :attr:`inside` it need not be dressed again."""
        self._column.insertWidget(self._column.count() - 1, part)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask for other room where what is inside needs other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
