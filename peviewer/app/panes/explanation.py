"""The strip below a pane's header that says what to look for."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from peviewer.app.look.parts import HeaderButton, in_column, in_row
from peviewer.app.look.type_size import set_sizes
from peviewer.app.session.session import Session
from peviewer.figures.panes.pane import Pane
from peviewer.live.text import markup, unbroken
from peviewer.live.view import FigureView
from peviewer.live.worker import Result, Worker

# The most of a pane's height that it takes; what is longer is scrolled.
MAX_HEIGHT_SHARE = 0.45
MARGINS = (12, 8, 4, 8)


class Explanation(QFrame):
    """A pane's explanation and formula for the present Document.

    Both are computed on another thread. The strip is hidden until the user asks for it.
    """

    shown = Signal(bool)
    """It was shown, or closed."""

    def __init__(
        self, pane: Pane, session: Session, view: FigureView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("explanation")
        self._pane = pane
        self._session = session
        self._view = view
        self._is_wanted = False
        """Whether it is shown, or to be shown once there are words."""
        self._worker = Worker(self)
        self._worker.ready.connect(lambda: self._show(self._texts.collect()))
        self._texts: Result[tuple[str, str]] = Result(self._worker)
        self.text = QLabel()
        self.formula = QLabel()
        for label in (self.text, self.formula):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = HeaderButton("close", f"Close the explanation of {pane.title}", self)
        self.close_button.reveal(True)
        self.close_button.clicked.connect(self.toggle)
        # The largest height that texts have needed at this width: the strip never shrinks below
        # it, or the picture would jump.
        self._tallest = 0
        self._tallest_width = 0
        self._lay_out()
        self.hide()
        view.pendingChanged.connect(self.follow)
        view.cancelled.connect(self._on_cancelled)

    def _lay_out(self) -> None:
        set_sizes(self.formula, type=14)
        self._inside = QWidget()
        self._column = in_column(
            self.text, self.formula, None, inside=self._inside, margins=(0, 0, 0, 0), spacing=6
        )
        scrolled = QScrollArea(widgetResizable=True)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scrolled.setWidget(self._inside)
        for ground in (scrolled.viewport(), self._inside):
            ground.setAutoFillBackground(False)
        in_row(
            (scrolled, 1),
            (self.close_button, 0, Qt.AlignmentFlag.AlignTop),
            inside=self,
            margins=MARGINS,
            spacing=6,
        )

    def set_texts(self, text: str, formula: str) -> bool:
        """Show a text and the rich text of a formula; True if they have changed."""
        texts = unbroken(markup(text)), unbroken(formula)
        if texts == (self.text.text(), self.formula.text()):
            return False
        self.text.setText(texts[0])
        self.formula.setText(texts[1])
        self.formula.setVisible(bool(formula))
        return True

    def fit(self, width: int, room: int) -> None:
        """Set the height for a pane's `width` and height, `room`.

        The strip is as tall as the tallest text at that width, but leaves the picture most of the
        room.
        """
        text_width = width - MARGINS[0] - MARGINS[2] - 6 - self.close_button.width()
        needed_height = self._column.totalHeightForWidth(text_width)
        former_height = self._tallest if width == self._tallest_width else 0
        self._tallest = max(needed_height, former_height)
        self._tallest_width = width
        whole_height = self._tallest + MARGINS[1] + MARGINS[3]
        self.setFixedHeight(min(whole_height, round(MAX_HEIGHT_SHARE * room)))

    def start(self) -> None:
        self._is_wanted = True
        self._tallest = 0
        self.follow()

    def toggle(self) -> None:
        if self._is_wanted:
            self._is_wanted = False
            self._set_shown(False)
        else:
            self.start()

    def follow(self) -> None:
        if not self._is_wanted or self._view.is_pending:
            # The text waits for the picture: both may need the same results, computed only once.
            return
        document = self._session.document
        pane = self._pane

        def texts() -> tuple[str, str]:
            return pane.explanation(document), pane.shown_formula(document).html

        self._worker.is_quick = pane.is_quick(document)
        self._show(self._texts.request(document, texts))

    def _show(self, texts: tuple[str, str] | None) -> None:
        if texts is None or not self._is_wanted:
            return
        if (self.set_texts(*texts) or self.isHidden()) and (pane := self.parentWidget()):
            self.fit(pane.width(), pane.height())
        if self.isHidden():
            self._set_shown(True)

    def _set_shown(self, shown: bool) -> None:
        self.setVisible(shown)
        self.shown.emit(shown)

    def _on_cancelled(self) -> None:
        self._is_wanted = not self.isHidden()

    def dispose(self) -> None:
        self._worker.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.toggle()
        else:
            super().keyPressEvent(event)
