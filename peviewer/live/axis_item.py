"""One axis on screen: round ticks, true minus signs, a title with italics."""

import math
from typing import Any, Literal

import pyqtgraph as pg
from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics

from peviewer.figures.grammar import Axis
from peviewer.figures.palette import Palette
from peviewer.live import ticks
from peviewer.live.area import DataArea
from peviewer.live.text import font, markup, power, tick

TICK = 4  # pixels
GAP = 4  # between a tick and its number
TITLE = 18  # the line of the axis's title
LINE = 15  # the line of the numbers
OVERHANG = 40  # how far a number may stand out over the axis's end
ROW = 30  # the least distance of two ticks upwards
COLUMN = 28  # the least space between two numbers side by side


class TickAxis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph is untyped
    """The bottom or left axis of a :class:`DataArea`."""

    doubleClicked = Signal()

    def __init__(self, side: Literal["bottom", "left"], area: DataArea, palette: Palette) -> None:
        self._html = ""
        self._color = palette.secondary
        self._font = font(12)
        self._metrics = QFontMetrics(self._font)
        self.area = area
        self.numbered = True
        super().__init__(side, maxTickLength=TICK)
        self.setStyle(
            tickFont=self._font, tickTextOffset=GAP, autoExpandTextSpace=False, autoReduceTextSpace=False,
            hideOverlappingLabels=OVERHANG, tickAlpha=255,
        )  # fmt: skip
        self.enableAutoSIPrefix(False)
        self.label.setFont(self._font)
        self.label.document().setDocumentMargin(0)
        self.set_palette(palette)

    @property
    def axis(self) -> Axis:
        """The axis of the Figure."""
        axis: Axis = self.area.x.axis if self.orientation == "bottom" else self.area.y.axis
        return axis

    def follow(self) -> None:
        """Show the area's range."""
        low, high = self.area.x_range if self.orientation == "bottom" else self.area.y_range
        self.setRange(*((high, low) if self.axis.inverted else (low, high)))

    def set_texts(self, *, numbered: bool) -> None:
        """Take over the axis's title; without numbers there is no title either."""
        self.numbered = numbered
        self._html = markup(self.axis.label) if numbered else ""
        self.setStyle(showValues=numbered)
        self._updateLabel()
        self.label.setVisible(bool(self._html))
        self.picture = None
        self.update()

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self._color = palette.secondary
        self.setPen(palette.line)
        self.setTickPen(palette.line)
        self.setTextPen(palette.secondary)
        self._updateLabel()

    def thickness(self) -> int:
        """Return the pixels it needs beside the data."""
        title = TITLE if self._html else 0
        if not self.numbered:
            return TICK
        return TICK + GAP + title + (LINE if self.orientation == "bottom" else self._widest())

    def _widest(self) -> int:
        """Return the width of its widest number, whatever part of the limits is shown."""
        texts = []
        for low, high in {self.area.y.limits, self.area.y_range}:
            values, step = self._ticks(low, high, max(100.0, self.size().height()))
            ends = [math.ceil(low), math.floor(high)] if self.axis.whole else []
            texts += self.tickStrings([*values, *ends], 1.0, step)
        return max((self._metrics.horizontalAdvance(text) for text in texts), default=0) + 2

    # ---- what pyqtgraph asks for

    def _updateWidth(self) -> None:
        """Leave the size to the arrangement."""

    def _updateHeight(self) -> None:
        """Leave the size to the arrangement."""

    def labelString(self) -> str:
        """Return the title as rich text."""
        return f'<span style="color:{self._color}">{self._html}</span>'

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Return one level of ticks."""
        values, step = self._ticks(min(low, high), max(low, high), size)
        return [(step, values)]

    def _ticks(self, low: float, high: float, size: float) -> ticks.Ticks:
        place = ticks.logarithmic if self.axis.log else ticks.linear
        options = {} if self.axis.log else {"whole": self.axis.whole}
        if self.orientation == "left":
            return place(low, high, max(2, int(size / ROW) + 1), **options)
        for most in range(12, 2, -1):  # as many as have room
            values, step = place(low, high, most, **options)
            width = max(
                (self._metrics.horizontalAdvance(text) for text in self.tickStrings(values, 1.0, step)), default=0
            )
            if len(values) * (width + COLUMN) <= size + COLUMN:
                break
        return values, step

    def tickStrings(self, values: list[float], _scale: float, spacing: float) -> list[str]:
        """Return the ticks' numbers."""
        if not self.axis.log:
            return [tick(value, spacing) for value in values]
        return [power(round(v)) if abs(v - round(v)) < 1e-9 else tick(10.0**v, 10.0 ** math.floor(v)) for v in values]

    def resizeEvent(self, _event: Any = None) -> None:
        """Put the title along the outer edge, or hide it where it is longer than its axis."""
        self.picture = None
        if self.label is None:  # pyqtgraph lets go of it when it closes
            return
        box, size = self.label.boundingRect(), self.size()
        if self.orientation == "left":
            self.label.setPos(0, round((size.height() + box.width()) / 2))
            room = size.height() + 2 * LINE
        else:
            self.label.setPos(round((size.width() - box.width()) / 2), round(size.height() - box.height()))
            room = size.width()
        self.label.setVisible(bool(self._html) and box.width() <= room)

    def wheelEvent(self, event: Any) -> None:
        """Zoom along this axis alone."""
        self.area.wheel(event, only=0 if self.orientation == "bottom" else 1)

    def mousePressEvent(self, event: Any) -> None:
        """Accept, so that Qt tells of the double click."""
        event.accept()

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        """Tell of a double click."""
        self.doubleClicked.emit()

    def mouseDragEvent(self, event: Any, *_rest: Any) -> None:
        """Leave dragging to the data area."""
        event.ignore()

    def mouseClickEvent(self, event: Any) -> None:
        """Have no menu."""
        event.ignore()
