"""What is asked of a table: what its first column and its rows are, and whether to read it again."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from peviewer.app.look.layouts import in_row
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.base.parameters import declaration
from peviewer.document.document import Document
from peviewer.document.tables import changed_tables, table_question
from peviewer.model.encodings.learned import Learned

_TABLE = "scheme", "path", "key", "data", "rows", "first_column"  # with another in one of them the question is idle


class TableQuestion(QFrame):
    """The strip above the panes with the question, until that is answered or another table is shown."""

    reloadRequested = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session = session
        self._asked: list[object] = []
        self._files: list[str] = []
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        labels = declaration(Learned, "rows").labels
        self.buttons = {rows: QPushButton(f"Rows are {label.lower()}") for rows, label in labels.items()}
        self.dimension_button = QPushButton("Take it as a dimension")
        self.reload_button = QPushButton("Reload")
        self.close_button = HeaderButton("close", "Leave it as it is; “Rows are” among the parameters changes it later")
        self._lay_out()
        for rows, button in self.buttons.items():
            button.clicked.connect(partial(self._answer, "rows", rows))
        self.dimension_button.clicked.connect(partial(self._answer, "first_column", "dimension"))
        self.close_button.clicked.connect(self.hide)
        self.reload_button.clicked.connect(self.hide)
        self.reload_button.clicked.connect(self.reloadRequested)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self.look)
        self._watcher.directoryChanged.connect(self.look)  # most programs put another file in its place
        self.hide()
        session.watch("encoding compare.against", self._follow)

    def _lay_out(self) -> None:
        line = in_row((self.label, 1), inside=self, margins=(12, 4, 5, 4), spacing=8)
        for button in (self.dimension_button, *self.buttons.values(), self.reload_button, self.close_button):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.close_button.reveal(True)

    def ask(self) -> None:
        """Ask about the table that is shown, where only the user knows what its columns or rows are."""
        document = self._session.document
        self.label.setText(table_question(document))
        self._asked = _table(document)
        self._show(reload=False)

    def look(self) -> None:
        """Ask whether to read tables again, where their files have changed."""
        if changed := changed_tables(self._session.document):
            self.label.setText(f"{Path(changed[0]).name} has changed on disk: it is shown as it was.")
            self._asked = _table(self._session.document)
            self._show(reload=True)

    def _show(self, *, reload: bool) -> None:
        shown = self._session.document.encoding
        table = shown if isinstance(shown, Learned) and not reload else None
        for button in self.buttons.values():
            button.setVisible(table is not None and table.may_be_turned)
        self.dimension_button.setVisible(table is not None and table.leaves_out_positions)
        self.reload_button.setVisible(reload)
        self.setVisible(bool(self.label.text()))

    def _answer(self, field: str, value: str) -> None:
        self.hide()
        self._session.edit({f"encoding.{field}": value})

    def _follow(self, document: Document) -> None:
        if _table(document) != self._asked:
            self.hide()
        schemes = document.encoding, document.compare.against
        if (files := [getattr(scheme, "fingerprint", "") for scheme in schemes]) != self._files:
            self._files = files
            if watched := [*self._watcher.files(), *self._watcher.directories()]:
                self._watcher.removePaths(watched)
            paths = filter(None, (getattr(scheme, "path", "") for scheme in schemes))
            if existing := [name for path in paths for name in (path, str(Path(path).parent))]:
                self._watcher.addPaths(existing)
            self.look()


def _table(document: Document) -> list[object]:
    return [getattr(document.encoding, name, None) for name in _TABLE]
