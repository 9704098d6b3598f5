"""Texts on the data of one panel: each is shown where it can be read whole, or not at all."""

from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any, Protocol

from PySide6.QtCore import QRectF

Places = list[QRectF]


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
        """Return the line that stands still there, which would strike out texts of others; None where there is none."""

    def write_at(self, place: int | None) -> None:
        """Write its texts in one of those ways, or nowhere."""


class Labels:
    """Finds a place for every text of an area: those of earlier marks go first."""

    def __init__(self) -> None:
        self.items: Sequence[Labelled] = ()
        self.is_broken = False
        """Whether parts of one expression have no room: what is drawn around them says nothing then."""
        self._key: object = None

    def settle(self, key: object, room: QRectF) -> None:
        """Place all texts anew if anything changed: a mark, or what `key` holds."""
        key = [item.mark for item in self.items if item.writes], key
        if key == self._key:
            return
        self._key = key
        taken: Places = []
        self.is_broken = False
        strips = [strip for item in self.items if (strip := item.strip()) is not None]
        for members in _companies(self.items):
            for item in members:
                item.most = min(member.largest for member in members)
            ways = [list(chain(*way)) for way in zip(*(item.places() for item in members), strict=False)]
            legible = [way for way, places in enumerate(ways) if _legible(places, taken, room)]
            is_still = strips and all(item.strip() is not None for item in members)
            found = min(legible, key=lambda way: _struck(ways[way], strips) if is_still else 0, default=None)
            for item in members:
                item.write_at(found)
            if members[0].company is not None:
                self.is_broken = found is None
            taken += ways[found] if found is not None else []


def _companies(items: Sequence[Labelled]) -> list[list[Labelled]]:
    """Return the items one by one, and together those that share something."""
    found: dict[object, list[Labelled]] = {}
    for item in items:
        found.setdefault(id(item) if item.company is None else item.company, []).append(item)
    return list(found.values())


def _struck(places: Places, strips: Places) -> int:
    """Count the lines that would run through texts."""
    return sum(place.intersects(strip) for place in places for strip in strips)


def _legible(places: Places, taken: Places, room: QRectF) -> bool:
    """Whether texts are whole, and none stands on another."""
    inside = all(room.contains(place) for place in places)
    apart = not any(one.intersects(other) for one, other in combinations(places, 2))
    return inside and apart and not any(one.intersects(other) for one in places for other in taken)
