"""What is beside the parameters: the notice, the description, the panes and the transport below one another."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from peviewer.app.window.description import Description

MARGIN = 8


class Middle(QWidget):
    """The middle of the window.

    Parameters
    ----------
    above : sequence of QWidget
        Single lines over the panes, which come and go.
    description : Description
        The line that gives way first.
    area, below : QWidget
        The panes, and what plays them.
    left : QWidget
        A strip that is there while the parameters are not.
    """

    def __init__(
        self, above: Sequence[QWidget], description: Description, area: QWidget, below: QWidget, left: QWidget
    ) -> None:
        super().__init__()
        self._description = description
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, MARGIN, 0)
        line.setSpacing(0)
        line.addWidget(left)
        column = QVBoxLayout()
        line.addLayout(column, 1)
        column.setSpacing(MARGIN)
        for part in (*above, description):
            column.addWidget(part)
        column.addWidget(area, 1)
        column.addWidget(below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the panes the room they need."""
        super().resizeEvent(event)
        self._description.give_way(self.size() - QSize(MARGIN, 0))
