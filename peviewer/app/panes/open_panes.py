"""Which panes are open: the Document says it, and hears of what the user opens and closes."""

from collections.abc import Collection
from operator import attrgetter

from PySide6.QtCore import QObject, Signal

from peviewer.app.panes.area import PaneArea
from peviewer.app.session.session import Session
from peviewer.document.document import Document


class OpenPanes(QObject):
    """Keeps ``view.panes`` and the area in agreement, whichever of them changes.

    Parameters
    ----------
    session : Session
        Whose Document names the open panes.
    area : PaneArea
        Where they stand.
    known : collection of str
        The panes there are; other names are told and left alone.
    """

    reported = Signal(str)  # one line: a pane that is not known

    def __init__(self, session: Session, area: PaneArea, known: Collection[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._area, self._known = session, area, known
        self._followed: tuple[str, ...] | None = None
        area.openChanged.connect(self._on_opened)

    def follow(self) -> None:
        """Open the panes that the Document names, from now on."""
        self._session.watch(attrgetter("view.panes"), self._show)

    def _show(self, document: Document) -> None:
        names = document.view.panes
        if names == self._followed:
            return
        self._followed = names
        wanted = tuple(dict.fromkeys(name for name in names if name in self._known))
        if wanted != self._area.open:
            self._area.arrange(wanted)
        if unknown := self._unknown():
            self.reported.emit(f"There is no pane {' or '.join(map(repr, unknown))} here: it is left out.")

    def reset(self) -> None:
        """Open the panes that the preset or session opened."""
        self._session.edit({"view.panes": self._session.baseline.view.panes}, undoable=False)
        self._show(self._session.document)

    def _unknown(self) -> list[str]:
        return [name for name in self._session.document.view.panes if name not in self._known]

    def _on_opened(self) -> None:
        self._followed = (*self._area.open, *self._unknown())
        self._session.edit({"view.panes": self._followed}, undoable=False)
