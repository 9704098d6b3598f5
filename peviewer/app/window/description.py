"""The strip above the panes that describes the preset, or the step of a story."""

import html

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from peviewer.app.controls.fitting import BETWEEN, ElidedLabel
from peviewer.app.look.parts import HeaderButton, in_column, in_row, set_tooltip
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.figures.presets import FIRST, Preset, preset_of_title
from peviewer.figures.stories import Place
from peviewer.figures.wording import Words
from peviewer.live.text import bound, unbroken

# Pixels of a window's height, below which the panes need all of them.
LOW = 560
# The least lines of the text: from step to step, and where one is left, the panes stay where they
# are.
STEP_LINES = 2
STEPS = {-1: ("previous", "Previous step", "Alt+PgUp"), 1: ("next", "Next step", "Alt+PgDown")}
"""The icon, the words and the key of what leads on by so many steps."""


class Description(QFrame):
    """The title, and below it the whole text.

    Of a step *Notes* unfolds what its source has otherwise.

    Its numbers are those of the Document. It is there until it is closed or another preset
    is opened, and says of which Document it is where that was changed in what it does not
    follow. Where it was changed into another scheme it is that preset no more: then it
    describes what the scheme gives, with a way back to the preset.
    """

    stepped = Signal(int)
    """The user wants the step before (−1) or after (1)."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("description")
        self._session = session
        self._settings = settings
        self._closed = self._is_low = False
        self._preset: Preset | None = None
        self.title = ElidedLabel()
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(1)
        font = QFont(self.title.font())
        font.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(font)
        self.line = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.back = _button("Back to the preset", "Undo all changes since it was opened")
        self.mark = QLabel()
        self.step = ElidedLabel()
        self.step.setAlignment(Qt.AlignmentFlag.AlignRight)
        for label in (self.mark, self.step):
            label.setObjectName("wordsMark")
        set_tooltip(self.mark, "Something has changed since that these words do not follow")
        self.notes_button = _button("Notes", "Where the source differs, and a link to it")
        self.notes_button.setCheckable(True)
        self.notes = QLabel(wordWrap=True, openExternalLinks=True)
        self.notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.step_buttons = {
            by: HeaderButton(icon, text, revealed=True) for by, (icon, text, _) in STEPS.items()
        }
        self.close_button = HeaderButton("close", "Close this description", revealed=True)
        self.action = QAction("Preset &description", self, checkable=True)
        head = in_row(
            self.title,
            self.back,
            self.mark,
            (self.step, 1),
            self.notes_button,
            *self.step_buttons.values(),
            self.close_button,
            spacing=8,
        )
        in_column(head, self.line, self.notes, inside=self, margins=(12, 3, 5, 6), spacing=0)
        self.back.clicked.connect(session.reopen)
        self.notes_button.toggled.connect(self.notes.setVisible)
        for by, button in self.step_buttons.items():
            button.clicked.connect(lambda _=False, by=by: self.stepped.emit(by))
        self.close_button.clicked.connect(self._close)
        self.action.triggered.connect(self.choose)
        session.opened.connect(self._show_preset)
        session.watch(
            lambda _: (session.words, session.current_title), lambda _: self._update_words()
        )
        session.watch(lambda _: session.left_preset, lambda _: self._update_step(), of="encoding")
        self._show_preset()

    def choose(self, shown: bool) -> None:
        self._settings.remember(descriptions=shown)
        self._show_preset()

    def fit(self, height: int) -> None:
        """Leave a low window to its panes."""
        self._is_low = height < LOW
        self._update_visibility()

    def minimumSizeHint(self) -> QSize:
        # Otherwise the window could not be made so low.
        return QSize(0, 0)

    def _close(self) -> None:
        self._closed = True
        self._update_visibility()

    def _show_preset(self) -> None:
        opened = preset_of_title(self._session.title)
        # The first preset's four panes need no line above them.
        self._preset = None if opened and opened.name == FIRST else opened
        self._closed = False
        self.notes_button.setChecked(False)
        self._update_words()
        self._update_step()
        self._update_visibility()

    def _update_visibility(self) -> None:
        shown = self._settings.choices.descriptions and not self._closed
        self.setVisible(shown and self._preset is not None and not self._is_low)
        self.action.setChecked(shown)

    @property
    def _place(self) -> Place | None:
        """The open step, unless its preset was left."""
        return None if self._session.left_preset else self._session.place

    def _update_words(self) -> None:
        if self._preset is None:
            return
        scheme = self._session.document.encoding
        words = self._session.words or Words(scheme.title, f"gives {scheme.gives}.", "")
        place = self._place
        self.title.setText(words.title)
        self.line.setText(unbroken(html.escape(bound(words.text), quote=False)))
        self.mark.setText(words.mark)
        self.mark.setVisible(bool(words.mark))
        self.setAccessibleName(f"{place.text}: {words.title}" if place else words.title)
        self.setAccessibleDescription(words.text)

    def _update_step(self) -> None:
        if self._preset is None:
            return
        place = self._place
        line_height = self.fontMetrics().lineSpacing() + 1
        self.line.setMinimumHeight(STEP_LINES * line_height if self._session.place else 0)
        self.back.setVisible(self._session.left_preset)
        self.step.setText(f"{place.story.title}{BETWEEN}{place.of_all}" if place else "")
        self.notes.setText(_notes(place) if place else "")
        self.notes_button.setVisible(bool(self.notes.text()))
        self.notes.setVisible(self.notes_button.isChecked() and bool(self.notes.text()))
        for by, button in self.step_buttons.items():
            icon, name, keys = STEPS[by]
            beside = place.moved(by) if place else None
            button.rename(
                icon, f"{name}: {beside.title} ({keys})" if beside else f"{name} ({keys})"
            )
            button.setVisible(place is not None)
            button.setEnabled(beside is not None)


def _button(text: str, tip: str) -> QPushButton:
    made = QPushButton(text)
    made.setObjectName("notes")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    set_tooltip(made, tip)
    return made


def _notes(place: Place) -> str:
    """Return the notes of a step, and a link to its source; empty where it has neither."""
    notes = place.step.notes
    lines = [html.escape(bound(notes))] if notes else []
    if source := place.story.source:
        name = html.escape(source.name)
        after = html.escape(source.after)
        linked = f"<a href='{html.escape(source.link)}'>{after or name}</a>"
        lines.append(f"Source: {name}, after {linked}" if after else f"Source: {linked}")
    return unbroken("<br>".join(lines)) if lines else ""
