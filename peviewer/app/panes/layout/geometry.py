"""The rectangles of an arrangement: one a place, and the gaps between that can be moved."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from PySide6.QtCore import QPoint, QRect, QSize

from peviewer.document.arrangement import Part, Place, Split, names, only

GAP = 8
TABS = 32
LEAST = QSize(220, 178)


@dataclass(frozen=True)
class Room:
    """A place that can be seen, of open panes alone, and its rectangle, tabs included."""

    place: Place
    rect: QRect

    @property
    def inside(self) -> QRect:
        """The rectangle of the pane in front."""
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
    """Of each part of the split; 0 for one that cannot be seen."""
    floors: tuple[int, int]
    """The least lengths of the parts before and after."""


def least(arrangement: Part) -> QSize:
    """Return the least size in which every place has its least."""
    if isinstance(arrangement, Place):
        return QSize(LEAST.width(), LEAST.height() + (TABS if len(arrangement.names) > 1 else 0))
    sizes = [least(part) for part in arrangement.parts] or [QSize(0, 0)]
    widths, heights, gaps = [size.width() for size in sizes], [size.height() for size in sizes], GAP * (len(sizes) - 1)
    if arrangement.across:
        return QSize(sum(widths) + gaps, max(heights))
    return QSize(max(widths), sum(heights) + gaps)


def lengths(total: int, shares: Sequence[float], leasts: Sequence[int]) -> list[int]:
    """Share out a length, each part no shorter than its least where there is room for all.

    Examples
    --------
    >>> lengths(100, (1, 1), (10, 10)), lengths(100, (1, 9), (30, 30)), lengths(40, (1, 9), (30, 30))
    ([50, 50], [30, 70], [20, 20])
    """
    if sum(leasts) >= total:
        return _whole([total * one / sum(leasts) for one in leasts])
    held: set[int] = set()
    while True:
        free = total - sum(leasts[index] for index in held)
        unit = free / sum(share for index, share in enumerate(shares) if index not in held)
        short = {index for index, share in enumerate(shares) if index not in held and share * unit < leasts[index]}
        if not short:
            return _whole([leasts[i] if i in held else share * unit for i, share in enumerate(shares)])
        held |= short


def _whole(exact: Sequence[float]) -> list[int]:
    """Round lengths so that their sum stays."""
    return [end - start for start, end in pairwise([0, *map(round, accumulate(exact))])]


def rooms(arrangement: Split, rect: QRect, seen: Collection[str]) -> tuple[list[Room], list[Gap]]:
    """Return the rooms and gaps in a rectangle; panes that are not to be seen leave their room to others."""
    found: tuple[list[Room], list[Gap]] = ([], [])
    if set(names(arrangement)) & set(seen):
        _share_out(arrangement, rect, seen, (), found)
    return found


def _share_out(
    part: Part, rect: QRect, seen: Collection[str], path: tuple[int, ...], found: tuple[list[Room], list[Gap]]
) -> None:
    if isinstance(part, Place):
        found[0].append(Room(_seen(part, seen), rect))
        return
    there = [index for index, inner in enumerate(part.parts) if set(names(inner)) & set(seen)]
    whole = rect.width() if part.across else rect.height()
    sizes = [least(only(Split(True, (part.parts[index],), (1.0,)), seen)) for index in there]
    floors = [size.width() if part.across else size.height() for size in sizes]
    shared = lengths(max(0, whole - GAP * (len(there) - 1)), [part.shares[index] for index in there], floors)
    every = tuple(dict(zip(there, shared, strict=True)).get(index, 0) for index in range(len(part.parts)))
    at = 0
    for order, (index, length) in enumerate(zip(there, shared, strict=True)):
        _share_out(part.parts[index], _slice(rect, at, length, part.across), seen, (*path, index), found)
        at += length + GAP
        if order + 1 < len(there):
            between = _slice(rect, at - GAP, GAP, part.across)
            both = floors[order], floors[order + 1]
            found[1].append(Gap(path, index, there[order + 1], part.across, between, every, both))


def _slice(rect: QRect, at: int, length: int, across: bool) -> QRect:
    if across:
        return QRect(rect.topLeft() + QPoint(at, 0), QSize(length, rect.height()))
    return QRect(rect.topLeft() + QPoint(0, at), QSize(rect.width(), length))


def _seen(place: Place, seen: Collection[str]) -> Place:
    left = tuple(name for name in place.names if name in seen)
    return Place(left, place.front if place.front in left else left[-1])


def moved(arrangement: Split, gap: Gap, by: int) -> Split:
    """Return the same with a gap moved by some pixels: only its two neighbours change."""
    return _at(arrangement, gap.path, gap, by)


def _at(part: Split, path: tuple[int, ...], gap: Gap, by: int) -> Split:
    if path:
        inner = part.parts[path[0]]
        assert isinstance(inner, Split)
        parts = list(part.parts)
        parts[path[0]] = _at(inner, path[1:], gap, by)
        return replace(part, parts=tuple(parts))
    # Shares become pixels, so that a part which was held at its least does not spring; closed ones keep their share.
    seen = sum(share for share, length in zip(part.shares, gap.lengths, strict=True) if length)
    unit = sum(gap.lengths) / seen
    shares = [float(length or share * unit) for share, length in zip(part.shares, gap.lengths, strict=True)]
    both = shares[gap.before] + shares[gap.after]
    low = min(gap.floors[0], shares[gap.before])
    high = max(both - gap.floors[1], shares[gap.before])
    shares[gap.before] = min(max(shares[gap.before] + by, low), high)
    shares[gap.after] = both - shares[gap.before]
    return replace(part, shares=tuple(shares))
