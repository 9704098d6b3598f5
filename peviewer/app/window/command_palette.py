"""The command palette: a line to type in, and below it the commands that match."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QLabel, QListWidgetItem, QStyleOptionViewItem, QVBoxLayout, QWidget

from peviewer.app.controls.search_popup import PAGE, SearchPopup, SearchRow
from peviewer.app.window.commands import Entry, Finder

WIDTH, ROW = 600, 32
TOP, MARGIN, GAP = 44, 8, 12
HINT = "Pane, preset, scheme, command, or a parameter and its value: length 1000"
NOTHING = "Nothing has these words."
_ENTRY = Qt.ItemDataRole.UserRole


class CommandPalette(SearchPopup):
    """Finds by a few letters whatever can be done, and does it.

    Parameters
    ----------
    finder : Finder
        Knows what fits what is typed.
    parent : QWidget
        The window it is shown in.
    """

    def __init__(self, finder: Finder, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("commandPalette")
        self._finder = finder
        self.search.setPlaceholderText(HINT)
        self.search.setAccessibleName("Find a pane, preset, parameter, scheme or command")
        self.list.setAccessibleName("Found")
        self.list.setItemDelegate(_Row(self.list))
        self.list.setUniformItemSizes(True)
        self.why = QLabel(wordWrap=True)
        self.why.setObjectName("commandRefusal")
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(MARGIN - 2)
        for part in (self.search, self.list, self.why):
            column.addWidget(part)
        self.list.currentItemChanged.connect(lambda *_: self._show_refusal())
        self.hide()

    @property
    def found(self) -> list[Entry]:
        """What is listed."""
        return [self.list.item(row).data(_ENTRY) for row in range(self.list.count())]

    def open(self) -> None:
        """Show it, with nothing typed; where it is open, close it."""
        if self.isVisible():
            self.dismiss()
            return
        self._finder.begin()
        self.search_for("")
        self.open_search()

    def place(self) -> None:
        """Place it at the top of the window, centred, as wide as there is room for."""
        window = self._window
        wide = min(WIDTH, window.width() - 2 * MARGIN)
        self.setFixedWidth(wide)
        rows = max(1, min(self.list.count(), PAGE, (window.height() - 2 * TOP - 80) // ROW))
        self.list.setFixedHeight(rows * ROW + 4)
        self.list.setVisible(self.list.count() > 0)
        self.adjustSize()
        self.move((window.width() - wide) // 2, TOP)

    def search_for(self, typed: str) -> None:
        """List what fits what is typed, best first."""
        self.list.clear()
        for entry in self._finder.find(typed):
            item = QListWidgetItem(entry.title)
            item.setData(_ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, entry.refusal or entry.detail or entry.kind)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._show_refusal()
        self.place()

    def _show_refusal(self) -> None:
        """Show why the current command cannot be run in full: a row has no room for it."""
        entry = self._current()
        text = NOTHING if entry is None else entry.refusal
        if text != self.why.text() or self.why.isHidden() == bool(text):
            self.why.setText(text)
            self.why.setVisible(bool(text))
            self.place()

    def _current(self) -> Entry | None:
        row = self.list.currentRow()
        return self.found[row] if row >= 0 else None

    def choose_current(self) -> None:
        """Do what is chosen; what still needs a value is written into the line, and a refusal stays to be mended."""
        entry = self._current()
        if entry is None:
            return
        if entry.fill:
            self.search.setText(entry.fill)
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        elif entry.run is not None:
            self.dismiss()
            entry.run()


class _Row(SearchRow):
    """A row: the title, what is beside it, and at the end its key or what it is."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, ROW)

    def draw(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, inks: tuple[QColor, QColor]
    ) -> None:
        """Draw the entry of a row, paler where it cannot be run."""
        entry: Entry = index.data(_ENTRY)
        ink, pale = inks
        cannot = entry.run is None and not entry.fill
        _draw(painter, rect.adjusted(10, 0, -10, 0), entry, pale if cannot else ink, pale)


def _draw(painter: QPainter, inside: QRect, entry: Entry, ink: QColor, pale: QColor) -> None:
    side, metrics = Qt.AlignmentFlag.AlignVCenter, QFontMetrics(painter.font())
    end = entry.shortcut or entry.kind
    painter.setPen(pale)
    painter.drawText(inside, side | Qt.AlignmentFlag.AlignRight, end)
    room = inside.adjusted(0, 0, -metrics.horizontalAdvance(end) - GAP, 0)
    font = QFont(painter.font())
    font.setWeight(QFont.Weight.Medium)
    painter.setFont(font)
    painter.setPen(ink)
    bold = QFontMetrics(font)
    title = bold.elidedText(entry.title, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignLeft, title)
    font.setWeight(QFont.Weight.Normal)
    painter.setFont(font)
    rest = room.adjusted(bold.horizontalAdvance(title) + GAP, 0, 0, 0)
    if rest.width() > 40:
        detail = metrics.elidedText(entry.refusal or entry.detail, Qt.TextElideMode.ElideRight, rest.width())
        painter.setPen(pale)
        painter.drawText(rest, side | Qt.AlignmentFlag.AlignLeft, detail)
