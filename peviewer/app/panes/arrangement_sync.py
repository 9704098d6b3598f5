"""Keeps the Document and the area in agreement about open panes, their places, and the maximised one."""

from collections.abc import Collection

from PySide6.QtCore import QObject, Signal

from peviewer.app.panes.area import PaneArea
from peviewer.app.session.session import Session, Watch
from peviewer.document.arrangement import even
from peviewer.document.document import Document


class ArrangementSync(QObject):
    """Keeps the Document's view and the area in agreement; a dragged splitter and a tab are no undo steps."""

    reported = Signal(str)  # one line: a pane that is not known
    follows_area = True  # else what is done there is not kept

    def __init__(self, session: Session, area: PaneArea, known: Collection[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._area, self._known = session, area, known
        self._reported: list[str] = []
        self._watch: Watch | None = None
        area.changed.connect(self._on_changed)

    def follow(self) -> None:
        self._watch = self._session.watch("view.panes view.arrangement view.maximised", self.show)
        self._session.undo_stack.indexChanged.connect(self._update)

    def show(self, document: Document) -> None:
        panes = dict.fromkeys(document.view.panes)
        names, unknown = ([name for name in panes if (name in self._known) is known] for known in (True, False))
        self._area.show_arrangement(names, document.view.arranged(names), document.view.maximised)
        before, self._reported = self._reported, unknown
        if unknown and unknown != before:
            self.reported.emit(f"There is no pane {' or '.join(map(repr, unknown))} here: it is left out.")

    def _on_changed(self, step: str) -> None:
        area = self._area
        if not self.follows_area:
            return
        arrangement = None if area.arrangement == even(area.open) else area.arrangement
        changes = {"view.panes": area.open, "view.arrangement": arrangement, "view.maximised": area.maximised}
        self._session.edit(changes, undoable=bool(step), text=step)
        self._update()

    def _update(self) -> None:
        """Show what has changed at once: what comes back within one turn of the event loop is not announced."""
        if self._watch:
            self._watch.update(self._session.document)
