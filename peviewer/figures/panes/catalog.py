"""The panes there are: to add one, add its file, and its line in a group here."""

from peviewer.base.parameters import nearest_names
from peviewer.document.document import DocumentError
from peviewer.document.sections import declare
from peviewer.figures.panes import (
    angles,
    bias,
    binary,
    clocks,
    distance,
    encoding,
    frequencies,
    operator,
    properties,
    shift,
    similarity,
    statistics,
    table,
    vectors,
    waves,
)
from peviewer.figures.panes.pane import Pane

GROUPS: dict[str, tuple[Pane, ...]] = {
    "The table": (
        encoding.PANE,
        vectors.PANE,
        table.PANE,
        statistics.PANE,
    ),
    "Frequencies": (
        frequencies.PANE,
        angles.PANE,
        waves.PANE,
        clocks.PANE,
        binary.PANE,
    ),
    "Between positions": (
        distance.PANE,
        similarity.PANE,
    ),
    "Attention": (
        bias.PANE,
    ),
    "Shift": (
        shift.PANE,
        operator.PANE,
    ),
    "Claims": (
        properties.PANE,
    ),
}  # fmt: skip
"""All panes, in the groups of the window's menu."""

PANES: dict[str, Pane] = {pane.name: pane for group in GROUPS.values() for pane in group}

for _pane in PANES.values():
    if _pane.section is not None:
        declare(_pane.name, _pane.section)


def pane(name: str) -> Pane:
    """Return the pane of that name.

    Raises
    ------
    DocumentError
        If there is none; the message names those there are.

    Examples
    --------
    >>> pane("distance").title
    'Distance'
    """
    if name not in PANES:
        raise DocumentError(f"{name!r} is not a pane{nearest_names(name, list(PANES))}")
    return PANES[name]
