"""The base of tables of numbers and of texts, views and headers: their look, the pointer, the clipboard."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QAction, QColor, QFont, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip

from peviewer.base.words import number
from peviewer.live.canvas import Canvas
from peviewer.live.text import font

MAX_COPIED = 1_000_000  # cells: what a clipboard and a spreadsheet take
CLICK_DISTANCE = 4  # pixels the pointer may move between press and release of a click
PADDING = 8
TITLE, TEXT = 12, 13  # pixels of type
Index = QModelIndex | QPersistentModelIndex
_KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)


class TableHeader(QHeaderView):
    """The numbers or titles beside the cells; sections have fixed sizes."""

    def __init__(self, orientation: Qt.Orientation, canvas: Canvas) -> None:
        super().__init__(orientation)
        self.canvas, self.pointed, self.padding, self.scale = canvas, -1, PADDING, 1.0
        self.hides_cut = False  # whether sections that are not wholly visible are blank
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)

    def set_scale(self, scale: float) -> None:
        """Write so many times as large."""
        self.scale = scale
        self.viewport().update()

    def font_for(self, section: int) -> QFont:
        """Return the type of a section: heavier where it is emphasised."""
        return font(round(TITLE * self.scale), medium=section == self.pointed)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Fill the ground, draw the section's text and the line towards the cells."""
        painter.fillRect(rect, QColor(self.canvas.colors.panel))
        if self.hides_cut and section not in whole_sections(self):
            return
        painter.setFont(self.font_for(section))
        painter.setPen(QColor(self.canvas.colors.text if section == self.pointed else self.canvas.colors.secondary))
        beside = round(self.padding * self.scale)
        self.draw_text(painter, rect.adjusted(beside, 0, -beside, 0), section)
        painter.setPen(QColor(self.canvas.colors.line))
        if self.orientation() == Qt.Orientation.Horizontal:
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        else:
            painter.drawLine(rect.topRight(), rect.bottomRight())

    def draw_text(self, painter: QPainter, rect: QRect, section: int) -> None:
        text = self.model().headerData(section, self.orientation())
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(text))

    def set_pointed(self, section: int) -> None:
        """Emphasise one section; −1 for none."""
        if section != self.pointed:
            self.pointed = section
            self.viewport().update()


class TableView(QTableView):
    """A :class:`QTableView` that copies its selection as TSV and reports what the pointer does; subclasses paint."""

    hovered = Signal(int, int)  # row and column
    left = Signal()
    chosen = Signal()  # a click, or Enter
    copied = Signal(int)  # the number of cells
    doubled = Signal()

    def __init__(self, model: QAbstractTableModel, headers: tuple[TableHeader, TableHeader], canvas: Canvas) -> None:
        super().__init__()
        self.canvas = canvas
        self.rows, self.columns = headers
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self.setModel(model)
        self.scale = 1.0
        self.set_scale(1.0)
        self._set_behaviour()
        self._pressed_at: Any = None
        self.copy_action = self._add_copy()
        self.recolour()

    def _set_behaviour(self) -> None:
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.setMouseTracking(True)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setTabKeyNavigation(False)  # Tab leads to the next widget
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)

    def _add_copy(self) -> QAction:
        action = QAction("Copy cells", self, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.copy)
        self.addAction(action)
        return action

    def set_scale(self, scale: float) -> None:
        """Write so many times as large."""
        self.scale = scale
        self.setFont(font(round(TEXT * scale)))
        for header in (self.rows, self.columns):
            header.set_scale(scale)

    def recolour(self) -> None:
        """Take the colours of another theme; the style sheet repaints headers too."""
        parts = "QTableView, QHeaderView, QTableCornerButton::section, QAbstractScrollArea::corner"
        look = f"background: {self.canvas.colors.panel}; border: none; padding: 0; border-radius: 0;"
        self.setStyleSheet(f"{parts} {{ {look} }}")
        self.viewport().update()

    # ---- the clipboard

    def selected(self) -> tuple[range, range]:
        """Return the rows and columns of the selected block."""
        blocks = self.selectionModel().selection()
        if blocks.isEmpty():
            return range(0), range(0)
        block = blocks.first()
        return range(block.top(), block.bottom() + 1), range(block.left(), block.right() + 1)

    @property
    def has_selection(self) -> bool:
        return self.selectionModel().hasSelection()

    def copy(self) -> None:
        """Put the selected block on the clipboard as TSV, or show a message if it is too large."""
        rows, columns = self.selected()
        if len(rows) * len(columns) > MAX_COPIED:
            where = self.viewport().mapToGlobal(self.viewport().rect().center())
            QToolTip.showText(where, f"Select at most {number(MAX_COPIED)} cells to copy them.", self)
        elif rows and columns:
            QGuiApplication.clipboard().setText(self.tsv(rows, columns))
            self.copied.emit(len(rows) * len(columns))

    def min_height(self, width: int) -> int:
        """Return the height that shows the titles and the first row, in a table of this width."""
        raise NotImplementedError

    def whole_height(self, _width: int) -> int:
        """Return the height that shows all rows in a table of this width; 0 where it scrolls in any case."""
        return 0

    def tsv(self, rows: range, columns: range) -> str:
        """Return cells as lines of tab-separated values."""
        raise NotImplementedError

    # ---- the pointer and the keys

    def event(self, event: QEvent) -> bool:
        """Handle the keys that move in the table before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in _KEYS or event.matches(QKeySequence.StandardKey.Copy):
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

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus() and current.isValid():
            self.hovered.emit(current.row(), current.column())

    def keyboardSearch(self, _text: str) -> None:
        """Search nothing: Qt would go through all rows."""

    def mousePressEvent(self, event: Any) -> None:
        self._pressed_at = event.position() if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: Any) -> None:
        super().mouseReleaseEvent(event)
        if self._pressed_at is not None and (event.position() - self._pressed_at).manhattanLength() <= CLICK_DISTANCE:
            self.chosen.emit()
        self._pressed_at = None

    def mouseDoubleClickEvent(self, _event: Any) -> None:
        self._pressed_at = None
        self.doubled.emit()

    def mouseMoveEvent(self, event: Any) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.hovered.emit(index.row(), index.column())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


def visible_sections(header: QHeaderView, pixels: int) -> range:
    """Return the sections that are visible at least in part."""
    first, last = header.visualIndexAt(0), header.visualIndexAt(pixels - 1)
    return range(max(0, first), (last if last >= 0 else header.count() - 1) + 1)


def whole_sections(header: QHeaderView) -> range:
    """Return the sections that are wholly visible, or those visible in part if none is."""
    across = header.orientation() == Qt.Orientation.Horizontal
    room = header.viewport().width() if across else header.viewport().height()
    visible = visible_sections(header, room)
    start, stop = visible.start, visible.stop
    if visible and header.sectionViewportPosition(start) < 0:
        start += 1
    if visible and header.sectionViewportPosition(stop - 1) + header.sectionSize(stop - 1) > room:
        stop -= 1
    return range(start, stop) if start < stop else visible
