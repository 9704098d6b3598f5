"""Where panes stand in an area that is too small for them: those without room lie as tabs over one another."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize

from peviewer.app.panes.standing.rooms import GAP, LEAST, least
from peviewer.app.panes.standing.standing import Place, Split, Standing, names, only, tidy


def crowded(standing: Split, open_: Sequence[str], size: QSize, recent: Sequence[str] = ()) -> Split:
    """Return where the open panes stand in an area of some size; the same standing where all have their least.

    Parameters
    ----------
    standing : Split
        Where they stand where there is room.
    open_ : sequence of str
        The panes that can be seen, in their order.
    size : QSize
        Of the area.
    recent : sequence of str
        Panes that were asked for, the last one first: one of them lies in front.
    """
    seen = only(standing, open_)
    if _within(seen, size):
        return standing

    def lie_together(parts: Sequence[Standing]) -> Place:
        there = [name for part in parts for name in names(part)]
        there.sort(key=list(open_).index)
        return Place(tuple(there), next((name for name in recent if name in there), there[0]))

    def within(part: Standing, room: QSize) -> Standing:
        if isinstance(part, Place) or _within(part, room):
            return part
        single = LEAST.width() if part.across else LEAST.height()
        others = (len(part.parts) - 1) * (single + GAP)
        inner = QSize(room.width() - others, room.height()) if part.across else QSize(
            room.width(), room.height() - others)  # fmt: skip
        parts = [within(one, inner) for one in part.parts]
        shares = list(part.shares)
        while len(parts) > 1 and not _within(Split(part.across, tuple(parts), tuple(shares)), room):
            parts[-2:] = [lie_together(parts[-2:])]
            shares[-2:] = [sum(shares[-2:])]
        return Split(part.across, tuple(parts), tuple(shares))

    return tidy(replace(seen, parts=(within(seen, size),), shares=(1.0,)))


def _within(standing: Standing, size: QSize) -> bool:
    needed = least(standing)
    return needed.width() <= size.width() and needed.height() <= size.height()
