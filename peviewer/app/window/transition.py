"""What the window showed last stays on screen until all of another state of it is there."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QMainWindow

from peviewer.app.session.session import Session
from peviewer.document.document import Document

LONGEST_MS = 400
"""Milliseconds after which the window is seen as far as it is there."""
LOOK_MS = 8
"""Milliseconds between two looks whether all is there."""


class Transition(QLabel):
    """A picture of the window, over the window, while panes and controls are exchanged.

    With another scheme or other panes the places of panes, the strip, each pane and the rows of
    the Parameters change in turns of their own, so that no turn is long. Without the picture each
    turn would be a frame: empty panes first, then one after another.

    Parameters
    ----------
    window : QMainWindow
        What it covers.
    session : Session
        Whose undo steps exchange panes and controls.
    is_complete : callable
        Whether panes and controls show the Document as it is now.
    """

    def __init__(
        self, window: QMainWindow, session: Session, is_complete: Callable[[], bool]
    ) -> None:
        super().__init__(window)
        self.setObjectName("transition")
        # What happens meanwhile is for what lies below.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        self._window = window
        self._session = session
        self._is_complete = is_complete
        self._shown_parts = _exchanged_parts(session.document)
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._end_if_complete)
        self._patience = QTimer(self, singleShot=True, interval=LONGEST_MS)
        self._patience.timeout.connect(self.end)
        session.undo_stack.indexChanged.connect(self._on_step)

    @property
    def is_on(self) -> bool:
        return self._patience.isActive()

    def _on_step(self) -> None:
        parts = _exchanged_parts(self._session.document)
        if parts != self._shown_parts:
            self._shown_parts = parts
            self._begin()

    def _begin(self) -> None:
        """Cover the window with what it shows; a picture that is there already stays."""
        if self.is_on or not self._window.isVisible():
            return
        self.setPixmap(self._window.grab())
        self.setGeometry(self._window.rect())
        self.raise_()
        self.show()
        self._patience.start()
        self._look.start()

    def _end_if_complete(self) -> None:
        if self.size() != self._window.size() or self._is_complete():
            self.end()

    def end(self) -> None:
        """Let the window be seen as it is now."""
        self._look.stop()
        self._patience.stop()
        self.hide()
        self.setPixmap(QPixmap())

    def minimumSizeHint(self) -> QSize:
        """Return no size: the picture never keeps the window from becoming smaller."""
        return QSize()


def _exchanged_parts(document: Document) -> tuple[object, ...]:
    """Return what decides which panes and which controls there are."""
    return document.encoding.scheme, document.view.panes
