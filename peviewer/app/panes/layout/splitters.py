"""Splitters between the panes and tab bars over them: made once, shown where they are needed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QWidget

from peviewer.app.panes.layout.dragging import DragSource
from peviewer.app.panes.layout.geometry import TABS, Gap, Room


class SplitterHandle(QWidget):
    """Drawn only under the pointer; reports how far it was dragged since it was pressed."""

    pressed = Signal()
    dragged = Signal(int)  # pixels
    released = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("paneGap")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._across, self._start = True, QPoint()

    def set_across(self, across: bool) -> None:
        """Set whether the parts are side by side, or one above the other."""
        self._across = across
        self.setCursor(Qt.CursorShape.SplitHCursor if across else Qt.CursorShape.SplitVCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._start = event.globalPosition().toPoint()
            self.pressed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            off = event.globalPosition().toPoint() - self._start
            self.dragged.emit(off.x() if self._across else off.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()


class PaneTabs(QTabBar):
    """Shows which panes lie in one place; asks for the one that is clicked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setExpanding(False)
        self.setDrawBase(False)
        self._names: tuple[str, ...] = ()
        self.currentChanged.connect(lambda index: self.chosen.emit(self._names[index]))

    def show_names(self, names: Sequence[str], front: str, titles: Mapping[str, str]) -> None:
        """Show these panes, one of them in front."""
        with QSignalBlocker(self):
            if tuple(names) != self._names:
                self._names = tuple(names)
                while self.count():
                    self.removeTab(0)
                for name in names:
                    self.addTab(titles[name])
            self.setCurrentIndex(names.index(front))

    def name_at(self, point: QPoint) -> str:
        """Return the pane whose tab is at a point, or an empty string."""
        index = self.tabAt(point)
        return self._names[index] if index >= 0 else ""


class Splitters(QObject):
    """The gap bars and tab bars of an area."""

    gapMoved = Signal(Gap, int)  # as it was when it was pressed, and the pixels since
    gapReleased = Signal()
    tabChosen = Signal(str)  # the pane of a tab

    def __init__(self, area: QWidget, follow: Callable[[DragSource], None]) -> None:
        super().__init__(area)
        self._area, self._follow = area, follow
        self._handles: list[SplitterHandle] = []
        self._tabs: list[PaneTabs] = []
        self._gaps: list[Gap] = []
        self._pressed: Gap | None = None

    def show(self, gaps: Sequence[Gap], tabbed: Sequence[Room], titles: Mapping[str, str]) -> None:
        """Show a handle in each gap and tabs over each room, and no others."""
        self._gaps = list(gaps)
        self._handles += [self._new_handle(index) for index in range(len(self._handles), len(gaps))]
        for handle, gap in zip(self._handles, gaps, strict=False):
            handle.set_across(gap.across)
            handle.setGeometry(gap.rect)
        self._tabs += [self._new_tabs() for _ in range(len(self._tabs), len(tabbed))]
        for tabs, room in zip(self._tabs, tabbed, strict=False):
            tabs.show_names(room.place.names, room.place.front, titles)
            tabs.setGeometry(QRect(room.rect.topLeft(), QSize(room.rect.width(), TABS)))
        for made, needed in ((self._handles, len(gaps)), (self._tabs, len(tabbed))):
            for index, widget in enumerate(made):
                widget.setVisible(index < needed)

    def forget_pressed(self) -> None:
        """Forget the gap that was pressed: it may have moved."""
        self._pressed = None

    def _new_handle(self, index: int) -> SplitterHandle:
        handle = SplitterHandle(self._area)
        handle.pressed.connect(partial(self._on_pressed, index))
        handle.dragged.connect(self._on_dragged)
        handle.released.connect(self.gapReleased)
        return handle

    def _new_tabs(self) -> PaneTabs:
        tabs = PaneTabs(self._area)
        tabs.chosen.connect(self.tabChosen)
        self._follow(DragSource(tabs, tabs.name_at, consumes=False))
        return tabs

    def _on_pressed(self, index: int) -> None:
        self._pressed = self._gaps[index]

    def _on_dragged(self, pixels: int) -> None:
        if self._pressed:
            self.gapMoved.emit(self._pressed, pixels)
