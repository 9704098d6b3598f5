"""The tabs over panes that lie on one another."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QTabBar, QWidget


class PaneTabs(QTabBar):
    """Shows which panes lie in one place; asks for the one that is clicked."""

    asked = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setExpanding(False)
        self.setDrawBase(False)
        self._names: tuple[str, ...] = ()
        self.currentChanged.connect(lambda index: self.asked.emit(self._names[index]))

    def show_names(self, names: Sequence[str], front: str, titles: Mapping[str, str]) -> None:
        """Show these panes, one of them in front."""
        with QSignalBlocker(self):
            if tuple(names) != self._names:
                self._names = tuple(names)
                while self.count():
                    self.removeTab(0)
                for name in names:
                    self.addTab(titles[name])
            self.setCurrentIndex(names.index(front))

    def name_at(self, point: QPoint) -> str:
        """Return the pane whose tab is at a point, or an empty string."""
        index = self.tabAt(point)
        return self._names[index] if index >= 0 else ""
