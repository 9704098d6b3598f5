"""The scrubber: a slider for the animated number, with ticks at round numbers."""

import math

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)

from peviewer.app.controls.slider import HANDLE, Slider, Span
from peviewer.app.look.type_size import scaled
from peviewer.base.numbers import plain, steady
from peviewer.base.ticks import linear, log_tick_texts, tick_texts

# Its least width, in pixels.
LEAST = 80

_TRACK = 15.0
_TICK_TOP = 24.0

# Pixels between ticks and between labels, at least.
_TICK_GAP = 5.0
_LABEL_GAP = 26.0

# A track of any length has at most so many labels.
_MOST_LABELS = 14
_LABEL_PX = 11

# The height of the number on the handle, and what is left and right of it, in pixels.
_VALUE_HEIGHT = 17
_VALUE_PADDING = 6


class Scrubber(Slider):
    """A track, filled from the start to the number, above ticks and their labels."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self._key: tuple[object, ...] | None = None
        self._ticks = QPixmap()
        self._playing = False

    def set_playing(self, playing: bool) -> None:
        """Show the number on the handle while it plays.

        It is shown, too, while the handle is pointed at, dragged or has the focus.
        """
        self._playing = playing
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, scaled(44))

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, scaled(44))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ticks, track and handle; the ticks are kept as a pixmap while the handle moves."""
        painter = QPainter(self)
        colours = self.palette().cacheKey(), self.isEnabled()
        key = (self.span(), self.size(), self.devicePixelRatioF(), self.font(), colours)
        if key != self._key:
            self._key = key
            self._ticks = self._picture()
        painter.drawPixmap(0, 0, self._ticks)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_track(painter)
        self._draw_handle(painter)

    def _picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap((self.size().toSizeF() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_ticks(painter)
        return picture

    def _x(self, fraction: float) -> float:
        return HANDLE / 2 + fraction * (self.width() - HANDLE)

    def _colour(self, role: QPalette.ColorRole) -> QColor:
        return self.palette().color(role)

    def _draw_track(self, painter: QPainter) -> None:
        reached = self._x(self.span().fraction(self.number()))
        painter.setPen(Qt.PenStyle.NoPen)
        start = self._x(0)
        colours_by_end = (
            (self._x(1), QPalette.ColorRole.Mid),
            (reached, QPalette.ColorRole.Highlight),
        )
        for end, role in colours_by_end:
            painter.setBrush(self._colour(role))
            painter.drawRoundedRect(QRectF(start - 2, _TRACK - 2, end - start + 4, 4), 2, 2)

    def _draw_handle(self, painter: QPainter) -> None:
        """Draw the handle, hollow where the number is outside the range."""
        accent = self._colour(QPalette.ColorRole.Highlight)
        # The slider's own ground is made transparent by the style sheet.
        ground = QGuiApplication.palette().color(QPalette.ColorRole.Base)
        low, high = sorted((self.span().low, self.span().high))
        is_inside = low <= self.number() <= high
        focused = self._colour(QPalette.ColorRole.Text) if self.hasFocus() else accent
        painter.setPen(QPen(focused, 2))
        painter.setBrush(accent if is_inside else ground)
        x = self._x(self.span().fraction(self.number()))
        if not (self._playing or self.underMouse() or self.isSliderDown() or self.hasFocus()):
            painter.drawEllipse(QPointF(x, _TRACK), 6, 6)
            return
        font = painter.font()
        font.setPixelSize(scaled(_LABEL_PX))
        painter.setFont(font)
        text = plain(self.number()) if self.span().whole else steady(self.number())
        width = QFontMetricsF(font).horizontalAdvance(text) + 2 * _VALUE_PADDING
        left = min(max(x - width / 2, 1), self.width() - 1 - width)
        handle = QRectF(left, _TRACK - _VALUE_HEIGHT / 2, width, _VALUE_HEIGHT)
        painter.drawRoundedRect(handle, _VALUE_HEIGHT / 2, _VALUE_HEIGHT / 2)
        painter.setPen(self._colour(QPalette.ColorRole.HighlightedText) if is_inside else accent)
        painter.drawText(handle, Qt.AlignmentFlag.AlignCenter, text)

    def _draw_ticks(self, painter: QPainter) -> None:
        font = painter.font()
        font.setPixelSize(scaled(_LABEL_PX))
        painter.setFont(font)
        minor, major = self._logarithmic() if self.span().log else self._linear(QFontMetricsF(font))
        painter.setPen(QPen(self._colour(QPalette.ColorRole.Dark), 1))
        labelled_ticks = [self._tick(value, 6) for value in major]
        other_ticks = [self._tick(value, 3) for value in minor if value not in major]
        painter.drawLines([*labelled_ticks, *other_ticks])
        painter.setPen(self._colour(QPalette.ColorRole.PlaceholderText))
        for value, text in major.items():
            self._draw_label(painter, value, text)

    def _linear(self, metrics: QFontMetricsF) -> tuple[list[float], dict[float, str]]:
        """Return all ticks, and the labels of some: whole numbers, or parts of a short range."""
        low, high = sorted((self.span().low, self.span().high))
        is_whole = high - low >= 1
        widest = max(map(metrics.horizontalAdvance, tick_texts([low, high])))
        most = min(_MOST_LABELS, int(self.width() / (widest + _LABEL_GAP)))
        major = linear(low, high, max(2, most), whole=is_whole)
        most_ticks = int((self.width() - HANDLE) / _TICK_GAP)
        minor = linear(low, high, max(2, most_ticks), whole=is_whole)
        return minor, dict(zip(major, tick_texts(major), strict=True))

    def _logarithmic(self) -> tuple[list[float], dict[float, str]]:
        """Return the ticks at 1, 2 … 9 times powers of ten, and labels of powers that fit."""
        low, high = sorted((self.span().low, self.span().high))
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        decade = (self.width() - HANDLE) / max(math.log10(high / low), 1e-9)
        power_step = max(1, math.ceil(_LABEL_GAP * 2 / decade))
        labelled = [10.0**power for power in powers if power % power_step == 0]
        major = [value for value in labelled if low <= value <= high]
        has_fine_ticks = decade * math.log10(10 / 9) >= 1.5
        factors = range(1, 10) if has_fine_ticks else (1,)
        minor = []
        for power in powers:
            values = [factor * 10.0**power for factor in factors]
            minor += [value for value in values if low <= value <= high]
        return minor, dict(zip(major, log_tick_texts(major), strict=True))

    def _tick(self, value: float, height: int) -> QLineF:
        x = round(self._x(self.span().fraction(value))) + 0.5
        return QLineF(x, _TICK_TOP, x, _TICK_TOP + height)

    def _draw_label(self, painter: QPainter, value: float, text: str) -> None:
        half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2
        centre = self._x(self.span().fraction(value))
        x = min(max(centre, half), self.width() - half)
        room = QRectF(x - half - 2, _TICK_TOP + 6, 2 * half + 4, 14)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
