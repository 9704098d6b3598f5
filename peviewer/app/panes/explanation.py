"""The strip below a pane's header that says what to look for, and what shows it and keeps it up to date."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from peviewer.app.look.layouts import in_row
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.figures.panes.pane import Pane, heavy_sections
from peviewer.live.text import markup, typeset, unbroken
from peviewer.live.view import FigureView
from peviewer.live.worker import Result, Worker

MOST = 0.45  # of a pane's height; what is longer is scrolled
MARGINS = (12, 8, 4, 8)


class Explanation(QFrame):
    """A pane's explanation and formula, as they are for the Document now; hidden until asked for."""

    closed = Signal()
    """The user has read enough."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explanation")
        self.text, self.formula = QLabel(), QLabel()
        for label in (self.text, self.formula):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = HeaderButton("close", f"Close the explanation of {name}", self)
        self.close_button.reveal(True)
        self.close_button.clicked.connect(self.closed)
        self._needed = (0, 0)  # a width, and the most lines took there: a strip that shrank would make the picture jump
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        font = QFont(self.formula.font())
        font.setPixelSize(14)
        self.formula.setFont(font)
        self._inside = QWidget()
        self._column = column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for label in (self.text, self.formula):
            column.addWidget(label)
        column.addStretch(1)
        scrolled = QScrollArea(widgetResizable=True)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(self._inside)
        for ground in (scrolled.viewport(), self._inside):
            ground.setAutoFillBackground(False)
        in_row(
            (scrolled, 1), (self.close_button, 0, Qt.AlignmentFlag.AlignTop), inside=self, margins=MARGINS, spacing=6
        )

    def set_texts(self, text: str, formula: str) -> bool:
        """Show these texts; True if they have changed."""
        texts = unbroken(markup(text)), unbroken(typeset(formula))
        if texts == (self.text.text(), self.formula.text()):
            return False
        self.text.setText(texts[0])
        self.formula.setText(texts[1])
        self.formula.setVisible(bool(formula))
        return True

    def fit(self, width: int, room: int) -> None:
        """Be as tall as the text is at a width, or was there, and leave most of the room to the picture."""
        inner = width - MARGINS[0] - MARGINS[2] - 6 - self.close_button.width()
        needed = self._column.totalHeightForWidth(inner)
        self._needed = width, max(needed, self._needed[1] if self._needed[0] == width else 0)
        self.setFixedHeight(min(self._needed[1] + MARGINS[1] + MARGINS[3], round(MOST * room)))

    def reset_height(self) -> None:
        """Forget the height of earlier texts."""
        self._needed = (0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


class Explainer(QObject):
    """Shows and hides a pane's explanation, and keeps it up to date.

    Its words come from another thread, as some are worked out: until new ones are there, the last ones stay.
    """

    made = Signal(object)
    """The strip, when it is first shown: most panes are never explained."""
    changed = Signal(bool)  # whether it is shown

    def __init__(self, pane: Pane, session: Session, view: FigureView, dock: QWidget) -> None:
        super().__init__(dock)
        self._pane, self._session, self._view, self._dock = pane, session, view, dock
        self._strip: Explanation | None = None
        self._is_wanted = False  # shown, or to be shown once there are words
        self._worker = Worker(self)
        self._worker.ready.connect(self._on_ready)
        self._texts: Result[tuple[str, str]] = Result(self._worker)
        view.pendingChanged.connect(self.follow)
        view.cancelled.connect(self._on_cancelled)

    @property
    def strip(self) -> Explanation:
        """The strip; made when it is first needed."""
        if self._strip is None:
            self._strip = Explanation(self._pane.title.lower())
            self._strip.closed.connect(self.toggle)
            self.made.emit(self._strip)
        return self._strip

    @property
    def is_shown(self) -> bool:
        """Whether the strip is shown."""
        return self._strip is not None and not self._strip.isHidden()

    def start(self) -> None:
        """Show the strip, as soon as the picture and the words are there."""
        self._is_wanted = True
        self.strip.reset_height()
        self._update()

    def toggle(self) -> None:
        if self._is_wanted:
            self._is_wanted = False
            self._set_shown(False)
        else:
            self.start()

    def follow(self) -> None:
        """Update the texts to the picture."""
        if self._is_wanted:
            self._update()

    def dispose(self) -> None:
        """End the thread."""
        self._worker.close()

    def fit(self) -> None:
        """Set the height that the texts need."""
        if self._strip is not None:
            self._strip.fit(self._dock.width(), self._dock.height())

    def _set_shown(self, shown: bool) -> None:
        self.strip.setVisible(shown)
        self.changed.emit(shown)

    def _update(self) -> None:
        if self._view.is_pending:  # both may need the same work
            return
        document, pane = self._session.document, self._pane

        def texts() -> tuple[str, str]:
            return pane.explanation(document), pane.formula_text(document)

        self._show(self._texts.request(document, texts, heavy_sections(document)))

    def _on_cancelled(self) -> None:
        """Want no words that take as long as the picture."""
        self._is_wanted = self.is_shown

    def _on_ready(self) -> None:
        self._show(self._texts.collect())

    def _show(self, texts: tuple[str, str] | None) -> None:
        if texts is None or not self._is_wanted:
            return
        if self.strip.set_texts(*texts) or not self.is_shown:
            self.fit()
        if not self.is_shown:
            self._set_shown(True)
