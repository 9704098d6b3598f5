"""What Escape lets go of: the pinned cursor, or else the maximised pane."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.pointing import Pointing


class Escape(QShortcut):
    """The key in a window; left to others where there is nothing to let go."""

    def __init__(self, pointing: Pointing, area: PaneArea, window: QWidget) -> None:
        super().__init__(QKeySequence(Qt.Key.Key_Escape), window, enabled=False)
        self._pointing, self._area = pointing, area
        self.activated.connect(self._let_go)
        pointing.moved.connect(self._enable)
        area.maximisedChanged.connect(self._enable)

    def _enable(self) -> None:
        self.setEnabled(bool(self._pointing.pinned or self._area.maximised))

    def _let_go(self) -> None:
        if self._pointing.pinned:
            self._pointing.release()
        else:
            self._area.restore()
