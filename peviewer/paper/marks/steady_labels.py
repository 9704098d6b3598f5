"""How the labels of lines stand in all frames of a clip: on one side each, and on another only where they must."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from peviewer.figures.grammar import Rule
from peviewer.paper.marks.labels import BETWEEN, crossings, is_clear, is_long, label_places, straight_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from matplotlib.transforms import Bbox

    from peviewer.figures.grammar import Diagonal
    from peviewer.paper.marks.canvas import Canvas, LabelWays, LineName, Way
    from peviewer.paper.marks.labels import Place

# What is avoided, in curves that run through a label: type of the other size, the short words, a place between the ends
# of a line, and a place farther down the list of good ones.
OTHER_SIZE, SHORT, INNER, LATER = 0.3, 0.3, 0.2, 1e-3
# The same of a frame without a place, and of each change from one frame to the next.
NOWHERE, CHANGE = 3.0, 0.5
# How unlike the first way another one is: at another end, on the other side, in other words or type.
UNLIKE = 0.2, 0.1, 0.3, 0.3
TRIED = 8  # ways, the best by themselves, that may be the first
MOST = 3  # ways in which one label stands
LEAST_CLEAR = 0.25  # of the frames: a label that covers too much in more of them is in none


class _Option(NamedTuple):
    covers: Bbox
    cost: float
    is_clear: bool


_Options = dict["Way", _Option]


def steady_ways(frames: Iterable[Canvas]) -> LabelWays:
    """Return how the label of each line stands, the best way first: in each frame the first that has room.

    Parameters
    ----------
    frames : iterable of Canvas
        One panel in some frames, in their order. Each is measured before the next one is asked for, so that all may
        be on the same axes.
    """
    measured: dict[LineName, dict[int, _Options]] = defaultdict(dict)
    for frame, canvas in enumerate(frames):
        for name, line in straight_lines(canvas.panel).items():
            if options := _options(line, canvas):
                measured[name][frame] = options
    taken: dict[int, list[Bbox]] = defaultdict(list)
    found = {}
    for name, in_frames in measured.items():
        free = _without(in_frames, taken)
        found[name] = _chosen(free)
        for frame, way, there in zip(in_frames, _taken(found[name], free), free, strict=True):
            if way is not None:
                taken[frame].append(there[way].covers)
    return found


def _options(line: Rule | Diagonal, canvas: Canvas) -> _Options:
    found = label_places(line, canvas)
    return {place.way: _option(number, place, line, canvas) for number, place in enumerate(found)}


def _option(number: int, place: Place, line: Rule | Diagonal, canvas: Canvas) -> _Option:
    crossed, way = crossings(place, line, canvas), place.way
    clear = is_clear(place, line, crossed)
    is_inner = isinstance(line, Rule) and way.end in BETWEEN
    is_other_size = way.is_small != is_long(place, line, canvas)
    cost = (
        crossed
        + (not clear)
        + SHORT * (way.wording > 0)
        + INNER * is_inner
        + OTHER_SIZE * is_other_size
        + LATER * number
    )
    return _Option(place.covers, cost, clear)


def _without(options: Mapping[int, _Options], taken: Mapping[int, Sequence[Bbox]]) -> list[_Options]:
    """Return the options of each frame that are off the labels that are there."""
    return [
        {way: one for way, one in ways.items() if not any(one.covers.overlaps(other) for other in taken[frame])}
        for frame, ways in options.items()
    ]


def _chosen(frames: Sequence[_Options]) -> tuple[Way, ...]:
    """Return the ways that cost least over all frames, with what they change."""
    likely = sorted(dict.fromkeys(way for ways in frames for way in ways), key=lambda way: _sum(way, frames))[:TRIED]
    best = min((_completed(way, frames) for way in likely), key=lambda ways: _cost(ways, frames), default=())
    taken = _taken(best, frames)
    clear = sum(way is not None and ways[way].is_clear for way, ways in zip(taken, frames, strict=True))
    return best if clear >= LEAST_CLEAR * len(frames) else ()


def _completed(first: Way, frames: Sequence[_Options]) -> tuple[Way, ...]:
    """Return a way with others for the frames where it has no room: those most like it that cost little there."""
    found = [first]
    while len(found) < MOST and (left := [ways for ways in frames if ways and not ways.keys() & set(found)]):
        others = dict.fromkeys(way for ways in left for way in ways)
        found.append(min(others, key=lambda way: _sum(way, left) + _unlike(first, way) * len(left)))
    return tuple(found)


def _taken(ways: Sequence[Way], frames: Sequence[_Options]) -> list[Way | None]:
    """Return the way that is taken in each frame."""
    return [next((way for way in ways if way in options), None) for options in frames]


def _cost(ways: Sequence[Way], frames: Sequence[_Options]) -> float:
    taken = _taken(ways, frames)
    changes = sum(one != other for one, other in pairwise(taken))
    costs = (NOWHERE if way is None else options[way].cost for way, options in zip(taken, frames, strict=True))
    return sum(costs) / len(frames) + CHANGE * changes


def _sum(way: Way, frames: Sequence[_Options]) -> float:
    return sum(options[way].cost if way in options else NOWHERE for options in frames)


def _unlike(first: Way, other: Way) -> float:
    return sum(share * (one != two) for share, one, two in zip(UNLIKE, first, other, strict=True))
