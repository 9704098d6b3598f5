"""The status bar: the readout at the cursor on the left, what is open and its size on the right."""

from collections import deque

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QStatusBar

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.look.parts import set_tooltip
from peviewer.app.panes.pointing import Pointing
from peviewer.app.session.session import Session
from peviewer.app.session.waiting import Busy
from peviewer.figures.readout import READOUT_INPUTS

HINT = "Press Space to play, point at a pane to read it, and drag a slider to change the encoding."
FRESH = "Restored what was open last. Start fresh"
PINNED = "Cursor pinned; click to release"
# A message is shown for this long, and where another one waits for at least that long.
SHOWN_MS = 6000
LEAST_SHOWN_MS = 1500
MAX_WAITING = 3
"""Messages that wait.

Of more, as while a slider is dragged beyond its limit, the last ones are shown.
"""
# The file's name gives way where the readout would be narrower than this; the title bar has it
# too.
READABLE = 420


class Status(QStatusBar):
    """Shows the cursor's readout and the session's name.

    Short messages take the readout's place for a while, one after another.
    """

    def __init__(self, session: Session, pointing: Pointing) -> None:
        super().__init__()
        self._session = session
        self._pointing = pointing
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status")
        self.setContentsMargins(8, 2, 8, 2)
        self.readout = ElidedLabel()
        self.message = ""
        self._waiting: deque[str] = deque(maxlen=MAX_WAITING)
        self._least_time = QTimer(self, singleShot=True, interval=LEAST_SHOWN_MS)
        self._time = QTimer(self, singleShot=True, interval=SHOWN_MS)
        self.pinned = _link("pinned", PINNED, f"{PINNED} (Esc)")
        self.fresh = _link("fresh", FRESH, "Open what the first start opens; Undo brings this back")
        self.opened = QLabel()
        self.busy = Busy()
        self.computing = Busy()
        self.addWidget(self.readout, 1)
        for part in (self.computing, self.busy, self.fresh, self.pinned, self.opened):
            self.addPermanentWidget(part)
        self.pinned.hide()
        self.fresh.hide()
        session.changed.connect(self.fresh.hide)
        self.pinned.clicked.connect(pointing.release)
        pointing.moved.connect(self._show_pointed)
        self._least_time.timeout.connect(self._show_next)
        self._time.timeout.connect(self._end_message)
        session.rejected.connect(self.show_text)
        session.replaced.connect(self.show_text)
        session.computationStarted.connect(self.computing.follow)
        session.opened.connect(self._show_opened)
        session.watch(lambda _: session.named_with_size, lambda _: self._show_opened())
        session.watch(READOUT_INPUTS, self._show_readout, of="encoding content layers compare")

    def show_start_fresh(self) -> None:
        self.fresh.show()
        self._fit()

    def show_text(self, text: str) -> None:
        """Show a message once those before it have been shown for a while."""
        if text == self.message:
            self._time.start()
            return
        self._waiting.append(text)
        if not self._least_time.isActive():
            self._show_next()

    def _show_next(self) -> None:
        if not self._waiting:
            return
        self.message = self._waiting.popleft()
        self._least_time.start()
        self._time.start()
        self._show_readout()

    def _end_message(self) -> None:
        self.message = ""
        self._show_readout()

    def _show_opened(self) -> None:
        self.opened.setText(self._session.named_with_size)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        beside = sum(
            part.sizeHint().width()
            for part in (self.opened, self.pinned, self.fresh)
            if part is self.opened or not part.isHidden()
        )
        self.opened.setVisible(self.width() - beside >= READABLE)

    def _show_pointed(self) -> None:
        self.pinned.setVisible(bool(self._pointing.pinned))
        self._show_readout()

    def _show_readout(self, _changed: object = None) -> None:
        self.readout.setText(self.message or self._pointing.text() or HINT)


def _link(name: str, text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    set_tooltip(button, tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
