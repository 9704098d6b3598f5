"""An arrangement as rectangles: rooms and gaps, in an area that may be too small, with one pane more."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QSize

from peviewer.base.sharing import share_length, whole_lengths
from peviewer.document.arrangement import (
    Part,
    Place,
    Split,
    behind,
    beside,
    even,
    in_front,
    names,
    only,
    tidy,
)

GAP = 8
TABS = 32
LEAST = QSize(220, 178)


@dataclass(frozen=True)
class Room:
    """A place with the visible panes in it, and its rectangle, tabs included."""

    place: Place
    rect: QRect

    @property
    def inside(self) -> QRect:
        return self.rect.adjusted(0, TABS, 0, 0) if len(self.place.names) > 1 else self.rect


@dataclass(frozen=True)
class Gap:
    """What lies between two parts of the split at a path."""

    path: tuple[int, ...]
    before: int
    after: int
    across: bool
    rect: QRect
    lengths: tuple[int, ...]
    """Of each part of the split; 0 for one that is not visible."""
    minimums: tuple[int, int]
    """The least lengths of the parts before and after."""


def least(arrangement: Part) -> QSize:
    if isinstance(arrangement, Place):
        return QSize(LEAST.width(), LEAST.height() + (TABS if len(arrangement.names) > 1 else 0))
    sizes = [least(part) for part in arrangement.parts] or [QSize(0, 0)]
    widths, heights, gaps = (
        [size.width() for size in sizes],
        [size.height() for size in sizes],
        GAP * (len(sizes) - 1),
    )
    if arrangement.across:
        return QSize(sum(widths) + gaps, max(heights))
    return QSize(max(widths), sum(heights) + gaps)


def _lengths(total: int, shares: Sequence[float], minimums: Sequence[int]) -> list[int]:
    """Return how the parts of a split share its length, by their minimums where it is too short for these."""
    if sum(minimums) >= total:
        return whole_lengths(share_length(total, minimums))
    return whole_lengths(share_length(total, shares, dict(enumerate(minimums))))


def rooms(
    part: Part, rect: QRect, visible: Collection[str], path: tuple[int, ...] = ()
) -> tuple[list[Room], list[Gap]]:
    """Return the rooms and gaps in a rectangle.

    Panes that are not visible leave their room to others.
    """
    seen = [name for name in names(part) if name in visible]
    if isinstance(part, Place) or not seen:
        front = part.front if isinstance(part, Place) and part.front in seen else "".join(seen[-1:])
        return [Room(Place(tuple(seen), front), rect)] if seen else [], []
    places, gaps = list[Room](), list[Gap]()
    shown = [index for index, inner in enumerate(part.parts) if set(names(inner)) & set(visible)]
    whole = rect.width() if part.across else rect.height()
    sizes = [least(only(Split(True, (part.parts[index],), (1.0,)), visible)) for index in shown]
    minimums = [size.width() if part.across else size.height() for size in sizes]
    shares = [part.shares[index] for index in shown]
    shared = _lengths(max(0, whole - GAP * (len(shown) - 1)), shares, minimums)
    every = tuple(
        dict(zip(shown, shared, strict=True)).get(index, 0) for index in range(len(part.parts))
    )
    at = 0
    for order, (index, length) in enumerate(zip(shown, shared, strict=True)):
        inner = rooms(
            part.parts[index], _slice(rect, at, length, part.across), visible, (*path, index)
        )
        places += inner[0]
        gaps += inner[1]
        at += length + GAP
        if order + 1 < len(shown):
            between = _slice(rect, at - GAP, GAP, part.across)
            beside_it = minimums[order], minimums[order + 1]
            gaps.append(Gap(path, index, shown[order + 1], part.across, between, every, beside_it))
    return places, gaps


def _slice(rect: QRect, at: int, length: int, across: bool) -> QRect:
    if across:
        return QRect(rect.topLeft() + QPoint(at, 0), QSize(length, rect.height()))
    return QRect(rect.topLeft() + QPoint(0, at), QSize(rect.width(), length))


def moved(part: Split, gap: Gap, by: int) -> Split:
    """Return the same with a gap moved by some pixels: only its two neighbours change."""
    if gap.path:
        parts, (index, *rest) = list(part.parts), gap.path
        inner = parts[index]
        assert isinstance(inner, Split)
        parts[index] = moved(inner, replace(gap, path=tuple(rest)), by)
        return replace(part, parts=tuple(parts))
    # Shares become pixels, so that a part at its least length does not jump; closed ones keep their
    # share.
    shown = sum(share for share, length in zip(part.shares, gap.lengths, strict=True) if length)
    unit = sum(gap.lengths) / shown
    shares = [
        float(length or share * unit)
        for share, length in zip(part.shares, gap.lengths, strict=True)
    ]
    together = shares[gap.before] + shares[gap.after]
    low = min(gap.minimums[0], shares[gap.before])
    high = max(together - gap.minimums[1], shares[gap.before])
    shares[gap.before] = min(max(shares[gap.before] + by, low), high)
    shares[gap.after] = together - shares[gap.before]
    return replace(part, shares=tuple(shares))


def fitted(
    arrangement: Split, open_: Sequence[str], size: QSize, recent: Sequence[str] = ()
) -> Split:
    """Return the arrangement for an area of some size: panes without room become tabs over one another."""
    visible = only(arrangement, open_)
    if fits(visible, size):
        return arrangement

    def stacked(parts: Sequence[Part]) -> Place:
        shown = [name for part in parts for name in names(part)]
        shown.sort(key=list(open_).index)
        return Place(tuple(shown), next((name for name in recent if name in shown), shown[0]))

    def within(part: Part, room: QSize) -> Part:
        if isinstance(part, Place) or fits(part, room):
            return part
        single = LEAST.width() if part.across else LEAST.height()
        others = (len(part.parts) - 1) * (single + GAP)
        inner = QSize(room.width() - others, room.height()) if part.across else QSize(
            room.width(), room.height() - others)  # fmt: skip
        parts = [within(one, inner) for one in part.parts]
        shares = list(part.shares)
        while len(parts) > 1 and not fits(Split(part.across, tuple(parts), tuple(shares)), room):
            parts[-2:] = [stacked(parts[-2:])]
            shares[-2:] = [sum(shares[-2:])]
        return Split(part.across, tuple(parts), tuple(shares))

    return tidy(replace(visible, parts=(within(visible, size),), shares=(1.0,)))


def fits(arrangement: Part, size: QSize) -> bool:
    needed = least(arrangement)
    return needed.width() <= size.width() and needed.height() <= size.height()


COMFORTABLE = QSize(260, 200)


def opened(arrangement: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Return an arrangement with a pane more in front: where it was closed, evenly with all, or where there is room."""
    if name in names(arrangement):
        return in_front(arrangement, name)
    if not open_ or only(arrangement, open_) == even(open_):
        return in_front(even([*open_, name]), name)
    visible = rooms(arrangement, area, open_)[0]
    largest = max(visible, key=lambda room: room.inside.width() * room.inside.height())
    inside, front = largest.inside, largest.place.front
    if inside.width() >= max(inside.height(), 2 * COMFORTABLE.width()):
        return beside(arrangement, name, front, "right")
    if inside.height() >= 2 * COMFORTABLE.height():
        return beside(arrangement, name, front, "below")
    return behind(arrangement, name, front)
