"""Axes of one quantity move together, and what the user did to them is told once, a little later."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.panel import PanelView


class Link(QObject):
    """The ranges of one view's quantities.

    A range the user made is pending until it has been told. While it is, a
    Figure drawn for an earlier range does not pull the axes back.
    """

    zoomed = Signal(dict)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._panels: Sequence[PanelView] = ()
        self._known: dict[str, Range] = {}
        self._pending: dict[str, Range] = {}
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._notify)

    def attach(self, panels: Sequence[PanelView]) -> None:
        """Begin anew with these panels."""
        self._panels = panels
        self._known.clear()
        self._later.stop()
        self._pending.clear()

    def settle(self) -> None:
        """Take the ranges shown as known, after the program set them; pending ones are kept."""
        self._apply(self._panels)
        for panel in self._panels:
            for axis, values in _free_ranges(panel):
                if axis.axis.quantity not in self._pending:
                    self._known[axis.axis.quantity] = values

    def spread(self, source: PanelView) -> None:
        """Give the ranges the user made in one panel to the others, and tell of them soon."""
        for axis, values in _free_ranges(source):
            quantity = axis.axis.quantity
            if quantity in self._pending or values != self._known.get(quantity):
                self._pending[quantity] = values
        self._apply([panel for panel in self._panels if panel is not source])
        self._later.start()

    def _apply(self, panels: Sequence[PanelView]) -> None:
        for area in [panel.area for panel in panels if self._pending and not panel.area.is_still]:
            area.set_ranges(
                _chosen(area.along_x, area.x_range, self._pending),
                _chosen(area.along_y, area.y_range, self._pending),
            )

    def _notify(self) -> None:
        changed = {name: values for name, values in self._pending.items() if values != self._known.get(name)}
        self._pending.clear()
        self.settle()
        if changed:
            self.zoomed.emit(changed)


def _chosen(axis: Coordinate, current: Range, ranges: Mapping[str, Range]) -> Range:
    wanted = ranges.get(axis.axis.quantity)
    return axis.range_to_screen(wanted) if wanted and axis.free else current


def _free_ranges(panel: PanelView) -> list[tuple[Coordinate, Range]]:
    """Return the axes the user may move and their ranges, in the axes' own units."""
    area = panel.area
    pairs = ((area.along_x, area.x_range), (area.along_y, area.y_range))
    return [(axis, axis.from_screen(values)) for axis, values in pairs if axis.free and not area.is_still]
