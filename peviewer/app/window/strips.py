"""Strips above the panes, each hidden at first: notices, invitations, questions."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from peviewer.app.look.parts import HeaderButton, in_row
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, preset
from peviewer.figures.stories import TOUR, place


class Strip(QFrame):
    """A text, buttons beside it, and a cross that hides it."""

    def __init__(
        self, name: str, closes: str, *buttons: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        # Otherwise a long name in it would widen the window.
        self.label.setMinimumWidth(1)
        self.close_button = HeaderButton("close", closes, revealed=True)
        self.close_button.clicked.connect(self.hide)
        self.line: QBoxLayout = in_row(
            (self.label, 1), inside=self, margins=(12, 4, 5, 4), spacing=8
        )
        for button in (*buttons, self.close_button):
            self.line.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()


class Notice(Strip):
    """What failed, or what is to know of a file.

    It stays until it is closed or something else works.
    """

    def __init__(self) -> None:
        super().__init__("notice", "Close this notice")
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.offers: list[QPushButton] = []
        self.sign = QLabel("✕")
        self.sign.setObjectName("noticeSign")
        self.line.insertWidget(0, self.sign)

    def show_text(self, text: str, *, failed: bool = True) -> None:
        for button in self.offers:
            button.deleteLater()
        self.offers = []
        self.label.setText(text)
        self.sign.setVisible(failed)
        self.setObjectName("notice" if failed else "description")
        self.style().unpolish(self)
        self.style().polish(self)
        self.show()

    def offer(self, name: str, accept: Callable[[], object]) -> None:
        """Offer to open something beside what the text is about."""
        button = QPushButton(f"Open {name}")
        button.clicked.connect(accept)
        self.line.insertWidget(self.line.count() - 1, button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.offers.append(button)

    def set_fact(self, text: str) -> None:
        """Show what is wrong until it is mended; an empty text hides the notice."""
        if text:
            self.show_text(text)
        else:
            self.hide()


class Invitation(Strip):
    """Invites to the tour until that was begun, here or elsewhere, or the line was closed.

    It stands above what a first start opens: what else is opened has a strip of its own.
    """

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        self.start = QPushButton("Start the tour")
        super().__init__(
            "description", "Close this; Help and Stories have the tour", self.start, parent=parent
        )
        self._session = session
        self._settings = settings
        steps = len(place(TOUR).story.steps)
        self.label.setText(
            f"New to positional encodings? A tour in {steps} steps shows what these panes mean."
        )
        self.close_button.clicked.connect(self._dismiss)
        session.opened.connect(self._update)
        self._update()

    def _update(self) -> None:
        opened = self._session.place
        if opened and opened.story.name == TOUR:
            self._dismiss()
        is_first = self._session.title == preset(FIRST).title
        self.setVisible(self._settings.choices.invites and is_first)

    def _dismiss(self) -> None:
        if self._settings.choices.invites:
            self._settings.remember(invites=False)


class TableQuestion(Strip):
    """Asks what only the user knows of a table, such as what its rows are."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        closes = "Leave it as it is; the parameters change it later"
        super().__init__("description", closes, parent=parent)
        self.buttons: dict[str, QPushButton] = {}
        self._session = session
        session.watch("encoding", self._follow)

    def ask(self) -> None:
        """Ask about the table that is shown, where there is a question."""
        for button in self.buttons.values():
            button.deleteLater()
        encoding = self._session.document.encoding
        self.buttons = {answer: QPushButton(answer) for answer in encoding.answers}
        for answer, button in self.buttons.items():
            button.clicked.connect(partial(self._answer, encoding.answers[answer]))
            place = self.line.count() - 1
            self.line.insertWidget(place, button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.label.setText(encoding.question)
        self.setVisible(bool(encoding.question))

    def _answer(self, fields: dict[str, object]) -> None:
        self.hide()
        self._session.edit({f"encoding.{name}": value for name, value in fields.items()})

    def _follow(self, document: Document) -> None:
        if document.encoding.question != self.label.text():
            self.hide()
