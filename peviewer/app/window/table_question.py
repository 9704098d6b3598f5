"""What is asked of a table with more columns than rows once it is opened: what its rows are."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.base.parameters import declaration
from peviewer.document.document import Document
from peviewer.document.tables import rows_question
from peviewer.figures.palette import Palette
from peviewer.model.encodings.learned import Learned

_TABLE = "scheme", "path", "key", "data", "rows"  # fields of a scheme: with another in one of them the question is idle


class TableQuestion(QFrame):
    """The strip above the panes that asks what the rows of a table are, until that is answered or another is shown."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session = session
        self._asked: list[object] = []
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        labels = declaration(Learned, "rows").labels
        self.buttons = {rows: QPushButton(f"Rows are {label.lower()}") for rows, label in labels.items()}
        self.close_button = HeaderButton("close", "Leave it as it is: “Rows are” among the parameters changes it")
        self._lay_out()
        for rows, button in self.buttons.items():
            button.clicked.connect(partial(self._answer, rows))
        self.close_button.clicked.connect(self.hide)
        session.watch(lambda document: document.encoding, self._follow)
        self.hide()

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 4, 5, 4)
        line.setSpacing(8)
        line.addWidget(self.label, 1)
        for button in (*self.buttons.values(), self.close_button):
            line.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.close_button.reveal(True)

    def ask(self) -> None:
        """Ask about the table that is shown, where only the user knows what its rows are."""
        document = self._session.document
        self.label.setText(rows_question(document))
        self._asked = _table(document)
        self.setVisible(bool(self.label.text()))

    def _answer(self, rows: str) -> None:
        self.hide()
        self._session.edit({"encoding.rows": rows})

    def _follow(self, document: Document) -> None:
        if _table(document) != self._asked:
            self.hide()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the button that closes it."""
        self.close_button.set_palette(palette)


def _table(document: Document) -> list[object]:
    return [getattr(document.encoding, name, None) for name in _TABLE]
