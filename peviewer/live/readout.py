"""The place pointed at in one view: what is read there."""

from PySide6.QtCore import SignalInstance

from peviewer.live.panel import PanelView


class Readout:
    """The place pointed at in one view, by mouse or keys: its cell and readings, reported once per change."""

    def __init__(self, hovered: SignalInstance, read: SignalInstance, left: SignalInstance) -> None:
        self._hovered, self._read, self._left = hovered, read, left
        self._cells: dict[str, int] | None = None
        self._at: tuple[PanelView, float, float] | None = None  # in screen units
        self._reported: object = None

    def point(self, view: PanelView, x: float, y: float) -> None:
        self._at = view, x, y
        self.hover(view.cells_at(x, y))
        self.refresh()

    @property
    def clicked(self) -> dict[str, int]:
        """The cursor fields that a click there sets."""
        if self._at is None:
            return self._cells or {}
        view, x, y = self._at
        return view.clicked_at(x, y)

    def hover(self, cells: dict[str, int]) -> None:
        if cells != self._cells:
            self._cells = cells
            self._hovered.emit(cells)

    def refresh(self) -> None:
        if self._at is None or self._cells is None:
            return
        view, x, y = self._at
        readings = view.read_at(x, y)
        view.show_read(x, y, *readings)
        if (self._cells, readings) != self._reported:
            self._reported = self._cells, readings
            self._read.emit(self._cells, *readings)

    def clear(self) -> None:
        """Point at nothing; only the view that was pointed at reports it."""
        was, self._cells, self._at, self._reported = self._cells, None, None, None
        if was is not None:
            self._left.emit()

    def clear_panel(self) -> None:
        self._at = None
