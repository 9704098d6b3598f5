"""The names of straight lines: their wordings, and the margins in which names of marks stand.

A mark's name stands in a margin: above the data for an upright line, at their right for a level
one, and for a diagonal where it leaves the data. The room of a margin is that of the longest names,
so that nothing moves while a line does. Names of other lines stand on the data; see
:mod:`peviewer.figures.name_places`.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from peviewer.figures.grammar import Diagonal, Panel, Rule

Edge = Literal["above", "right"]
"""A margin in which names of marks stand."""

# The largest share of a panel's width that the margin of names takes; longer names become symbols.
MAX_MARGIN_SHARE = 0.3

ARROWS = {("x", -1): "←", ("x", 1): "→", ("y", -1): "↑", ("y", 1): "↓"}


class Box(NamedTuple):
    """A rectangle; coordinates begin at the upper left corner of the data and grow downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        across = self.left < other.right and other.left < self.right
        down = self.top < other.bottom and other.top < self.bottom
        return across and down


class LineName(NamedTuple):
    """The name of a line that is to be placed.

    All lengths are in one unit, such as pixels, from the upper left corner of the data.
    """

    line: Rule | Diagonal
    # A point of the line, x and y. Only x matters of an upright rule, and only y of a level one; of
    # a diagonal it is the end that has the name.
    at: tuple[float, float]
    # The width and height of each wording, the longest first.
    sizes: Sequence[tuple[float, float]]
    # The margin in which it stands; None for a name on the data.
    edge: Edge | None = None


class Placed(NamedTuple):
    """The number of a name's chosen wording, and the upper left corner of the name."""

    wording: int
    left: float
    top: float


class LabelRoom(NamedTuple):
    """The size of the data, and the margins for names of marks."""

    width: float
    height: float
    # The width of the margin at the right, without the wedges that point at lines.
    name_width: float = 0.0
    # The length of a wedge.
    wedge: float = 0.0
    # Whether a box on the data meets no curve.
    is_free: Callable[[Box], bool] = lambda _: True
    # Whether the data are cells, which no name of a mark may hide.
    has_cells: bool = False


def wordings(line: Rule | Diagonal, side: int) -> list[str]:
    """Return the wordings of a name, the longest first.

    `side` is 0 for a line in view. One that lies beyond the data, at the left or above them (−1) or
    at the right or below (1), has an arrow in that direction.
    """
    texts = [line.label, line.short]
    if line.is_mark:
        texts.append(_symbol(line.label))
    texts = [text for text in dict.fromkeys(texts) if text]
    if not side or not isinstance(line, Rule):
        return texts
    arrow = ARROWS[line.direction, side]
    if side < 0:
        return [f"{arrow} {text}" for text in texts]
    return [f"{text} {arrow}" for text in texts]


def _symbol(name: str) -> str:
    symbol, _, _ = name.partition(" = ")
    return symbol


def edge_of(line: Rule | Diagonal) -> Edge | None:
    """Return the margin that has room for a line's name; None for a name on the data.

    The margin has that room even while the line has no name.
    """
    if not line.is_mark or not (line.label or line.longest):
        return None
    if isinstance(line, Diagonal) or line.direction == "x":
        return "above"
    return "right"


def marks_at(panel: Panel, edge: Edge) -> list[Rule | Diagonal]:
    """Return the marks of a panel with names in a margin, which has no other texts."""
    is_taken = edge == "above" and (bool(panel.x.far_numbers) or not panel.names_above)
    has_margin = not panel.square and not (edge == "right" and panel.is_without_axes)
    if is_taken or not has_margin:
        return []
    lines = [mark for mark in panel.marks if isinstance(mark, Rule | Diagonal)]
    return [line for line in lines if edge_of(line) == edge]


def has_names_above(panel: Panel) -> bool:
    """Whether names of marks stand above the data."""
    return bool(marks_at(panel, "above"))


def name_width_at_right(
    panel: Panel, width: float, measure: Callable[[str], float], wedge: float
) -> float | None:
    """Return the room of names at the right of the data, beside their wedges.

    Return None where no mark has its name there. Whole names take no more than a share of the
    panel's `width`, nor do symbols alone: where these have no room, there are only wedges.
    """
    marks = [line for line in marks_at(panel, "right") if isinstance(line, Rule)]
    if not marks:
        return None
    whole_names = [line.longest or line.label for line in marks]
    symbols = [_symbol(line.longest or line.label) for line in marks]
    for texts in (whole_names, symbols):
        name_width = max(map(measure, texts))
        if wedge + name_width <= MAX_MARGIN_SHARE * width:
            return name_width
    return 0.0


class EdgePoint(NamedTuple):
    """The end of a diagonal that has its name, and the margin of the name; None on the data."""

    at: tuple[float, float]
    edge: Edge | None


def diagonal_end(
    first: tuple[float, float], last: tuple[float, float], width: float, *, has_margin: bool
) -> EdgePoint:
    """Return where a visible piece of a diagonal has its name: above the data if it ends there.

    `first` and `last` are its ends, in pixels from the upper left corner of data of a `width`.
    """
    upper_end = min(first, last, key=lambda end: end[1])
    x, y = upper_end
    is_at_top = y < 1 and x < width
    return EdgePoint(upper_end, "above" if has_margin and is_at_top else None)
