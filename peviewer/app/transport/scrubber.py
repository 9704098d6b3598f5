"""The scrubber: a slider for φ with ticks at whole positions."""

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QPainter, QPaintEvent, QPalette, QPen

from peviewer.app.controls.slider import HANDLE, Slider
from peviewer.base.words import plain

_TRACK = 15.0
_TICK_TOP = 24.0
_TICK_GAP = 5.0  # pixels between ticks, at least
_LABEL_GAP = 26.0  # pixels between labels, at least
_LABEL_PX = 11


class Scrubber(Slider):
    """Drawn by itself: a track, filled from the start to φ, above ticks and their numbers."""

    def sizeHint(self) -> QSize:
        """Return the size it likes."""
        return QSize(420, 44)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, 44)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ticks, track and handle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_ticks(painter)
        self._draw_track(painter)
        self._draw_handle(painter)

    def _x(self, fraction: float) -> float:
        return HANDLE / 2 + fraction * (self.width() - HANDLE)

    def _colour(self, role: QPalette.ColorRole) -> QColor:
        return self.palette().color(role)

    def _draw_track(self, painter: QPainter) -> None:
        reached = self._x(self.span().fraction(self.number()))
        painter.setPen(Qt.PenStyle.NoPen)
        for end, role in ((self._x(1), QPalette.ColorRole.Mid), (reached, QPalette.ColorRole.Highlight)):
            painter.setBrush(self._colour(role))
            painter.drawRoundedRect(QRectF(self._x(0) - 2, _TRACK - 2, end - self._x(0) + 4, 4), 2, 2)

    def _draw_handle(self, painter: QPainter) -> None:
        """Draw it hollow where φ is beyond the ends."""
        accent = self._colour(QPalette.ColorRole.Highlight)
        ground = QGuiApplication.palette().color(
            QPalette.ColorRole.Base
        )  # the sheet makes the slider's own transparent
        low, high = sorted((self.span().low, self.span().high))
        focused = self._colour(QPalette.ColorRole.Text) if self.hasFocus() else accent
        painter.setPen(QPen(focused, 2))
        painter.setBrush(accent if low <= self.number() <= high else ground)
        painter.drawEllipse(QPointF(self._x(self.span().fraction(self.number())), _TRACK), 6, 6)

    def _draw_ticks(self, painter: QPainter) -> None:
        low, high = sorted((self.span().low, self.span().high))
        density = (self.width() - HANDLE) / max(high - low, 1e-9)
        font = painter.font()
        font.setPixelSize(_LABEL_PX)
        painter.setFont(font)
        widest = max(QFontMetricsF(font).horizontalAdvance(plain(round(end))) for end in (low, high))
        minor, major = spacing(_TICK_GAP / density), spacing((widest + _LABEL_GAP) / density)
        painter.setPen(QPen(self._colour(QPalette.ColorRole.Dark), 1))
        painter.drawLines([self._tick(t, 6 if t % major == 0 else 3) for t in _multiples(minor, low, high)])
        painter.setPen(self._colour(QPalette.ColorRole.PlaceholderText))
        for tick in _multiples(major, low, high):
            self._draw_label(painter, tick)

    def _tick(self, position: int, height: int) -> QLineF:
        x = round(self._x(self.span().fraction(position))) + 0.5
        return QLineF(x, _TICK_TOP, x, _TICK_TOP + height)

    def _draw_label(self, painter: QPainter, position: int) -> None:
        """Write below a tick, moved where it would be cut off."""
        text = plain(position)
        half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2
        x = min(max(self._x(self.span().fraction(position)), half), self.width() - half)
        room = QRectF(x - half - 2, _TICK_TOP + 6, 2 * half + 4, 14)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def spacing(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that is not below `least`.

    Examples
    --------
    >>> spacing(0.1), spacing(3), spacing(11), spacing(50)
    (1, 5, 20, 50)
    """
    if least <= 1:
        return 1
    decade: int = 10 ** math.floor(math.log10(least))
    return next(step * decade for step in (1, 2, 5, 10) if step * decade >= least)


def _multiples(step: int, low: float, high: float) -> range:
    return range(math.ceil(low / step) * step, math.floor(high / step) * step + 1, step)
