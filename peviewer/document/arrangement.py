"""The arrangement of panes as data: rows within columns within rows.

A group of tabs holds one pane or several.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pydantic import ConfigDict

# The most panes that each get a group of their own in the default arrangement.
MOST_GROUPS = 6

# A pane's least share, where the largest one's is 1; any window shows a pane larger than that.
LEAST_SHARE = 1 / 128

# Shares that are read from a file must be below this.
SHARE_LIMIT = 1e6

Side = Literal["left", "right", "above", "below"]
FORM = (
    'rows and columns, as in {"across": true, '
    '"parts": [{"names": ["shift"], "front": "shift"}], "shares": [1]}'
)
FORBID = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class TabGroup:
    """Panes as tabs, one of them in front."""

    __pydantic_config__ = FORBID
    names: tuple[str, ...]
    front: str


@dataclass(frozen=True)
class Split:
    """Parts side by side, or one above the other, with their shares of the length."""

    __pydantic_config__ = FORBID
    across: bool
    parts: tuple["Part", ...] = ()
    shares: tuple[float, ...] = ()


Part: TypeAlias = TabGroup | Split
NO_PANES = Split(across=True)


def columns(count: int) -> list[list[int]]:
    """Return the numbers of `count` panes in columns, each from top to bottom.

    If a column is one pane short, its first pane is larger.
    """
    count = min(count, MOST_GROUPS)
    column_count = 3
    if count < 5:
        column_count = 2 if count > 1 else 1
    row_count = -(-count // column_count)
    missing_count = column_count * row_count - count

    columns_of_panes: list[list[int]] = []
    for column in range(min(column_count, count)):
        panes = [column]
        if row_count > 1 and column >= missing_count:
            panes.append(column_count + column - missing_count)
        columns_of_panes.append(panes)
    return columns_of_panes


def even(names: Sequence[str]) -> Split:
    """Return the default arrangement of panes, equally large; those beyond six become tabs."""
    groups = [
        TabGroup(tuple(names[index::MOST_GROUPS]), name)
        for index, name in enumerate(names[:MOST_GROUPS])
    ]
    parts: list[Split] = []
    for column in columns(len(names)):
        rows = tuple(groups[index] for index in column)
        parts.append(Split(False, rows, (1.0,) * len(rows)))
    return tidy(Split(True, tuple(parts), (1.0,) * len(parts)))


def tab_groups(arrangement: Part) -> Iterator[TabGroup]:
    """Yield every group of tabs, from left to right and from top to bottom."""
    if isinstance(arrangement, TabGroup):
        yield arrangement
    else:
        for part in arrangement.parts:
            yield from tab_groups(part)


def names(arrangement: Part) -> list[str]:
    return [name for group in tab_groups(arrangement) for name in group.names]


def tidy(arrangement: Split) -> Split:
    """Return the same without needless splits.

    Needless are empty splits, splits with one part, and splits in a split of the same direction.
    """
    parts: list[Part] = []
    shares: list[float] = []
    for part, share in zip(arrangement.parts, arrangement.shares, strict=True):
        if isinstance(part, TabGroup):
            parts.append(part)
            shares.append(share)
            continue
        inner = tidy(part)
        is_needless = inner.across == arrangement.across or len(inner.parts) < 2
        if is_needless:
            whole_share = sum(inner.shares)
            parts += inner.parts
            shares += [share * inner_share / whole_share for inner_share in inner.shares]
        else:
            parts.append(inner)
            shares.append(share)

    if len(parts) == 1 and isinstance(parts[0], Split):
        return parts[0]
    return Split(arrangement.across, tuple(parts), _levelled(shares))


def _levelled(shares: Sequence[float]) -> tuple[float, ...]:
    """Scale shares so that the largest is 1, and keep all above a floor."""
    largest = max(shares, default=1.0)
    return tuple(max(share / largest, LEAST_SHARE) for share in shares)


def changed(arrangement: Split, change: Callable[[TabGroup], Part]) -> Split:
    """Return an arrangement with each group of tabs changed; groups without panes are removed."""

    def changed_part(part: Part) -> Part:
        if isinstance(part, Split):
            return replace(part, parts=tuple(changed_part(inner) for inner in part.parts))
        new_part = change(part)
        is_empty = isinstance(new_part, TabGroup) and not new_part.names
        return NO_PANES if is_empty else new_part

    return tidy(replace(arrangement, parts=tuple(changed_part(part) for part in arrangement.parts)))


def without(arrangement: Split, *removed: str) -> Split:
    return only(arrangement, set(names(arrangement)) - set(removed))


def only(arrangement: Split, kept: Collection[str]) -> Split:
    """Return an arrangement with only the panes in `kept`; the last tab comes to the front."""

    def kept_tabs(group: TabGroup) -> TabGroup:
        tabs = tuple(name for name in group.names if name in kept)
        front = group.front
        if tabs and front not in tabs:
            front = tabs[-1]
        return TabGroup(tabs, front)

    return changed(arrangement, kept_tabs)


def in_front(arrangement: Split, name: str) -> Split:
    def with_front(group: TabGroup) -> TabGroup:
        return replace(group, front=name) if name in group.names else group

    return changed(arrangement, with_front)


def beside(arrangement: Split, name: str, target: str, side: Side) -> Split:
    """Return an arrangement with the pane `name` in one half of the room of `target`."""

    def split(group: TabGroup) -> Part:
        if target not in group.names:
            return group
        pane = TabGroup((name,), name)
        parts = (pane, group) if side in ("left", "above") else (group, pane)
        return Split(side in ("left", "right"), parts, (1.0, 1.0))

    return changed(without(arrangement, name), split)


def outermost(arrangement: Split, name: str, side: Side) -> Split:
    """Return an arrangement with a pane along one whole side of all others.

    The pane is as wide, or as high, as the others are on average.
    """
    rest = without(arrangement, name)
    is_across = side in ("left", "right")
    whole = rest if rest.across == is_across else Split(is_across, (rest,), (1.0,))

    parts = list(whole.parts)
    shares = list(whole.shares)
    index = 0 if side in ("left", "above") else len(parts)
    parts.insert(index, TabGroup((name,), name))
    shares.insert(index, sum(shares) / len(shares))
    return tidy(Split(is_across, tuple(parts), tuple(shares)))


def behind(arrangement: Split, name: str, target: str) -> Split:
    """Return an arrangement with the pane `name` as the last tab of `target`'s group, in front."""

    def with_last_tab(group: TabGroup) -> TabGroup:
        return TabGroup((*group.names, name), name) if target in group.names else group

    return changed(without(arrangement, name), with_last_tab)


def renamed(arrangement: Split, instead: Mapping[str, str]) -> Split:
    """Return the same with some panes in the places of others.

    >>> names(renamed(even(["shift", "waves"]), {"waves": "bias"}))
    ['shift', 'bias']
    """

    def with_new_names(group: TabGroup) -> TabGroup:
        tabs = tuple(instead.get(name, name) for name in group.names)
        return TabGroup(tabs, instead.get(group.front, group.front))

    double_names = instead.values() - instead.keys()
    return changed(without(arrangement, *double_names), with_new_names)


def checked(arrangement: Split) -> Split:
    """Return an arrangement from a file, tidied.

    Raise an error if a pane has no place, or two.
    """
    panes = names(arrangement)
    if not _is_sound(arrangement) or len(set(panes)) != len(panes):
        raise ValueError(FORM)
    return tidy(arrangement)


def _is_sound(part: Part) -> bool:
    if isinstance(part, TabGroup):
        return part.front in part.names
    if len(part.shares) != len(part.parts):
        return False
    are_shares_sound = all(0 < share < SHARE_LIMIT for share in part.shares)
    return are_shares_sound and all(map(_is_sound, part.parts))
