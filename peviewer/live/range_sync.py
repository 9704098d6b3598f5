"""Axes of one quantity share one range in all panels of a view; the user's changes are reported once."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, SignalInstance

from peviewer.live.area import DataArea
from peviewer.live.coordinate import Coordinate, Range


class RangeSync(QObject):
    """The ranges of one view's quantities.

    A range the user made is pending until it is reported, in the next turn
    of the event loop. Meanwhile a Figure drawn for an earlier range does not
    reset the axes.
    """

    def __init__(self, parent: QObject, zoomed: SignalInstance) -> None:
        super().__init__(parent)
        self._zoomed = zoomed
        self._areas: Sequence[DataArea] = ()
        self._known: dict[str, Range] = {}
        self._pending: dict[str, Range] = {}
        self._report = QTimer(self, singleShot=True, interval=0)
        self._report.timeout.connect(self._emit_zoomed)

    def attach(self, areas: Sequence[DataArea]) -> None:
        self._areas = areas
        self._known.clear()
        self._report.stop()
        self._pending.clear()

    def update_known(self) -> None:
        """Take the ranges shown as known, after the program set them; pending ones are kept."""
        self._apply_pending(self._areas)
        for area in self._areas:
            for axis, values in _zoomable_ranges(area):
                if axis.axis.quantity not in self._pending:
                    self._known[axis.axis.quantity] = values

    def spread(self, source: DataArea) -> None:
        """Give the ranges the user made in one area to the others, and report them soon."""
        for axis, values in _zoomable_ranges(source):
            quantity = axis.axis.quantity
            if quantity in self._pending or values != self._known.get(quantity):
                self._pending[quantity] = values
        self._apply_pending([area for area in self._areas if area is not source])
        self._report.start()

    def _apply_pending(self, areas: Sequence[DataArea]) -> None:
        for area in areas:
            if self._pending and not area.is_fixed:
                area.set_ranges(self._wanted(area.x_axis, area.x_range), self._wanted(area.y_axis, area.y_range))

    def _wanted(self, axis: Coordinate, current: Range) -> Range:
        pending = self._pending.get(axis.axis.quantity)
        return axis.range_to_screen(pending) if pending and axis.zoomable else current

    def _emit_zoomed(self) -> None:
        changed = {name: values for name, values in self._pending.items() if values != self._known.get(name)}
        self._pending.clear()
        self.update_known()
        if changed:
            self._zoomed.emit(changed)


def _zoomable_ranges(area: DataArea) -> list[tuple[Coordinate, Range]]:
    pairs = zip(area.axes, area.ranges, strict=True)
    return [(axis, axis.from_screen(values)) for axis, values in pairs if axis.zoomable and not area.is_fixed]
