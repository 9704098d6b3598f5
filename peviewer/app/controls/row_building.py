"""Rows of the Parameters, built out of sight a few a turn, and shown all at once."""

import time
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

TURN = 0.01
"""The seconds of a turn after which no further row is begun; a row takes some 5 ms."""
LAYOUTS = 6
"""How many layouts are nested, from a control to the widget that scrolls all groups."""


class RowGroup(Protocol):
    """A group whose rows are built here."""

    def build_next(self) -> bool:
        """Build one missing row, hidden; return false if none is missing."""
        ...

    def show_rows(self) -> None:
        """Show the rows of the present Document instead of the former ones."""
        ...

    def window(self) -> QWidget:
        """Return the window that the group is in."""
        ...


class RowBuilding(QObject):
    """Lets groups wait until all rows are built that any of them lacks.

    Until then all of them stay as they are. In a window that is not shown nothing waits.
    """

    finished = Signal()
    """All rows are shown."""

    def __init__(self, hidden: Set[str] = frozenset(), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hidden = hidden
        """The paths of fields without a row, though they apply."""
        self.find_hidden: Callable[[], Iterable[tuple[str, bool]]] = tuple
        """Yields each field's path and whether it is hidden; that takes some ms a field."""
        self._search: Iterator[tuple[str, bool]] | None = None
        self._found: set[str] = set()
        self._groups: list[RowGroup] = []
        self._waiting: list[RowGroup] = []
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._take_turn)

    def add(self, group: RowGroup) -> None:
        self._groups.append(group)

    @property
    def is_under_way(self) -> bool:
        return self._turn.isActive()

    def start(self, group: RowGroup) -> None:
        """Show a group's rows once none is missing in any group."""
        if group not in self._waiting:
            self._waiting.append(group)
        self._begin()

    def update_hidden(self) -> None:
        """Find again which fields are hidden, and show the rows of the others."""
        self._search = iter(self.find_hidden())
        self._found = set()
        self._begin()

    def finish(self) -> None:
        """Build and show all missing rows now, if building has begun."""
        if self.is_under_way:
            self._turn.stop()
            while self._take_step():
                pass
            self._show()

    def _begin(self) -> None:
        self._turn.start()
        if not any(group.window().isVisible() for group in self._groups):
            self.finish()

    def _take_turn(self) -> None:
        end = time.monotonic() + TURN
        if not self._take_step():
            self._show()
            return
        while time.monotonic() < end and self._take_step():
            pass
        self._turn.start()

    def _take_step(self) -> bool:
        """Look at the next field, or else build the next row; False if nothing is left to do."""
        if self._search is None:
            return self._build_next()
        field = next(self._search, None)
        if field is None:
            self._search = None
            self._set_hidden(self._found)
            return True
        path, is_hidden = field
        if is_hidden:
            self._found.add(path)
        return True

    def _set_hidden(self, hidden: Set[str]) -> None:
        if hidden != self.hidden:
            self.hidden = hidden
            self._waiting = [*self._groups]

    def _build_next(self) -> bool:
        return any(group.build_next() for group in self._waiting)

    def _show(self) -> None:
        waiting, self._waiting = self._waiting, []
        for group in waiting:
            group.show_rows()
        # Each layout asks the one around it for room, which would come a frame too late.
        for _ in range(LAYOUTS):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.finished.emit()
