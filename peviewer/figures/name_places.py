"""The places of straight lines' names: in the margins of a panel, and on its data.

Names in one margin that would meet are moved apart along it. Names on the data stand beside their
line, at the first of a few places where they meet neither a curve nor another name. A name that has
no room is not shown.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.line_labels import Box, LabelRoom, LineName, Placed

# The largest name on the data, as a share of their width and of their height.
MAX_SHARE = 0.75

# A name at the left, which a rising curve may cross, is written shorter if it takes more of the
# width.
MAX_SHARE_AT_LEFT = 0.4

# The gap between a name and the edge of the data, in the unit of all lengths.
EDGE_GAP = 2.0

# The gap between a name and a diagonal.
DIAGONAL_GAP = 8.0

# The gap between a name and the next one.
NAME_GAP = 6.0

# The least distance of a name from a curve.
CURVE_GAP = 3.0


def place_names(names: Sequence[LineName], room: LabelRoom) -> list[Placed | None]:
    """Return where each name goes; None for a name without room."""
    above = iter(_in_a_row([name for name in names if name.edge == "above"], room))
    at_right = iter(_in_a_column([name for name in names if name.edge == "right"], room))
    inside = _NamesOnData(room)
    all_placed: list[Placed | None] = []
    for name in names:
        if name.edge == "above":
            all_placed.append(next(above))
        elif name.edge == "right":
            all_placed.append(next(at_right))
        elif room.has_cells and name.line.is_mark and isinstance(name.line, Rule):
            # The name would hide more than its line shows.
            all_placed.append(None)
        else:
            all_placed.append(inside.place(name))
    return all_placed


def _in_a_row(names: Sequence[LineName], room: LabelRoom) -> list[Placed | None]:
    """Return where names go above the data, each as near to its line as the others allow."""
    wording = _wording_in_row(names, room.width)
    if wording is None:
        return [None] * len(names)
    widths = [name.sizes[wording][0] for name in names]
    places = [name.at[0] for name in names]
    starts = _apart(places, widths, room.width, NAME_GAP)
    all_placed: list[Placed | None] = []
    for name, start in zip(names, starts, strict=True):
        top = -room.wedge - name.sizes[wording][1]
        all_placed.append(Placed(wording % len(name.sizes), start, top))
    return all_placed


def _wording_in_row(names: Sequence[LineName], width: float) -> int | None:
    """Return 0 if names fit in a row at their longest, −1 if at their shortest, else None."""
    for wording in (0, -1):
        if sum(name.sizes[wording][0] + NAME_GAP for name in names) <= width:
            return wording
    return None


def _in_a_column(names: Sequence[LineName], room: LabelRoom) -> list[Placed | None]:
    """Return where names go at the right of the data, in the longest wordings with room."""
    fitting: dict[int, int] = {}
    for number, name in enumerate(names):
        for wording, (width, _) in enumerate(name.sizes):
            if width <= room.name_width:
                fitting[number] = wording
                break

    heights = [names[number].sizes[wording][1] for number, wording in fitting.items()]
    all_placed: list[Placed | None] = [None] * len(names)
    if sum(heights) > room.height:
        return all_placed
    places = [names[number].at[1] for number in fitting]
    tops = _apart(places, heights, room.height, 0.0)
    for (number, wording), top in zip(fitting.items(), tops, strict=True):
        all_placed[number] = Placed(wording, room.width + room.wedge, top)
    return all_placed


def _apart(
    places: Sequence[float], lengths: Sequence[float], length: float, gap: float
) -> list[float]:
    """Return where names begin along an edge, each as near to its place as the others allow."""
    starts: list[float] = []
    for place, own_length in zip(places, lengths, strict=True):
        starts.append(min(max(place - own_length / 2, 0.0), length - own_length))

    # Names that overlap are moved on along the edge, and back where the edge ends.
    order = sorted(range(len(places)), key=lambda index: places[index])
    for index, next_index in pairwise(order):
        free_from = starts[index] + lengths[index] + gap
        starts[next_index] = max(starts[next_index], free_from)
    free_until = length
    for index in reversed(order):
        starts[index] = min(starts[index], free_until - lengths[index])
        free_until = starts[index] - gap
    return starts


def meets_curve(box: Box, x: NDArray[Any], y: NDArray[Any], *, is_joined: bool) -> bool:
    """Whether a box is close to points, or if these are joined to the lines between them.

    `x` and `y` are coordinates of the points, in the unit of the box.
    """
    start_x = x[:-1] if is_joined else x
    end_x = x[1:] if is_joined else x
    start_y = y[:-1] if is_joined else y
    end_y = y[1:] if is_joined else y
    overlaps_across = (np.minimum(start_x, end_x) <= box.right + CURVE_GAP) & (
        np.maximum(start_x, end_x) >= box.left - CURVE_GAP
    )
    overlaps_down = (np.minimum(start_y, end_y) <= box.bottom + CURVE_GAP) & (
        np.maximum(start_y, end_y) >= box.top - CURVE_GAP
    )
    return bool(np.any(overlaps_across & overlaps_down))


class _NamesOnData:
    """Places names on the data, one after another, so that they do not overlap."""

    def __init__(self, room: LabelRoom) -> None:
        self._room = room
        self._width = room.width
        self._height = room.height
        self._occupied: list[Box] = []

    def place(self, name: LineName) -> Placed | None:
        """Return where a name goes: in its longest wording that meets no curve, or else any."""
        for allows_curves in (False, True):
            for wording, size in enumerate(name.sizes):
                is_shortest = wording == len(name.sizes) - 1
                if not self._is_small_enough(name, size, is_shortest=is_shortest):
                    continue
                for box in self._boxes(name, size):
                    if self._is_free(box) and (allows_curves or self._room.is_free(box)):
                        self._occupied.append(box)
                        return Placed(wording, box.left, box.top)
        return None

    def _is_small_enough(
        self, name: LineName, size: tuple[float, float], *, is_shortest: bool
    ) -> bool:
        width, height = size
        if width > MAX_SHARE * self._width or height > MAX_SHARE * self._height:
            return False
        is_at_left = isinstance(name.line, Rule) and name.line.at_left
        is_long_at_left = is_at_left and width > MAX_SHARE_AT_LEFT * self._width
        return is_shortest or not is_long_at_left

    def _is_free(self, box: Box) -> bool:
        is_within_width = box.left >= 0 and box.right <= self._width
        is_within_height = box.top >= 0 and box.bottom <= self._height
        is_within = is_within_width and is_within_height
        return is_within and not any(box.meets(other) for other in self._occupied)

    def _boxes(self, name: LineName, size: tuple[float, float]) -> list[Box]:
        """Return where a name may go, the usual place first."""
        width, height = size
        return [
            Box(left, top, left + width, top + height) for left, top in self._corners(name, size)
        ]

    def _corners(self, name: LineName, size: tuple[float, float]) -> list[tuple[float, float]]:
        width, height = size
        line = name.line
        x, y = name.at
        last_left = self._width - width - EDGE_GAP
        last_top = self._height - height
        if isinstance(line, Diagonal):
            left = min(x + DIAGONAL_GAP, last_left)
            top = min(max(y - height, 0.0), last_top)
            return [(left, top)]
        if line.direction == "x":
            beside = (x + EDGE_GAP, x - EDGE_GAP - width)
            last = last_left + EDGE_GAP
            # A name that had to be moved into the data stands on its own line.
            moved = min(max(x + EDGE_GAP, 0.0), last)
            lefts = [*(left for left in beside if 0 <= left <= last), moved]
            tops = (EDGE_GAP, last_top - EDGE_GAP)
            return [(left, top) for top, left in product(tops, lefts)]
        above = y - height - EDGE_GAP / 2
        below = y + EDGE_GAP / 2
        middle = (self._width - width) / 2
        lefts = [EDGE_GAP, middle, last_left] if line.at_left else [last_left, middle, EDGE_GAP]
        return [(left, top) for left, top in product(lefts, (above, below))]
