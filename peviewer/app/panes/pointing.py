"""The shared cursor: what the pointer passes over, in whichever pane, and what a click pins in the Document."""

from collections.abc import Mapping
from operator import attrgetter

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.document.document import Document, DocumentError
from peviewer.figures.readout import readout

Fields = dict[str, int]
"""Fields of the cursor, with their values."""


class Pointing(QObject):
    """The cell under the pointer, which changes nothing, and the pinned one, which is the Document's.

    A click pins the cell it hits, or lets the cursor go if it stands there.
    """

    moved = Signal()
    """The cell under the pointer is another, or the pinned one."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._passing: Fields = {}
        self._clicks = 0
        self._before: dict[str, object] = {}
        session.watch(attrgetter("cursor"), self._on_cursor)

    @property
    def passing(self) -> Fields:
        """The cell under the pointer; empty where there is none."""
        return dict(self._passing)

    @property
    def pinned(self) -> Fields:
        """The pinned cell; empty where none is."""
        cursor = self._session.document.cursor
        return {name: getattr(cursor, name) for name in cursor.pinned}

    def hover(self, fields: Mapping[str, int]) -> None:
        """Pass over a cell."""
        if fields != self._passing:
            self._passing = dict(fields)
            self.moved.emit()

    def leave(self) -> None:
        """Leave the data."""
        self.hover({})

    def click(self, *, on_cursor: bool = False) -> None:
        """Pin the cell under the pointer; or let the cursor go, if that is there.

        Parameters
        ----------
        on_cursor : bool
            Whether the crosshair stands where was clicked, whatever cell that is:
            a pixel may hold thousands.
        """
        if not self._passing:
            return
        if on_cursor or self._passing.items() <= self.pinned.items():
            self._edit({"cursor.pinned": ()}, "release cursor")
        else:
            values = {f"cursor.{name}": value for name, value in self._passing.items()}
            self._edit({**values, "cursor.pinned": tuple(self._passing)}, "pin cursor")

    def take_back(self) -> None:
        """Undo the last click, which was the first half of a double click: it leaves no undo step."""
        if self._before:
            self._session.edit(self._before, merge=self._click)
            self._before = {}

    def release(self) -> None:
        """Let the pinned cursor go; what it chose stays chosen."""
        if self.pinned:
            self._edit({"cursor.pinned": ()}, "release cursor")

    def text(self) -> str:
        """Return the status line: of the cell under the pointer, else of the pinned one."""
        try:
            return readout(self._session.document, self._passing or self.pinned)
        except DocumentError as error:
            return str(error)

    @property
    def _click(self) -> str:
        return f"click {self._clicks}"

    def _edit(self, changes: Mapping[str, object], text: str) -> None:
        self._clicks += 1
        self._before = {path: self._session.document.get(path) for path in changes}
        self._session.edit(changes, merge=self._click, text=text)

    def _on_cursor(self, _document: Document) -> None:
        self.moved.emit()
