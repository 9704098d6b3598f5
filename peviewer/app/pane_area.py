"""The middle of the window: all panes as docks, two by two, one of them maximised at will."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

ACROSS = 2
SHOWN = 4
VERSION = 1


class PaneArea(QMainWindow):
    """Docks that fill the area: movable, floatable, tabbed, closable, and maximised one at a time.

    The first four are arranged two by two; further ones lie as tabs behind them.
    """

    maximisedChanged = Signal(str)  # the maximised pane's name, or "" for none

    def __init__(self, docks: Mapping[str, QDockWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("paneArea")
        self.setDockNestingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self._docks = dict(docks)
        self._maximised = ""
        self._before = QByteArray()
        self.arrange()

    def arrange(self) -> None:
        """Put every pane where it is on first launch."""
        self._set_maximised("")
        shown = list(self._docks.values())
        for dock in shown:
            dock.setFloating(False)
            self.removeDockWidget(dock)
        for index, dock in enumerate(shown[:SHOWN]):
            self._place(index, dock, shown)
        for index, dock in enumerate(shown[SHOWN:]):
            self.tabifyDockWidget(shown[index % SHOWN], dock)
        for dock in shown:
            dock.show()
        for dock in shown[:SHOWN]:
            dock.raise_()
        self._even(shown[:SHOWN])

    def _place(self, index: int, dock: QDockWidget, docks: list[QDockWidget]) -> None:
        if index == 0:
            self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, dock)
        elif index < ACROSS:
            self.splitDockWidget(docks[index - 1], dock, Qt.Orientation.Horizontal)
        else:
            self.splitDockWidget(docks[index - ACROSS], dock, Qt.Orientation.Vertical)

    def _even(self, docks: list[QDockWidget]) -> None:
        across = docks[:ACROSS]
        self.resizeDocks(across, [1000] * len(across), Qt.Orientation.Horizontal)
        for column in range(ACROSS):
            down = docks[column::ACROSS]
            self.resizeDocks(down, [1000] * len(down), Qt.Orientation.Vertical)

    @property
    def maximised(self) -> str:
        """The name of the pane that fills the area, or an empty string."""
        return self._maximised

    def maximise(self, name: str) -> None:
        """Let one pane fill the area; the others are hidden until :meth:`restore`."""
        dock = self._docks[name]
        if dock.isFloating():
            dock.setWindowState(dock.windowState() ^ Qt.WindowState.WindowMaximized)
            return
        if not self._maximised:
            self._before = self.saveState(VERSION)
        for other in self._docks.values():
            if not other.isFloating():
                other.setVisible(other is dock)
        self._set_maximised(name)

    def restore(self) -> None:
        """Put all panes back where they were before one was maximised."""
        if self._maximised:
            self._set_maximised("")
            self.restoreState(self._before, VERSION)

    def toggle(self, name: str) -> None:
        """Maximise a pane, or put all back if it is the one that fills the area."""
        if self._maximised:
            self.restore()
        else:
            self.maximise(name)

    def reveal(self, name: str, shown: bool = True) -> None:
        """Open a pane and bring it to the front, or close it."""
        self.restore()
        dock = self._docks[name]
        dock.setVisible(shown)
        if shown:
            dock.raise_()

    def state(self) -> QByteArray:
        """Return the arrangement, as if no pane were maximised."""
        return self._before if self._maximised else self.saveState(VERSION)

    def take(self, state: QByteArray) -> bool:
        """Restore an arrangement of :meth:`state`; False, with nothing changed, if it is not one."""
        self._set_maximised("")
        return self.restoreState(state, VERSION)

    def _set_maximised(self, name: str) -> None:
        if name != self._maximised:
            self._maximised = name
            self.maximisedChanged.emit(name)
