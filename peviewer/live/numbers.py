"""A table of numbers of any size on screen: the visible ones are computed and painted together."""

import math
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip, QWidget

from peviewer.base.numbers import MINUS, number, plain
from peviewer.base.words import unstarred, with_word
from peviewer.figures.grammar import Numbers, Panel
from peviewer.figures.palette import needs_black_text, themed_colormap
from peviewer.live.canvas import Canvas
from peviewer.live.marks.heatmap import picture, shades
from peviewer.live.text import TextLine, font, markup, text_line

MAX_COPIED = 1_000_000  # cells: what a clipboard and a spreadsheet take
PADDING = 8
TITLE, TEXT = 12, 13  # pixels of type
ROW, TOP, MIN_COLUMN = 24, 26, 44
SHADE = 36  # of 255: the alpha of the cursor's row and the selection
Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)


def takes_key(event: QEvent) -> bool:
    """Whether a key means something in a table, which is asked before the window's shortcuts."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    return event.key() in _KEYS or event.matches(QKeySequence.StandardKey.Copy)


def copy_action(table: QWidget) -> QAction:
    return QAction("Copy cells", table, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))


def shown_number(value: float, decimals: int) -> str:
    """Write one cell.

    >>> [shown_number(value, 3) for value in (-0.5, float("inf"), float("-inf"), float("nan"))]
    ['−0.500', '∞', '−∞', '–']
    """
    if math.isfinite(value):
        return plain(value, decimals)
    return "–" if math.isnan(value) else "∞" if value > 0 else "−∞"


class NumbersModel(QAbstractTableModel):
    """The numbers of a panel, as Qt's item views and screen readers see them."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.panel = panel

    def set_panel(self, panel: Panel) -> None:
        """Hold other numbers.

        Views are reset if there are more or fewer, and keep their selection otherwise.
        """
        mark = panel.marks[0]
        if isinstance(mark, Numbers) and mark.raster.shape == self.numbers.raster.shape:
            self.panel = panel
            return
        self.beginResetModel()
        self.panel = panel
        self.endResetModel()

    @property
    def numbers(self) -> Numbers:
        mark = self.panel.marks[0]
        assert isinstance(mark, Numbers)
        return mark

    @property
    def origins(self) -> tuple[int, int]:
        """The numbers of the first row and the first column."""
        return self.numbers.row0, math.ceil(self.panel.x.limits[0])

    def rowCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        return self.numbers.raster.shape[0]

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008  (Qt's own signature)
        return self.numbers.raster.shape[1]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """Return a cell as text; its tooltip has every digit."""
        if (
            role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
            or not index.isValid()
        ):
            return None
        row, column = index.row(), index.column()
        value = float(
            self.numbers.raster.exact(range(row, row + 1), range(column, column + 1))[0, 0]
        )
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_number(value, self.numbers.decimals)
        return repr(value).replace("-", MINUS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Return a row's name and number, or a column's number.

        Its tooltip says what is counted.
        """
        is_column = orientation == Qt.Orientation.Horizontal
        place, axis = section + self.origins[is_column], self.panel.x if is_column else self.panel.y
        if role == Qt.ItemDataRole.DisplayRole:
            return unstarred(self.title(section, is_column=is_column))
        return (
            f"<html>{markup(axis.label)} {number(place)}</html>"
            if role == Qt.ItemDataRole.ToolTipRole
            else None
        )

    def title(self, section: int, *, is_column: bool) -> str:
        place = section + self.origins[is_column]
        return number(place) if is_column else self._row_title(place, self.panel.y.word(place))

    def longest_titles(self) -> list[str]:
        """Return those of rows among which the widest is."""
        last = self.origins[0] + self.rowCount() - 1
        return [self._row_title(last, word) for word in ("", *self.panel.y.longest_words)]

    def _row_title(self, place: int, word: str) -> str:
        return f"*t* = {with_word(place, word)}"


class WholeHeader(QHeaderView):
    """The numbers of rows or columns, except those that are not wholly visible."""

    def __init__(self, orientation: Qt.Orientation, canvas: Canvas) -> None:
        super().__init__(orientation)
        self._canvas = canvas
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSectionsClickable(True)

    def sizeHint(self) -> QSize:
        """Return its fixed size: Qt would measure the titles of two hundred sections for it."""
        return self.minimumSize()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Draw a number without Qt, which asks of each whether all of its cells are selected: that may take minutes."""
        model, is_column = self.model(), self.orientation() == Qt.Orientation.Horizontal
        if isinstance(model, NumbersModel) and self.viewport().rect().contains(rect):
            line = self.line(model.title(section, is_column=is_column))
            painter.setPen(QColor(self._canvas.colors.secondary))
            left = rect.right() - self._canvas.pixels(PADDING) - line.width
            line.draw(painter, left, rect.top() + (rect.height() - line.height) / 2)
            painter.setPen(QColor(self._canvas.colors.line))
            painter.drawLine(
                rect.bottomLeft() if is_column else rect.topRight(), rect.bottomRight()
            )

    def line(self, title: str) -> TextLine:
        return text_line(title, self._canvas.pixels(TITLE))

    def whole_sections(self, room: int) -> range:
        first, last = self.visualIndexAt(0), self.visualIndexAt(room - 1)
        visible = range(max(0, first), (last if last >= 0 else self.count() - 1) + 1)
        whole = [
            k for k in visible if 0 <= self.sectionViewportPosition(k) <= room - self.sectionSize(k)
        ]
        return range(whole[0], whole[-1] + 1) if whole else range(0)


class NumbersTable(QTableView):
    """Draws :class:`Numbers`; the panel's windows say which cell is in the upper left corner."""

    hovered = Signal(dict)  # the cursor fields of a cell
    left = Signal()
    chosen = Signal()  # a click, or Enter
    copied = Signal(int)  # the number of cells
    doubled = Signal()

    def __init__(self, panel: Panel, canvas: Canvas) -> None:
        super().__init__()
        self._canvas, self._has_pointer = canvas, False
        self._cursor: Mapping[str, int] = {}
        self.pointed = -1, -1  # its row and its column
        self._model = NumbersModel(panel)
        self.rows = WholeHeader(Qt.Orientation.Vertical, canvas)
        self.columns = WholeHeader(Qt.Orientation.Horizontal, canvas)
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self.setModel(self._model)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)  # Tab leads to the next widget
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.copy_action = copy_action(self)
        self.copy_action.triggered.connect(self.copy)
        self.clicked.connect(self.chosen)
        self.doubleClicked.connect(self.doubled)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.restyle()
        self.resize(0, 0)  # Qt keeps to the end of a bar as a table grows, not as it shrinks
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
        before = self._model.panel
        self._model.set_panel(panel)
        self._fit()
        self.viewport().update()
        if (before.x.shown, before.y.shown) != (panel.x.shown, panel.y.shown):
            self._scroll_to_window()
        self.point(self._cursor)

    def _fit(self) -> None:
        """Give rows and columns the room that their titles and the levels need."""
        model, canvas = self._model, self._canvas
        titles = max(self.rows.line(title).width for title in model.longest_titles())
        self.rows.setFixedWidth(math.ceil(titles) + 2 * canvas.pixels(PADDING))
        texts = [shown_number(value, model.numbers.decimals) for value in model.numbers.levels]
        texts.append(number(model.columnCount() - 1 + model.origins[1]))
        widest = math.ceil(max(map(QFontMetricsF(self.font()).horizontalAdvance, texts)))
        self.columns.setDefaultSectionSize(max(canvas.pixels(MIN_COLUMN), widest + 2 * PADDING))
        # Qt keeps the offset in pixels: wider columns would move away from the scroll bar.
        self.columns.setOffsetToSectionPosition(self.horizontalScrollBar().value())
        for header in (self.rows, self.columns):
            header.viewport().update()

    @property
    def heights(self) -> tuple[int, ...]:
        """The least height at its width, and that of all rows."""
        return self.min_height(self.width()), self.whole_height(self.width())

    def min_height(self, width: int) -> int:
        wide = self._model.columnCount() * self.columns.defaultSectionSize()
        scrolls = wide > width - self.rows.width() - self.verticalScrollBar().sizeHint().width()
        bar = self.horizontalScrollBar().sizeHint().height() if scrolls else 0
        return self.columns.height() + self.rows.defaultSectionSize() + bar

    def whole_height(self, width: int) -> int:
        return (
            self.min_height(width) + (self._model.rowCount() - 1) * self.rows.defaultSectionSize()
        )

    def _scroll_to_window(self) -> None:
        (row0, column0), panel = self._model.origins, self._model.panel
        self.updateGeometries()
        for bar, axis, origin in (
            (self.verticalScrollBar(), panel.y, row0),
            (self.horizontalScrollBar(), panel.x, column0),
        ):
            first = max(0, math.floor(axis.shown[0] + 0.5) - origin)
            bar.setValue(min(first, bar.maximum()))  # Qt's integers end at 2³¹

    # ---- the cursor

    def point(self, cursor: Mapping[str, int]) -> None:
        """Mark the row and the column of the cursor, and scroll to them unless the pointer is here."""
        self._cursor = cursor
        panel, shape, (row0, column0) = (
            self._model.panel,
            self._model.numbers.raster.shape,
            self._model.origins,
        )
        places = (
            cursor.get(panel.y.cursor or "", -1) - row0,
            cursor.get(panel.x.cursor or "", -1) - column0,
        )
        row, column = (
            place if 0 <= place < count else -1 for place, count in zip(places, shape, strict=True)
        )
        if (row, column) == self.pointed:
            return
        self.pointed = row, column
        if max(self.pointed) >= 0 and not self._has_pointer:
            first = self.rowAt(0), self.columnAt(0)
            row, column = (
                place if place >= 0 else seen
                for place, seen in zip(self.pointed, first, strict=True)
            )
            self.scrollTo(self._model.index(row, column))
        self.viewport().update()

    def _report(self, index: Index) -> None:
        panel, (row0, column0) = self._model.panel, self._model.origins
        places = (panel.y.cursor, index.row() + row0), (panel.x.cursor, index.column() + column0)
        self.hovered.emit({cursor: place for cursor, place in places if cursor is not None})

    # ---- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the wholly visible cells together: a delegate, called for each, takes almost three times as long."""
        with QPainter(self.viewport()) as painter:
            rows = self.rows.whole_sections(self.viewport().height())
            columns = self.columns.whole_sections(self.viewport().width())
            if rows and columns:
                self._draw(painter, rows, columns)

    def _draw(self, painter: QPainter, rows: range, columns: range) -> None:
        numbers, palette = self._model.numbers, self._canvas.colors
        values = numbers.raster.exact(rows, columns)
        where = self._box(rows, columns)
        inks = [QColor(palette.text)] * values.size
        if numbers.colormap is not None:
            name = themed_colormap(numbers.colormap, palette)
            colors = shades(values, numbers.levels, name, palette.panel)
            painter.drawImage(where, picture(colors))
            inks = [
                QColor("black" if is_bright else "white")
                for is_bright in needs_black_text(colors).ravel()
            ]
        else:
            painter.setPen(QColor(palette.raised))
            for row in rows:
                y = self.rowViewportPosition(row) + self.rows.defaultSectionSize() - 1
                painter.drawLine(where.left(), y, where.right(), y)
        painter.setClipRect(where.adjusted(-1, -1, 1, 1))
        row, column = self.pointed
        self._frame(painter, *self.selected(), palette.accent)
        self._frame(painter, range(row, row + 1), columns, palette.secondary)
        self._frame(painter, rows, range(column, column + 1), palette.secondary)
        painter.setClipping(False)
        painter.setFont(self.font())
        for (row, column), value, ink in zip(
            np.ndindex(values.shape), values.ravel().tolist(), inks, strict=True
        ):
            painter.setPen(ink)
            box = self._box(rows[row : row + 1], columns[column : column + 1]).adjusted(
                0, 0, -PADDING, 0
            )
            painter.drawText(QRectF(box), _RIGHT, shown_number(value, numbers.decimals))

    def _box(self, rows: range, columns: range) -> QRect:
        x, y = self.columnViewportPosition(columns.start), self.rowViewportPosition(rows.start)
        return QRect(
            x,
            y,
            len(columns) * self.columns.defaultSectionSize(),
            len(rows) * self.rows.defaultSectionSize(),
        )

    def _frame(self, painter: QPainter, rows: range, columns: range, name: str) -> None:
        if not (rows and columns) or min(rows.start, columns.start) < 0:
            return
        box = self._box(rows, columns) & self.viewport().rect().adjusted(-2, -2, 2, 2)
        if self._model.numbers.colormap is None:
            color = QColor(name)
            color.setAlpha(SHADE)
            painter.fillRect(box, color)
        painter.setPen(QColor(name))
        painter.drawRect(box.adjusted(0, -1, -1, -1))

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
        """Put the selected block on the clipboard as tab-separated values, or say that it is too large."""
        rows, columns = self.selected()
        count = len(rows) * len(columns)
        if count > MAX_COPIED:
            where = self.viewport().mapToGlobal(self.viewport().rect().center())
            QToolTip.showText(
                where, f"Select at most {number(MAX_COPIED)} cells to copy them.", self
            )
        elif count:
            values = self._model.numbers.raster.exact(rows, columns).tolist()
            QGuiApplication.clipboard().setText(
                "\n".join("\t".join(map(repr, row)) for row in values)
            )
            self.copied.emit(count)

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
            self.chosen.emit()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _text: str) -> None:
        """Search nothing: Qt would go through all rows."""

    def _on_current(self, index: Index) -> None:
        if self.hasFocus() and index.isValid():
            self._report(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if (index := self.indexAt(event.position().toPoint())).isValid():
            self._has_pointer = True
            self._report(index)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._has_pointer = False
        self.left.emit()
