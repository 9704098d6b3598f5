"""The positions of names of straight lines on the data, fixed along each line so that none jumps.

The names of marks are tags at the far end of their lines: at the right of a level line, above the
data over an upright one. Where a tag would hide much of a small table it has the symbol alone, and
the second stands beside the first, whichever line is ahead, so that the two never meet; upright
ones make way for each other in one line. Other lines, and marks named at the left, have their name
above them. A name that would meet another, or has no room, is not shown.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Literal, NamedTuple

from peviewer.figures.grammar import Diagonal, Panel, Rule

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, from the upper left corner of the data downwards."""
MOST = 0.75  # share of the data's width and height; longer names are not shown
MUCH = 0.05  # share of the area of cells; larger tags have the symbol alone
AT_LEFT = 0.4  # share of the width; longer names at the left, which a rising curve may cross, are written shorter
EDGE, APART = (
    2.0,
    6.0,
)  # between a name and the edge of the data, and the next name, in the unit of all lengths
ARROWS = {("x", -1): "←", ("x", 1): "→", ("y", -1): "↑", ("y", 1): "↓"}


class LineName(NamedTuple):
    """The name of a line that is to be placed."""

    line: Rule | Diagonal  # the line
    # where it is along x and y: of an upright rule x counts, of a level one y; of a diagonal its
    # upper end
    at: tuple[float, float]
    sizes: Sequence[tuple[float, float]]  # width and height of each wording, the longest first


class Placed(NamedTuple):
    """The chosen wording of a name, and its upper left corner."""

    wording: int
    left: float
    top: float


def wordings(line: Rule | Diagonal, side: int) -> list[str]:
    """Return the wordings of a name, the longest first.

    With an arrow if its line is beyond one `side` of the data.
    """
    texts = [line.label, line.short] if isinstance(line, Rule) else [line.label]
    if _is_mark(line):
        texts.append(line.label.partition(" = ")[0])
    texts = [text for text in dict.fromkeys(texts) if text]
    if not side or not isinstance(line, Rule):
        return texts
    arrow = ARROWS[line.direction, side]
    written = "{1} {0}" if side < 0 else "{0} {1}"
    return [written.format(text, arrow) for text in texts]


def has_names_above(panel: Panel) -> bool:
    """Whether names of upright marks stand above the data, if there are no other numbers."""
    rules = [mark for mark in panel.marks if isinstance(mark, Rule) and mark.label]
    return (
        panel.names_above
        and not panel.x.far
        and any(_is_mark(rule) and rule.direction == "x" for rule in rules)
    )


def place_names(
    names: Sequence[LineName],
    width: float,
    height: float,
    *,
    above: bool = False,
    cells: bool = False,
) -> list[Placed | None]:
    """Return the positions of names on data of a size, those of upright marks `above` it; None for one without room.

    On coloured `cells` a name hides data.
    """
    occupied: list[Box] = []
    used = {"x": EDGE, "left": EDGE, "right": EDGE}
    positions: list[Placed | None] = []
    upright = [name for name in names if above and _is_mark(name.line) and _end(name.line) == "x"]
    outside = dict(zip(map(id, upright), _in_a_row(upright, width), strict=True))
    for name in names:
        if id(name) in outside:
            positions.append(outside[id(name)])
            continue
        end = _end(name.line)
        much = MUCH if cells and _is_mark(name.line) else 1.0
        placed = _place(name, width, height, used[end], occupied, much)
        positions.append(placed)
        if placed is None:
            continue
        wide, high = name.sizes[placed.wording]
        occupied.append((placed.left, placed.top, placed.left + wide, placed.top + high))
        if _is_mark(name.line):
            used[end] += (high if end == "x" else wide) + APART
    return positions


def _in_a_row(names: Sequence[LineName], width: float) -> list[Placed | None]:
    """Return the positions of names above the data, each as near to its line as the others allow."""
    wording = next(
        (k for k in (0, -1) if sum(name.sizes[k][0] + APART for name in names) <= width), None
    )
    if wording is None:
        return [None] * len(names)
    wide = [name.sizes[wording][0] for name in names]
    starts = [
        min(max(name.at[0] - own_width / 2, 0.0), width - own_width)
        for name, own_width in zip(names, wide, strict=True)
    ]
    order = sorted(range(len(names)), key=lambda k: names[k].at[0])
    for k, after in pairwise(order):
        starts[after] = max(starts[after], starts[k] + wide[k] + APART)
    end = width
    for k in reversed(order):
        starts[k] = min(starts[k], end - wide[k])
        end = starts[k] - APART
    sizes = [len(name.sizes) for name in names]
    return [Placed(wording % count, start, -name.sizes[wording][1])
            for name, start, count in zip(names, starts, sizes, strict=True)]  # fmt: skip


def _is_mark(line: Rule | Diagonal) -> bool:
    return isinstance(line, Rule) and line.color == "mark"


def _end(line: Rule | Diagonal) -> Literal["x", "left", "right"]:
    """Return the end of lines of its direction at which a name stands."""
    if not isinstance(line, Rule) or line.direction == "x":
        return "x"
    return "left" if line.at_left else "right"


def _place(
    name: LineName, width: float, height: float, used: float, occupied: Sequence[Box], much: float
) -> Placed | None:
    for wording, (wide, high) in enumerate(name.sizes):
        hides_much = wide * high > much * width * height or (
            _end(name.line) == "left" and wide > AT_LEFT * width
        )
        if (
            wide > MOST * width
            or high > MOST * height
            or (hides_much and wording < len(name.sizes) - 1)
        ):
            continue
        room = width - wide - EDGE, height - high
        for left, top in _corners(name, wide, high, room, used):
            box = left, top, left + wide, top + high
            inside = left >= 0 and top >= 0 and box[2] <= width and box[3] <= height
            if inside and not any(_meet(box, other) for other in occupied):
                return Placed(wording, left, top)
    return None


def _corners(
    name: LineName, wide: float, high: float, room: tuple[float, float], used: float
) -> list[tuple[float, float]]:
    """Return the possible positions of a name: one for a mark, several for another line."""
    line, (x, y) = name.line, name.at
    if isinstance(line, Diagonal):
        return [(min(x + 4 * EDGE, room[0]), min(max(y - high, 0.0), room[1]))]
    if line.direction == "x":
        left = x - wide / 2 if _is_mark(line) else x + EDGE
        return [(min(max(left, 0.0), room[0] + EDGE), used)]
    if (
        _is_mark(line) and not line.at_left
    ):  # at the left a curve that rises to its line would be covered
        return [(room[0] + EDGE - used, min(max(y - high / 2, 0.0), room[1]))]
    ends = (EDGE, room[0]) if line.at_left else (room[0], EDGE)
    return [(left, top) for top, left in product((y - high - EDGE / 2, y + EDGE / 2), ends)]


def _meet(box: Box, neighbour: Box) -> bool:
    return (
        box[0] < neighbour[2]
        and neighbour[0] < box[2]
        and box[1] < neighbour[3]
        and neighbour[1] < box[3]
    )
