"""What marks a field whose typed value is refused: its border, a sentence beside it, and what is spoken of it."""

from PySide6.QtWidgets import QWidget

from peviewer.app.controls.callout import Callout


class Refused:
    """The mark of one field; there is none at first.

    Parameters
    ----------
    field : QWidget
        What is marked, as resources/window.qss says.
    """

    def __init__(self, field: QWidget) -> None:
        self._field = field
        self._callout: Callout | None = None
        self._described = ""

    def __bool__(self) -> bool:
        return self._callout is not None

    def why(self) -> str:
        """Return the sentence beside the field; empty if there is none."""
        return "" if self._callout is None else str(self._callout.text())

    def mark(self, why: str) -> None:
        """Mark the field, and say why."""
        self.clear()
        self._described = self._field.accessibleDescription()
        self._callout = Callout(self._field, why)
        self._show(why)

    def clear(self) -> None:
        """Take the mark away."""
        if self._callout is not None:
            self._callout.go()
            self._callout = None
            self._show(self._described)

    def _show(self, described: str) -> None:
        self._field.setProperty("refused", self._callout is not None)
        self._field.setAccessibleDescription(described)
        self._field.style().unpolish(self._field)
        self._field.style().polish(self._field)
