"""The columns of the Parameters: labels, and the fields of numbers, each as wide in all rows."""

from collections.abc import Iterable
from typing import Protocol

from PySide6.QtCore import QObject

from peviewer.app.look.type_size import scaled

# Pixels of usual type: the least width of the labels, and of the field of a number.
LABEL_WIDTH = 84
NUMBER_WIDTH = 72


class Columned(Protocol):
    """What stands in the columns: a control, or anything with a label or a number."""

    def needed_label_width(self) -> int:
        """Return the pixels of its label; 0 without one beside an editor."""
        ...

    def needed_number_width(self) -> int:
        """Return the pixels of its number; 0 without one."""
        ...

    def set_columns(self, label_width: int, number_width: int) -> None:
        """Give the label and the field of the number these widths."""
        ...


class Columns(QObject):
    """The widths of both columns: those of their widest entries, and no less than usual.

    A longer number widens the fields of all rows at once. They become narrower only when
    :meth:`fit` is called, so that no slider moves under the pointer.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Columned, ...] = ()
        self._label_width = scaled(LABEL_WIDTH)
        self._number_width = scaled(NUMBER_WIDTH)

    def fit(self, rows: Iterable[Columned]) -> None:
        """Make both columns as wide as these rows need, which are all that are shown."""
        self._rows = tuple(rows)
        label_widths = [row.needed_label_width() for row in self._rows]
        number_widths = [row.needed_number_width() for row in self._rows]
        self._label_width = max(scaled(LABEL_WIDTH), *label_widths, 0)
        self._number_width = max(scaled(NUMBER_WIDTH), *number_widths, 0)
        self._set()

    def make_room_for(self, row: Columned) -> None:
        """Widen the fields of all rows if a row's number needs it."""
        number_width = row.needed_number_width()
        if number_width > self._number_width and row in self._rows:
            self._number_width = number_width
            self._set()

    def _set(self) -> None:
        for row in self._rows:
            row.set_columns(self._label_width, self._number_width)
