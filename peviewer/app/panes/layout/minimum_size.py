"""Where panes stand in an area that is too small for them: those without room lie as tabs over one another."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize

from peviewer.app.panes.layout.geometry import GAP, LEAST, least
from peviewer.document.arrangement import Part, Place, Split, names, only, tidy


def fitted(arrangement: Split, open_: Sequence[str], size: QSize, recent: Sequence[str] = ()) -> Split:
    """Return where the open panes stand in an area of some size; the same arrangement where all have their least.

    Parameters
    ----------
    arrangement : Split
        Where they stand where there is room.
    open_ : sequence of str
        The panes that can be seen, in their order.
    size : QSize
        Of the area.
    recent : sequence of str
        Panes that were asked for, the last one first: one of them lies in front.
    """
    seen = only(arrangement, open_)
    if _within(seen, size):
        return arrangement

    def lie_together(parts: Sequence[Part]) -> Place:
        there = [name for part in parts for name in names(part)]
        there.sort(key=list(open_).index)
        return Place(tuple(there), next((name for name in recent if name in there), there[0]))

    def within(part: Part, room: QSize) -> Part:
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


def _within(arrangement: Part, size: QSize) -> bool:
    needed = least(arrangement)
    return needed.width() <= size.width() and needed.height() <= size.height()
