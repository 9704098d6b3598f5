"""Texts on the data of one panel: each is shown where it can be read whole and hides least, or not at all."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Any, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QRectF

from peviewer.base.words import THIN
from peviewer.figures.grammar import Role
from peviewer.figures.palette import Palette
from peviewer.live.text import font, markup

Places = list[QRectF]
MOST = 0.2  # of an area that texts may take where they hide part of a curve


class Labelled(Protocol):
    """An item that writes on the data."""

    mark: Any

    @property
    def writes(self) -> bool:
        """Whether it has any text."""

    @property
    def largest(self) -> int:
        """The largest type that has room, in pixels, where it can be smaller."""

    most: int
    """The largest type it may have: that of those it shares something with."""

    def places(self) -> Sequence[Places]:
        """Return where its texts may stand, in pixels of the area: the best way first."""

    @property
    def company(self) -> object:
        """What it shares with items that make sense together alone; None where it makes sense itself."""

    def strip(self) -> QRectF | None:
        """Return the line that stands still there, which texts would hide a part of; None where there is none."""

    def write_at(self, place: int | None) -> None:
        """Write its texts in one of those ways, or nowhere."""


class Drawn(Protocol):
    """An item that draws a curve, which texts should not hide."""

    @property
    def drawn(self) -> object:
        """What changes with what it draws."""

    def crosses(self, place: QRectF) -> bool:
        """Whether it runs through a rectangle, in pixels of the area."""


class Labels:
    """Finds a place for every text of an area: those of earlier marks go first.

    Of the places where a text is whole it takes the one where it hides fewest
    lines and curves; where it stands it stays as long as it hides no more there
    than elsewhere, so that it does not jump while something plays.
    """

    def __init__(self) -> None:
        self.items: Sequence[Labelled] = ()
        self.curves: Sequence[Drawn] = ()
        self.is_broken = False
        """Whether parts of one expression have no room: what is drawn around them says nothing then."""
        self._key: object = None
        self._stood: dict[int, int] = {}  # in which way, by the place of the first item among those that write

    def settle(self, key: object, room: QRectF) -> None:
        """Place all texts anew if anything changed: a mark, or what `key` holds."""
        key = [item.mark for item in self.items if item.writes], [curve.drawn for curve in self.curves], key
        if key == self._key:
            return
        self._key = key
        taken: Places = []
        self.is_broken = False
        strips = [strip for item in self.items if (strip := item.strip()) is not None]
        stood, self._stood = self._stood, {}
        for number, members in enumerate(_companies(self.items)):
            for item in members:
                item.most = min(member.largest for member in members)
            ways = [list(chain(*way)) for way in zip(*(item.places() for item in members), strict=False)]
            legible = [way for way, places in enumerate(ways) if _legible(places, taken, room)]
            found = self._best(legible, ways, strips, stood.get(number))
            if found is not None and self._hides_much(ways[found], room):
                found = None
            if found is not None:
                self._stood[number] = found
            for item in members:
                item.write_at(found)
            if members[0].company is not None:
                self.is_broken = found is None
            taken += ways[found] if found is not None else []

    def _best(self, legible: list[int], ways: list[Places], strips: Places, stood: int | None) -> int | None:
        """Return the first of the ways that hides least, but rather the one in which texts stood."""
        if len(legible) < 2:
            return next(iter(legible), None)
        hidden: dict[int, int] = {}
        for way in sorted(legible, key=lambda way: way != stood):
            hidden[way] = _struck(ways[way], strips) + self._crossed(ways[way])
            if not hidden[way]:
                return way
        return min(hidden, key=hidden.__getitem__)

    def _hides_much(self, places: Places, room: QRectF) -> bool:
        """Whether texts would take much of a small area from the curves in it: they give way."""
        covered = sum(place.width() * place.height() for place in places)
        return covered > MOST * room.width() * room.height() and self._crossed(places) > 0

    def _crossed(self, places: Places) -> int:
        """Count the curves that run through places."""
        return sum(curve.crosses(place) for place in places for curve in self.curves)


def _companies(items: Sequence[Labelled]) -> list[list[Labelled]]:
    """Return the items one by one, and together those that share something."""
    found: dict[object, list[Labelled]] = {}
    for item in items:
        found.setdefault(id(item) if item.company is None else item.company, []).append(item)
    return list(found.values())


def _struck(places: Places, strips: Places) -> int:
    """Count the lines that run through places."""
    return sum(place.intersects(strip) for place in places for strip in strips)


def _legible(places: Places, taken: Places, room: QRectF) -> bool:
    """Whether texts are whole, and none stands on another."""
    inside = all(room.contains(place) for place in places)
    apart = not any(one.intersects(other) for one, other in combinations(places, 2))
    return inside and apart and not any(one.intersects(other) for one in places for other in taken)


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
