"""The scrubber: a knob with the animated number, between the two ends of playing."""

from dataclasses import replace

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
)

from peviewer.app.controls.slider import Slider, Span
from peviewer.app.look.type_size import scaled
from peviewer.app.transport.range_end import RangeEnd, label_font
from peviewer.app.transport.scale import draw_scale
from peviewer.base.numbers import plain, steady

# Its least width, in pixels.
LEAST = 120

# Pixels of usual type, from the top of the widget: what stands below the track does not touch the
# ring of a knob that has the focus.
HEIGHT = 52
TRACK = 16
TICKS = 32
_KNOB_HEIGHT = 20
_RING_GAP = 3
_RING_WIDTH = 1.5

# Pixels left and right of the number in the knob, and of the arrow of one outside the ends.
_PADDING = 8
_ARROW = 12

# The knob is at most this share of the scrubber where it stands at an end.
_LARGEST_SHARE = 1 / 6

# From this length on the ends are dragged to whole numbers.
_WHOLE_FROM = 10


class Scrubber(Slider):
    """A track from the start of playing to its end, filled up to a knob with the number in it.

    Both ends are dragged, too: their wedges stand below the track.
    """

    asked = Signal(str)
    """A number is to be typed: ``"value"``, ``"start"`` or ``"stop"``."""
    endDragged = Signal(str, object, str)
    """An end, where it is dragged to, and the key of the drag."""
    endStepped = Signal(str, int)
    """An end, and by how many steps."""

    def __init__(self, span: Span) -> None:
        self.ends = {"start": RangeEnd("from"), "stop": RangeEnd("to")}
        self._decimals: int | None = None
        super().__init__(span)
        self._grip: float = 0.0
        self._scale_key: tuple[object, ...] | None = None
        self._scale = QPixmap()
        for name, end in self.ends.items():
            end.setParent(self)
            end.asked.connect(lambda name=name: self.asked.emit(name))
            end.stepped.connect(lambda steps, name=name: self.endStepped.emit(name, steps))
            end.dragged.connect(lambda x, name=name: self._drag_end(name, x))
            end.dropped.connect(self.release)

    # ---- what it shows

    def set_span(self, span: Span) -> None:
        """Show other ends: at once as numbers, and as the scale once nothing is dragged."""
        numbers = {"start": span.low, "stop": span.high}
        is_shown = span == self.span() and all(
            self.ends[name].number() == number for name, number in numbers.items()
        )
        super().set_span(span)
        if is_shown:
            return
        for name, number in numbers.items():
            self.ends[name].show_number(number, _written(number, span))
        self.place_ends()

    def set_playing(self, playing: bool, decimals: int = 1) -> None:
        """Write the number with `decimals` decimals while it plays."""
        self._decimals = decimals if playing else None
        self.update()

    def text(self, number: float) -> str:
        """Return a number as the knob has it."""
        span = self.span()
        if self._decimals is not None and not span.whole and not span.log:
            return plain(number, self._decimals)
        return _written(number, span)

    def is_held(self) -> bool:
        return self.isSliderDown() or any(end.isSliderDown() for end in self.ends.values())

    def margin(self) -> float:
        """Return what the knob, and the words below it, need beside an end."""
        span = self.span()
        tenth = 0.0 if span.whole or span.log else 0.1
        numbers = [_written(end + tenth, span) for end in (span.low, span.high)]
        widths = [self._text_width(number) for number in numbers]
        words = [end.words_width() for end in self.ends.values()]
        needed = max(max(widths) / 2 + _PADDING, max(words) / 2)
        return min(needed, self.width() * _LARGEST_SHARE)

    def knob(self) -> QRectF:
        """Return where the knob is: round the value, or at the end that it is outside of."""
        texts = [self.text(self.number())]
        if self._decimals is not None:
            texts += [self.text(self.span().low), self.text(self.span().high)]
        width = max(map(self._text_width, texts)) + 2 * _PADDING
        if not self._is_inside():
            width += _ARROW
        middle = self._x(self.span().fraction(self.number()))
        ring = _RING_GAP + _RING_WIDTH
        left = min(max(middle - width / 2, ring), self.width() - ring - width)
        height = scaled(_KNOB_HEIGHT)
        return QRectF(left, scaled(TRACK) - height / 2, width, height)

    def place_ends(self) -> None:
        """Put the ends where they are on the scale, which stays while something is dragged."""
        span = self.span()
        places = dict(zip(self.ends, (0.0, 1.0), strict=True))
        for name, end in self.ends.items():
            is_moved = self.is_held() and end.number() not in (span.low, span.high)
            share = span.fraction(end.number()) if is_moved else places[name]
            top = scaled(TICKS) - 1
            end.place(self._x(share), QRect(0, top, self.width(), self.height() - top))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, scaled(HEIGHT))

    # ---- what the user does

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_ends()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the knob where it is pressed; elsewhere it moves there."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        knob = self.knob()
        is_on_knob = knob.contains(event.position())
        self._grip = event.position().x() - knob.center().x() if is_on_knob else 0.0
        self.begin_drag()
        if not is_on_knob:
            self.move_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.move_to(event.position().x() - self._grip)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        self.asked.emit("value")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.asked.emit("value")
        else:
            super().keyPressEvent(event)

    def _drag_end(self, name: str, x: float) -> None:
        span = self.span()
        is_long = not span.log and abs(span.high - span.low) >= _WHOLE_FROM
        span = replace(span, whole=span.whole or is_long)
        value = span.extrapolated(self.fraction_at(x), self.track_width())
        if value != self.ends[name].number():
            self.endDragged.emit(name, value, self.ends[name].drag)

    # ---- how it is drawn

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw scale, track and knob; the scale is kept as a pixmap while the knob moves."""
        painter = QPainter(self)
        colours = self.palette().cacheKey(), self.isEnabled()
        taken = tuple(end.label_rect().getRect() for end in self.ends.values())
        key = (self.span(), self.size(), self.devicePixelRatioF(), self.font(), colours, taken)
        if key != self._scale_key:
            self._scale_key = key
            self._scale = self._picture()
        painter.drawPixmap(0, 0, self._scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_track(painter)
        self._draw_knob(painter)

    def _picture(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap((self.size().toSizeF() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        taken = [end.label_rect() for end in self.ends.values()]
        with QPainter(picture) as painter:
            painter.setFont(label_font(self.font()))
            draw_scale(
                painter,
                self.span(),
                self.margin(),
                self.size(),
                scaled(TICKS),
                self.palette(),
                taken,
            )
        return picture

    def _x(self, fraction: float) -> float:
        margin = self.margin()
        return margin + fraction * (self.width() - 2 * margin)

    def _text_width(self, text: str) -> float:
        return QFontMetricsF(label_font(self.font())).horizontalAdvance(text)

    def _is_inside(self) -> bool:
        low, high = sorted((self.span().low, self.span().high))
        return low <= self.number() <= high

    def _draw_track(self, painter: QPainter) -> None:
        start = self._x(0)
        reached = self._x(self.span().fraction(self.number()))
        track = scaled(TRACK)
        painter.setPen(Qt.PenStyle.NoPen)
        for end, role in (
            (self._x(1), QPalette.ColorRole.Mid),
            (reached, QPalette.ColorRole.Highlight),
        ):
            painter.setBrush(self.palette().color(role))
            painter.drawRoundedRect(QRectF(start - 2, track - 2, end - start + 4, 4), 2, 2)

    def _draw_knob(self, painter: QPainter) -> None:
        """Draw the knob, hollow and with an arrow where the number is outside the ends."""
        palette = self.palette()
        accent = palette.color(QPalette.ColorRole.Highlight)
        # The slider's own ground is made transparent by the style sheet.
        ground = QGuiApplication.palette().color(QPalette.ColorRole.Base)
        is_inside = self._is_inside()
        knob = self.knob()
        radius = knob.height() / 2
        painter.setPen(QPen(accent, 1.5))
        painter.setBrush(accent if is_inside else ground)
        painter.drawRoundedRect(knob.adjusted(0.75, 0.75, -0.75, -0.75), radius, radius)
        if self.hasFocus():
            ring = knob.adjusted(-_RING_GAP, -_RING_GAP, _RING_GAP, _RING_GAP)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), _RING_WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ring, radius + _RING_GAP, radius + _RING_GAP)
        painter.setFont(label_font(self.font()))
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText) if is_inside else accent)
        painter.drawText(knob, Qt.AlignmentFlag.AlignCenter, self._knob_text())

    def _knob_text(self) -> str:
        text = self.text(self.number())
        if self._is_inside():
            return text
        is_before_start = self.span().fraction(self.number()) == 0.0
        return f"◂ {text}" if is_before_start else f"{text} ▸"


def _written(number: float, span: Span) -> str:
    return plain(number) if span.whole else steady(number)
