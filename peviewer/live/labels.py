"""Texts on the data of one panel: each is placed where it can be read whole and hides least, or is not shown."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import Any, Protocol

import pyqtgraph as pg
from PySide6.QtCore import QRectF

from peviewer.base.words import THIN
from peviewer.figures.grammar import Role
from peviewer.figures.palette import Palette
from peviewer.live.text import font, markup

Rects = list[QRectF]
Corners = Callable[[float, float], Iterable[tuple[float, float]]]
MAX_COVERED = 0.2  # of an area, by texts that hide part of a curve
FRONT = -0.5  # in front of all marks, behind what others add to the area
MARGIN = 2  # pixels of its ground around a label
STEP = 32  # pixels from one place to the next of a line that moves, as while it plays


class Labelled(Protocol):
    """An item that writes on the data."""

    mark: Any

    @property
    def has_text(self) -> bool:
        """Whether it has any text."""

    @property
    def largest_type(self) -> int:
        """The largest type that has room, in pixels, where it can be smaller."""

    type_size: int
    """The type in which it is drawn, in pixels: the smallest `largest_type` of its group."""

    def candidates(self) -> Sequence[Rects]:
        """Return the ways to place its texts, the best first: the rectangle of each text, in pixels of the area."""

    @property
    def label_group(self) -> object:
        """What it shares with items that are shown together or not at all; None if it has no such item."""

    def obstacle(self) -> QRectF | None:
        """Return the line, if it is fixed, that texts should not hide; None if there is none."""

    def place_text(self, way: int | None) -> None:
        """Write its texts in one of the ways, or nowhere."""


class Drawn(Protocol):
    """An item that draws a curve, which texts should not hide."""

    @property
    def drawn(self) -> object:
        """A value that changes with what it draws."""

    def crosses(self, place: QRectF) -> bool:
        """Whether it runs through a rectangle, in pixels of the area."""


class Labels:
    """Finds a place for every text of an area: those of earlier marks go first.

    Of the places where a text is whole it takes the one where it hides fewest
    lines and curves. It keeps its place as long as it hides no more there than
    elsewhere, and while a line moves on, as long as it is whole there: so that it
    does not jump from side to side while something plays.
    """

    def __init__(self) -> None:
        self.items: Sequence[Labelled] = ()
        self.curves: Sequence[Drawn] = ()
        self.is_broken = False
        """Whether parts of one expression have no room: what is drawn around them means nothing then."""
        self._key: object = None
        self._view: object = None
        self._chosen: dict[int, tuple[int, Rects]] = {}  # the way taken by each group, by its number, and its places

    def place(self, key: object, room: QRectF) -> None:
        """Place all texts anew if anything changed: a mark, or what `key` holds."""
        whole = [item.mark for item in self.items if item.has_text], [curve.drawn for curve in self.curves], key
        if whole == self._key:
            return
        self._key = whole
        taken: Rects = []
        self.is_broken = False
        lines = [line for item in self.items if (line := item.obstacle()) is not None]
        groups = _groups(self.items)
        ways_of = list(map(_ways, groups))
        before, self._chosen = self._chosen, {}
        same_view, self._view = key == self._view, key
        moving = same_view and any(_moves_on(rects, ways_of[number][way : way + 1])
                                   for number, (way, rects) in before.items() if number < len(groups))  # fmt: skip
        for number, (group, ways) in enumerate(zip(groups, ways_of, strict=True)):
            legible = [way for way, rects in enumerate(ways) if _legible(rects, taken, room)]
            last = before[number][0] if number in before else None
            way = last if moving and last in legible else self._best(legible, ways, lines, last)
            if way is not None and self._hides_much(ways[way], room):
                way = None
            if way is not None:
                self._chosen[number] = way, ways[way]
                taken += ways[way]
            for item in group:
                item.place_text(way)
            if group[0].label_group is not None:
                self.is_broken = way is None

    def _best(self, legible: list[int], ways: list[Rects], lines: Rects, before: int | None) -> int | None:
        """Return the first of the ways that hides least; of equal ones the one that was taken before."""
        if len(legible) < 2:
            return next(iter(legible), None)
        hidden: dict[int, int] = {}
        for way in sorted(legible, key=lambda way: way != before):
            hidden[way] = _lines_through(ways[way], lines) + self._curves_through(ways[way])
            if not hidden[way]:
                return way
        return min(hidden, key=hidden.__getitem__)

    def _hides_much(self, rects: Rects, room: QRectF) -> bool:
        """Whether texts would hide much of a small area with curves in it."""
        covered = sum(rect.width() * rect.height() for rect in rects)
        return covered > MAX_COVERED * room.width() * room.height() and self._curves_through(rects) > 0

    def _curves_through(self, rects: Rects) -> int:
        return sum(curve.crosses(rect) for rect in rects for curve in self.curves)


def _groups(items: Sequence[Labelled]) -> list[list[Labelled]]:
    found: dict[object, list[Labelled]] = {}
    for item in items:
        found.setdefault(id(item) if item.label_group is None else item.label_group, []).append(item)
    return list(found.values())


def _ways(group: Sequence[Labelled]) -> list[Rects]:
    """Return the ways to place the texts of a group, all in one size of type."""
    for item in group:
        item.type_size = min(member.largest_type for member in group)
    return [list(chain(*way)) for way in zip(*(item.candidates() for item in group), strict=False)]


def _moves_on(before: Rects, now: Sequence[Rects]) -> bool:
    """Whether texts are elsewhere now, placed in the same way, but not far."""
    ways = [zip(before, rects, strict=False) for rects in now]
    gone = [(one.center() - other.center()).manhattanLength() for way in ways for one, other in way]
    return 0 < max(gone, default=0) <= STEP


def _lines_through(rects: Rects, lines: Rects) -> int:
    return sum(rect.intersects(line) for rect in rects for line in lines)


def _legible(rects: Rects, taken: Rects, room: QRectF) -> bool:
    """Whether texts are whole and none covers another."""
    inside = all(room.contains(rect) for rect in rects)
    apart = not any(one.intersects(other) for one, other in combinations(rects, 2))
    return inside and apart and not any(one.intersects(other) for one in rects for other in taken)


class LineLabel(pg.TextItem):  # type: ignore[misc]  # pyqtgraph has no types
    """The name of a line beside it, on a ground that keeps it readable over data, in front of all marks."""

    def __init__(self, area: Any) -> None:
        super().__init__()
        self._area, self._text = area, ""
        self._candidates: list[tuple[str, QRectF]] = []
        self.box: QRectF | None = None
        """What it covers, in pixels of the area; None where it has no room."""
        self.textItem.document().setDocumentMargin(MARGIN)
        self.setFont(font(12))
        area.addItem(self, ignoreBounds=True)
        self.setZValue(FRONT)
        self.hide()

    def set_palette(self, palette: Palette, role: Role) -> None:
        self.fill = pg.mkBrush(palette.panel)
        self.setColor(palette.role(role))
        self.update()

    def set_text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            # Thin spaces are plain ones to Qt's rich text.
            self.setHtml(markup(text).replace(THIN, "\N{NO-BREAK SPACE}"))

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height, with its ground."""
        rect = self.textItem.boundingRect()
        return rect.width(), rect.height()

    def candidates(self, texts: Iterable[str], corners: Corners) -> list[Rects]:
        """Return what each of the texts would cover, placed by the upper left corners for its width and height."""
        self._candidates = []
        for text in texts:
            self.set_text(text)
            width, height = self.size
            self._candidates += [(text, QRectF(x, y, width, height)) for x, y in corners(width, height)]
        return [[box] for _, box in self._candidates]

    def place_at(self, way: int | None) -> None:
        """Show it at one of the candidates, or nowhere."""
        self.box = None
        if way is not None:
            text, self.box = self._candidates[way]
            self.set_text(text)
        if self.isVisible() != (self.box is not None):
            self.setVisible(self.box is not None)
        if self.box is not None:
            corner = self.box.topLeft().toPoint()
            self.setPos(self.parentItem().mapFromItem(self._area, corner))

    def drop(self) -> None:
        self._area.removeItem(self)
