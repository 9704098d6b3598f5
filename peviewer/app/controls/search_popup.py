"""A line to search with and the list of what it finds, shown over a window until something is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from peviewer.app.controls.text_boxes import SearchBox

PAGE = 10  # rows by Page Up and Page Down
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: PAGE, Qt.Key.Key_PageUp: -PAGE}


class SearchPopup(QFrame):
    """Is led by keys while the search has the focus, and closes once something else in the window has it.

    A class of this kind lays out :attr:`search` and :attr:`list`, and says what is
    found, where it is placed and what choosing does; it hides itself once it is made.

    Parameters
    ----------
    parent : QWidget
        The window it is shown in.
    """

    dismissed = Signal()
    """It was closed without a choice while it had the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.search = SearchBox()
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda _: self.choose_current())
        self.search.textChanged.connect(self.search_for)
        self.search.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]  # there is one

    def search_for(self, typed: str) -> None:
        """List what fits what is typed."""
        raise NotImplementedError

    def choose_current(self) -> None:
        """Do what the current row is for."""
        raise NotImplementedError

    def place(self) -> None:
        """Place it in the window as it is now."""
        raise NotImplementedError

    def rows(self) -> Sequence[QListWidgetItem]:
        """Return the rows that can be chosen."""
        return [self.list.item(row) for row in range(self.list.count())]

    def open_search(self) -> None:
        """Show it, with nothing typed, and focus the search."""
        self.search.clear()
        self.place()
        self.show()
        self.raise_()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dismiss(self) -> None:
        """Close it, and choose nothing."""
        if self.isVisible():
            self.hide()
            self.dismissed.emit()

    def move_current(self, by: int) -> None:
        """Make a row so many further the current one; a single step past an end comes to the other end."""
        rows = list(self.rows())
        if not rows:
            return
        current = self.list.currentItem()
        at, last = (rows.index(current) if current in rows else -1) + by, len(rows) - 1
        wraps = abs(by) == 1 and not 0 <= at <= last
        self.list.setCurrentItem(rows[at % len(rows) if wraps else min(max(at, 0), last)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Lead the list by the keys typed into the search."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and self._press(Qt.Key(event.key())):
                return True
        return super().eventFilter(watched, event)

    def _press(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choose_current()
        elif key in _STEPS and self.rows():
            self.move_current(_STEPS[key])
        else:
            return False
        return True

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self.isVisible() and new is not None and new.window() is self.window() and not self.isAncestorOf(new):
            self.hide()


class SearchRow(QStyledItemDelegate):
    """Paints the ground of a row of a :class:`SearchPopup`, and :meth:`draw` what stands on it."""

    def draw(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, inks: tuple[QColor, QColor]
    ) -> None:
        """Draw a row's words and pictures in its ink and its pale ink."""
        raise NotImplementedError

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row, on the ground of a choice where it is the current one."""
        widget, rect = self.parent(), QRect(option.rect)
        palette = widget.palette() if isinstance(widget, QWidget) else QPalette()
        current = isinstance(widget, QListWidget) and widget.currentRow() == index.row()
        painter.save()
        if current:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.highlight())
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 4, 4)
        ink = palette.highlightedText().color() if current else palette.text().color()
        pale = ink if current else palette.placeholderText().color()
        self.draw(painter, rect, index, (ink, pale))
        painter.restore()
