"""The ranges of a data area, and the conversion between coordinates and pixels."""

from collections.abc import Set
from math import floor
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter

from peviewer.figures.fitting.hiding import SCREEN_STEPS, Part
from peviewer.figures.grammar import Axis, Panel
from peviewer.figures.line_labels import Edge
from peviewer.figures.palette import Palette
from peviewer.live.canvas import Canvas
from peviewer.live.coordinate import Coordinate, Range
from peviewer.live.worker import Worker

# From here on an axis is counted from its beginning: the ViewBox's transform has too few digits
# for its cells.
FAR = 2.0**31


class AreaRanges(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """A :class:`pyqtgraph.ViewBox` with the ranges of a Figure's axes, and places as pixels.

    The items of the marks are its children.

    Its coordinates are screen units: those of the axes, or their logarithms to
    base ten. An axis that begins farther out than `FAR` is counted from its
    beginning (`origins`). Pairs are of x and y, an index 0 means x and 1 means y.
    """

    moved = Signal()
    """A range changed, by the user or the program."""

    dragged = Signal()
    """The user panned or zoomed."""

    axes: tuple[Coordinate, Coordinate]

    ranges: tuple[Range, Range]
    """The shown ranges, in screen units."""

    lengths = 0.0, 0.0
    """The width and the height of the area in pixels."""

    def __init__(self, panel: Panel, worker: Worker, canvas: Canvas) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.panel = panel
        self.worker = worker
        self.canvas = canvas
        self.parts: Set[Part] = SCREEN_STEPS[0]
        """What is shown around the data."""
        self.name_edges: Set[Edge] = frozenset()
        """The margins with names of marks."""
        self.name_width = 0.0
        """The width of names at the right, without their wedges, in pixels."""
        self._setting = False
        self._set_coordinates(panel.x, panel.y)
        self._take_ranges(self.x_axis.shown, self.y_axis.shown)
        self._show_ranges()
        self.sigRangeChanged.connect(self._on_range_changed)
        self.sigTransformChanged.connect(canvas.paint_all)

    def _set_coordinates(self, x: Axis, y: Axis) -> None:
        self.x_axis = Coordinate(x)
        self.y_axis = Coordinate(y)
        self.axes = self.x_axis, self.y_axis
        # Whether x runs against the pixels' direction (rightwards), and y (downwards).
        self.flips = x.inverted, not y.inverted
        self.origins = _origin(self.x_axis), _origin(self.y_axis)
        self.invertX(x.inverted)
        self.invertY(y.inverted)

    def resizeEvent(self, event: Any) -> None:
        self.lengths = self.rect().width(), self.rect().height()
        super().resizeEvent(event)

    @property
    def colors(self) -> Palette:
        return self.canvas.colors

    def _take_ranges(self, x: Range, y: Range) -> None:
        self.x_range = x
        self.y_range = y
        self.ranges = x, y

    def _show_ranges(self) -> None:
        """Show the ranges in the ViewBox, counted from the axes' origins."""
        x_origin, y_origin = self.origins
        x_min, x_max = (end - x_origin for end in self.x_axis.limits)
        y_min, y_max = (end - y_origin for end in self.y_axis.limits)
        x_shown = [end - x_origin for end in self.x_range]
        y_shown = [end - y_origin for end in self.y_range]

        self._setting = True
        self.setLimits(
            xMin=x_min,
            xMax=x_max,
            minXRange=self.x_axis.narrowest,
            yMin=y_min,
            yMax=y_max,
            minYRange=self.y_axis.narrowest,
        )
        self.setRange(xRange=x_shown, yRange=y_shown, padding=0)
        self._setting = False

    def _on_range_changed(self, *_: object) -> None:
        """Take over a range that was set on the ViewBox itself."""
        if self._setting:
            return
        ranges = zip(self.viewRange(), self.origins, strict=True)
        x_range, y_range = ((low + origin, high + origin) for (low, high), origin in ranges)
        if self.set_ranges(x_range, y_range):
            self.dragged.emit()

    @property
    def is_fixed(self) -> bool:
        """Whether the user can neither pan nor zoom."""
        return self.panel.square

    @property
    def has_legend(self) -> bool:
        return self.panel.legend and "legend" in self.parts

    def set_panel(self, panel: Panel) -> bool:
        """Take over a panel.

        Return true if the axes are other ones. A range changes only if the Figure's range did.
        """
        old_panel = self.panel
        self.panel = panel
        if (old_panel.x, old_panel.y) == (panel.x, panel.y):
            return False

        old_scales = self._scales
        self._setting = True
        self._set_coordinates(panel.x, panel.y)
        x_range = self.x_range if _asks_same(old_panel.x, panel.x) else self.x_axis.shown
        y_range = self.y_range if _asks_same(old_panel.y, panel.y) else self.y_axis.shown
        if not self.set_ranges(x_range, y_range):
            self._show_ranges()
            if old_scales != self._scales:
                self.moved.emit()
        return True

    @property
    def _scales(self) -> tuple[bool, ...]:
        """Everything besides ranges that decides where data are drawn.

        Directions, logarithms, and whether cells are outlined.
        """
        logs = [coordinate.axis.log for coordinate in self.axes]
        cells = [coordinate.axis.whole for coordinate in self.axes]
        return *self.flips, *logs, *cells

    def set_ranges(self, x: Range, y: Range) -> bool:
        """Show these ranges, in screen units, as far as the limits allow.

        Return true if that is a change.
        """
        x_range = self.x_axis.fitted(x)
        y_range = self.y_axis.fitted(y)
        if (x_range, y_range) == self.ranges:
            return False
        self._take_ranges(x_range, y_range)
        self._show_ranges()
        self.moved.emit()
        return True

    def boundingRect(self) -> QRectF:
        """Return its rectangle.

        A ViewBox's own rectangle is half a pixel larger, so its children would draw outside the
        data.
        """
        return QRectF(self.rect())

    def paint(self, painter: QPainter, _option: Any, _widget: Any = None) -> None:
        """Draw no border."""

    def point_to_data(self, point: QPointF) -> tuple[float, float]:
        """Return the coordinates of a pixel of this area, in screen units of x and y."""
        return self.pixel_to_data(point.x(), 0), self.pixel_to_data(point.y(), 1)

    def data_to_point(self, x: float, y: float) -> QPointF:
        """Return coordinates in screen units as a pixel of this area."""
        return QPointF(self.data_to_pixel(x, 0), self.data_to_pixel(y, 1))

    def pixel_to_data(self, pixel: Any, index: int, zero: float = 0.0) -> Any:
        """Return pixels as places in screen units, the reverse of :meth:`data_to_pixel`."""
        low, high = self.ranges[index]
        share = pixel / max(1.0, self.lengths[index])
        if self.flips[index]:
            share = 1 - share
        return (low - zero) + (high - low) * share

    def data_to_pixel(self, place: Any, index: int, zero: float = 0.0) -> Any:
        """Return places in screen units, from `zero` on, as pixels.

        They are counted from the left (x, index 0) or from the top (y, 1).
        """
        low, high = self.ranges[index]
        length = self.lengths[index]
        pixel = (place - (low - zero)) * (length / (high - low))
        return length - pixel if self.flips[index] else pixel

    def diagonal(self, lag: float) -> QLineF | None:
        """Return the visible part of the line x − y = lag, in pixels."""
        left, right = self.x_range
        low, high = self.y_range
        first = max(low, left - lag)
        last = min(high, right - lag)
        if first >= last:
            return None
        return QLineF(self.data_to_point(first + lag, first), self.data_to_point(last + lag, last))


def _asks_same(old: Axis, new: Axis) -> bool:
    return (old.shown, old.limits, old.log) == (new.shown, new.limits, new.log)


def _origin(axis: Coordinate) -> float:
    start = axis.limits[0]
    return float(floor(start)) if abs(start) > FAR else 0.0
