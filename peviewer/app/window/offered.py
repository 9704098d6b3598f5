"""What the Parameters leave out: what the header of an open pane offers, and what does nothing with the open panes."""

from collections.abc import Collection, Iterable, Mapping

from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.figures.panes.pane import Pane

SHARED = ("encoding.", "content.", "shift.", "view.", "cursor.position")
"""The beginnings of fields that do something whichever panes are open."""


def left_out(
    paths: Iterable[str], panes: Mapping[str, Pane], opened: Collection[str], headed: Collection[str]
) -> frozenset[str]:
    """Return the fields that the Parameters need not show.

    Parameters
    ----------
    paths : iterable of str
        All that they could show.
    panes : mapping of str to Pane
        The panes there are.
    opened : collection of str
        The names of those that are open.
    headed : collection of str
        The fields that headers of open panes show: a narrow header shows fewer.
    """
    return frozenset(path for path in paths if path in headed or _is_idle(path, panes, opened))


def _is_idle(path: str, panes: Mapping[str, Pane], opened: Collection[str]) -> bool:
    """Whether a field belongs to panes of which none is open."""
    owners = {name for name, pane in panes.items() if path in pane.choices or path.startswith(f"{name}.")}
    return bool(owners) and not path.startswith(SHARED) and owners.isdisjoint(opened)


class Offered:
    """Keeps the Parameters free of what is offered elsewhere.

    Parameters
    ----------
    panel : ParametersPanel
        What leaves something out.
    area : PaneArea
        Knows which panes are open.
    panes, docks : mapping
        The panes there are, and the docks of those that have been opened.
    """

    def __init__(
        self, panel: ParametersPanel, area: PaneArea, panes: Mapping[str, Pane], docks: Mapping[str, PaneDock]
    ) -> None:
        self._panel, self._area, self._panes, self._docks = panel, area, panes, docks

    def update(self) -> None:
        """Leave out what is offered now."""
        opened = self._area.open
        headed = {path for name in opened if name in self._docks for path in self._docks[name].offered}
        self._panel.leave_out(left_out(self._panel.paths(), self._panes, opened, headed))
