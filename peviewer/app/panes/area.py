"""The middle of the window: the open panes, arranged by their number or by hand, one of them maximised at will."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.standing.crowded import crowded
from peviewer.app.panes.standing.dock import Dock
from peviewer.app.panes.standing.dragging import Dragging
from peviewer.app.panes.standing.drops import Drop, drop
from peviewer.app.panes.standing.grip import Grip
from peviewer.app.panes.standing.opening import opened
from peviewer.app.panes.standing.rooms import Room, moved, rooms
from peviewer.app.panes.standing.seams import Seams
from peviewer.app.panes.standing.standing import NOWHERE, Place, Split, even, in_front, names
from peviewer.app.panes.standing.written import read, written

LEAST = QSize(220, 140)  # of the area: less than a pane likes, for the smallest screens
EMPTY = "No pane is open. View → Panes opens one."


class PaneArea(QWidget):
    """Panes that fill the area: moved by their headers, tabbed, closable, and maximised one at a time.

    The panes are the area's children from the first to the last: it only shows,
    hides and places them, so that nothing can be lost in the middle of a drag.
    A pane's dock is made when the pane is first opened. Where an area is too
    small for all of them, some lie as tabs over one another until there is room.

    Parameters
    ----------
    make : callable
        Name of a pane → its new dock.
    parent : QWidget, optional
        As everywhere in Qt.
    """

    maximisedChanged = Signal(str)  # the maximised pane's name, or "" for none
    revealed = Signal(str)  # the pane that was asked for
    openChanged = Signal()  # the user opened or closed a pane
    focusHidden = Signal()  # the pane that had the focus is no longer seen

    def __init__(self, make: Callable[[str], Dock], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("paneArea")
        self._make = make
        self._docks: dict[str, Dock] = {}
        self._open: list[str] = []
        self._maximised = ""
        self._standing = NOWHERE  # of the open panes, and of closed ones where they would come back
        self._recent: list[str] = []  # that were asked for, the last one first
        self._dragging = Dragging(self, self._drop, lambda name: self._docks[name].windowTitle())
        self._dragging.dropped.connect(lambda drop: self._stand(drop.standing))
        self._seams = Seams(self, self._dragging.hold)
        self._seams.asked.connect(self._bring_forward)
        self._seams.gapMoved.connect(lambda gap, pixels: self._show(moved(self._crowded(), gap, pixels)))

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
        self._open = list(names)
        self._set_maximised("")
        self._stand(even(names))

    def reveal(self, name: str) -> None:
        """Bring a pane to the front; open it if it is closed."""
        self.restore()
        self._prefer(name)
        if name in self._open:
            self._stand(in_front(self._standing, name))
        else:
            self._open_is([*self._open, name], opened(self._standing, self.rect(), self._open, name))
        self.revealed.emit(name)

    def close_pane(self, name: str) -> None:
        """Close a pane; the others take its room."""
        self.restore()
        if name in self._open:
            self._open_is([other for other in self._open if other != name], self._standing)

    def maximise(self, name: str) -> None:
        """Let one pane fill the area; the others are hidden until :meth:`restore`."""
        if name not in self._open:
            self.reveal(name)
        self._prefer(name)
        self._set_maximised(name)
        self._stand(self._standing)

    def restore(self) -> None:
        """Put all panes back where they were before one was maximised."""
        if self._maximised:
            self._set_maximised("")
            self._stand(self._standing)

    def toggle(self, name: str) -> None:
        """Maximise a pane, or put all back if one fills the area."""
        if self._maximised:
            self.restore()
        else:
            self.maximise(name)

    def state(self) -> str:
        """Return the arrangement as text, as if no pane were maximised."""
        return written(self._standing)

    def set_state(self, state: str) -> bool:
        """Restore an arrangement of the panes that are open; False, with nothing changed, if it is not one."""
        standing = read(state)
        if standing is None or not set(self._open) <= set(names(standing)):
            return False
        self._set_maximised("")
        self._stand(standing)
        return True

    def minimumSizeHint(self) -> QSize:
        """Return the size at which one pane can be read: the others lie behind it."""
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room out anew."""
        super().resizeEvent(event)
        self._seams.release()  # what it parted may lie together now
        self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say what to do where no pane is open."""
        super().paintEvent(event)
        if not self._open:
            painter = QPainter(self)
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, EMPTY)

    def _stand(self, standing: Split) -> None:
        self._dragging.stop()
        self._seams.release()
        self._show(standing)

    def _show(self, standing: Split) -> None:
        self._standing = standing
        self._place()
        self.updateGeometry()

    def _place(self) -> None:
        """Give what is seen its room and hide all else, which then draws nothing."""
        shown, gaps = rooms(self._crowded(), self.rect(), self._open)
        if self._maximised:
            shown, gaps = [Room(Place((self._maximised,), self._maximised), self.rect())], []
        docks = {name: self._dock(name) for name in self._open}
        focus, loses = self.focusWidget(), False
        for name in set(self._docks) - {room.place.front for room in shown}:
            loses |= focus is not None and focus.hasFocus() and self._docks[name].isAncestorOf(focus)
            self._docks[name].hide()
        for name in set(self._docks) - set(self._open):
            self._docks[name].clear()
        tabbed = [room for room in shown if len(room.place.names) > 1]
        self._seams.show(gaps, tabbed, {name: dock.windowTitle() for name, dock in docks.items()})
        for room in shown:
            docks[room.place.front].setGeometry(room.inside)
            docks[room.place.front].show()
        self.update()
        if loses:  # Qt has given it to whatever comes next
            self.focusHidden.emit()

    def _crowded(self) -> Split:
        """Return where the panes stand in the room there is."""
        return crowded(self._standing, self._open, self.size(), self._recent)

    def _bring_forward(self, name: str) -> None:
        self._prefer(name)
        self._show(in_front(self._standing, name))

    def _prefer(self, name: str) -> None:
        self._recent = [name, *(other for other in self._recent if other != name)]

    def _dock(self, name: str) -> Dock:
        if name not in self._docks:
            dock = self._docks[name] = self._make(name)
            dock.hide()
            dock.setParent(self)
            dock.closed.connect(partial(self.close_pane, name))
            self._dragging.hold(Grip(dock.header, lambda _point: name, keeps=True))
        return self._docks[name]

    def _drop(self, name: str, point: QPoint) -> Drop | None:
        if self._maximised or name not in self._open:
            return None
        return drop(self._crowded(), self.rect(), self._open, name, point)

    def _open_is(self, names: Sequence[str], standing: Split) -> None:
        self._open = list(names)
        self._stand(standing)
        self.openChanged.emit()

    def _set_maximised(self, name: str) -> None:
        if name != self._maximised:
            self._maximised = name
            self.maximisedChanged.emit(name)
