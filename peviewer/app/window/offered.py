"""What the Parameters leave out: what headers of panes on show offer, and what does nothing to the panes on show."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.app.session.session import Session
from peviewer.document.animation import field_specification
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.panes.pane import Pane

OF_SCHEME = "encoding."
"""The beginning of fields that are offered whatever is on show: they say what the scheme is."""


def left_out(
    document: Document, paths: Iterable[str], shown: Sequence[Pane], headed: Collection[str]
) -> frozenset[str]:
    """Return the fields that the Parameters need not show.

    Parameters
    ----------
    document : Document
        What is shown.
    paths : iterable of str
        All that they could show.
    shown : sequence of Pane
        The panes that can be seen.
    headed : collection of str
        The fields that their headers show: a narrow header shows fewer.
    """
    return frozenset(
        path for path in paths if path in headed or not (path.startswith(OF_SCHEME) or _acts(document, path, shown))
    )


def _acts(document: Document, path: str, shown: Sequence[Pane]) -> bool:
    """Whether a field changes what one of the panes shows, or what zooming them does."""
    if path == "view.linked":
        return sum(pane.shows_any(document) and not pane.lists for pane in shown) > 1
    section, _, field = path.partition(".")
    if field == "head" and section in PANE_SECTIONS and section not in [pane.name for pane in shown]:
        return False  # it is the head of the pane on show, which has a control of its own
    return document.applies(path, field_specification(document, path)) and affects_panes(shown, document, path)


class Offered:
    """Keeps the Parameters free of what is offered elsewhere, and of what does nothing.

    Parameters
    ----------
    session : Session
        Whose Document is shown.
    panel : ParametersPanel
        What leaves something out.
    area : PaneArea
        Knows which panes can be seen.
    panes, docks : mapping
        The panes there are, and the docks of those that have been opened.
    """

    def __init__(
        self,
        session: Session,
        panel: ParametersPanel,
        area: PaneArea,
        panes: Mapping[str, Pane],
        docks: Mapping[str, PaneDock],
    ) -> None:
        self._session, self._panel, self._area, self._panes, self._docks = session, panel, area, panes, docks
        area.shownChanged.connect(self.update)
        session.watch(_kinds, lambda _: self.update())

    def update(self) -> None:
        """Leave out what is offered now, or does nothing now."""
        shown = self._area.shown
        headed = {path for name in shown if name in self._docks for path in self._docks[name].offered}
        panes = [self._panes[name] for name in shown]
        self._panel.hide_fields(left_out(self._session.document, self._panel.paths(), panes, headed))


def _kinds(document: Document) -> object:
    """Return all of a Document by which other fields come to do something: its schemes, choices and switches."""
    sections = document.sections().values()
    chosen = [value for section in sections for _, value in section if isinstance(value, str | bool)]
    return type(document.encoding), type(document.compare.against), chosen
