"""Keeps the area of panes and the arrangement in the Document alike."""

from PySide6.QtCore import QObject, Signal

from peviewer.app.panes.area import OpenPanes, PaneArea
from peviewer.app.session.session import Session
from peviewer.app.session.watch import Watch
from peviewer.document.arrangement import even
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES


class ArrangementSync(QObject):
    """Shows the Document's panes in the area, and edits the Document as the user arranges them.

    Dragging a splitter and choosing a tab edit it without an undo step.
    """

    reported = Signal(str)
    """One line: the Document names a pane that does not exist."""
    edits_document = True
    """Whether the user's arrangement edits the Document; if not, only the area shows it."""

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
        is_new = unknown != self._reported
        self._reported = unknown
        if unknown and is_new:
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
        """Show at once what has changed in the Document.

        The session itself reports changes only once the event loop has turned, and would not
        report an edit that is undone before that.
        """
        if self._watch:
            self._watch.update(self._session.document)
