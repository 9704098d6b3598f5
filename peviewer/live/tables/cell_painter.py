"""Paints visible cells of a table of numbers: their ground, their numbers, and frames."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from peviewer.figures.grammar import Numbers
from peviewer.figures.palette import Palette, needs_black_text, themed_colormap
from peviewer.live.marks.heatmap import picture, shades
from peviewer.live.tables.model import shown_number
from peviewer.live.tables.titles import PADDING

# The opacity of the cursor's row and of the selection, of 255.
SHADE = 36

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True)
class CellPainter:
    """Paints cells with one painter; ``box`` returns the rectangle of a block of cells."""

    painter: QPainter
    numbers: Numbers
    palette: Palette
    box: Callable[[range, range], QRect]

    def draw_ground(self, rows: range, columns: range, values: NDArray[Any]) -> list[QColor]:
        """Shade the cells, or draw a line below each row.

        Return the colour of each cell's text.
        """
        box = self.box(rows, columns)
        if self.numbers.colormap is not None:
            name = themed_colormap(self.numbers.colormap, self.palette)
            colors = shades(values, self.numbers.levels, name, self.palette.panel)
            self.painter.drawImage(box, picture(colors))
            are_bright = needs_black_text(colors).ravel()
            return [QColor("black" if is_bright else "white") for is_bright in are_bright]

        self.painter.setPen(QColor(self.palette.raised))
        for row in rows:
            row_box = self.box(range(row, row + 1), columns)
            self.painter.drawLine(row_box.bottomLeft(), row_box.bottomRight())
        return [QColor(self.palette.text)] * values.size

    def draw_numbers(
        self, rows: range, columns: range, values: NDArray[Any], inks: list[QColor]
    ) -> None:
        """Write the number of each cell in its colour."""
        cells = np.ndindex(values.shape)
        for (row, column), value, ink in zip(cells, values.ravel().tolist(), inks, strict=True):
            self.painter.setPen(ink)
            cell = self.box(rows[row : row + 1], columns[column : column + 1])
            text_rect = QRectF(cell.adjusted(0, 0, -PADDING, 0))
            self.painter.drawText(text_rect, _RIGHT, shown_number(value, self.numbers.decimals))

    def draw_frame(self, rows: range, columns: range, color_name: str, visible: QRect) -> None:
        """Frame a block of cells, within `visible`; without a colormap the block is shaded."""
        if not (rows and columns) or min(rows.start, columns.start) < 0:
            return
        box = self.box(rows, columns) & visible
        if self.numbers.colormap is None:
            color = QColor(color_name)
            color.setAlpha(SHADE)
            self.painter.fillRect(box, color)
        self.painter.setPen(QColor(color_name))
        self.painter.drawRect(box.adjusted(0, -1, -1, -1))
