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

# The largest name, as a share of the data's width and of its height; longer ones are not shown.
MAX_SHARE = 0.75

# A tag that hides a larger share of the area of cells has the symbol alone.
MAX_HIDDEN_SHARE = 0.05

# A name at the left, which a rising curve may cross, is written shorter if it takes more of the
# width.
MAX_SHARE_AT_LEFT = 0.4

# Between a name and the edge of the data, in the unit of all lengths.
EDGE_GAP = 2.0

# Between a name and the next.
NAME_GAP = 6.0

ARROWS = {("x", -1): "←", ("x", 1): "→", ("y", -1): "↑", ("y", 1): "↓"}


class Box(NamedTuple):
    """A rectangle, from the upper left corner of the data downwards."""

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

    `at` is where the line is along x and y: of an upright rule x counts, of a level one y; of a
    diagonal it is the upper end. `sizes` are the width and height of each wording, the longest
    first.
    """

    line: Rule | Diagonal
    at: tuple[float, float]
    sizes: Sequence[tuple[float, float]]


class Placed(NamedTuple):
    """The chosen wording of a name, and its upper left corner."""

    wording: int
    left: float
    top: float


def wordings(line: Rule | Diagonal, side: int) -> list[str]:
    """Return the wordings of a name, the longest first.

    They have an arrow if their line is beyond one `side` of the data.
    """
    texts = [line.label]
    if isinstance(line, Rule):
        texts.append(line.short)
    if _is_mark(line):
        symbol, _, _ = line.label.partition(" = ")
        texts.append(symbol)
    texts = [text for text in dict.fromkeys(texts) if text]
    if not side or not isinstance(line, Rule):
        return texts
    arrow = ARROWS[line.direction, side]
    if side < 0:
        return [f"{arrow} {text}" for text in texts]
    return [f"{text} {arrow}" for text in texts]


def has_names_above(panel: Panel) -> bool:
    """Whether names of upright marks stand above the data, if there are no other numbers."""
    if not panel.names_above or panel.x.far:
        return False
    rules = [mark for mark in panel.marks if isinstance(mark, Rule) and mark.label]
    return any(_is_mark(rule) and rule.direction == "x" for rule in rules)


def place_names(
    names: Sequence[LineName],
    width: float,
    height: float,
    *,
    above: bool = False,
    cells: bool = False,
) -> list[Placed | None]:
    """Return where each name goes on data of a size, None where none fits.

    `above`: names of upright marks go above the data. On coloured `cells` a name hides data.
    """
    row_above = [name for name in names if above and _is_mark(name.line) and _end(name.line) == "x"]
    placed_above = dict(zip(map(id, row_above), _in_a_row(row_above, width), strict=True))
    inside = _Inside(width, height, hides_data=cells)
    all_placed: list[Placed | None] = []
    for name in names:
        if id(name) in placed_above:
            all_placed.append(placed_above[id(name)])
        else:
            all_placed.append(inside.place(name))
    return all_placed


def _in_a_row(names: Sequence[LineName], width: float) -> list[Placed | None]:
    """Return where names go above the data, each as near to its line as the others allow."""
    wording = _wording_in_row(names, width)
    if wording is None:
        return [None] * len(names)
    widths = [name.sizes[wording][0] for name in names]
    starts: list[float] = []
    for name, name_width in zip(names, widths, strict=True):
        centred_start = name.at[0] - name_width / 2
        starts.append(min(max(centred_start, 0.0), width - name_width))

    # Names that overlap are moved to the right, and back to the left where the row ends.
    order = sorted(range(len(names)), key=lambda index: names[index].at[0])
    for index, next_index in pairwise(order):
        free_from = starts[index] + widths[index] + NAME_GAP
        starts[next_index] = max(starts[next_index], free_from)
    free_until = width
    for index in reversed(order):
        starts[index] = min(starts[index], free_until - widths[index])
        free_until = starts[index] - NAME_GAP

    all_placed: list[Placed | None] = []
    for name, start in zip(names, starts, strict=True):
        name_height = name.sizes[wording][1]
        all_placed.append(Placed(wording % len(name.sizes), start, -name_height))
    return all_placed


def _wording_in_row(names: Sequence[LineName], width: float) -> int | None:
    """Return the longest or the shortest wording with which all names fit in a row, if any."""
    for wording in (0, -1):
        if sum(name.sizes[wording][0] + NAME_GAP for name in names) <= width:
            return wording
    return None


def _is_mark(line: Rule | Diagonal) -> bool:
    return isinstance(line, Rule) and line.color == "mark"


def _end(line: Rule | Diagonal) -> Literal["x", "left", "right"]:
    """Return the end of lines of its direction at which a name stands."""
    if not isinstance(line, Rule) or line.direction == "x":
        return "x"
    return "left" if line.at_left else "right"


class _Inside:
    """Names on data of a size, placed one after another."""

    def __init__(self, width: float, height: float, *, hides_data: bool) -> None:
        self._width = width
        self._height = height
        self._hides_data = hides_data
        self._occupied: list[Box] = []
        # How far from each end marks have their names.
        self._used = {"x": EDGE_GAP, "left": EDGE_GAP, "right": EDGE_GAP}

    def place(self, name: LineName) -> Placed | None:
        """Return where a name goes with its longest wording that has room."""
        for wording, size in enumerate(name.sizes):
            is_shortest = wording == len(name.sizes) - 1
            if not self._is_small_enough(name, size, is_shortest=is_shortest):
                continue
            for box in self._boxes(name, size):
                if self._is_free(box):
                    self._occupy(name, box, size)
                    return Placed(wording, box.left, box.top)
        return None

    def _is_small_enough(
        self, name: LineName, size: tuple[float, float], *, is_shortest: bool
    ) -> bool:
        width, height = size
        if width > MAX_SHARE * self._width or height > MAX_SHARE * self._height:
            return False
        if is_shortest:
            return True
        is_tag_on_data = self._hides_data and _is_mark(name.line)
        max_hidden_share = MAX_HIDDEN_SHARE if is_tag_on_data else 1.0
        hides_much = width * height > max_hidden_share * self._width * self._height
        is_long_at_left = _end(name.line) == "left" and width > MAX_SHARE_AT_LEFT * self._width
        return not hides_much and not is_long_at_left

    def _is_free(self, box: Box) -> bool:
        is_within_width = box.left >= 0 and box.right <= self._width
        is_within_height = box.top >= 0 and box.bottom <= self._height
        is_within = is_within_width and is_within_height
        return is_within and not any(box.meets(other) for other in self._occupied)

    def _occupy(self, name: LineName, box: Box, size: tuple[float, float]) -> None:
        self._occupied.append(box)
        if _is_mark(name.line):
            width, height = size
            end = _end(name.line)
            self._used[end] += (height if end == "x" else width) + NAME_GAP

    def _boxes(self, name: LineName, size: tuple[float, float]) -> list[Box]:
        """Return where a name may go: one place for a mark, several for another line."""
        width, height = size
        return [
            Box(left, top, left + width, top + height) for left, top in self._corners(name, size)
        ]

    def _corners(self, name: LineName, size: tuple[float, float]) -> list[tuple[float, float]]:
        width, height = size
        line = name.line
        x, y = name.at
        used = self._used[_end(line)]
        last_left = self._width - width - EDGE_GAP
        last_top = self._height - height
        if isinstance(line, Diagonal):
            left = min(x + 4 * EDGE_GAP, last_left)
            top = min(max(y - height, 0.0), last_top)
            return [(left, top)]
        if line.direction == "x":
            left = x - width / 2 if _is_mark(line) else x + EDGE_GAP
            return [(min(max(left, 0.0), last_left + EDGE_GAP), used)]
        # At the left a curve that rises to its line would be covered.
        if _is_mark(line) and not line.at_left:
            top = min(max(y - height / 2, 0.0), last_top)
            return [(last_left + EDGE_GAP - used, top)]
        above = y - height - EDGE_GAP / 2
        below = y + EDGE_GAP / 2
        lefts = (EDGE_GAP, last_left) if line.at_left else (last_left, EDGE_GAP)
        return [(left, top) for top, left in product((above, below), lefts)]
