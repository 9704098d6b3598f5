"""The cells of a table of numbers: their ground, a colour or a rule, and the numbers that stand out from it."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from peviewer.figures.contrast import channels, takes_black
from peviewer.figures.grammar import Numbers
from peviewer.figures.palette import Palette, colormap, resolved
from peviewer.live.marks.heatmap import picture
from peviewer.live.tables.numbers_model import shown_number
from peviewer.live.tables.table import PADDING

Values = NDArray[np.float64]
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def draw_ground(painter: QPainter, where: QRect, values: Values, sheet: Numbers, palette: Palette) -> None:
    """Colour the cells, or rule a line below each row."""
    if sheet.colormap is not None:
        name = resolved(sheet.colormap, palette)
        painter.drawImage(where, picture(values.astype(np.float32), sheet.levels, name, palette.panel))
        return
    painter.setPen(QColor(palette.raised))
    high = where.height() // len(values)
    for line in range(1, len(values) + 1):
        y = where.top() + line * high - 1
        painter.drawLine(where.left(), y, where.right(), y)


def draw_numbers(painter: QPainter, where: QRect, values: Values, sheet: Numbers, palette: Palette) -> None:
    """Write the numbers, in the painter's font."""
    high, wide = where.height() // values.shape[0], where.width() // values.shape[1]
    for row, (numbers, colors) in enumerate(zip(values.tolist(), _inks(values, sheet, palette), strict=True)):
        y = where.top() + row * high
        for column, (number, color) in enumerate(zip(numbers, colors, strict=True)):
            painter.setPen(color)
            x = where.left() + column * wide
            painter.drawText(QRectF(x, y, wide - PADDING, high), _RIGHT, shown_number(number, sheet.decimals))


def _inks(values: Values, sheet: Numbers, palette: Palette) -> list[list[QColor]]:
    """Return every number's colour: black or white, whichever stands out from its cell."""
    if sheet.colormap is None:
        return [[QColor(palette.text)] * values.shape[1]] * len(values)
    low, high = sheet.levels
    index = np.nan_to_num((values - low) * (256 / ((high - low) or 1.0)), nan=0.0)
    bright = takes_black(colormap(resolved(sheet.colormap, palette)))[np.clip(index, 0, 255).astype(np.uint8)]
    white = bool(takes_black(channels(palette.panel)))
    bright = np.where(np.isnan(values), white, bright)
    black_or_white = QColor("white"), QColor("black")
    return [[black_or_white[cell] for cell in row] for row in bright.astype(int).tolist()]
