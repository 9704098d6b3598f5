"""The line above the panes that says what the preset on show is about."""

import html
import re

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.presets import Preset, preset_of_title
from peviewer.live.text import unbroken

_SUM, _HELD = re.compile(" ([+−=]) "), "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}"  # no line breaks in a formula
LOW = 400  # pixels of height below which panes need all of them
BACK = 0.4  # of the line, at most, for where the way back leads
LOOKS = ("transposed", "raw")  # of the view, what a description may speak of
UNFOLD = "Show all of the description"


class Description(QFrame):
    """A preset's title and the first words of its description, in one line; a click shows all, over what is below.

    It is there until it is closed or another preset is opened, and says *as opened*
    once that was changed. Where it was changed into another scheme it is that preset
    no more: what the scheme gives stands there then, and the way back.

    Parameters
    ----------
    session : Session
        Whose preset it is.
    settings : Settings
        Remembers whether descriptions are wanted at all.
    """

    wantedChanged = Signal()
    """It was closed or asked for; or a preset without one was opened."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session, self._settings = session, settings
        self._closed, self._room, self._back_to = False, QSize(10_000, 10_000), ""
        self._preset: Preset | None = None
        self.title, self.line = _Title(), _Line()
        self.back = QLabel()
        self.back.setTextFormat(Qt.TextFormat.RichText)
        self.back.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.back.linkActivated.connect(lambda _: session.open(session.baseline, session.title))
        self.whole = Whole(self)
        self.unfolding = HeaderButton("unfold", UNFOLD)
        self.unfolding.reveal(True)
        self.unfolding.clicked.connect(self.unfold)
        self.line.fitted.connect(self._offer_whole)
        self.as_opened = QLabel("as opened")
        self.as_opened.setObjectName("asOpened")
        self.as_opened.setToolTip("It says what the preset showed when it was opened; something was changed since")
        self.closing = HeaderButton("close", "Close this description")
        self.closing.reveal(True)
        self._lay_out()
        self.closing.clicked.connect(self._close)
        session.opened.connect(self._show_preset)
        session.watch(lambda _: session.current_title, lambda _: self._say())
        session.watch(self._changed, lambda _: self._mark())
        self._show_preset()

    def _lay_out(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 4, 5, 4)
        line.setSpacing(8)
        line.addWidget(self.title)
        line.addWidget(self.line, 1)
        for part in (self.back, self.unfolding, self.as_opened, self.closing):
            line.addWidget(part)

    @property
    def wanted(self) -> bool:
        """Whether presets are described."""
        return self._settings.choices.descriptions and not self._closed

    @property
    def can_come_back(self) -> bool:
        """Whether there is a description, and it was closed."""
        return self._preset is not None and not self.wanted

    def choose(self, wanted: bool) -> None:
        """Describe presets, or do not, from now on."""
        self._settings.remember(descriptions=wanted)
        self._show_preset()

    def _show_preset(self) -> None:
        self._preset = preset_of_title(self._session.title)
        self._say()
        self._closed = False
        self._appear()
        self._mark()

    def _say(self) -> None:
        if self._preset is None:
            return
        title, text = self._preset.title, self._preset.invitation
        left = self._session.left_preset
        self._back_to = f"Back to {title}"
        if left:
            scheme = self._session.document.encoding
            title, text = scheme.title, f"gives {scheme.gives}."
        self.title.setText(title)
        self.line.setText(text)
        self.whole.show_text(title, text)
        self.back.setVisible(left)
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus if left else Qt.FocusPolicy.NoFocus)
        self._name_back()

    def _name_back(self) -> None:
        """Say where the way back leads, where the line has room for it."""
        fits = self.fontMetrics().horizontalAdvance(self._back_to) <= self.width() * BACK
        self.back.setText(f"<a href='#back'>{html.escape(self._back_to if fits else 'Back')}</a>")
        self.back.setToolTip("" if fits else self._back_to)

    def _offer_whole(self, fits: bool) -> None:
        self.unfolding.setVisible(not fits)
        self.setCursor(Qt.CursorShape.ArrowCursor if fits else Qt.CursorShape.PointingHandCursor)

    def unfold(self) -> None:
        """Show all of it over what is below, until a click elsewhere or Esc."""
        self.whole.open(self.mapToGlobal(QPoint(0, 0)), self.width())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Show all of what is cut."""
        if event.button() == Qt.MouseButton.LeftButton and self.line.is_cut:
            self.unfold()

    def give_way(self, room: QSize) -> None:
        """Be there only while that leaves room for the panes below it."""
        self._room = room
        self._appear()

    def minimumSizeHint(self) -> QSize:
        """Return no height: it goes before a window cannot be made lower."""
        return QSize(super().minimumSizeHint().width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much of the way back as there is room for."""
        super().resizeEvent(event)
        self._name_back()

    def _close(self) -> None:
        self._closed = True
        self._appear()

    def _appear(self) -> None:
        wanted = self._preset is not None and self._settings.choices.descriptions
        self.setVisible(wanted and not self._closed and self._room.height() >= LOW)
        self.wantedChanged.emit()

    def _changed(self, document: Document) -> bool:
        """Whether what is described is no longer what is shown; the cursor, the zoom and the panes apart."""
        if self._preset is None or self._session.left_preset or document is (opened := self._preset.document):
            return False
        names = [name for name in document.section_names() if name not in ("cursor", "view")]
        looks = any(getattr(document.view, name) != getattr(opened.view, name) for name in LOOKS)
        return looks or any(document.section(name) != opened.section(name) for name in names)

    def _mark(self) -> None:
        self.as_opened.setVisible(self._changed(self._session.document))

    def set_palette(self, palette: Palette) -> None:
        """Recolour the buttons."""
        for button in (self.unfolding, self.closing):
            button.set_palette(palette)


class _Title(ElidedLabel):
    """As wide as its text, or less where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.setFont(font)

    def minimumSizeHint(self) -> QSize:
        """Return no width."""
        return QSize(0, super().minimumSizeHint().height())


class _Line(ElidedLabel):
    """Tells whether it has room for all of its text."""

    fitted = Signal(bool)

    @property
    def is_cut(self) -> bool:
        """Whether there is an ellipsis."""
        return self.fontMetrics().horizontalAdvance(self.text()) > self.width()

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self.fitted.emit(not self.is_cut)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell whether all has room now."""
        super().resizeEvent(event)
        self.fitted.emit(not self.is_cut)


class Whole(QFrame):
    """All of a description, in as many lines as it takes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("wholeDescription")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # the click that closes it does not open it again
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 9)
        column.addWidget(self.label)

    def show_text(self, title: str, text: str) -> None:
        """Show another description."""
        text = _SUM.sub(_HELD, html.escape(text))
        self.label.setText(unbroken(f"<b>{html.escape(title)}</b>&ensp;{text}"))

    def open(self, at: QPoint, width: int) -> None:
        """Be there, from a place on the screen on and so wide."""
        self.setFixedSize(width, self.heightForWidth(width))
        self.move(at)
        self.show()
