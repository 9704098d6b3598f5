"""Keyboard focus: the current pane, and the order of Tab."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane


def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Give the focus to the next stop of a window as it is read.

    Qt's own order is that of making. False for none.
    """
    parts = [*_in_tab_order(window)]
    focused = window.focusWidget()
    place = parts.index(focused) if focused in parts else -1
    around = [*parts[place + 1 :], *parts[: max(place, 0)]]
    if not forward:
        around.reverse()
    stops = (
        part for part in around if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isEnabled()
    )
    if (stop := next((part for part in stops if part.focusProxy() is None), None)) is None:
        return False
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return True


def _in_tab_order(part: QWidget) -> Iterator[QWidget]:
    """Yield all that can be seen in a widget, each before what is inside it."""
    shown = [child for child in part.children() if isinstance(child, QWidget) and child.isVisible()]
    for child in _in_reading_order([child for child in shown if not child.isWindow()]):
        yield child
        yield from _in_tab_order(child)


def _in_reading_order(parts: list[QWidget]) -> list[QWidget]:
    """Return parts row by row, a row from left to right.

    What begins below the middle of one is in the next.
    """
    rows: list[list[QWidget]] = []
    middle = 0
    for part in sorted(parts, key=QWidget.y):
        if not rows or part.y() >= middle:
            rows.append([])
            middle = part.geometry().center().y()
        rows[-1].append(part)
        middle = min(middle, part.geometry().center().y())
    return [part for row in rows for part in sorted(row, key=lambda part: (part.x(), part.y()))]


class CurrentPane:
    """The pane that is maximised, or else the one last clicked, or else the first."""

    def __init__(self, area: PaneArea, docks: Mapping[str, PaneDock], fallback: QWidget) -> None:
        self._area = area
        self._docks = docks
        self._fallback = fallback
        self._clicked = ""

    @property
    def pane(self) -> Pane:
        clicked = self._clicked if self._clicked in self._area.open else ""
        return PANES[next(filter(None, (self._area.maximised, clicked, *self._area.open, *PANES)))]

    @property
    def dock(self) -> PaneDock | None:
        return self._docks.get(self.pane.name)

    def click(self, name: str) -> None:
        self._clicked = name

    def focus(self) -> None:
        """Give it the focus: there Space plays and the arrows step."""
        dock = self.dock
        (dock.focus_target if dock is not None and dock.seen else self._fallback).setFocus()

    def enter(self) -> None:
        """Focus its figure; from there, that of the next pane."""
        seen = [name for name in self._area.open if name in self._docks and self._docks[name].seen]
        if not seen:
            return
        place = seen.index(self.pane.name) if self.pane.name in seen else 0
        inside = self._docks[seen[place]].focus_target
        focused = QApplication.focusWidget()
        if focused is not None and (focused is inside or inside.isAncestorOf(focused)):
            place = (place + 1) % len(seen)
        self._docks[seen[place]].enter()
        self.click(seen[place])

    def show(self, name: str) -> None:
        """Bring an open pane to the front and focus it.

        Where one is maximised, this one is instead.
        """
        if self._area.maximised not in ("", name):
            self._area.maximise(name)
        elif not self._docks[name].seen:
            self._area.reveal(name)
        self.click(name)
        self._docks[name].enter()

    def open_menu(self) -> None:
        """Open the menu of the pane that has the focus, or else its own."""
        focused = self._area.window().focusWidget()
        inside = (
            dock
            for dock in self._docks.values()
            if focused is not None and dock.isAncestorOf(focused)
        )
        if (dock := next(inside, self.dock)) is not None and dock.seen:
            dock.open_menu_by_key()
