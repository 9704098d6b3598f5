"""The base of straight lines with a name: their looks, and the place of the name."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from peviewer.figures.grammar import HALOED, Diagonal, Rule
from peviewer.figures.line_labels import Edge, LineName, Placed, wordings
from peviewer.live.area import DataArea
from peviewer.live.drag import Handle
from peviewer.live.marks.item import MarkItem
from peviewer.live.marks.line_names import LineLabel, Wedge, name_size

# The width of the halo of a line in pixels, and its opacity, of 255: in the background's colour, it
# keeps a line visible on data of any colour.
HALO = 3
HALO_ALPHA = 210

# Pixels between a line and the edge of the area.
EDGE_GAP = 3

# The farthest pixel from a line at which the pointer can drag the line.
NEAR = 5.0

M = TypeVar("M", bound=Rule | Diagonal)


class NamedEnd(NamedTuple):
    """The end of a line at which its name stands.

    `side` is the side of the area that it is on, 0 inside. `edge` is the margin of its name; None
    for a name on the data.
    """

    pixel: tuple[float, float]
    side: int
    edge: Edge | None


class NamedLineItem(MarkItem[M]):
    """The base of straight lines with a name, which is not shown if there is a legend."""

    _wordings: Sequence[str] = ()

    def __init__(self, mark: M, area: DataArea) -> None:
        super().__init__(mark, area)
        self.label = LineLabel(area, self)
        self.wedge = Wedge(area, self)

    def _named_end(self) -> NamedEnd | None:
        """Return the line's end with the name; None for no name."""
        raise NotImplementedError

    def name(self) -> LineName | None:
        if not self.mark.label or self.area.has_legend:
            return None
        end = self._named_end()
        if end is None:
            return None
        self._wordings = wordings(self.mark, end.side)
        sizes = [name_size(wording) for wording in self._wordings]
        return LineName(self.mark, end.pixel, sizes, end.edge)

    def wedge_at(self) -> tuple[Edge, float] | None:
        """Return the margin in which the line has a wedge, and how far along.

        Return None if its name is on the data, or if it is out of view: then the name has an arrow.
        """
        if not self.mark.label or self.area.has_legend:
            return None
        end = self._named_end()
        if end is None or end.edge is None or end.side:
            return None
        return end.edge, end.pixel[0 if end.edge == "above" else 1]

    def handle(self) -> Handle | None:
        raise NotImplementedError

    def show_name(self, placed: Placed | None) -> None:
        if placed is None:
            self.label.clear()
            return
        text = self._wordings[placed.wording]
        self.label.show_at(text, self.mark.color, placed.left, placed.top)

    def drop(self) -> None:
        super().drop()
        self.label.drop()
        self.wedge.drop()

    @property
    def has_halo(self) -> bool:
        return self.mark.color in HALOED

    @property
    def halo(self) -> QColor:
        ground = QColor(self.palette.panel)
        ground.setAlpha(HALO_ALPHA)
        return ground

    def pen(self, width: float) -> QPen:
        style = Qt.PenStyle.DashLine if self.mark.dashed else Qt.PenStyle.SolidLine
        return QPen(QColor(self.palette.role(self.mark.color)), width, style)
