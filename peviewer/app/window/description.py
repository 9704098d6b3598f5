"""The line above the panes that describes the preset."""

import html
import re

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import ElidedLabel
from peviewer.app.look.layouts import in_column
from peviewer.app.look.tooltips import set_tooltip
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.stories.stepper import SHORTCUTS, Stepper
from peviewer.document.document import Document
from peviewer.figures.presets import FIRST, Preset, preset_of_title
from peviewer.figures.stories import Place
from peviewer.live.text import unbroken, wrapped

_OPERATOR, _UNBROKEN = re.compile(" ([+−=]) "), "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}"  # no line breaks in a formula
LEAST_HEIGHT = 576  # pixels of height below which four panes need all of them: titles of panels would give way
BACK_SHARE = 0.4  # of the line's width, at most, for the link back to the preset
LINES, MOST_LINES = 2, 3  # of the text below the title: of a step as a rule, and at most
LOOKS = ("transposed", "raw")  # of the view, what a description may speak of
EXPAND = "Show all of the description"
LEAST_WIDTH = 760  # pixels of the line below which the stepper leaves the story's title out
NOTES_WIDTH = 420  # and below which it has no notes
AS_OPENED = "This describes the preset as it was opened; something has changed since"
NOTES = "Where the source differs, and a link to it"


class Description(QFrame):
    """What a step of a story or a preset is about: its title, and below it the whole text in up to three lines.

    Where the text has no room, *Read* shows all of it over what is below.

    Of a step it has the insight, what to look for and what to do, the way to the steps
    beside it, and behind *Notes* what its source has otherwise, and that source.

    It is there until it is closed or another preset is opened, and says *as opened*
    once that was changed. Where it was changed into another scheme it is that preset
    no more: then it describes what the scheme gives, with a link back to the preset.
    """

    wantedChanged = Signal()
    """It was closed or opened, or a preset without one was opened."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session, self._settings = session, settings
        self._closed, self._room, self._back_to = False, QSize(10_000, 10_000), ""
        self._preset: Preset | None = None
        self._noted = False
        self.title, self.line = _Title(), DescriptionLine()
        self.back = QLabel()
        self.back.setTextFormat(Qt.TextFormat.RichText)
        self.back.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.back.linkActivated.connect(lambda _: session.reopen())
        self.whole, self.notes = FullDescription(self), FullDescription(self)
        self.notes_button = QPushButton("Notes")
        self.notes_button.setObjectName("notes")
        self.notes_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tooltip(self.notes_button, NOTES)
        self.notes_button.clicked.connect(self.open_notes)
        self.stepper = Stepper()
        self.expand_button = HeaderButton("unfold", EXPAND)
        self.expand_button.reveal(True)
        self.expand_button.clicked.connect(self.expand)
        self.line.fitted.connect(self._show_expandable)
        self.notes.stepped.connect(self.notes.close)
        for popup in (self.whole, self.notes):
            popup.stepped.connect(self.stepper.stepped)
        self.as_opened = QLabel("as opened")
        self.as_opened.setObjectName("asOpened")
        set_tooltip(self.as_opened, AS_OPENED)
        self.close_button = HeaderButton("close", "Close this description")
        self.close_button.reveal(True)
        self._lay_out()
        self.close_button.clicked.connect(self._close)
        session.opened.connect(self._show_preset)
        session.watch(lambda _: session.current_title, lambda _: self._update_text(), of="encoding")
        session.watch(self._changed, lambda _: self._show_as_opened())
        self._show_preset()

    def _lay_out(self) -> None:
        column, head = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(12, 3, 5, 6)
        column.setSpacing(0)
        head.setSpacing(8)
        head.addWidget(self.title, 1)
        parts = (self.back, self.expand_button, self.as_opened, self.notes_button, self.stepper, self.close_button)
        for part in parts:
            head.addWidget(part)
        column.addLayout(head)
        column.addWidget(self.line)

    @property
    def wanted(self) -> bool:
        """Whether presets are described."""
        return self._settings.choices.descriptions and not self._closed

    @property
    def is_hidden(self) -> bool:
        """Whether there is a description, and it was closed or has no room."""
        return self._preset is not None and not (self.wanted and self._has_room)

    @property
    def in_short(self) -> str:
        """What the status bar says where the line has no room: the step and its insight; else nothing."""
        has_none = self._preset is not None and self.wanted and not self._has_room
        return self.accessibleName() if has_none else ""

    @property
    def _has_room(self) -> bool:
        return self._room.height() >= LEAST_HEIGHT

    def choose(self, wanted: bool) -> None:
        """Describe presets, or do not, from now on."""
        self._settings.remember(descriptions=wanted)
        self._show_preset()

    def _show_preset(self) -> None:
        opened = preset_of_title(self._session.title)
        self._preset = None if opened and opened.name == FIRST else opened  # four panes that need no line above them
        self._update_text()
        self._closed = False
        self._update_visibility()
        self._show_as_opened()

    def _update_text(self) -> None:
        if self._preset is None:
            return
        title, lines = self._preset.title, [self._preset.invitation]
        left, place = self._session.left_preset, self._session.place
        if place:
            title, lines = place.title, [place.look, place.do]
        self._back_to = f"Back to {self._preset.title}"
        if left:
            scheme = self._session.document.encoding
            title, lines = scheme.title, [f"gives {scheme.gives}."]
        self.title.setText(title)
        self.line.show_text(" ".join(lines))
        self.whole.show_text(title, *lines)
        if self.whole.isVisible():
            self.expand()
        self._read_out(title, lines, place)
        self.stepper.show_place(place)
        self.line.keep_lines(LINES if place else 1)
        self._show_notes(None if left else place)
        self.back.setVisible(left)
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus if left else Qt.FocusPolicy.NoFocus)
        self._name_back()

    def _read_out(self, title: str, lines: list[str], place: Place | None) -> None:
        """Name what a screen reader comes to, and have all of it as a tooltip."""
        whole = " ".join([f"{title}.", *lines])
        for part, about in ((self.title, place.text if place else ""), (self.line, "What to look at, and what to try")):
            set_tooltip(part, whole)
            part.setAccessibleDescription(about)
        self.line.setAccessibleName(" ".join(lines))  # also where it is not shown
        self.setAccessibleName(f"{place.text}: {title}" if place else title)
        self.setAccessibleDescription(" ".join(lines))
        self.whole.setAccessibleName(self.accessibleName())
        self.notes.setAccessibleName(f"Notes on {self.accessibleName()}")

    def _show_notes(self, place: Place | None) -> None:
        self._noted = has_notes = bool(place and (place.notes or place.story.source))
        self.notes_button.setVisible(has_notes and self.width() >= NOTES_WIDTH)
        if place and has_notes:
            self.notes.show_notes(place)

    def open_notes(self) -> None:
        """Show what the source has otherwise, and a link to it, until a click elsewhere or Esc."""
        self.notes.open(self.mapToGlobal(QPoint(0, 0)), self.width())

    def _name_back(self) -> None:
        """Name the preset in the link back to it, where the line has room."""
        fits = self.fontMetrics().horizontalAdvance(self._back_to) <= self.width() * BACK_SHARE
        self.back.setText(f"<a href='#back'>{html.escape(self._back_to if fits else 'Back')}</a>")
        self.back.setToolTip("" if fits else wrapped(self._back_to))

    def _show_expandable(self, fits: bool) -> None:
        self.expand_button.set_words("Read")
        self.expand_button.setVisible(not fits)
        self.setCursor(Qt.CursorShape.ArrowCursor if fits else Qt.CursorShape.PointingHandCursor)

    def expand(self) -> None:
        """Show all of it over what is below, until a click elsewhere or Esc; also where the line has no room."""
        over = (None if self.isVisible() else self.parentWidget()) or self
        self.whole.open(over.mapToGlobal(QPoint(0, 0)), over.width())

    def ask(self) -> None:
        """Show it again where it was closed; all of it over the panes where these need the room of the line."""
        if self.wanted and not self.isVisible():
            self.expand()
        else:
            self.choose(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self.line.is_whole:
            self.expand()

    def set_room(self, room: QSize) -> None:
        """Hide the line where the panes below need its room."""
        self._room = room
        self._update_visibility()

    def minimumSizeHint(self) -> QSize:
        """Return no height: it goes before a window cannot be made lower."""
        notes = self.notes_button.sizeHint().width() if self.notes_button.isVisibleTo(self) else 0
        return QSize(super().minimumSizeHint().width() - notes, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_back()
        self.stepper.shorten(self.width() < LEAST_WIDTH)
        self.notes_button.setVisible(self._noted and self.width() >= NOTES_WIDTH)

    def _close(self) -> None:
        self._closed = True
        self._update_visibility()

    def _update_visibility(self) -> None:
        wanted = self._preset is not None and self._settings.choices.descriptions
        self.setVisible(wanted and not self._closed and self._has_room)
        self.wantedChanged.emit()

    def _changed(self, document: Document) -> bool:
        """Whether what is described is no longer what is shown; the cursor, the zoom and the panes apart."""
        if self._preset is None or self._session.left_preset or document is (opened := self._opened):
            return False
        names = [name for name in document.section_names() if name not in ("cursor", "view")]
        looks = any(getattr(document.view, name) != getattr(opened.view, name) for name in LOOKS)
        return looks or any(document.section(name) != opened.section(name) for name in names)

    @property
    def _opened(self) -> Document:
        """What is described."""
        assert self._preset is not None
        place = self._session.place
        return place.step.document if place else self._preset.document

    def _show_as_opened(self) -> None:
        self.as_opened.setVisible(self._changed(self._session.document))


class _Title(ElidedLabel):
    """As wide as its text, or less where there is no room."""

    def __init__(self) -> None:
        super().__init__()
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.setFont(font)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())


class DescriptionLine(QLabel):
    """The text in up to three lines; nothing where it needs more, which is reported."""

    fitted = Signal(bool)

    def __init__(self) -> None:
        super().__init__(wordWrap=True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._whole, self._kept = "", 1

    @property
    def is_whole(self) -> bool:
        """Whether all of the text is shown."""
        return self.text() == self._whole

    def keep_lines(self, count: int) -> None:
        """Be so many lines high, however short the text: from step to step the panes stay where they are."""
        self._kept = count
        self._fit()

    def show_text(self, text: str) -> None:
        self._whole = text
        self._fit()

    def _fit(self) -> None:
        metrics, room = self.fontMetrics(), QRect(0, 0, max(1, self.width()), 10_000)
        needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self._whole).height()
        fits = round(needed / metrics.lineSpacing()) <= MOST_LINES
        self.setText(self._whole if fits else "")
        self.setMinimumHeight(self._kept * (metrics.lineSpacing() + 1) if fits else 0)
        self.fitted.emit(fits)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _bound(line: str) -> str:
    return _OPERATOR.sub(_UNBROKEN, html.escape(line))


class FullDescription(QFrame):
    """All of a description, in as many lines as it takes."""

    stepped = Signal(int)
    """By so many steps of a story, by the window's keys, which a popup keeps from it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("wholeDescription")
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)  # the click that closes it does not open it again
        self.label = QLabel(wordWrap=True)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.label.setOpenExternalLinks(True)
        in_column(self.label, inside=self, margins=(12, 8, 12, 9))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lead on to another step, by the keys that do so in the window."""
        pressed = QKeySequence(event.keyCombination())
        if step := next((step for step, keys in SHORTCUTS.items() if pressed == QKeySequence(keys)), 0):
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)

    def show_text(self, title: str, *lines: str) -> None:
        """Show a title and a line, or each of several below it."""
        start = "&ensp;" if len(lines) == 1 else "<br>"
        self.label.setText(unbroken(f"<b>{html.escape(title)}</b>{start}" + "<br>".join(map(_bound, lines))))

    def show_notes(self, place: Place) -> None:
        """Show the notes of a step, and a link to its source."""
        lines = [_bound(place.notes)] if place.notes else []
        if source := place.story.source:
            name, after = html.escape(source.name), html.escape(source.after)
            linked = f"<a href='{html.escape(source.link)}'>{after or name}</a>"
            lines.append(f"Source: {name}, after {linked}" if after else f"Source: {linked}")
        self.label.setText(unbroken("<b>Notes</b><br>" + "<br>".join(lines)))

    def open(self, at: QPoint, width: int) -> None:
        """Show it at a place on the screen, in this width."""
        self.setFixedSize(width, self.heightForWidth(width))
        self.move(at)
        self.show()
        self.label.setFocus(Qt.FocusReason.PopupFocusReason)  # read out; Tab leads to its links
