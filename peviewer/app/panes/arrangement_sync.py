"""The panes of the Document in the area of panes, and the other way round."""

from PySide6.QtCore import QObject, Signal

from peviewer.app.panes.area import OpenPanes, PaneArea
from peviewer.app.session.session import Session
from peviewer.app.session.watch import Watch
from peviewer.document.arrangement import even
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES


class ArrangementSync(QObject):
    """Shows the panes of the Document in the area, and edits it as the user arranges them.

    A dragged splitter and a tab are no undo steps.
    """

    reported = Signal(str)
    """One line: a pane that is not known."""
    edits_document = True
    """Whether what is arranged is an edit; otherwise the area alone shows it."""

    def __init__(self, session: Session, area: PaneArea, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._area = area
        self._reported: list[str] = []
        self._watch: Watch | None = None
        area.asked.connect(self._on_asked)

    def follow(self) -> None:
        self._watch = self._session.watch("view.panes view.arrangement view.maximised", self.show)
        self._session.undo_stack.indexChanged.connect(self._update)

    def show(self, document: Document) -> None:
        panes = dict.fromkeys(document.view.panes)
        names = tuple(name for name in panes if name in PANES)
        self._area.show_panes(
            OpenPanes(names, document.view.arranged(names), document.view.maximised)
        )
        unknown = [name for name in panes if name not in PANES]
        is_news = unknown != self._reported
        self._reported = unknown
        if unknown and is_news:
            names_of_unknown = " or ".join(map(repr, unknown))
            self.reported.emit(f"There is no pane {names_of_unknown} here: it is left out.")

    def _on_asked(self, panes: OpenPanes, step: str) -> None:
        if not self.edits_document:
            self._area.show_panes(panes)
            return
        is_even = panes.arrangement == even(panes.names)
        changes = {
            "view.panes": panes.names,
            "view.arrangement": None if is_even else panes.arrangement,
            "view.maximised": panes.maximised,
        }
        self._session.edit(changes, undoable=bool(step), text=step)
        self._update()

    def _update(self) -> None:
        """Show what has changed at once.

        What comes back within one turn of the event loop is not announced.
        """
        if self._watch:
            self._watch.update(self._session.document)
