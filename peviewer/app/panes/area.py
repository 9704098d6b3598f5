"""The area of the panes: arranged by their number or by hand, one of them maximised on request."""

from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.dragging import Dragging, Drop, drop
from peviewer.app.panes.geometry import Gap, Room, fitted, moved, rooms, with_pane_opened
from peviewer.app.panes.splitters import PaneTabs, Splitter
from peviewer.document.arrangement import NO_PANES, Split, TabGroup, in_front


class Dock(QWidget):
    """What a PaneArea holds: a widget with a title, and a header by which it is dragged."""

    closed = Signal()

    def __init__(self, title: str, header: QWidget) -> None:
        super().__init__()
        self.setWindowTitle(title)
        self.header = header

    def set_tabbed(self, tabbed: bool) -> None:
        """Hide the title if a tab shows it already."""

    def present(self, scale: float) -> None:
        """Show title and figure alone, in type `scale` times as large; 0 shows everything again."""

    def clear(self) -> None:
        """Free the memory of the picture: the pane is closed."""

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


# The least size of the area in pixels; for the smallest screens it is less than a pane wants.
LEAST = QSize(220, 140)
SHOW_ALL = "show all panes"


class OpenPanes(NamedTuple):
    """Which panes are open, where they are, and which one is maximised."""

    names: tuple[str, ...]
    arrangement: Split
    """Where open panes are, and where closed ones were, no pane being maximised."""
    maximised: str = ""


class PaneArea(QWidget):
    """Panes that fill the area.

    They are moved by their headers, tabbed, closed, and maximised one at a time.

    The area decides nothing: it emits `asked` with the panes that the user wants, and whoever owns
    the arrangement calls `show_panes`.

    A pane's dock is made when the pane is first opened, and stays a child of the area, which only
    shows, hides and places it: so nothing can be lost in the middle of a drag. Where the area is
    too small for all panes, some lie as tabs over one another until there is room.
    """

    asked = Signal(object, str)
    """The user wants these OpenPanes; the name of the undo step.

    The name is empty where there is no undo step: a splitter or a tab was moved.
    """
    placed_anew = Signal()
    """The set of open panes has changed, or where they are."""
    shownChanged = Signal()
    """Other panes can be seen: those in front of their tabs, or the maximised one alone."""
    maximisedChanged = Signal(str)
    """The maximised pane's name, or "" for none."""
    revealed = Signal(str)
    """The pane that was asked for."""
    focusHidden = Signal()
    """The pane that had the focus is no longer seen."""

    def __init__(self, make: Callable[[str], Dock]) -> None:
        super().__init__()
        self.setObjectName("paneArea")
        self._make = make
        self._docks: dict[str, Dock] = {}
        self._given = OpenPanes((), NO_PANES)
        self.shown: tuple[str, ...] = ()
        """The panes that can be seen, in the order of their places."""
        self._presented = 0.0
        self._recent: list[str] = []
        """Panes by their last use, the latest first."""
        self._dragging = Dragging(self, self._drop, self._title)
        self._dragging.dropped.connect(self._on_dropped)
        self._splitters: list[Splitter] = []
        """Splitters are made once, and shown where they are needed."""
        self._tabs: list[PaneTabs] = []

    @property
    def open(self) -> tuple[str, ...]:
        """The names of the open panes, in order."""
        return self._given.names

    @property
    def arrangement(self) -> Split:
        return self._given.arrangement

    @property
    def maximised(self) -> str:
        return self._given.maximised

    @property
    def placed(self) -> tuple[str, ...]:
        """The names of the open panes in reading order, line by line, with those behind tabs."""
        shown, _ = rooms(self._fitted(), self.rect(), self.open)
        in_order = sorted(shown, key=lambda room: (room.rect.top(), room.rect.left()))
        return tuple(name for room in in_order for name in room.group.names)

    def show_panes(self, panes: OpenPanes) -> None:
        """Open exactly these panes; do nothing if they are open like that already."""
        if panes.maximised not in panes.names:
            panes = panes._replace(maximised="")
        if panes == self._given:
            return
        before, self._given = self._given, panes
        if panes.maximised != before.maximised:
            self.maximisedChanged.emit(panes.maximised)
        # A drag goes on where only the arrangement changes: pressing a tab brings its pane to the
        # front.
        if (panes.names, panes.maximised) != (before.names, before.maximised):
            self._dragging.stop()
        self._release_splitters()
        self._place()
        self.updateGeometry()
        self.placed_anew.emit()

    def reveal(self, name: str) -> None:
        self._note_recent(name)
        if name in self.open:
            step = SHOW_ALL if self.maximised else ""
        else:
            step = f"open {self._title(name)}"
        self.asked.emit(self._with(name), step)
        # A small area may have put this pane behind another one: place it in front anew.
        self._place()
        self.revealed.emit(name)

    def _with(self, name: str) -> OpenPanes:
        """Return the open panes with the pane `name` in front; it is opened if it was not."""
        if name in self.open:
            return OpenPanes(self.open, in_front(self.arrangement, name))
        arrangement = with_pane_opened(self.arrangement, self.rect(), self.open, name)
        return OpenPanes((*self.open, name), arrangement)

    def close_pane(self, name: str) -> None:
        if name in self.open:
            others = tuple(other for other in self.open if other != name)
            self.asked.emit(OpenPanes(others, self.arrangement), f"close {self._title(name)}")

    def maximise(self, name: str) -> None:
        panes = self._given if name in self.open else self._with(name)
        self._note_recent(name)
        self.asked.emit(panes._replace(maximised=name), f"maximise {self._title(name)}")

    def restore(self) -> None:
        if self.maximised:
            self.asked.emit(self._given._replace(maximised=""), SHOW_ALL)

    def toggle(self, name: str) -> None:
        if self.maximised:
            self.restore()
        else:
            self.maximise(name)

    def minimumSizeHint(self) -> QSize:
        """Return the size at which one pane can be read, with the others behind it."""
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A splitter that is being dragged may have nothing to separate any more.
        self._release_splitters()
        self._place()

    def present(self, scale: float) -> None:
        """Show titles and figures alone, in type `scale` times as large; 0 shows all again."""
        if scale != self._presented:
            self._presented = scale
            for dock in self._docks.values():
                dock.present(scale)
            self._place()

    def place_again(self) -> None:
        """Place panes and tabs anew, after the size of type has changed."""
        self._place()

    def _place(self) -> None:
        """Give visible panes their room, and hide all others so that they draw nothing."""
        shown, gaps = rooms(self._fitted(), self.rect(), self.open)
        if self.maximised:
            shown = [Room(TabGroup((self.maximised,), self.maximised), self.rect())]
            gaps = []
        docks = {name: self._dock(name) for name in self.open}
        focus = self.focusWidget()
        hides_focus = False
        for name in set(self._docks) - {room.group.front for room in shown}:
            hides_focus |= (
                focus is not None and focus.hasFocus() and self._docks[name].isAncestorOf(focus)
            )
            self._docks[name].hide()
        for name in set(self._docks) - set(self.open):
            self._docks[name].clear()
        tabbed = [room for room in shown if len(room.group.names) > 1 and not self._presented]
        self._splitters += [self._new_splitter() for _ in gaps[len(self._splitters) :]]
        self._tabs += [self._new_tabs() for _ in tabbed[len(self._tabs) :]]
        for splitter, gap in zip_longest(self._splitters, gaps):
            splitter.setVisible(gap is not None)
            if gap:
                splitter.fill(gap)
        for tabs, room in zip_longest(self._tabs, tabbed):
            tabs.setVisible(room is not None)
            if room:
                tabs.fill(room)
        for room in shown:
            docks[room.group.front].set_tabbed(room in tabbed)
            docks[room.group.front].setGeometry(room.inside if room in tabbed else room.rect)
            docks[room.group.front].show()
        self.update()
        before, self.shown = self.shown, tuple(room.group.front for room in shown)
        if self.shown != before:
            self.shownChanged.emit()
        if hides_focus:
            # Qt has given the focus to the next widget, whichever that is.
            self.focusHidden.emit()

    def _new_splitter(self) -> Splitter:
        splitter = Splitter(self)
        splitter.moved.connect(self._on_gap_moved)
        return splitter

    def _new_tabs(self) -> PaneTabs:
        tabs = PaneTabs(self, self._title)
        tabs.chosen.connect(self._bring_forward)
        self._dragging.follow(tabs, tabs.name_at)
        return tabs

    def _release_splitters(self) -> None:
        for splitter in self._splitters:
            splitter.pressed = None

    def _fitted(self) -> Split:
        return fitted(self.arrangement, self.open, self.size(), self._recent)

    def _bring_forward(self, name: str) -> None:
        self._note_recent(name)
        self.asked.emit(self._given._replace(arrangement=in_front(self.arrangement, name)), "")
        self._place()

    def _on_gap_moved(self, gap: Gap, pixels: int) -> None:
        self.asked.emit(self._given._replace(arrangement=moved(self._fitted(), gap, pixels)), "")

    def _on_dropped(self, name: str, drop: Drop) -> None:
        self.asked.emit(OpenPanes(self.open, drop.arrangement), f"move {self._title(name)}")

    def _title(self, name: str) -> str:
        return self._dock(name).windowTitle()

    def _note_recent(self, name: str) -> None:
        self._recent = [name, *(other for other in self._recent if other != name)]

    def _dock(self, name: str) -> Dock:
        if name not in self._docks:
            dock = self._docks[name] = self._make(name)
            dock.hide()
            dock.setParent(self)
            dock.present(self._presented)
            dock.closed.connect(partial(self.close_pane, name))
            self._dragging.follow(dock.header, lambda _point: name)
        return self._docks[name]

    def _drop(self, name: str, point: QPoint) -> Drop | None:
        if self.maximised or name not in self.open:
            return None
        return drop(self._fitted(), self.rect(), self.open, name, point)
