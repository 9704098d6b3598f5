"""A table of numbers of any size on screen: the visible ones are computed and painted together."""

import math
from collections.abc import Mapping

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QTableView, QToolTip

from peviewer.base.numbers import number
from peviewer.figures.grammar import Axis, Panel
from peviewer.live.canvas import Canvas
from peviewer.live.tables.cell_painter import CellPainter
from peviewer.live.tables.keys import copy_action, is_typed, takes_key
from peviewer.live.tables.model import Index, NumbersModel, shown_number
from peviewer.live.tables.titles import PADDING, WholeHeader
from peviewer.live.text import font

# The most cells that are copied; a clipboard or a spreadsheet takes no more.
MAX_COPIED = 1_000_000

# The size of type of a cell, the height of a row and of the titles, and the least width of a
# column, in pixels.
TEXT = 13
ROW = 24
TOP = 26
MIN_COLUMN = 44


class NumbersTable(QTableView):
    """Draws :class:`Numbers`; the panel's windows say which cell is in the upper left corner."""

    hovered = Signal(dict)
    """The cursor fields of a cell."""

    left = Signal()

    cellClicked = Signal()
    """A cell was clicked, or Enter was pressed on it."""

    cellDoubleClicked = Signal()

    cellsCopied = Signal(int)
    """The number of the copied cells."""

    def __init__(self, panel: Panel, canvas: Canvas) -> None:
        super().__init__()
        self._canvas = canvas
        self._has_pointer = False
        self._cursor: Mapping[str, int] = {}
        self.pointed = (-1, -1)
        """The row and the column of the cursor, −1 for one that is not in the table."""
        self._model = NumbersModel(panel)
        self.rows = WholeHeader(Qt.Orientation.Vertical, canvas)
        self.columns = WholeHeader(Qt.Orientation.Horizontal, canvas)
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self.setModel(self._model)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        # Tab leads to the next widget.
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.copy_action = copy_action(self)
        self.copy_action.triggered.connect(self.copy)
        self.clicked.connect(self.cellClicked)
        self.doubleClicked.connect(self.cellDoubleClicked)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.restyle()
        # Qt keeps to the end of a bar as a table grows, not as it shrinks.
        self.resize(0, 0)
        self._scroll_to_window()

    # ---- what is shown

    def restyle(self) -> None:
        """Take the colours and the size of type of the canvas."""
        canvas = self._canvas
        self.setFont(font(canvas.pixels(TEXT)))
        self.rows.setDefaultSectionSize(canvas.pixels(ROW))
        self.columns.setFixedHeight(canvas.pixels(TOP))
        self.setStyleSheet(
            "QTableView, QHeaderView, QTableCornerButton::section, QAbstractScrollArea::corner"
            f"{{ background: {canvas.colors.panel}; border: none; padding: 0; border-radius: 0; }}"
        )
        self._fit()

    def set_panel(self, panel: Panel) -> None:
        """Show other numbers; scroll only if the panel asks for another window."""
        old_panel = self._model.panel
        self._model.set_panel(panel)
        self._fit()
        self.viewport().update()
        if (old_panel.x.shown, old_panel.y.shown) != (panel.x.shown, panel.y.shown):
            self._scroll_to_window()
        self.point(self._cursor)

    def _fit(self) -> None:
        """Make rows and columns as large as their titles and the numbers need."""
        model = self._model
        canvas = self._canvas
        title_width = max(self.rows.line(title).width for title in model.longest_titles())
        self.rows.setFixedWidth(math.ceil(title_width) + 2 * canvas.pixels(PADDING))

        texts = [shown_number(value, model.numbers.decimals) for value in model.numbers.levels]
        last_column = model.columnCount() - 1 + model.origins[1]
        texts.append(number(last_column))
        metrics = QFontMetricsF(self.font())
        text_width = math.ceil(max(metrics.horizontalAdvance(text) for text in texts))
        column_width = max(canvas.pixels(MIN_COLUMN), text_width + 2 * PADDING)
        self.columns.setDefaultSectionSize(column_width)

        # Qt keeps the offset in pixels: wider columns would move away from the scroll bar.
        self.columns.setOffsetToSectionPosition(self.horizontalScrollBar().value())
        for header in (self.rows, self.columns):
            header.viewport().update()

    @property
    def heights(self) -> tuple[int, ...]:
        """The least height at its width, and that of all rows."""
        return self.min_height(self.width()), self.whole_height(self.width())

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and one row, in a table of this width."""
        columns_width = self._model.columnCount() * self.columns.defaultSectionSize()
        bar_width = self.verticalScrollBar().sizeHint().width()
        scrolls = columns_width > width - self.rows.width() - bar_width
        bar_height = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        return self.columns.height() + self.rows.defaultSectionSize() + bar_height

    def whole_width(self) -> int:
        columns_width = self._model.columnCount() * self.columns.defaultSectionSize()
        return self.rows.width() + columns_width + self.verticalScrollBar().sizeHint().width()

    def whole_height(self, width: int) -> int:
        further_rows = self._model.rowCount() - 1
        return self.min_height(width) + further_rows * self.rows.defaultSectionSize()

    def _scroll_to_window(self) -> None:
        first_row, first_column = self._model.origins
        panel = self._model.panel
        self.updateGeometries()
        self._scroll(self.verticalScrollBar(), panel.y, first_row)
        self._scroll(self.horizontalScrollBar(), panel.x, first_column)

    @staticmethod
    def _scroll(bar: QScrollBar, axis: Axis, origin: int) -> None:
        """Scroll to the beginning of an axis's window; Qt's integers end at 2³¹."""
        section = max(0, math.floor(axis.shown[0] + 0.5) - origin)
        bar.setValue(min(section, bar.maximum()))

    # ---- the cursor

    def point(self, cursor: Mapping[str, int]) -> None:
        """Mark the row and the column of the cursor.

        The table scrolls to them unless the pointer is in it.
        """
        self._cursor = cursor
        panel = self._model.panel
        first_row, first_column = self._model.origins
        row_count, column_count = self._model.numbers.raster.shape
        row = cursor.get(panel.y.cursor or "", -1) - first_row
        column = cursor.get(panel.x.cursor or "", -1) - first_column
        pointed = (
            row if 0 <= row < row_count else -1,
            column if 0 <= column < column_count else -1,
        )
        if pointed == self.pointed:
            return

        self.pointed = pointed
        if max(pointed) >= 0 and not self._has_pointer:
            row, column = pointed
            self.scrollTo(
                self._model.index(
                    row if row >= 0 else self.rowAt(0),
                    column if column >= 0 else self.columnAt(0),
                )
            )
        self.viewport().update()

    def _report(self, index: Index) -> None:
        """Report the cursor fields of a cell."""
        panel = self._model.panel
        first_row, first_column = self._model.origins
        cells: dict[str, int] = {}
        if panel.y.cursor is not None:
            cells[panel.y.cursor] = index.row() + first_row
        if panel.x.cursor is not None:
            cells[panel.x.cursor] = index.column() + first_column
        self.hovered.emit(cells)

    # ---- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the wholly visible cells together.

        A delegate, called for each, takes almost three times as long.
        """
        with QPainter(self.viewport()) as painter:
            rows = self.rows.whole_sections(self.viewport().height())
            columns = self.columns.whole_sections(self.viewport().width())
            if rows and columns:
                self._draw(painter, rows, columns)

    def _draw(self, painter: QPainter, rows: range, columns: range) -> None:
        cells = CellPainter(painter, self._model.numbers, self._canvas.colors, self._box)
        values = self._model.numbers.raster.exact(rows, columns)
        inks = cells.draw_ground(rows, columns, values)

        row, column = self.pointed
        palette = self._canvas.colors
        painter.setClipRect(self._box(rows, columns).adjusted(-1, -1, 1, 1))
        visible = self.viewport().rect().adjusted(-2, -2, 2, 2)
        cells.draw_frame(*self.selected(), palette.accent, visible)
        cells.draw_frame(range(row, row + 1), columns, palette.secondary, visible)
        cells.draw_frame(rows, range(column, column + 1), palette.secondary, visible)
        painter.setClipping(False)

        painter.setFont(self.font())
        cells.draw_numbers(rows, columns, values, inks)

    def _box(self, rows: range, columns: range) -> QRect:
        """Return the rectangle of a block of cells."""
        x = self.columnViewportPosition(columns.start)
        y = self.rowViewportPosition(rows.start)
        width = len(columns) * self.columns.defaultSectionSize()
        height = len(rows) * self.rows.defaultSectionSize()
        return QRect(x, y, width, height)

    # ---- the clipboard

    def selected(self) -> tuple[range, range]:
        blocks = self.selectionModel().selection()
        if blocks.isEmpty():
            return range(0), range(0)
        block = blocks.first()
        return range(block.top(), block.bottom() + 1), range(block.left(), block.right() + 1)

    @property
    def has_selection(self) -> bool:
        return self.selectionModel().hasSelection()

    def copy(self) -> None:
        """Put the selected block on the clipboard as tab-separated values.

        If it is too large, say so.
        """
        rows, columns = self.selected()
        count = len(rows) * len(columns)
        if count > MAX_COPIED:
            centre = self.viewport().mapToGlobal(self.viewport().rect().center())
            message = f"Select at most {number(MAX_COPIED)} cells to copy them."
            QToolTip.showText(centre, message, self)
        elif count:
            values = self._model.numbers.raster.exact(rows, columns).tolist()
            lines = ["\t".join(map(repr, row)) for row in values]
            QGuiApplication.clipboard().setText("\n".join(lines))
            self.cellsCopied.emit(count)

    # ---- the pointer and the keys

    def event(self, event: QEvent) -> bool:
        if takes_key(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, press the current cell, or move in the table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.cellClicked.emit()
        elif is_typed(event):
            # Qt would search all rows for it.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _on_current(self, index: Index) -> None:
        if self.hasFocus() and index.isValid():
            self._report(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self._has_pointer = True
            self._report(index)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._has_pointer = False
        self.left.emit()
