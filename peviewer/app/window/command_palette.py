"""The command palette: a line to type in, and below it the commands that match."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from peviewer.app.controls.text_boxes import SearchBox
from peviewer.app.look.parts import in_column
from peviewer.app.window.commands import Finder
from peviewer.app.window.search import Entry

# Lengths in pixels; the height of a row is also set in resources/window.qss.
WIDTH = 900
ROW = 32
# The largest width of the column of titles.
TITLE_WIDTH = 380
TOP = 44
MARGIN = 8
# How many rows Page Up and Page Down move; also the most rows that show at a time.
PAGE = 10
HINT = "Pane, preset, story, command, or a parameter and its value: length 1000"
NOTHING = "Nothing matches these words."
_ENTRY = Qt.ItemDataRole.UserRole
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: PAGE,
    Qt.Key.Key_PageUp: -PAGE,
}


class CommandPalette(QFrame):
    """Finds by a few letters whatever can be done, and does it.

    It closes once something else has the focus.
    """

    dismissed = Signal()
    """It was closed without a choice while it had the focus."""

    def __init__(self, finder: Finder, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("commandPalette")
        self._window = parent
        self._finder = finder
        self.search = SearchBox()
        self.search.setPlaceholderText(HINT)
        self.search.setAccessibleName("Find a pane, preset, story, parameter, scheme or command")
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName("What was found")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setMaximumSectionSize(TITLE_WIDTH)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.why = QLabel(wordWrap=True)
        self.why.setObjectName("commandRefusal")
        in_column(
            self.search,
            self.list,
            self.why,
            inside=self,
            margins=(MARGIN, MARGIN, MARGIN, MARGIN),
            spacing=MARGIN - 2,
        )
        self.search.textChanged.connect(self.search_for)
        self.search.installEventFilter(self)
        self.list.itemClicked.connect(lambda *_: self.choose_current())
        self.list.currentItemChanged.connect(lambda *_: self._show_refusal())
        # mypy cannot know that there is an application by now.
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]
        self.hide()

    @property
    def entries(self) -> list[Entry]:
        rows = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [row.data(0, _ENTRY) for row in rows if row]

    def open(self) -> None:
        """Open the palette with an empty line, or close it if it is open."""
        if self.isVisible():
            self.dismiss()
            return
        self._finder.begin()
        self.search.clear()
        self.search_for("")
        self.show()
        self.raise_()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def place(self) -> None:
        window = self._window
        wide = min(WIDTH, window.width() - 2 * MARGIN)
        self.setFixedWidth(wide)
        count = self.list.topLevelItemCount()
        rows = max(1, min(count, PAGE, (window.height() - 2 * TOP - 80) // ROW))
        self.list.setFixedHeight(rows * ROW + 4)
        self.list.setVisible(count > 0)
        self.adjustSize()
        self.move((window.width() - wide) // 2, TOP)

    def search_for(self, typed: str) -> None:
        self.list.clear()
        for entry in self._finder.find(typed):
            self.list.addTopLevelItem(self._row(entry))
        self.list.setCurrentIndex(self.list.model().index(0, 0))
        self._show_refusal()
        self.place()

    def _row(self, entry: Entry) -> QTreeWidgetItem:
        beside = entry.refusal or entry.detail
        row = QTreeWidgetItem([entry.title, beside, entry.shortcut or entry.kind])
        row.setData(0, _ENTRY, entry)
        row.setData(0, Qt.ItemDataRole.AccessibleDescriptionRole, beside or entry.kind)
        font = QFont(self.list.font())
        pale = self.list.palette().placeholderText()
        font.setWeight(QFont.Weight.Medium)
        row.setFont(0, font)
        row.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for column in (0, 1, 2) if entry.run is None and not entry.fill else (1, 2):
            row.setForeground(column, pale)
        return row

    def _show_refusal(self) -> None:
        """Show below the list, in full, why the current command cannot be run."""
        entry = self._current()
        text = NOTHING if entry is None else entry.refusal
        if text != self.why.text() or self.why.isHidden() == bool(text):
            self.why.setText(text)
            self.why.setVisible(bool(text))
            self.place()

    def _current(self) -> Entry | None:
        row = self.list.currentItem()
        return row.data(0, _ENTRY) if row else None

    def choose_current(self) -> None:
        """Run the current command and close the palette.

        The text of a command that still needs a value is written into the line instead. A command
        that cannot be run leaves the palette open.
        """
        entry = self._current()
        if entry is None:
            return
        if entry.fill:
            self.search.setText(entry.fill)
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        elif entry.run is not None:
            self.dismiss()
            entry.run()

    def dismiss(self) -> None:
        if self.isVisible():
            self.hide()
            self.dismissed.emit()

    def move_current(self, steps: int) -> None:
        """Move the current row down by `steps`; a single step past an end wraps around."""
        if count := self.list.topLevelItemCount():
            row = self.list.currentIndex().row() + steps
            place = row % count if abs(steps) == 1 else min(max(row, 0), count - 1)
            self.list.setCurrentIndex(self.list.model().index(place, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
        elif key in _STEPS:
            self.move_current(_STEPS[key])
        else:
            return False
        return True

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        if (
            self.isVisible()
            and new is not None
            and new.window() is self.window()
            and not self.isAncestorOf(new)
        ):
            self.hide()
