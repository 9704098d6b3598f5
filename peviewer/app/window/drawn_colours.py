"""Which colormaps are drawn while the usual one is chosen, as the choice of colours says."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject

from peviewer.app.controls.colormap_box import ColormapBox
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.document.view import USUAL_COLORMAP
from peviewer.figures.grammar import Figure, Heatmap, Numbers
from peviewer.figures.panels.axes import USUAL_SEQUENTIAL

PATH = "view.colormap"


def drawn_colormaps(figures: Iterable[Figure]) -> list[str]:
    """Return which of the usual colormaps Figures have: for data of both signs, of one sign."""
    drawn = {
        mark.colormap
        for figure in figures
        for panel in figure.panels
        for mark in panel.marks
        if isinstance(mark, Heatmap | Numbers)
    }
    return [name for name in (USUAL_COLORMAP, USUAL_SEQUENTIAL) if name in drawn]


class DrawnColours(QObject):
    """Lets the choice of colours name the colormaps that are on screen."""

    def __init__(
        self, panel: ParametersPanel, area: PaneArea, docks: Mapping[str, PaneDock], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._area = area
        self._docks = docks
        panel.building.finished.connect(self.update)
        area.shownChanged.connect(lambda *_: self.update())

    def add(self, dock: PaneDock) -> None:
        dock.view.made.connect(self.update)

    def update(self) -> None:
        # To ask for a control while rows are built would build all of them in this turn.
        if self._panel.building.is_under_way or not self._panel.offers(PATH):
            return
        box = self._panel.control(PATH).findChild(ColormapBox)
        # A colormap that was chosen is drawn in place of both usual ones.
        if box is None or box.value() != USUAL_COLORMAP:
            return
        docks = [self._docks[name] for name in self._area.shown if name in self._docks]
        box.set_drawn(drawn_colormaps(filter(None, (dock.view.figure() for dock in docks))))
