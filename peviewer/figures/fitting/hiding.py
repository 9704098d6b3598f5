"""The parts of a Figure that are hidden, step by step, as its space becomes smaller."""

from collections.abc import Iterable
from typing import Literal

Part = Literal[
    # Numbers of another kind along the upper side of an axis.
    "far numbers",
    # A remark at the right of a panel's title.
    "fact",
    "formula",
    "legend",
    # Rows of panels that a Figure says it can be drawn without.
    "spare rows",
    # Tables of texts, beside other panels rather than below them.
    "tables beside",
    "tables",
    "axis titles",
    "panel titles",
    # Curves in the legend, where that is otherwise hidden.
    "curve names",
]

HIDING_ORDER: tuple[Part, ...] = (
    "far numbers",
    "fact",
    "formula",
    "legend",
    "axis titles",
    "panel titles",
)
"""The parts in the order in which they are hidden, each in all panels; the first matters least."""

SCREEN_STEPS: tuple[frozenset[Part], ...] = tuple(
    frozenset(HIDING_ORDER[hidden:]) for hidden in range(len(HIDING_ORDER) + 1)
)
"""The parts that are shown in a window, step by step as there is less space."""

_BEFORE_LEGEND = SCREEN_STEPS[: HIDING_ORDER.index("legend")]
_BEFORE_AXIS_TITLES = SCREEN_STEPS[: HIDING_ORDER.index("axis titles") + 1]


def _with(steps: Iterable[frozenset[Part]], *more: Part) -> list[frozenset[Part]]:
    """Return steps that show `more` parts, each."""
    return [parts.union(more) for parts in steps]


PAPER_STEPS: tuple[frozenset[Part], ...] = (
    *_with(_BEFORE_LEGEND, "curve names", "tables", "spare rows", "tables beside"),
    *_with(_BEFORE_AXIS_TITLES, "curve names", "tables", "spare rows"),
    *_with(_BEFORE_AXIS_TITLES, "curve names", "tables"),
    *_with(SCREEN_STEPS, "curve names"),
    frozenset(),
)
"""The parts that are shown on a page, step by step as there is less space. A reader cannot enlarge
a page as a window: tables beside other panels therefore first move below them, and spare rows, then
tables, are hidden before any title. Each of these makes space for what was hidden earlier, which is
then shown again. Names of curves go last: only the legend says of which encoding each is."""
