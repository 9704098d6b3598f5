"""The panes there are: to add one, add its file and its line here."""

from peviewer.document import DocumentError
from peviewer.figures import binary, distance, encoding, shift
from peviewer.figures.pane import Pane
from peviewer.model.parameters import nearest_names

PANES: dict[str, Pane] = {
    pane.name: pane
    for pane in (
        encoding.PANE,
        shift.PANE,
        binary.PANE,
        distance.PANE,
    )
}


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
