"""Splitters between panes, and the tab bars above them."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QWidget

from peviewer.app.look.type_size import scaled
from peviewer.app.panes.geometry import TABS, Gap, Room


class Splitter(QWidget):
    """Fills a gap, drawn only under the pointer.

    It reports how far it was dragged since it was pressed.
    """

    moved = Signal(Gap, int)
    """The gap as it was when the splitter was pressed, and the pixels that it was moved."""

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self.setObjectName("paneGap")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._gap: Gap | None = None
        self.pressed: Gap | None = None
        """The gap at the press; None without a pressed button, or if the gap may have moved."""
        self._start = QPoint()

    def fill(self, gap: Gap) -> None:
        self._gap = gap
        self.setCursor(Qt.CursorShape.SplitHCursor if gap.across else Qt.CursorShape.SplitVCursor)
        self.setGeometry(gap.rect)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed = self._gap
            self._start = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.pressed and event.buttons() & Qt.MouseButton.LeftButton:
            off = event.globalPosition().toPoint() - self._start
            held = self.pressed
            self.moved.emit(held, off.x() if held.across else off.y())
            # Showing panes anew releases all splitters; this one goes on, because it moved the
            # panes.
            self.pressed = held


class PaneTabs(QTabBar):
    """Tabs for the panes in one place; a click asks for that pane."""

    chosen = Signal(str)

    def __init__(self, area: QWidget, title: Callable[[str], str]) -> None:
        super().__init__(area)
        self.setExpanding(False)
        self.setDrawBase(False)
        self._names: tuple[str, ...] = ()
        self._title = title
        self.currentChanged.connect(lambda index: self.chosen.emit(self._names[index]))

    def fill(self, room: Room) -> None:
        names = room.group.names
        with QSignalBlocker(self):
            if names != self._names:
                self._names = names
                while self.count():
                    self.removeTab(0)
                for name in names:
                    self.addTab(self._title(name))
            self.setCurrentIndex(names.index(room.group.front))
        self.setGeometry(QRect(room.rect.topLeft(), QSize(room.rect.width(), scaled(TABS))))

    def name_at(self, point: QPoint) -> str:
        index = self.tabAt(point)
        return self._names[index] if index >= 0 else ""
