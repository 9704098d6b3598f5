"""What a pane says of itself: told in the strip below its header while that is wanted, always of what is shown."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from peviewer.app.panes.explanation import Explanation
from peviewer.app.session.session import Session
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane
from peviewer.live.view import FigureView


class Explaining(QObject):
    """Shows and hides a pane's explanation, and keeps it up to date.

    Parameters
    ----------
    pane : Pane
        What is explained.
    session : Session
        Whose Document it is explained for.
    view : FigureView
        The picture: what is still to come is told with it.
    dock : QWidget
        The pane's dock, whose room the strip shares with the picture.
    palette : Palette
        The theme's colours.
    """

    made = Signal(object)
    """The strip, when it is first wanted: most panes are never explained."""
    changed = Signal(bool)  # whether it is told now

    def __init__(self, pane: Pane, session: Session, view: FigureView, dock: QWidget, palette: Palette) -> None:
        super().__init__(dock)
        self._pane, self._session, self._view, self._dock = pane, session, view, dock
        self._palette = palette
        self._strip: Explanation | None = None

    @property
    def strip(self) -> Explanation:
        """Where it is told."""
        if self._strip is None:
            self._strip = Explanation(self._pane.title.lower())
            self._strip.closed.connect(self.toggle)
            self._strip.set_palette(self._palette)
            self.made.emit(self._strip)
        return self._strip

    @property
    def is_shown(self) -> bool:
        """Whether it is told now."""
        return self._strip is not None and not self._strip.isHidden()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the strip."""
        self._palette = palette
        if self._strip is not None:
            self._strip.set_palette(palette)

    def start(self) -> None:
        """Say what to look for, until told to stop."""
        if self._view.is_pending:  # both may need the same work
            self._view.pendingChanged.connect(self.start, Qt.ConnectionType.SingleShotConnection)
            return
        self.strip.forget()
        self._tell()
        self._set_shown(True)

    def toggle(self) -> None:
        """Say what to look for, or no longer."""
        if self.is_shown:
            self._set_shown(False)
        else:
            self.start()

    def follow(self) -> None:
        """Say what holds for the picture that is there now."""
        if self.is_shown:
            self._tell()

    def fit(self) -> None:
        """Have the lines it needs in the room there is now."""
        if self._strip is not None:
            self._strip.fit(self._dock.width(), self._dock.height())

    def _set_shown(self, shown: bool) -> None:
        self.strip.setVisible(shown)
        self.changed.emit(shown)

    def _tell(self) -> None:
        if self._view.is_pending:  # what is still to come is told with its picture
            return
        document = self._session.document
        if self.strip.tell(self._pane.explanation(document), self._pane.formula_text(document)):
            self.fit()
