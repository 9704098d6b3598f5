"""Ranges that the panels of one view share, and the report of the user's zoom."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, SignalInstance

from peviewer.live.area import DataArea
from peviewer.live.coordinate import Coordinate, Range


class RangeSync(QObject):
    """The ranges of one view's quantities: axes of one quantity share one range in all its panels.

    A range the user made is pending until it is reported, in the next turn of the event loop.
    Meanwhile a Figure drawn for an earlier range does not reset the axes.
    """

    def __init__(self, parent: QObject, zoomed: SignalInstance) -> None:
        super().__init__(parent)
        self._zoomed = zoomed
        self._areas: Sequence[DataArea] = ()
        self._reported: dict[str, Range] = {}
        self._pending: dict[str, Range] = {}
        self._report = QTimer(self, singleShot=True, interval=0)
        self._report.timeout.connect(self._emit_zoomed)

    def attach(self, areas: Sequence[DataArea]) -> None:
        self._areas = areas
        self._report.stop()
        self._reported.clear()
        self._pending.clear()

    def update_reported(self) -> None:
        """Count the shown ranges as reported, after the program set them; pending ones stay."""
        for area in self._areas:
            if self._pending and not area.is_fixed:
                x_range = self._wanted_range(area.x_axis, area.x_range)
                y_range = self._wanted_range(area.y_axis, area.y_range)
                area.set_ranges(x_range, y_range)
            for quantity, shown_range in _zoomed_ranges(area).items():
                if quantity not in self._pending:
                    self._reported[quantity] = shown_range

    def spread(self, source: DataArea) -> None:
        """Give the ranges the user made in one area to the others, and report them soon."""
        for quantity, shown_range in _zoomed_ranges(source).items():
            is_new = shown_range != self._reported.get(quantity)
            if is_new or quantity in self._pending:
                self._pending[quantity] = shown_range
        self.update_reported()
        self._report.start()

    def _wanted_range(self, axis: Coordinate, current: Range) -> Range:
        pending = self._pending.get(axis.axis.quantity)
        return axis.range_to_screen(pending) if pending and axis.zoomable else current

    def _emit_zoomed(self) -> None:
        changed_ranges: dict[str, Range] = {}
        for quantity, pending_range in self._pending.items():
            if pending_range != self._reported.get(quantity):
                changed_ranges[quantity] = pending_range
        self._pending.clear()
        self.update_reported()
        if changed_ranges:
            self._zoomed.emit(changed_ranges)


def _zoomed_ranges(area: DataArea) -> dict[str, Range]:
    """Return the shown range of each quantity that can be zoomed."""
    ranges: dict[str, Range] = {}
    if area.is_fixed:
        return ranges
    for axis, shown_range in zip(area.axes, area.ranges, strict=True):
        if axis.zoomable:
            ranges[axis.axis.quantity] = axis.from_screen(shown_range)
    return ranges
