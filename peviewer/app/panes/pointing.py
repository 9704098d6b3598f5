"""The shared cursor: what the pointer passes over, in whichever pane, and what a click pins in the Document."""

from collections.abc import Mapping
from operator import attrgetter

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.base.parameters import specification
from peviewer.base.words import unstarred, whole
from peviewer.document.document import Document, DocumentError
from peviewer.document.sections import Cursor
from peviewer.figures.readout import READOUT_INPUTS, Reading, readout_text

Fields = dict[str, int]
"""Fields of the cursor, with their values."""
Readings = tuple[Reading, ...]


_NOTHING: tuple[Fields, Readings, Readings] = {}, (), ()
"""What no panel says anywhere."""


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
        self._read = _NOTHING
        self._measured: tuple[object, str, Fields] = None, "", {}
        session.watch(attrgetter("cursor"), self._on_cursor)
        session.watch(_measured_on, self._on_other)
        session.watch(lambda document: type(document.encoding), lambda _: self.leave())

    @property
    def passing(self) -> Fields:
        """The cell under the pointer; empty where there is none."""
        return dict(self._passing)

    @property
    def pinned(self) -> Fields:
        """The pinned cell; empty where none is."""
        cursor = self._session.document.cursor
        return {name: getattr(cursor, name) for name in cursor.pinned}

    @property
    def began(self) -> Fields:
        """The cell that was pinned before, while how far the pinned one is from there is told."""
        subject, text, began = self._measured
        return dict(began) if text and subject == self._subject() else {}

    def hover(self, fields: Mapping[str, int]) -> None:
        """Pass over a cell."""
        if fields != self._passing:
            self._passing = dict(fields)
            self.moved.emit()

    def read(self, fields: Mapping[str, int], readings: Readings, since: Readings) -> None:
        """Hear what the panel under the pointer says at a cell, and how that differs from what it says at the pin."""
        self._read = dict(fields), readings, since
        self.moved.emit()

    def leave(self) -> None:
        """Leave the data, and what they said."""
        said, self._read = self._read, _NOTHING
        if self._passing:
            self.hover({})
        elif said != _NOTHING:
            self.moved.emit()

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
            measured, began = self._measure(self._passing, "the last pin"), self.pinned
            values = {f"cursor.{name}": value for name, value in self._passing.items()}
            self._edit({**values, "cursor.pinned": tuple(self._passing)}, "pin cursor")
            self._measured = self._subject(), measured, began

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
        """Return the status line: how far the cell under the pointer is from the pinned one, and what is there."""
        document, pinned = self._session.document, self.pinned
        cell = self._passing or pinned
        readings = self._read[1] if self._read[0] == self._passing else ()
        try:
            line = readout_text(document, cell, readings)
        except DocumentError as error:
            return str(error)
        subject, measured, _ = self._measured
        measured = measured if cell == pinned and subject == self._subject() else self._measure(cell)
        return " · ".join(filter(None, (measured, line)))

    def _measure(self, cell: Fields, since_what: str = "the pin") -> str:
        """Say how far a cell is from the pinned one, and by how much differs what its panel says."""
        pinned = self.pinned
        steps = [(name, at - pinned[name]) for name, at in cell.items() if name in pinned and cell != pinned]
        if not steps:
            return ""
        fields, _, since = self._read
        parts = [
            f"{specification(Cursor, name).symbol or name} {'+' if step > 0 else ''}{whole(step)}"
            for name, step in steps
        ]
        parts += [unstarred(some.text) for some in since if fields == cell]
        return f"{', '.join(parts)} from {since_what}"

    def _subject(self) -> object:
        """Return what a measured difference holds for."""
        return self.pinned, _measured_on(self._session.document)

    @property
    def _click(self) -> str:
        return f"click {self._clicks}"

    def _edit(self, changes: Mapping[str, object], text: str) -> None:
        self._clicks += 1
        self._before = {path: self._session.document.get(path) for path in changes}
        self._session.edit(changes, merge=self._click, text=text)

    def _on_cursor(self, _document: Document) -> None:
        self.moved.emit()

    def _on_other(self, _document: Document) -> None:
        """Forget what was measured on something else."""
        if self._measured[1]:
            self._measured = None, "", {}
            self.moved.emit()


def _measured_on(document: Document) -> object:
    return READOUT_INPUTS(document), document.shift
