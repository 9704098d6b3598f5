"""Slider: a range of numbers, linear or logarithmic, with round values."""

import itertools
import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QStylePainter

from peviewer.base.numbers import THIN, plain
from peviewer.base.words import in_unit

_TICKS = 100_000
# How many pixels a stop catches on either side.
REACH = 3
# The largest value of a QSlider.
_MOST = 2**31 - 1
# The size of the handle, as in resources/window.qss.
HANDLE = 14
_drags = itertools.count(1)
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
}


@dataclass(frozen=True)
class Span:
    """The range of a slider."""

    low: float
    """Its left end, which may be the greater one."""
    high: float
    """Its right end."""
    log: bool = False
    """True where equal distances are equal ratios; `low` is positive then."""
    whole: bool = False
    """True for whole numbers only."""
    stride: int = 1
    """Whole numbers are multiples of it."""
    stops: tuple[int, ...] = ()
    """Usual numbers; each is chosen for a few pixels on either side too."""

    def fraction(self, value: float) -> float:
        """Return the place of a value from 0 to 1; values outside the range are at its ends.

        >>> Span(1, 10_000, log=True).fraction(100)
        0.5
        >>> Span(0, 10).fraction(25)
        1.0
        """
        inside = self._inside(value)
        if self.high == self.low:
            return 0.0
        if self.log:
            return math.log(inside / self.low) / math.log(self.high / self.low)
        return (inside - self.low) / (self.high - self.low)

    def value(self, fraction: float, pixels: int) -> float | int:
        """Return the round value nearest to a fraction of the way along `pixels` pixels.

            >>> logarithmic = Span(1, 10_000_000, log=True, whole=True)
        >>> Span(-200, 200).value(0.7512, 250), logarithmic.value(0.62, 250)
            (100.0, 22000)
            >>> Span(2, 10, whole=True, stride=2).value(0.5, 250)
            6
            >>> Span(2, 65_536, log=True, whole=True, stops=(768,)).value(0.575, 250)
            768
        """
        if stop := self._stop(fraction, pixels):
            return stop
        if fraction <= 0 or fraction >= 1:
            return self._whole(self.low if fraction <= 0 else self.high)
        return self._whole(self._inside(self._rounded(fraction, pixels)))

    def extrapolated(self, fraction: float, pixels: int) -> float | int:
        """Return the round value at a fraction that may be below 0 or above 1.

        >>> Span(0, 64).extrapolated(1.25, 640), Span(1, 100, log=True).extrapolated(-0.5, 640)
        (80.0, 0.1)
        """
        return self._whole(self._rounded(fraction, pixels))

    def _rounded(self, fraction: float, pixels: int) -> float:
        if self.log:
            return float(f"{self.low * (self.high / self.low) ** fraction:.2g}")
        share = abs(self.high - self.low) / max(pixels, 1)
        unit = 10.0 ** math.floor(math.log10(share)) if share else 1.0
        unit = max(unit, 1.0) if self.whole else unit
        exact = (self.low + (self.high - self.low) * fraction) / unit
        return float(f"{round(exact) * unit:.15g}")

    def _whole(self, value: float) -> float | int:
        return self.stride * round(value / self.stride) if self.whole else value

    def _stop(self, fraction: float, pixels: int) -> int | None:
        near = min(self.stops, key=lambda stop: abs(self.fraction(stop) - fraction), default=None)
        within = near is not None and abs(self.fraction(near) - fraction) * pixels <= REACH
        return near if within else None

    def _inside(self, value: float) -> float:
        return min(max(value, min(self.low, self.high)), max(self.low, self.high))


class Slider(QSlider):
    """A horizontal slider in the user's own numbers.

    Qt's integer value, for screen readers, is rounded.
    """

    moved = Signal(object, str)
    """The value under the pointer, and a key that is new for each drag."""
    stepped = Signal(int)
    """The number of steps by keys or wheel."""

    def __init__(self, span: Span, unit: str = "") -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._span = span
        self._unit = unit
        self._value: float = span.low
        self._drag = ""
        self._pending_span: Span | None = None
        """A span that waits for the end of a drag."""
        self._set_span(span)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def span(self) -> Span:
        return self._span

    def set_span(self, span: Span) -> None:
        """Change the range, not the value.

        During a drag it waits, so that the handle stays under the pointer.
        """
        self._pending_span = span if self.is_held() else None
        if self._pending_span is None and span != self._span:
            self._set_span(span)

    def is_held(self) -> bool:
        """Whether the pointer holds the handle, so that its scale stays."""
        return self.isSliderDown()

    def release(self) -> None:
        """Take over the span that waited for the end of a drag."""
        if self._pending_span is not None:
            self.set_span(self._pending_span)

    def margin(self) -> float:
        """Return the pixels between the widget's edge and an end of its track."""
        return HANDLE / 2

    def fraction_at(self, x: float) -> float:
        """Return the place along the track, 0 to 1 inside it, of a pixel of the widget."""
        return (x - self.margin()) / max(self.track_width(), 1)

    def track_width(self) -> int:
        return round(self.width() - 2 * self.margin())

    def _set_span(self, span: Span) -> None:
        self._span = span
        self.setRange(*(_whole(end) for end in sorted((span.low, span.high))))
        self.set_number(self._value)

    def number(self) -> float:
        return self._value

    def set_number(self, value: float) -> None:
        self._value = value
        self.setValue(_whole(value))
        self.setAccessibleDescription(in_unit(plain(value).replace(THIN, ""), self._unit))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the handle at its place in the span, which may be logarithmic, or run downwards.

        Overriding ``initStyleOption`` instead crashed: Qt also calls it for hit tests.
        """
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        option.minimum = 0
        option.maximum = _TICKS
        option.sliderPosition = option.sliderValue = round(
            self._span.fraction(self._value) * _TICKS
        )
        option.subControls = QStyle.SubControl.SC_SliderGroove | QStyle.SubControl.SC_SliderHandle
        if self.underMouse():
            # A press anywhere on the track moves the handle there.
            option.activeSubControls = QStyle.SubControl.SC_SliderHandle
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_Slider, option)

    def event(self, event: QEvent) -> bool:
        """Keep the keys that move the handle from becoming shortcuts of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _moves_handle(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.begin_drag()
        self.move_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.move_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        self.release()

    def begin_drag(self) -> None:
        """Hold the handle, under a new key."""
        self._drag = f"drag {next(_drags)}"
        self.setSliderDown(True)

    @property
    def drag(self) -> str:
        """The key of the present or last drag."""
        return self._drag

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._drag = f"drag {next(_drags)}"
            self._move(0.0 if key == Qt.Key.Key_Home else 1.0)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step only with the focus: otherwise the wheel scrolls the panel around the slider."""
        if self.hasFocus() and event.angleDelta().y():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
        else:
            event.ignore()

    def move_to(self, x: float) -> None:
        """Move the handle to a pixel of the widget, as the user does."""
        self._move(self.fraction_at(x))

    def _move(self, fraction: float) -> None:
        value = self._span.value(fraction, self.track_width())
        if value != self._value:
            self.set_number(value)
            self.moved.emit(value, self._drag)


def _moves_handle(event: QKeyEvent) -> bool:
    return Qt.Key(event.key()) in {*_STEPS, Qt.Key.Key_Home, Qt.Key.Key_End}


def _whole(value: float) -> int:
    return round(min(max(value, -_MOST), _MOST))
