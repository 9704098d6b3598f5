"""The current pane: the one that commands and keys are for."""

from collections.abc import Mapping

from PySide6.QtWidgets import QApplication, QWidget

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.colour_range import ranged
from peviewer.app.panes.dock import PaneDock
from peviewer.figures.panes.pane import Pane


class CurrentPane:
    """The pane that is maximised, or else the one last clicked, or else the first.

    Parameters
    ----------
    area : PaneArea
        Knows which panes are open.
    panes, docks : mapping
        The panes there are, and the docks of those that have been opened.
    elsewhere : QWidget
        What takes the focus where the pane cannot be seen.
    """

    def __init__(
        self, area: PaneArea, panes: Mapping[str, Pane], docks: Mapping[str, PaneDock], elsewhere: QWidget
    ) -> None:
        self._area, self._panes, self._docks, self._elsewhere = area, panes, docks, elsewhere
        self._clicked = ""

    @property
    def pane(self) -> Pane:
        """The pane itself."""
        clicked = self._clicked if self._clicked in self._area.open else ""
        return self._panes[next(filter(None, (self._area.maximised, clicked, *self._area.open, *self._panes)))]

    @property
    def dock(self) -> PaneDock | None:
        """Its dock; None where it was never open."""
        return self._docks.get(self.pane.name)

    @property
    def has_range(self) -> bool:
        """Whether the range of its colours can be chosen."""
        return self.dock is not None and ranged(self.dock.view.figure()) is not None

    def click(self, name: str) -> None:
        """Take a pane for the current one."""
        self._clicked = name

    def focus(self) -> None:
        """Give it the focus: there Space plays and the arrows step."""
        dock = self.dock
        part = dock.keyed if dock is not None and dock.seen else self._elsewhere
        _activate(part)
        part.setFocus()

    def enter(self) -> None:
        """Let keys be for its figure; from there, for the next one."""
        seen = [name for name in self._area.open if name in self._docks and self._docks[name].seen]
        if not seen:
            return
        at = seen.index(self.pane.name) if self.pane.name in seen else 0
        inside, focused = self._docks[seen[at]].keyed, QApplication.focusWidget()
        if focused is not None and (focused is inside or inside.isAncestorOf(focused)):
            at = (at + 1) % len(seen)
        _activate(self._docks[seen[at]])
        self._docks[seen[at]].enter()
        self.click(seen[at])

    def go(self, name: str) -> None:
        """Bring an open pane to the front, and let keys be for it; while one fills the area, this one does."""
        if self._area.maximised not in ("", name):
            self._area.maximise(name)
        elif not self._docks[name].seen:
            self._area.reveal(name)
        self.click(name)
        _activate(self._docks[name])
        self._docks[name].enter()

    def offer_menu(self) -> None:
        """Open the menu of the pane that has the focus, or else its own."""
        focused = self._area.window().focusWidget()
        inside = (dock for dock in self._docks.values() if focused is not None and dock.isAncestorOf(focused))
        if (dock := next(inside, self.dock)) is not None and dock.seen:
            dock.offer_by_key()

    def choose_range(self) -> None:
        """Let the user choose the range of its colours."""
        if self.dock is not None:
            self.dock.choose_range()


def _activate(part: QWidget) -> None:
    """Let a part's window have the keys; on a narrow screen the parameters are a window above it."""
    if QApplication.activeWindow() is not part.window():
        part.activateWindow()
