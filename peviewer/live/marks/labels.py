"""The label of a line: pyqtgraph's text beside it, on a ground that keeps it readable over data."""

from collections.abc import Iterable
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF

from peviewer.base.words import THIN
from peviewer.figures.grammar import Role
from peviewer.figures.palette import Palette
from peviewer.live.text.text import font, markup

FRONT = -0.5  # in front of all marks, behind what others add to the area
SIDE = 2  # pixels of its ground around a label


class LineLabel(pg.TextItem):  # type: ignore[misc]  # pyqtgraph has no types
    """A line's name, where there is room for it, in front of all marks of the area: nothing strikes it out."""

    def __init__(self, area: Any) -> None:
        super().__init__()
        self._area, self._text = area, ""
        self.boxes: list[QRectF] = []
        self.box: QRectF | None = None
        """What it covers, in pixels of the area; None where it has no room."""
        self.textItem.document().setDocumentMargin(SIDE)
        self.setFont(font(12))
        area.addItem(self, ignoreBounds=True)
        self.setZValue(FRONT)
        self.hide()

    def set_palette(self, palette: Palette, role: Role) -> None:
        """Recolour."""
        self.fill = pg.mkBrush(palette.panel)
        self.setColor(palette.role(role))
        self.update()

    def say(self, text: str) -> None:
        """Say something else."""
        if text != self._text:
            self._text = text
            # Thin spaces are plain ones to Qt's rich text.
            self.setHtml(markup(text).replace(THIN, "\N{NO-BREAK SPACE}"))

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, with its ground."""
        rect = self.textItem.boundingRect()
        return rect.width(), rect.height()

    def offer(self, corners: Iterable[tuple[float, float]]) -> list[list[QRectF]]:
        """Return what it would cover from each of these corners on."""
        self.boxes = [QRectF(x, y, *self.size) for x, y in corners]
        return [[box] for box in self.boxes]

    def stand(self, place: int | None) -> None:
        """Stand in one of the places that were offered, or nowhere."""
        self.box = None if place is None else self.boxes[place]
        if self.isVisible() != (self.box is not None):
            self.setVisible(self.box is not None)
        if self.box is not None:
            corner = self.box.topLeft().toPoint()
            self.setPos(self.parentItem().mapFromItem(self._area, corner))

    def drop(self) -> None:
        """Leave the area."""
        self._area.removeItem(self)
