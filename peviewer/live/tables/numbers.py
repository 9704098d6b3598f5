"""A table of numbers of any size on screen: the visible ones are computed and painted together."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar

from peviewer.base.words import number, with_word
from peviewer.figures.grammar import Axis, Numbers, Panel
from peviewer.figures.palette import Palette, channels, colormap, needs_black_text, themed_colormap
from peviewer.live.canvas import Canvas
from peviewer.live.marks.heatmap import picture
from peviewer.live.tables.models import NumbersModel, shown_number
from peviewer.live.tables.table import PADDING, TITLE, TableHeader, TableView, whole_sections
from peviewer.live.text import TextLine, markup

ROW = 24
TOP = 26
MIN_COLUMN = 44
NAME_GAP = 4  # between the rows' name and a number
SHADE = 36  # of 255: the alpha of the cursor's row and the selection
Values = NDArray[np.float64]
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def draw_ground(painter: QPainter, where: QRect, values: Values, numbers: Numbers, palette: Palette) -> None:
    """Colour the cells, or rule a line below each row."""
    if numbers.colormap is not None:
        name = themed_colormap(numbers.colormap, palette)
        painter.drawImage(where, picture(values.astype(np.float32), numbers.levels, name, palette.panel))
        return
    painter.setPen(QColor(palette.raised))
    high = where.height() // len(values)
    for line in range(1, len(values) + 1):
        y = where.top() + line * high - 1
        painter.drawLine(where.left(), y, where.right(), y)


def draw_numbers(painter: QPainter, where: QRect, values: Values, numbers: Numbers, palette: Palette) -> None:
    """Write the numbers, in the painter's font."""
    high, wide = where.height() // values.shape[0], where.width() // values.shape[1]
    for row, (row_values, colors) in enumerate(
        zip(values.tolist(), _text_colors(values, numbers, palette), strict=True)
    ):
        y = where.top() + row * high
        for column, (value, color) in enumerate(zip(row_values, colors, strict=True)):
            painter.setPen(color)
            x = where.left() + column * wide
            painter.drawText(QRectF(x, y, wide - PADDING, high), _RIGHT, shown_number(value, numbers.decimals))


def _text_colors(values: Values, numbers: Numbers, palette: Palette) -> list[list[QColor]]:
    """Return the colour of every number: black or white, whichever has more contrast to its cell."""
    if numbers.colormap is None:
        return [[QColor(palette.text)] * values.shape[1]] * len(values)
    low, high = numbers.levels
    index = np.nan_to_num((values - low) * (256 / ((high - low) or 1.0)), nan=0.0)
    bright = needs_black_text(colormap(themed_colormap(numbers.colormap, palette)))[
        np.clip(index, 0, 255).astype(np.uint8)
    ]
    white = bool(needs_black_text(channels(palette.panel)))
    bright = np.where(np.isnan(values), white, bright)
    black_or_white = QColor("white"), QColor("black")
    return [[black_or_white[cell] for cell in row] for row in bright.astype(int).tolist()]


class RowHeader(TableHeader):
    """The rows' numbers, each behind the rows' name: ``t = 37``."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(Qt.Orientation.Vertical, canvas)
        self._name, self._named = TextLine(TITLE), ("", 1.0)

    def fit(self, name: str, numbers: Iterable[str]) -> None:
        """Set the name, and the width that the widest of some rows' numbers needs."""
        if self._named != (name, self.scale):
            self._named = name, self.scale
            self._name = TextLine(round(TITLE * self.scale), markup(name))
            self.viewport().update()
        number = max(map(QFontMetricsF(self.font_for(self.pointed)).horizontalAdvance, numbers))
        width = math.ceil(self._name.width + NAME_GAP + number) + 2 * PADDING
        if width != self.width():
            self.setFixedWidth(width)

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        super().draw_text(painter, rect, section)
        number = painter.fontMetrics().horizontalAdvance(str(self.model().headerData(section, self.orientation())))
        left = rect.right() - number - NAME_GAP - self._name.width
        self._name.draw(painter, left, rect.top() + (rect.height() - self._name.height) / 2)


class NumbersTable(TableView):
    """Draws :class:`Numbers`; the panel's windows say which cell is in the upper left corner."""

    def __init__(self, panel: Panel, numbers: Numbers, canvas: Canvas) -> None:
        self._model = NumbersModel(panel, numbers)
        self._pointed = (-1, -1)
        self._corner: tuple[int, int] | None = None
        rows, columns = RowHeader(canvas), TableHeader(Qt.Orientation.Horizontal, canvas)
        super().__init__(self._model, (rows, columns), canvas)
        rows.hides_cut = columns.hides_cut = True
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.actionTriggered.connect(self._release_corner)
        self.home()

    def set_scale(self, scale: float) -> None:
        super().set_scale(scale)
        self.rows.setDefaultSectionSize(round(ROW * scale))
        self.columns.setFixedHeight(round(TOP * scale))
        self._fit_header()
        self._fit_columns()

    @property
    def _row(self) -> int:
        """The height of a row."""
        return self.rows.defaultSectionSize()

    def _fit_header(self) -> None:
        numbers = self._model.numbers
        if isinstance(self.rows, RowHeader):
            last, words = numbers.row0 + numbers.raster.shape[0] - 1, ("", *self._model.panel.y.longest_words)
            self.rows.fit(numbers.row_name, [with_word(last, word) for word in words])

    # ---- what is shown

    def set_numbers(self, panel: Panel, numbers: Numbers) -> None:
        """Show other numbers; scroll only if the panel asks for another window."""
        old_panel, old = self._model.panel, self._model.numbers
        self._model.set_numbers(panel, numbers)
        self._fit_header()
        if (numbers.decimals, numbers.levels, numbers.raster.shape) != (
            old.decimals,
            old.levels,
            old.raster.shape,
        ):
            self._fit_columns()
        if (old_panel.x.shown, old_panel.y.shown) != (panel.x.shown, panel.y.shown):
            self.home()
        for header in (self.rows, self.columns):
            header.viewport().update()
        self.viewport().update()

    def min_height(self, width: int) -> int:
        wide = self._model.numbers.raster.shape[1] * self.columns.defaultSectionSize()
        scrolls = wide > width - self.rows.width() - self.verticalScrollBar().sizeHint().width()
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        return self.columns.height() + self._row + bar

    def _fit_columns(self, ends: Sequence[float] | None = None) -> bool:
        """Make room for the levels and the last column's number, or at least for `ends`; True if that is a change."""
        numbers, metrics = self._model.numbers, QFontMetricsF(self.font())
        texts = [shown_number(value, numbers.decimals) for value in ends or numbers.levels]
        texts.append(number(self._model.origins[1] + numbers.raster.shape[1] - 1))
        width = max(round(MIN_COLUMN * self.scale), math.ceil(max(map(metrics.horizontalAdvance, texts))) + 2 * PADDING)
        before = self.columns.defaultSectionSize()
        if width == before or (width < before and ends is not None):
            return False
        bar = self.horizontalScrollBar()
        is_at_end = bar.value() == bar.maximum() > 0
        self.columns.setDefaultSectionSize(width)
        self.updateGeometries()
        if is_at_end:
            bar.setValue(bar.maximum())
            self.columns.setOffsetToLastSection()
        else:
            self.columns.setOffsetToSectionPosition(bar.value())  # Qt keeps the offset in pixels, not the section
        return True

    def _widen(self, values: NDArray[np.float64]) -> bool:
        """Make columns wide enough for these numbers; True if they were not."""
        finite = values[np.isfinite(values)]
        return bool(finite.size) and self._fit_columns((float(finite.min()), float(finite.max())))

    def home(self) -> None:
        """Scroll to the panel's window."""
        panel, (row0, column0) = self._model.panel, self._model.origins
        self._corner = _first(panel.y, row0), _first(panel.x, column0)
        self._scroll_to_corner()

    def _scroll_to_corner(self) -> None:
        if self._corner is None:
            return
        self.updateGeometries()
        for bar, value in zip((self.verticalScrollBar(), self.horizontalScrollBar()), self._corner, strict=True):
            bar.setValue(max(bar.minimum(), min(value, bar.maximum())))  # Qt's integers end at 2³¹

    def _release_corner(self) -> None:
        """Keep the table where the user scrolls to from now on."""
        self._corner = None

    def point(self, row: int | None, column: int | None, *, follow: bool) -> None:
        """Emphasise a row and a column; scroll to the one that changed if `follow`."""
        (row0, column0), (height, width) = self._model.origins, self._model.numbers.raster.shape
        place = _section(row, row0, height), _section(column, column0, width)
        if place == self._pointed:
            return
        before, self._pointed = self._pointed, place
        self.rows.set_pointed(place[0])
        self.columns.set_pointed(place[1])
        if follow:
            self._scroll_to(self.verticalScrollBar(), place[0], before[0], self.viewport().height() // self._row)
            wide = self.viewport().width() // self.columns.defaultSectionSize()
            self._scroll_to(self.horizontalScrollBar(), place[1], before[1], wide)
        self.viewport().update()

    def cursor_at(self, row: int, column: int) -> dict[str, int]:
        row0, column0 = self._model.origins
        places = ((self._model.panel.y.cursor, row + row0), (self._model.panel.x.cursor, column + column0))
        return {cursor: at for cursor, at in places if cursor is not None}

    def _scroll_to(self, bar: QScrollBar, place: int, before: int, room: int) -> None:
        if place < 0 or place == before:
            return
        top = min(max(bar.value(), place - max(1, room) + 1), place)
        if top != bar.value():
            self._release_corner()
            bar.setValue(top)

    # ---- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the wholly visible cells together: a delegate, called for each, takes almost three times as long."""
        rows, columns = whole_sections(self.rows), whole_sections(self.columns)
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self.canvas.colors.panel))
        if not (rows and columns):
            return
        values = self._model.numbers.raster.exact(rows, columns)
        if self._widen(values):
            columns = whole_sections(self.columns)
            values = self._model.numbers.raster.exact(rows, columns)
        where = QRect(
            self.columnViewportPosition(columns.start),
            self.rowViewportPosition(rows.start),
            len(columns) * self.columns.defaultSectionSize(),
            len(rows) * self._row,
        )
        numbers = self._model.numbers
        draw_ground(painter, where, values, numbers, self.canvas.colors)
        self._draw_marks(painter, where)
        painter.setClipping(False)
        painter.setFont(self.font())
        draw_numbers(painter, where, values, numbers, self.canvas.colors)
        painter.end()

    def _draw_marks(self, painter: QPainter, where: QRect) -> None:
        """Draw the cursor's row and column, and the selection, around the cells that are drawn."""
        painter.setClipRect(where.adjusted(-1, -1, 1, 1))
        rows, columns = self.selected()
        if rows and columns:
            self._frame(painter, self._box(rows, columns), self.canvas.colors.accent)
        row, column = self._pointed
        wide = self.columns.defaultSectionSize()
        if row >= 0:
            across = QRect(where.left(), self.rowViewportPosition(row), where.width(), self._row)
            self._frame(painter, across, self.canvas.colors.secondary)
        if column >= 0:
            down = QRect(self.columnViewportPosition(column), where.top(), wide, where.height())
            self._frame(painter, down, self.canvas.colors.secondary)

    def _box(self, rows: range, columns: range) -> QRect:
        x, y = self.columnViewportPosition(columns.start), self.rowViewportPosition(rows.start)
        right = self.columnViewportPosition(columns.stop - 1) + self.columns.defaultSectionSize()
        return QRect(x, y, right - x, self.rowViewportPosition(rows.stop - 1) + self._row - y)

    def _frame(self, painter: QPainter, box: QRect, name: str) -> None:
        box &= self.viewport().rect().adjusted(-2, -2, 2, 2)  # Qt's coordinates overflow far outside
        color = QColor(name)
        if self._model.numbers.colormap is None:
            color.setAlpha(SHADE)
            painter.fillRect(box, color)
        painter.setPen(QColor(name))
        painter.drawRect(box.adjusted(0, -1, -1, -1))

    # ---- the clipboard, and what else the user does

    def tsv(self, rows: range, columns: range) -> str:
        values = self._model.numbers.raster.exact(rows, columns)
        return "\n".join("\t".join(map(repr, row)) for row in values.tolist())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scroll_to_corner()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._scroll_to_corner()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._release_corner()
        super().wheelEvent(event)


def _first(axis: Axis, origin: int) -> int:
    """Return the section at the beginning of an axis's window."""
    return max(0, math.floor(axis.shown[0] + 0.5) - origin)


def _section(cursor: int | None, origin: int, size: int) -> int:
    return cursor - origin if cursor is not None and 0 <= cursor - origin < size else -1
