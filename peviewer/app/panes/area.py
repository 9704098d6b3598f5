"""The middle of the window: the open panes as docks, arranged by their number, one of them maximised at will."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

from peviewer.app.panes.standing import SHOWN, columns, near, slots

SMALLEST = (260, 200)
VERSION = 2
EMPTY = "No pane is open. View → Panes opens one."


class PaneArea(QMainWindow):
    """Docks that fill the area: movable, floatable, tabbed, closable, and maximised one at a time.

    A pane's dock is made when the pane is first opened.

    Parameters
    ----------
    make : callable
        Name of a pane → its new dock.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    maximisedChanged = Signal(str)  # the maximised pane's name, or "" for none
    openChanged = Signal()  # the user opened or closed a pane

    def __init__(self, make: Callable[[str], QDockWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("paneArea")
        self.setDockNestingEnabled(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self._make = make
        self._docks: dict[str, QDockWidget] = {}
        self._open: list[str] = []
        self._maximised = ""
        self._aside: set[str] = set()  # open panes that are hidden while another is maximised
        self._before = QByteArray()
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look)

    @property
    def open(self) -> tuple[str, ...]:
        """The names of the open panes, in order."""
        return tuple(self._open)

    @property
    def maximised(self) -> str:
        """The name of the pane that fills the area, or an empty string."""
        return self._maximised

    def arrange(self, names: Sequence[str]) -> None:
        """Open exactly these panes, equally large; beyond six, the others lie as tabs behind."""
        self._end_maximised()
        docks = [self._dock(name) for name in names]
        with self._at_once():
            for dock in self._docks.values():
                dock.hide()  # before it is put back: else Qt shows it once more, and it draws in vain
                dock.setFloating(False)
                self.removeDockWidget(dock)
            standing = [[docks[index] for index in column] for column in columns(len(docks))]
            self._place(standing)
            for index, dock in enumerate(docks[SHOWN:]):
                self.tabifyDockWidget(docks[index % SHOWN], dock)
            for dock in docks:
                dock.show()
            for dock in docks[:SHOWN]:
                dock.raise_()
            self._even(standing)
            self._open = list(names)
        self.update()

    def _place(self, standing: list[list[QDockWidget]]) -> None:
        tops = [column[0] for column in standing]
        for index, top in enumerate(tops):
            if index == 0:
                self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, top)
            else:
                self.splitDockWidget(tops[index - 1], top, Qt.Orientation.Horizontal)
        for column in standing:
            for above, below in pairwise(column):
                self.splitDockWidget(above, below, Qt.Orientation.Vertical)

    def _even(self, standing: list[list[QDockWidget]]) -> None:
        tops = [column[0] for column in standing]
        self.resizeDocks(tops, [1000] * len(tops), Qt.Orientation.Horizontal)
        for column in standing:
            self.resizeDocks(column, [1000] * len(column), Qt.Orientation.Vertical)

    def reveal(self, name: str) -> None:
        """Bring a pane to the front; open it if it is closed."""
        self._look()
        self.restore()
        if name not in self._open:
            names = [*self._open, name]
            self._add(name)
            self._open_is(names)
        self._docks[name].raise_()

    def _add(self, name: str) -> None:
        """Open a pane where it was closed, or in an even arrangement of all, or where there is room."""
        dock = self._dock(name)
        with self._at_once():
            if self.dockWidgetArea(dock) != Qt.DockWidgetArea.NoDockWidgetArea:
                dock.show()
            elif self._tidy():
                self.arrange([*self._open, name])
            else:
                self._squeeze_in(dock)

    def _squeeze_in(self, dock: QDockWidget) -> None:
        docked = [self._docks[name] for name in self._open if not self._docks[name].isFloating()]
        seen = [other for other in docked if not other.visibleRegion().isEmpty()] or docked
        if not seen:
            self.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, dock)
        else:
            largest = max(seen, key=lambda other: other.width() * other.height())
            width, height = largest.width(), largest.height()
            if width >= height and width >= 2 * SMALLEST[0]:
                self.splitDockWidget(largest, dock, Qt.Orientation.Horizontal)
            elif height >= 2 * SMALLEST[1]:
                self.splitDockWidget(largest, dock, Qt.Orientation.Vertical)
            else:
                self.tabifyDockWidget(largest, dock)
        dock.show()

    def _tidy(self) -> bool:
        """Whether the open panes still stand as :meth:`arrange` puts them."""
        docks = [self._docks[name] for name in self._open]
        even = slots(len(docks), self.size())
        return not any(dock.isFloating() for dock in docks) and all(
            near(docks[index].geometry(), slot) for index, slot in even.items()
        )

    def close_pane(self, name: str) -> None:
        """Close a pane; the others take its room."""
        self.restore()
        if name in self._open:
            self._docks[name].close()
            self._look()

    def maximise(self, name: str) -> None:
        """Let one pane fill the area; the others are hidden until :meth:`restore`."""
        self._look()
        if name not in self._open:
            self.reveal(name)
        dock = self._docks[name]
        if dock.isFloating():
            dock.setWindowState(dock.windowState() ^ Qt.WindowState.WindowMaximized)
            return
        if not self._maximised:
            self._before = self.saveState(VERSION)
        with self._at_once():
            for other in self._open:
                if not self._docks[other].isFloating():
                    self._docks[other].setVisible(other == name)
                    self._aside.add(other)
        self._set_maximised(name)

    def restore(self) -> None:
        """Put all panes back where they were before one was maximised."""
        self._look()
        if self._maximised:
            self._end_maximised()
            self._restore(self._before)

    def toggle(self, name: str) -> None:
        """Maximise a pane, or put all back if one fills the area."""
        if self._maximised:
            self.restore()
        else:
            self.maximise(name)

    def state(self) -> QByteArray:
        """Return the arrangement, as if no pane were maximised."""
        self._look()
        return self._before if self._maximised else self.saveState(VERSION)

    def set_state(self, state: QByteArray) -> bool:
        """Restore an arrangement of the panes that are open; False, with nothing changed, if it is not one."""
        self._end_maximised()
        return self._restore(state)

    def _restore(self, state: QByteArray) -> bool:
        with self._at_once():
            taken = self.restoreState(state, VERSION)
            for name, dock in self._docks.items():
                if dock.isHidden() == (name in self._open):
                    dock.setVisible(name in self._open)
        return taken

    def _dock(self, name: str) -> QDockWidget:
        if name not in self._docks:
            dock = self._docks[name] = self._make(name)
            dock.hide()
            # Only what lasts counts: Qt hides a dock for a moment when it floats it.
            dock.visibilityChanged.connect(lambda _visible: self._looking.start())
        return self._docks[name]

    def _look(self) -> None:
        """Notice panes that the user closed by their own buttons."""
        hidden = {name for name in self._open if self._docks[name].isHidden()}
        closed = (hidden - self._aside) | (hidden & {self._maximised})
        if closed:
            names = [name for name in self._open if name not in closed]
            if self._maximised in closed:
                self._open = names
                self._end_maximised()
                self._restore(self._before)
            self._open_is(names)

    def _open_is(self, names: list[str]) -> None:
        self._open = names
        self.update()
        self.openChanged.emit()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Move docks about without painting the steps between."""
        painting = self.updatesEnabled()
        self.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self.setUpdatesEnabled(painting)

    def _end_maximised(self) -> None:
        self._aside.clear()
        self._set_maximised("")

    def _set_maximised(self, name: str) -> None:
        if name != self._maximised:
            self._maximised = name
            self.maximisedChanged.emit(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say what to do where no pane is open."""
        super().paintEvent(event)
        if not self._open:
            painter = QPainter(self)
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, EMPTY)
