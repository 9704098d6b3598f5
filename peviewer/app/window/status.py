"""The status bar: the readout at the cursor on the left, what is open and its size on the right."""

from PySide6.QtCore import Qt
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
SHOWN_MS = 6000
READABLE = 420  # pixels of a readout, below which what is open, which the title bar has too, makes room


class Status(QStatusBar):
    """Follows the cursor and the session; short messages take the readout's place for a while."""

    def __init__(self, session: Session, pointing: Pointing) -> None:
        super().__init__()
        self._session, self._pointing = session, pointing
        self.setSizeGripEnabled(False)
        self.setAccessibleName("Status")
        self.setContentsMargins(8, 2, 8, 2)
        self.readout = ElidedLabel()
        self.pinned = _link("pinned", PINNED, f"{PINNED} (Esc)")
        self.fresh = _link("fresh", FRESH, "Open what the first start opens; Undo brings this back")
        self.opened = QLabel()
        self.busy, self.working_out = Busy(), Busy()
        self.addWidget(self.readout, 1)
        for part in (self.working_out, self.busy, self.fresh, self.pinned, self.opened):
            self.addPermanentWidget(part)
        self.pinned.hide()
        self.fresh.hide()
        session.changed.connect(self.fresh.hide)
        self.pinned.clicked.connect(pointing.release)
        pointing.moved.connect(self._show_pointed)
        session.rejected.connect(self.show_text)
        session.workingOut.connect(self.working_out.follow)
        session.opened.connect(self._show_opened)
        session.watch(lambda _: session.named_with_size, lambda _: self._show_opened())
        session.watch(READOUT_INPUTS, self._show_readout, of="encoding content")

    def show_start_fresh(self) -> None:
        self.fresh.show()
        self._fit()

    def show_text(self, text: str) -> None:
        self.showMessage(text, SHOWN_MS)

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
        self.readout.setText(self._pointing.text() or HINT)


def _link(name: str, text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    set_tooltip(button, tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    return button
