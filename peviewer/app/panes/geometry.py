"""An arrangement as rectangles: rooms and gaps, in an area that may be too small."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QSize

from peviewer.app.look.type_size import scaled
from peviewer.base.sharing import share_length, whole_lengths
from peviewer.document.arrangement import (
    Part,
    Split,
    TabGroup,
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
    """A group of tabs with its visible panes, and its rectangle, tabs included."""

    group: TabGroup
    rect: QRect

    @property
    def inside(self) -> QRect:
        return self.rect.adjusted(0, scaled(TABS), 0, 0) if len(self.group.names) > 1 else self.rect


@dataclass(frozen=True)
class Gap:
    """The gap between two parts of the split at a path."""

    path: tuple[int, ...]
    before: int
    after: int
    across: bool
    rect: QRect
    lengths: tuple[int, ...]
    """The length of each part of the split; 0 for one that is not visible."""
    minimums: tuple[int, int]
    """The least lengths of the parts before and after."""


def minimum_size(arrangement: Part) -> QSize:
    """Return the least size at which the panes of an arrangement have room."""
    if isinstance(arrangement, TabGroup):
        tabs_height = scaled(TABS) if len(arrangement.names) > 1 else 0
        return QSize(LEAST.width(), LEAST.height() + tabs_height)
    sizes = [minimum_size(part) for part in arrangement.parts] or [QSize(0, 0)]
    widths = [size.width() for size in sizes]
    heights = [size.height() for size in sizes]
    gaps = GAP * (len(sizes) - 1)
    if arrangement.across:
        return QSize(sum(widths) + gaps, max(heights))
    return QSize(max(widths), sum(heights) + gaps)


def _lengths(total: int, shares: Sequence[float], minimums: Sequence[int]) -> list[int]:
    """Return how the parts of a split share its length.

    If it is too short for their minimums, they share it in proportion to these.
    """
    if sum(minimums) >= total:
        return whole_lengths(share_length(total, minimums))
    return whole_lengths(share_length(total, shares, dict(enumerate(minimums))))


def rooms(
    part: Part, rect: QRect, visible: Collection[str], path: tuple[int, ...] = ()
) -> tuple[list[Room], list[Gap]]:
    """Return the rooms and gaps in a rectangle.

    Panes that are not in `visible` leave their room to others.
    """
    visible_names = [name for name in names(part) if name in visible]
    if not visible_names:
        return [], []
    if isinstance(part, TabGroup):
        front = part.front if part.front in visible_names else visible_names[-1]
        return [Room(TabGroup(tuple(visible_names), front), rect)], []

    visible_parts = [
        index for index, inner in enumerate(part.parts) if set(names(inner)) & set(visible)
    ]
    minimums = [_minimum_length(part, index, visible) for index in visible_parts]
    shares = [part.shares[index] for index in visible_parts]
    whole_length = rect.width() if part.across else rect.height()
    available_length = max(0, whole_length - GAP * (len(visible_parts) - 1))
    visible_lengths = _lengths(available_length, shares, minimums)
    all_lengths = [0] * len(part.parts)
    for index, length in zip(visible_parts, visible_lengths, strict=True):
        all_lengths[index] = length

    all_rooms: list[Room] = []
    gaps: list[Gap] = []
    start = 0
    for order, index in enumerate(visible_parts):
        length = all_lengths[index]
        inner_rect = _slice(rect, start, length, part.across)
        inner_rooms, inner_gaps = rooms(part.parts[index], inner_rect, visible, (*path, index))
        all_rooms += inner_rooms
        gaps += inner_gaps
        start += length + GAP
        if order + 1 < len(visible_parts):
            gap_rect = _slice(rect, start - GAP, GAP, part.across)
            neighbours = (minimums[order], minimums[order + 1])
            after = visible_parts[order + 1]
            gaps.append(
                Gap(path, index, after, part.across, gap_rect, tuple(all_lengths), neighbours)
            )
    return all_rooms, gaps


def _minimum_length(split: Split, index: int, visible: Collection[str]) -> int:
    """Return the least length of a part of a split; only its visible panes count."""
    part = only(Split(True, (split.parts[index],), (1.0,)), visible)
    size = minimum_size(part)
    return size.width() if split.across else size.height()


def _slice(rect: QRect, start: int, length: int, across: bool) -> QRect:
    if across:
        return QRect(rect.topLeft() + QPoint(start, 0), QSize(length, rect.height()))
    return QRect(rect.topLeft() + QPoint(0, start), QSize(rect.width(), length))


def moved(part: Split, gap: Gap, by: int) -> Split:
    """Return an arrangement with a gap moved by some pixels: only its two neighbours change."""
    if gap.path:
        parts = list(part.parts)
        index, *rest = gap.path
        inner = parts[index]
        assert isinstance(inner, Split)
        parts[index] = moved(inner, replace(gap, path=tuple(rest)), by)
        return replace(part, parts=tuple(parts))

    # Shares become pixels, so that a part at its least length does not jump; closed ones keep their
    # share.
    pairs = list(zip(part.shares, gap.lengths, strict=True))
    visible_share = sum(share for share, length in pairs if length)
    pixels_per_share = sum(gap.lengths) / visible_share
    shares = [float(length or share * pixels_per_share) for share, length in pairs]

    together = shares[gap.before] + shares[gap.after]
    least_before, least_after = gap.minimums
    low = min(least_before, shares[gap.before])
    high = max(together - least_after, shares[gap.before])
    shares[gap.before] = min(max(shares[gap.before] + by, low), high)
    shares[gap.after] = together - shares[gap.before]
    return replace(part, shares=tuple(shares))


def fitted(
    arrangement: Split, open_: Sequence[str], size: QSize, recent: Sequence[str] = ()
) -> Split:
    """Return the arrangement for an area of some size.

    Panes without room become tabs over one another.
    """
    visible = only(arrangement, open_)
    if fits(visible, size):
        return arrangement

    def stacked(parts: Sequence[Part]) -> TabGroup:
        tabs: list[str] = []
        for part in parts:
            tabs += names(part)
        tabs.sort(key=list(open_).index)
        recent_tabs = [name for name in recent if name in tabs]
        return TabGroup(tuple(tabs), recent_tabs[0] if recent_tabs else tabs[0])

    def within(part: Part, room: QSize) -> Part:
        if isinstance(part, TabGroup) or fits(part, room):
            return part
        least_length = LEAST.width() if part.across else LEAST.height()
        other_lengths = (len(part.parts) - 1) * (least_length + GAP)
        if part.across:
            inner_room = QSize(room.width() - other_lengths, room.height())
        else:
            inner_room = QSize(room.width(), room.height() - other_lengths)
        parts = [within(inner, inner_room) for inner in part.parts]
        shares = list(part.shares)
        while len(parts) > 1 and not fits(Split(part.across, tuple(parts), tuple(shares)), room):
            parts[-2:] = [stacked(parts[-2:])]
            shares[-2:] = [sum(shares[-2:])]
        return Split(part.across, tuple(parts), tuple(shares))

    return tidy(replace(visible, parts=(within(visible, size),), shares=(1.0,)))


def fits(arrangement: Part, size: QSize) -> bool:
    needed_size = minimum_size(arrangement)
    return needed_size.width() <= size.width() and needed_size.height() <= size.height()


COMFORTABLE = QSize(260, 200)


def with_pane_opened(arrangement: Split, area: QRect, open_: Sequence[str], name: str) -> Split:
    """Return the arrangement with the pane `name` opened in front.

    It returns to its old place. Without one it joins an even arrangement, or goes beside, below or
    behind the pane with the most room.
    """
    if name in names(arrangement):
        return in_front(arrangement, name)
    if not open_ or only(arrangement, open_) == even(open_):
        return in_front(even([*open_, name]), name)
    visible_rooms, _ = rooms(arrangement, area, open_)
    largest = max(visible_rooms, key=lambda room: room.inside.width() * room.inside.height())
    inside = largest.inside
    front = largest.group.front
    if inside.width() >= max(inside.height(), 2 * COMFORTABLE.width()):
        return beside(arrangement, name, front, "right")
    if inside.height() >= 2 * COMFORTABLE.height():
        return beside(arrangement, name, front, "below")
    return behind(arrangement, name, front)
