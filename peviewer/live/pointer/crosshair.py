"""The crosshairs that stand in every panel: where the pointer passes, where the cursor is pinned, and was before."""

from collections.abc import Iterable, Mapping
from math import inf

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsLineItem

from peviewer.figures.grammar import Mark, Rule
from peviewer.figures.palette import Palette
from peviewer.live.area import DataArea

Line = tuple[str, float | None]
"""Along which axis something stands, and where."""
CLOSE = 3.0  # pixels from a line that still count as on it


class Crosshair:
    """Two thin lines in one data area, along the axes whose cursor is pointed at.

    Each lies on a wider faint one of the ground's colour: it stays visible
    among stripes as thin as itself. They are grey: what has a colour marks
    something, or is data. A quiet one is paler.
    """

    def __init__(
        self,
        area: DataArea,
        palette: Palette,
        *,
        depth: float,
        quiet: bool = False,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        self._area, self._palette, self._depth, self._quiet, self._style = area, palette, depth, quiet, style
        self._pairs: tuple[tuple[QGraphicsLineItem, QGraphicsLineItem], ...] = ()  # halo and line along x, along y
        self._pointed: Mapping[str, int] = {}
        self._taken: frozenset[Line] = frozenset()

    def _make(self) -> None:
        """Make the lines, which most panels never need: nothing points at them."""
        halos = QGraphicsLineItem(self._area), QGraphicsLineItem(self._area)
        lines = QGraphicsLineItem(self._area), QGraphicsLineItem(self._area)
        self._pairs = tuple(zip(halos, lines, strict=True))
        for line in (*halos, *lines):
            line.setZValue(self._depth)
            line.hide()
        self.set_palette(self._palette)

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        self._palette = palette
        ground = QColor(palette.panel)
        ground.setAlpha(150)
        for halo, line in self._pairs:
            line.setPen(QPen(QColor(palette.secondary if self._quiet else palette.text), 1, self._style))
            halo.setPen(QPen(ground, 3))

    def point(self, pointed: Mapping[str, int]) -> None:
        """Stand at these cursors."""
        if pointed or self._pointed:
            if not self._pairs:
                self._make()
            self._pointed = pointed
            self.follow()

    def leave(self, taken: frozenset[Line]) -> None:
        """Leave these lines to what marks them: where a click has put the reference position, its line is seen."""
        if taken != self._taken:
            self._taken = taken
            self.follow()

    def crosses_at(self, point: QPointF) -> bool:
        """Whether it stands along every axis that has a cursor, and crosses at a pixel, or close to it."""
        axes = (self._area.along_x, self._area.along_y)
        away = [
            abs(along - at) if (at := self._place(index)) is not None else inf
            for index, (axis, along) in enumerate(zip(axes, (point.x(), point.y()), strict=True))
            if axis.axis.cursor is not None
        ]
        return bool(away) and max(away) <= CLOSE

    def follow(self) -> None:
        """Move with the area's ranges and size."""
        rect = self._area.rect()
        for index, pair in enumerate(self._pairs):
            at = None if self._is_taken(index) else self._place(index)
            for line in pair:
                line.setVisible(at is not None)
                if at is not None:
                    line.setLine(QLineF(at, 0, at, rect.height()) if index == 0 else QLineF(0, at, rect.width(), at))

    def _is_taken(self, index: int) -> bool:
        axis = (self._area.along_x, self._area.along_y)[index]
        return (("x", "y")[index], axis.place_of(self._pointed)) in self._taken

    def _place(self, index: int) -> float | None:
        """Return the pixel of the cursor along x (0) or y (1), on a pixel's centre; None outside."""
        area = self._area
        axis, (low, high) = ((area.along_x, area.x_range), (area.along_y, area.y_range))[index]
        at = axis.place_of(self._pointed)
        if at is None or not low <= at <= high:
            return None
        pixels = (area.rect().width(), area.rect().height())[index]
        along = (at - low) / (high - low) * pixels
        return float(round((pixels - along if area.flips[index] else along) - 0.5) + 0.5)


class Crosshairs:
    """Of one panel: one that is pinned, quiet ones where the pointer passes and where it was pinned before."""

    def __init__(self, area: DataArea, palette: Palette) -> None:
        self._area = area
        self._pinned = Crosshair(area, palette, depth=10)
        self._passing = Crosshair(area, palette, depth=10.1, quiet=True)
        self._began = Crosshair(area, palette, depth=10.2, quiet=True, style=Qt.PenStyle.DashLine)
        self._all = self._pinned, self._passing, self._began

    def set_palette(self, palette: Palette) -> None:
        """Recolour."""
        for crosshair in self._all:
            crosshair.set_palette(palette)

    def leave(self, marks: Iterable[Mark]) -> None:
        """Leave their lines to what marks them."""
        rules = [mark for mark in marks if isinstance(mark, Rule) and mark.color == "mark"]
        along = {"x": self._area.along_x, "y": self._area.along_y}
        taken = frozenset((rule.direction, float(along[rule.direction].to_screen(rule.at))) for rule in rules)
        for crosshair in self._all:
            crosshair.leave(taken)

    def point(self, passing: Mapping[str, int], pinned: Mapping[str, int], began: Mapping[str, int]) -> None:
        """Stand where the pointer passes, where it is pinned, and where what is measured from there began."""
        self._pinned.point(pinned)
        self._passing.point(_other(passing, pinned))
        self._began.point(_other(began, pinned))

    def crosses_at(self, point: QPointF) -> bool:
        """Whether the one that is pinned crosses at a pixel, or close to it."""
        return self._pinned.crosses_at(point)

    def follow(self) -> None:
        """Move with the area's ranges and size."""
        for crosshair in self._all:
            crosshair.follow()


def _other(cursors: Mapping[str, int], than: Mapping[str, int]) -> dict[str, int]:
    return {name: at for name, at in cursors.items() if than.get(name) != at}
