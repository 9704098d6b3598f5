"""The arrangement of panes as data: rows within columns within rows.

A place holds one pane or several tabs.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pydantic import ConfigDict

SHOWN = 6
FAINTEST = 1 / 128  # a pane's least share of the largest: its least size is more in any window
Side = Literal["left", "right", "above", "below"]
LARGEST = 1e6
FORM = 'rows and columns, as in {"across": true, "parts": [{"names": ["shift"], "front": "shift"}], "shares": [1]}'
FORBID = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Place:
    """Panes as tabs, one of them in front."""

    __pydantic_config__ = FORBID
    names: tuple[str, ...]
    front: str


@dataclass(frozen=True)
class Split:
    """Parts side by side, or one above the other, by their shares of the length."""

    __pydantic_config__ = FORBID
    across: bool
    parts: tuple["Part", ...] = ()
    shares: tuple[float, ...] = ()


Part: TypeAlias = Place | Split
NO_PANES = Split(across=True)


def columns(count: int) -> list[list[int]]:
    """Return the columns of so many panes, each from top to bottom.

    Where one is missing, the first is larger.
    """
    count = min(count, SHOWN)
    across = 1 if count < 2 else 2 if count < 5 else 3
    down = -(-count // across)
    missing = across * down - count
    return [[column, across + column - missing] if down > 1 and column >= missing else [column]
            for column in range(across)][:count]  # fmt: skip


def even(names: Sequence[str]) -> Split:
    """Return the default arrangement of panes, equally large; those beyond six become tabs."""
    places = [Place(tuple(names[index::SHOWN]), name) for index, name in enumerate(names[:SHOWN])]
    arrangement = [tuple(places[index] for index in column) for column in columns(len(names))]
    return tidy(
        Split(
            True,
            tuple(Split(False, rows, (1.0,) * len(rows)) for rows in arrangement),
            (1.0,) * len(arrangement),
        )
    )


def places(arrangement: Part) -> Iterator[Place]:
    """Yield every place, from left to right and from top to bottom."""
    if isinstance(arrangement, Place):
        yield arrangement
    else:
        for part in arrangement.parts:
            yield from places(part)


def names(arrangement: Part) -> list[str]:
    return [name for place in places(arrangement) for name in place.names]


def tidy(arrangement: Split) -> Split:
    """Return the same without empty splits, splits of one part, and splits within one of their own direction."""
    parts: list[tuple[Part, float]] = []
    for part, share in zip(arrangement.parts, arrangement.shares, strict=True):
        inner = tidy(part) if isinstance(part, Split) else part
        if isinstance(inner, Split) and (
            inner.across == arrangement.across or len(inner.parts) < 2
        ):
            whole = sum(inner.shares)
            parts += [
                (piece, share * own / whole)
                for piece, own in zip(inner.parts, inner.shares, strict=True)
            ]
        else:
            parts.append((inner, share))
    if len(parts) == 1 and isinstance(only := parts[0][0], Split):
        return only
    return Split(
        arrangement.across,
        tuple(part for part, _ in parts),
        _levelled([share for _, share in parts]),
    )


def _levelled(shares: Sequence[float]) -> tuple[float, ...]:
    """Scale shares so that the largest is 1, and keep all above a floor."""
    largest = max(shares, default=1.0)
    return tuple(max(share / largest, FAINTEST) for share in shares)


def changed(arrangement: Split, change: Callable[[Place], Part]) -> Split:
    """Return the same with each place changed; places without panes are removed."""

    def walk(part: Part) -> Part:
        if isinstance(part, Split):
            return replace(part, parts=tuple(walk(inner) for inner in part.parts))
        return after if isinstance(after := change(part), Split) or after.names else NO_PANES

    return tidy(replace(arrangement, parts=tuple(walk(part) for part in arrangement.parts)))


def without(arrangement: Split, *removed: str) -> Split:
    return only(arrangement, {*names(arrangement)} - {*removed})


def only(arrangement: Split, seen: Collection[str]) -> Split:
    def left(place: Place) -> Place:
        stay = tuple(name for name in place.names if name in seen)
        return Place(stay, place.front if place.front in stay or not stay else stay[-1])

    return changed(arrangement, left)


def in_front(arrangement: Split, name: str) -> Split:
    return changed(
        arrangement, lambda place: replace(place, front=name) if name in place.names else place
    )


def beside(arrangement: Split, name: str, target: str, side: Side) -> Split:
    """Return the same with a pane in one half of another's room."""

    def split(place: Place) -> Part:
        if target not in place.names:
            return place
        parts = (
            (Place((name,), name), place)
            if side in ("left", "above")
            else (place, Place((name,), name))
        )
        return Split(side in ("left", "right"), parts, (1.0, 1.0))

    return changed(without(arrangement, name), split)


def outermost(arrangement: Split, name: str, side: Side) -> Split:
    """Return the same with a pane along a whole side of all others, as wide or high as they are on average."""
    rest, across = without(arrangement, name), side in ("left", "right")
    whole = rest if rest.across == across else Split(across, (rest,), (1.0,))
    parts, shares = list(whole.parts), list(whole.shares)
    index = 0 if side in ("left", "above") else len(parts)
    parts.insert(index, Place((name,), name))
    shares.insert(index, sum(shares) / len(shares))
    return tidy(Split(across, tuple(parts), tuple(shares)))


def behind(arrangement: Split, name: str, target: str) -> Split:
    """Return the same with a pane as the last and foremost of another's tabs."""
    return changed(
        without(arrangement, name),
        lambda place: Place((*place.names, name), name) if target in place.names else place,
    )


def renamed(arrangement: Split, instead: Mapping[str, str]) -> Split:
    """Return the same with some panes in the places of others.

    >>> names(renamed(even(["shift", "waves"]), {"waves": "bias"}))
    ['shift', 'bias']
    """
    return changed(
        without(arrangement, *instead.values() - instead.keys()),
        lambda place: Place(
            tuple(instead.get(name, name) for name in place.names),
            instead.get(place.front, place.front),
        ),
    )


def checked(arrangement: Split) -> Split:
    """Return an arrangement, tidied, that was read.

    Raise an error where a pane has no place, or two.
    """
    panes = names(arrangement)
    if not _is_sound(arrangement) or len(set(panes)) != len(panes):
        raise ValueError(FORM)
    return tidy(arrangement)


def _is_sound(part: Part) -> bool:
    if isinstance(part, Place):
        return part.front in part.names
    has_shares = len(part.shares) == len(part.parts) and all(
        0 < share < LARGEST for share in part.shares
    )
    return has_shares and all(map(_is_sound, part.parts))
