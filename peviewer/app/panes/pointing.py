"""The shared cursor: the cell under the pointer, and the cell that a click pins."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.app.session.undo import difference
from peviewer.base.numbers import number
from peviewer.base.specification import specification
from peviewer.document.cursor import Cursor
from peviewer.document.document import DocumentError
from peviewer.figures.readings import Reading
from peviewer.figures.readout import readout_text

# Fields of the cursor, with their values.
Fields = dict[str, int]
Readings = tuple[Reading, ...]


class Pointing(QObject):
    """The cell under the pointer, and the one pinned by a click.

    Only the pinned cell is part of the Document.
    """

    moved = Signal()
    """The cell under the pointer, or the pinned cell, has changed."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.hovered: Fields = {}
        """The cell under the pointer; empty if there is none."""
        self._readings: Readings = ()
        """The readings at that cell."""
        self._clicks = 0
        self._before: dict[str, object] = {}
        session.watch("cursor", lambda _: self.moved.emit())
        session.watch(
            lambda document: type(document.encoding), lambda _: self.leave(), of="encoding"
        )

    @property
    def pinned(self) -> Fields:
        cursor = self._session.document.cursor
        return {name: getattr(cursor, name) for name in cursor.pinned}

    def hover(self, fields: Mapping[str, int], readings: Readings = ()) -> None:
        if (fields, readings) != (self.hovered, self._readings):
            self.hovered = dict(fields)
            self._readings = readings
            self.moved.emit()

    def leave(self) -> None:
        self.hover({})

    def click(self, fields: Mapping[str, int] | None = None, *, on_cursor: bool = False) -> None:
        """Pin a cell; or unpin the cursor, if that cell is pinned already."""
        if not self.hovered:
            return
        fields = dict(fields or self.hovered)
        if on_cursor or fields.items() <= self.pinned.items():
            self._edit({"cursor.pinned": ()}, "release cursor")
        else:
            values = {f"cursor.{name}": value for name, value in fields.items()}
            self._edit({**values, "cursor.pinned": tuple(fields)}, "pin cursor")

    def undo_click(self) -> None:
        """Undo the last click, which was the first half of a double click.

        The click leaves no undo step.
        """
        if self._before:
            self._session.edit(self._before, merge=self._click)
            self._before = {}

    def release(self) -> None:
        """Unpin the cursor; the position and other values that it chose stay."""
        if self.pinned:
            self._edit({"cursor.pinned": ()}, "release cursor")

    def text(self) -> str:
        """Return the status line.

        It has the readings at the pointer, and the distance to the pinned cell.
        """
        cell = self.hovered or self.pinned
        try:
            line = readout_text(self._session.document, cell, self._readings)
        except DocumentError as error:
            return str(error)
        return " · ".join(filter(None, (self._measure(cell), line)))

    def _measure(self, cell: Fields) -> str:
        pinned = self.pinned
        steps = [
            (name, at - pinned[name])
            for name, at in cell.items()
            if name in pinned and cell != pinned
        ]
        parts = [
            f"{specification(Cursor, name).symbol or name} {'+' if step > 0 else ''}{number(step)}"
            for name, step in steps
        ]
        return f"{', '.join(parts)} from the pin" if parts else ""

    @property
    def _click(self) -> str:
        return f"click {self._clicks}"

    def _edit(self, changes: Mapping[str, object], text: str) -> None:
        self._clicks += 1
        before = self._session.document
        self._session.edit(changes, merge=self._click, text=text)
        # Clicking a layer also changes the scheme to the layer's rule.
        self._before, _ = difference(before, self._session.document)
