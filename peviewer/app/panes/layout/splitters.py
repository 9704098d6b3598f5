"""What is between and over the panes: gaps that can be moved, and tabs; made once, shown where they are needed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QRect, QSize, Signal
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.layout.gap_bar import GapBar
from peviewer.app.panes.layout.geometry import TABS, Gap, Room
from peviewer.app.panes.layout.grip import Grip
from peviewer.app.panes.layout.tabs import PaneTabs


class Splitters(QObject):
    """The gap bars and tab bars of an area.

    Parameters
    ----------
    area : QWidget
        Where they stand.
    hold : callable
        Told of each new grip: a tab is one.
    """

    gapMoved = Signal(Gap, int)  # as it was when it was pressed, and the pixels since
    gapReleased = Signal()
    asked = Signal(str)  # for the pane of a tab

    def __init__(self, area: QWidget, hold: Callable[[Grip], None]) -> None:
        super().__init__(area)
        self._area, self._hold = area, hold
        self._bars: list[GapBar] = []
        self._tabs: list[PaneTabs] = []
        self._gaps: list[Gap] = []
        self._pressed: Gap | None = None

    def show(self, gaps: Sequence[Gap], tabbed: Sequence[Room], titles: Mapping[str, str]) -> None:
        """Stand in these gaps and over these rooms, and nowhere else."""
        self._gaps = list(gaps)
        self._bars += [self._bar(index) for index in range(len(self._bars), len(gaps))]
        for bar, gap in zip(self._bars, gaps, strict=False):
            bar.set_across(gap.across)
            bar.setGeometry(gap.rect)
        self._tabs += [self._new_tabs() for _ in range(len(self._tabs), len(tabbed))]
        for tabs, room in zip(self._tabs, tabbed, strict=False):
            tabs.show_names(room.place.names, room.place.front, titles)
            tabs.setGeometry(QRect(room.rect.topLeft(), QSize(room.rect.width(), TABS)))
        for made, needed in ((self._bars, len(gaps)), (self._tabs, len(tabbed))):
            for index, widget in enumerate(made):
                widget.setVisible(index < needed)

    def release(self) -> None:
        """Forget the gap that is held: it may be elsewhere now."""
        self._pressed = None

    def _bar(self, index: int) -> GapBar:
        bar = GapBar(self._area)
        bar.pressed.connect(partial(self._on_pressed, index))
        bar.dragged.connect(self._on_dragged)
        bar.released.connect(self.gapReleased)
        return bar

    def _new_tabs(self) -> PaneTabs:
        tabs = PaneTabs(self._area)
        tabs.asked.connect(self.asked)
        self._hold(Grip(tabs, tabs.name_at, keeps=False))
        return tabs

    def _on_pressed(self, index: int) -> None:
        self._pressed = self._gaps[index]

    def _on_dragged(self, pixels: int) -> None:
        if self._pressed:
            self.gapMoved.emit(self._pressed, pixels)
