"""The quiet line above the panes that invites to the tour, until it is taken or closed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from peviewer.app.look.layouts import in_row
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.figures.stories import TOUR, place


class Invitation(QFrame):
    """Hidden for good once the tour was begun, here or elsewhere, or the line was closed."""

    accepted = Signal()

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session, self._settings = session, settings
        steps = len(place(TOUR).story.steps)
        self.label = QLabel(
            f"New to positional encodings? A tour in {steps} steps shows what these panes mean.", wordWrap=True
        )
        self.start = QPushButton("Start the tour")
        self.close_button = HeaderButton("close", "Close this invitation; Help and Stories have the tour")
        self.close_button.reveal(True)
        in_row((self.label, 1), self.start, self.close_button, inside=self, margins=(12, 4, 5, 4))
        self.start.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self._dismiss)
        session.opened.connect(self.update_shown)
        self.update_shown()

    def update_shown(self) -> None:
        """Show it where it was never answered; a step of the tour answers it."""
        opened = self._session.place
        if opened and opened.story.name == TOUR:
            self._dismiss()
        self.setVisible(self._settings.choices.invites and opened is None)

    def _dismiss(self) -> None:
        if self._settings.choices.invites:
            self._settings.remember(invites=False)
        self.hide()
