"""What is told of the place under the pointer, or of the one that keys moved to: its cell, and what is read there."""

from PySide6.QtCore import QObject, Signal

from peviewer.live.panel import PanelView


class Told(QObject):
    """The place pointed at in one view, each thing about it told once."""

    hovered = Signal(dict)  # the cursor fields of the cell there
    read = Signal(dict, tuple, tuple)  # the same, what is read there, and the differences from what is read at the pin
    left = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._cells: dict[str, int] | None = None
        self._at: tuple[PanelView, float, float] | None = None  # in screen units
        self._said: object = None

    def point(self, view: PanelView, x: float, y: float) -> None:
        """Point at a place of a panel, in screen units."""
        self._at = view, x, y
        self.hover(view.cells_at(x, y))
        self.again()

    def hover(self, cells: dict[str, int]) -> None:
        """Point at a cell, wherever it stands."""
        if cells != self._cells:
            self._cells = cells
            self.hovered.emit(cells)

    def again(self) -> None:
        """Show and tell what is read there: another number where the picture or the pin is another."""
        if self._at is None or self._cells is None:
            return
        view, x, y = self._at
        found = view.read_at(x, y)
        view.show_read(x, y, *found)
        if (self._cells, found) != self._said:
            self._said = self._cells, found
            self.read.emit(self._cells, *found)

    def leave(self) -> None:
        """Point at nothing; told only where something was pointed at, for another view may be now."""
        was, self._cells, self._at, self._said = self._cells, None, None, None
        if was is not None:
            self.left.emit()

    def forget(self) -> None:
        """Let go of the panel: it is no longer there."""
        self._at = None
