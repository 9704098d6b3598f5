"""The scale below the scrubber's track: ticks at round numbers, and the names of some."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen

from peviewer.app.controls.slider import Span
from peviewer.base.ticks import linear, log_tick_texts, tick_texts

# Pixels between ticks and between labels, at least.
TICK_GAP = 5.0
LABEL_GAP = 26.0

# Pixels of labelled ticks and of others.
LABELLED_HEIGHT = 5
OTHER_HEIGHT = 3

# A track of any length has at most so many labels.
MOST_LABELS = 14


def draw_scale(
    painter: QPainter,
    span: Span,
    margin: float,
    size: QSize,
    top: int,
    palette: QPalette,
    taken: Sequence[QRect],
) -> None:
    """Draw the ticks of a span in a widget of this size, and the labels that have room.

    The track begins and ends `margin` pixels inside the widget, the ticks begin at `top`. Nothing
    is written over the rectangles `taken`.
    """
    width = size.width() - 2 * margin
    metrics = QFontMetricsF(painter.font())
    ticks, labels = _logarithmic(span, width) if span.log else _linear(span, width, metrics)

    def tick(value: float, height: int) -> QLineF:
        x = round(margin + span.fraction(value) * width) + 0.5
        return QLineF(x, top, x, top + height)

    painter.setPen(QPen(palette.color(QPalette.ColorRole.Dark), 1))
    other_ticks = [value for value in ticks if value not in labels]
    lines = [tick(value, LABELLED_HEIGHT) for value in labels]
    lines += [tick(value, OTHER_HEIGHT) for value in other_ticks]
    painter.drawLines(lines)
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    for value, text in labels.items():
        text_width = metrics.horizontalAdvance(text)
        middle = margin + span.fraction(value) * width
        left = middle - text_width / 2
        text_top = top + LABELLED_HEIGHT + 1
        room = QRectF(left - 2, text_top, text_width + 4, metrics.height())
        is_free = not any(room.intersects(QRectF(rect)) for rect in taken)
        is_inside = 0 <= left and left + text_width <= size.width()
        if is_free and is_inside:
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)


def _linear(
    span: Span, width: float, metrics: QFontMetricsF
) -> tuple[list[float], dict[float, str]]:
    """Return all ticks, and the labels of some: whole numbers, or parts of a short range."""
    low, high = sorted((span.low, span.high))
    is_whole = high - low >= 1
    widest = max(map(metrics.horizontalAdvance, tick_texts([low, high])))
    most_labels = min(MOST_LABELS, int(width / (widest + LABEL_GAP)))
    most_ticks = int(width / TICK_GAP)
    labelled = linear(low, high, max(2, most_labels), whole=is_whole)
    ticks = linear(low, high, max(2, most_ticks), whole=is_whole)
    return ticks, dict(zip(labelled, tick_texts(labelled), strict=True))


def _logarithmic(span: Span, width: float) -> tuple[list[float], dict[float, str]]:
    """Return the ticks at 1, 2 … 9 times powers of ten, and labels of powers that fit."""
    low, high = sorted((span.low, span.high))
    first_power = math.floor(math.log10(low))
    last_power = math.ceil(math.log10(high))
    powers = range(first_power, last_power + 1)
    decade = width / max(math.log10(high / low), 1e-9)
    power_step = max(1, math.ceil(LABEL_GAP * 2 / decade))
    values = [10.0**power for power in powers if power % power_step == 0]
    labelled = [value for value in values if low <= value <= high]
    has_fine_ticks = decade * math.log10(10 / 9) >= 1.5
    factors = range(1, 10) if has_fine_ticks else (1,)
    ticks = []
    for power in powers:
        ticks += [factor * 10.0**power for factor in factors]
    inside = [value for value in ticks if low <= value <= high]
    return inside, dict(zip(labelled, log_tick_texts(labelled), strict=True))
