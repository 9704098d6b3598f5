"""Texts and small clocks along an axis: which of them have room, evenly spread."""

import itertools
from collections.abc import Sequence

# The widest gap between texts, as a multiple of the narrowest: beyond it they look uneven.
MAX_GAP_RATIO = 1.3

# The most small clocks in a row.
MAX_CLOCKS = 10

# From this many clocks on, fewer clocks with names are better than more without.
FEW_CLOCKS = 3

# A width in pixels that stands for unlimited room.
_ENDLESS = 1e9


def spread_texts(
    places: Sequence[float],
    widths: Sequence[float],
    length: float,
    gap: float,
    max_count: int | None = None,
) -> list[tuple[int, float]]:
    """Return which texts along an axis of `length` are shown, and where each begins.

    The first and the last one are shown. Texts are evenly spread, as many as fit without
    touching, at most `max_count`; those at the ends are moved inwards.

    >>> spread_texts([5, 20, 30, 40, 55], [12] * 5, 60, 4)
    [(0, 0), (2, 24.0), (4, 48)]
    >>> spread_texts([0, 50, 100], [8] * 3, 15, 4)
    []
    """
    indices = [index for index, place in enumerate(places) if 0 <= place <= length]
    starts: dict[int, float] = {}
    ends: dict[int, float] = {}
    for index in indices:
        width = widths[index]
        start = min(places[index] - width / 2, length - width)
        starts[index] = max(0, start)
        ends[index] = starts[index] + width

    most = min(len(indices), max_count or len(indices))
    for count in range(most, 1, -1):
        spread = _evenly_spread(indices, count)
        neighbours = list(itertools.pairwise(spread))
        distances = [after - before for before, after in neighbours]
        are_even = max(distances) <= MAX_GAP_RATIO * min(distances)
        if are_even and all(ends[before] + gap <= starts[after] for before, after in neighbours):
            return [(index, starts[index]) for index in spread]
    return []


def _evenly_spread(indices: Sequence[int], count: int) -> list[int]:
    """Return `count` of the indices, the first and the last among them."""
    last_place = len(indices) - 1
    places = [round(number * last_place / (count - 1)) for number in range(count)]
    return [indices[place] for place in places]


def spread_clocks(
    centres: Sequence[float], width: float, radius: float, name_width: float, gap: float
) -> tuple[list[int], bool]:
    """Return which small clocks of a row are shown, and whether with names at the right."""
    with_names = _spread_circles(centres, width, radius, gap + name_width, gap)
    without_names = _spread_circles(centres, width, radius, 0.0, gap)
    if len(with_names) >= min(FEW_CLOCKS, len(without_names)):
        return with_names, True
    return without_names, False


def _spread_circles(
    centres: Sequence[float], width: float, radius: float, space_beside: float, gap: float
) -> list[int]:
    """Return which circles are shown if each needs `space_beside` at its right.

    If any lies within the width, at least one is shown.
    """
    last_centre = width - radius - space_beside
    indices = [index for index, centre in enumerate(centres) if radius <= centre <= last_centre]
    places = [centres[index] + space_beside / 2 for index in indices]
    widths = [2 * radius + space_beside] * len(indices)
    spread = spread_texts(places, widths, _ENDLESS, gap, MAX_CLOCKS)
    if not spread:
        return indices[:1]
    return [indices[place] for place, _ in spread]
