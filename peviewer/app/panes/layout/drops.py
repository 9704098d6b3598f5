"""Where a dragged pane would land: beside the pane under the pointer, in its place, or as a tab over it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize

from peviewer.app.panes.layout.geometry import Room, least, rooms
from peviewer.document.arrangement import Side, Split, behind, beside, only, outermost, swapped

HEADER = 28
EDGE = 0.3
"""The share of a pane's width or height within which a side is meant, not the middle."""
RIM = 10
"""The pixels along the area's edge within which the whole side is meant."""
PHRASES = {"left": "Left of {}", "right": "Right of {}", "above": "Above {}", "below": "Below {}"}


@dataclass(frozen=True)
class Drop:
    """What would come of letting go."""

    arrangement: Split
    rect: QRect
    phrase: str
    """What it is, with braces for the other pane's title."""
    target: str
    """The other pane; empty for all of them."""


def drop(arrangement: Split, area: QRect, open_: Sequence[str], name: str, point: QPoint) -> Drop | None:
    """Return what would come of letting a pane go at a point of the area; None where nothing would change."""
    seen = rooms(arrangement, area, open_)[0]
    room = next((room for room in seen if room.rect.contains(point)), None)
    if room is None or room.place.names == (name,):
        return None  # a hand that slips on a header at the area's edge changes nothing
    if side := _rim(area, point):
        after = outermost(arrangement, name, side)
        if after != arrangement and fits(after, area.size(), open_):
            return _found(after, area, open_, name, PHRASES[side], "")
    target = next(other for other in (room.place.front, *room.place.names) if other != name)
    after, phrase = _meant(arrangement, area.size(), open_, name, room, target, point)
    return _found(after, area, open_, name, phrase, target) if after != arrangement else None


def _meant(
    arrangement: Split, size: QSize, open_: Sequence[str], name: str, room: Room, target: str, point: QPoint
) -> tuple[Split, str]:
    side = _side(room, point)
    if side and fits(after := beside(arrangement, name, target, side), size, open_):
        return after, PHRASES[side]
    if name in room.place.names:  # over its own tabs
        return arrangement, ""
    if room.inside.top() <= point.y() < room.inside.top() + HEADER:
        return swapped(arrangement, name, target), "Swap with {}"
    return behind(arrangement, name, target), "As a tab over {}"


def _rim(area: QRect, point: QPoint) -> Side | None:
    off: dict[Side, int] = {
        "left": point.x() - area.left(),
        "right": area.right() - point.x(),
        "above": point.y() - area.top(),
        "below": area.bottom() - point.y(),
    }
    side = min(off, key=lambda one: off[one])
    return side if 0 <= off[side] < RIM else None


def _side(room: Room, point: QPoint) -> Side | None:
    body = room.inside.adjusted(0, HEADER, 0, 0)
    if not body.contains(point):
        return None
    across, down = (point.x() - body.x()) / body.width(), (point.y() - body.y()) / body.height()
    nearest: dict[Side, float] = {"left": across, "right": 1 - across, "above": down, "below": 1 - down}
    side = min(nearest, key=lambda one: nearest[one])
    return side if nearest[side] < EDGE else None


def fits(arrangement: Split, size: QSize, open_: Sequence[str]) -> bool:
    """Whether every open pane has its least size in an area."""
    needed = least(only(arrangement, open_))
    return needed.width() <= size.width() and needed.height() <= size.height()


def _found(after: Split, area: QRect, open_: Sequence[str], name: str, phrase: str, target: str) -> Drop:
    rect = next(room.rect for room in rooms(after, area, open_)[0] if name in room.place.names)
    return Drop(after, rect, phrase, target)
