"""A pane in the hand: shows where it would land, and lets it land there."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.layout.drop_indicator import DropIndicator
from peviewer.app.panes.layout.drops import Drop
from peviewer.app.panes.layout.grip import Grip


class Dragging(QObject):
    """Follows every grip; until the release nothing moves but the mark of where the pane would land.

    Parameters
    ----------
    area : QWidget
        In which panes are dragged.
    drop : callable
        A pane and a point of the area → what would come of letting go there.
    title : callable
        A pane's name → its title.
    """

    dropped = Signal(str, Drop)  # the pane

    def __init__(self, area: QWidget, drop: Callable[[str, QPoint], Drop | None], title: Callable[[str], str]) -> None:
        super().__init__(area)
        self._area, self._drop, self._title = area, drop, title
        self._grip: Grip | None = None
        self.indicator = DropIndicator(area)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), area, self.stop, enabled=False)

    def hold(self, grip: Grip) -> None:
        """Follow one grip more."""
        grip.moved.connect(partial(self._on_moved, grip))
        grip.released.connect(self._on_released)
        grip.lost.connect(self._end)

    def stop(self) -> None:
        """Leave the pane where it was, though the button is still down."""
        if self._grip:
            self._grip.release()

    def _on_moved(self, grip: Grip, name: str, at: QPoint) -> None:
        self._grip = grip
        self._escape.setEnabled(True)
        if found := self._drop(name, self._area.mapFromGlobal(at)):
            other = self._title(found.target).lower() if found.target else "all panes"
            self.indicator.mark(found.rect, found.phrase.format(other))
        else:
            self.indicator.hide()

    def _on_released(self, name: str, at: QPoint) -> None:
        self._end()
        if found := self._drop(name, self._area.mapFromGlobal(at)):
            self.dropped.emit(name, found)

    def _end(self) -> None:
        self._grip = None
        self._escape.setEnabled(False)
        self.indicator.hide()
