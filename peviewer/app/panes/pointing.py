"""The shared cursor: what the pointer is on, in whichever pane, and whether it is pinned."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.document.document import DocumentError
from peviewer.figures.readout import readout


class Pointing(QObject):
    """Follow the pointer until a click pins the cursor; a second click lets it go."""

    moved = Signal(dict)  # {cursor field: int}; empty where nothing is pointed at
    pinnedChanged = Signal(bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._pointed: dict[str, int] = {}
        self._under: dict[str, int] = {}
        self.pinned = False

    @property
    def pointed(self) -> dict[str, int]:
        """The cursor fields pointed at, with their values."""
        return dict(self._pointed)

    def hover(self, fields: Mapping[str, int]) -> None:
        """Move the cursor to the cell under the pointer, unless it is pinned."""
        self._under = dict(fields)
        if not self.pinned:
            self._move(self._under)

    def leave(self) -> None:
        """Take the crosshair away when the pointer leaves the data, unless it is pinned."""
        self._under = {}
        if not self.pinned:
            self._move({})

    def toggle_pin(self) -> None:
        """Keep the cursor where it is, or let it follow the pointer again."""
        if self.pinned or self._pointed:
            self.pinned = not self.pinned
            self.pinnedChanged.emit(self.pinned)
            if not self.pinned:
                self._move(self._under)

    def _move(self, fields: dict[str, int]) -> None:
        if fields:
            self._session.edit({f"cursor.{name}": value for name, value in fields.items()}, undoable=False)
        if fields != self._pointed:
            self._pointed = dict(fields)
            self.moved.emit(self.pointed)

    def text(self) -> str:
        """Return the status line for what is pointed at."""
        try:
            return readout(self._session.document, self._pointed) if self._pointed else ""
        except DocumentError as error:
            return str(error)
