"""Where one pane more stands."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize

from peviewer.app.panes.standing.rooms import rooms
from peviewer.app.panes.standing.standing import Split, behind, beside, even, in_front, names

COMFORTABLE = QSize(260, 200)


def opened(standing: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Return a standing with a pane more in front: where it was closed, evenly with all, or where there is room."""
    if name in names(standing):
        return in_front(standing, name)
    if _seen(standing, area, open_) == _seen(even(open_), area, open_):
        return in_front(even([*open_, name]), name)
    return _squeezed_in(standing, area, open_, name)


def _seen(standing: Split, area: QRect, open_: Sequence[str]) -> list[tuple[tuple[str, ...], QRect]]:
    return [(room.place.names, room.rect) for room in rooms(standing, area, open_)[0]]


def _squeezed_in(standing: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Halve the largest room for it, or lie over that."""
    seen = rooms(standing, area, open_)[0]
    largest = max(seen, key=lambda room: room.inside.width() * room.inside.height())
    inside, front = largest.inside, largest.place.front
    if inside.width() >= max(inside.height(), 2 * COMFORTABLE.width()):
        return beside(standing, name, front, "right")
    if inside.height() >= 2 * COMFORTABLE.height():
        return beside(standing, name, front, "below")
    return behind(standing, name, front)
