"""Where one pane more is opened."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRect, QSize

from peviewer.app.panes.layout.geometry import rooms
from peviewer.document.arrangement import Split, behind, beside, changed, even, in_front, names, places

COMFORTABLE = QSize(260, 200)


def opened(arrangement: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Return an arrangement with a pane more in front: where it was closed, evenly with all, or where there is room."""
    if name in names(arrangement):
        return in_front(arrangement, name)
    if _seen(arrangement, area, open_) == _seen(even(open_), area, open_):
        return in_front(_with_fronts(even([*open_, name]), arrangement), name)
    return _squeezed_in(arrangement, area, open_, name)


def _with_fronts(arrangement: Split, before: Split) -> Split:
    """Return an arrangement whose tabs have those in front that were in front before."""
    fronts = [place.front for place in places(before)]
    return changed(
        arrangement,
        lambda place: replace(place, front=next((name for name in fronts if name in place.names), place.front)),
    )


def _seen(arrangement: Split, area: QRect, open_: Sequence[str]) -> list[tuple[tuple[str, ...], QRect]]:
    return [(room.place.names, room.rect) for room in rooms(arrangement, area, open_)[0]]


def _squeezed_in(arrangement: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Halve the largest room for it, or lie over that."""
    seen = rooms(arrangement, area, open_)[0]
    largest = max(seen, key=lambda room: room.inside.width() * room.inside.height())
    inside, front = largest.inside, largest.place.front
    if inside.width() >= max(inside.height(), 2 * COMFORTABLE.width()):
        return beside(arrangement, name, front, "right")
    if inside.height() >= 2 * COMFORTABLE.height():
        return beside(arrangement, name, front, "below")
    return behind(arrangement, name, front)
