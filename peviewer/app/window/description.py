"""The strip above the panes that describes the preset, or the step of a story."""

import html
import textwrap

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QWidget

from peviewer.app.controls.fitting import BETWEEN, ElidedLabel
from peviewer.app.look.parts import HeaderButton, in_column, in_row, set_tooltip
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.figures.presets import FIRST, Preset, preset_of_title
from peviewer.figures.stories import Place
from peviewer.figures.wording import Caption
from peviewer.live.text import bound, markup, unbroken

# Pixels of a window's height, below which the panes need all of them.
LOW = 560
# The most characters on a line of a step's words.
LINE_LENGTH = 90
# The least lines of the text: from step to step, and where one is left, the panes stay where they
# are.
STEP_LINES = 2
TRY = "<b>Try:</b> "
STEPS = {-1: ("Previous step", "Alt+PgUp"), 1: ("Next step", "Alt+PgDown")}
"""The words and the key of what leads on by so many steps."""


class Description(QFrame):
    """The title, and below it the whole text.

    Of a step that is the idea, and on its own line what to try, with buttons that lead on; the
    last step leads to two other stories. *Formula* opens the explanation of a pane, *Notes*
    unfolds what the source has otherwise.

    Its numbers are those of the Document. It is there until it is closed or another preset
    is opened, and says of which Document it is where that was changed in what it does not
    follow. Where it was changed into another scheme it is that preset no more: then it
    describes what the scheme gives, with a way back to the preset.
    """

    stepped = Signal(int)
    """The user wants the step before (−1) or after (1)."""
    storyChosen = Signal(object)
    """The user wants to go on at this place, in another story."""
    formulaAsked = Signal(str)
    """The user wants the formula of this pane."""

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
        self.to_do = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.back = _button("Back to the preset", "Undo all changes since it was opened")
        self.mark = QLabel()
        self.step = ElidedLabel()
        self.step.setAlignment(Qt.AlignmentFlag.AlignRight)
        for label in (self.mark, self.step):
            label.setObjectName("wordsMark")
        set_tooltip(self.mark, "Something has changed since that these words do not follow")
        self.formula_button = _button("Formula", "What to look for, and the formula")
        self.notes_button = _button("Notes", "Where the source differs, and a link to it")
        self.notes_button.setCheckable(True)
        self.notes = QLabel(wordWrap=True, openExternalLinks=True)
        self.notes.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.step_buttons = {
            by: _button(words, f"{words} ({keys})") for by, (words, keys) in STEPS.items()
        }
        self.story_buttons = [_button("", ""), _button("", "")]
        for button in (self.step_buttons[1], self.story_buttons[0]):
            button.setObjectName("leadsOn")
        self.close_button = HeaderButton("close", "Close this description", revealed=True)
        self.action = QAction("Preset &description", self, checkable=True)
        self._lay_out()
        self._connect()
        session.opened.connect(self._show_preset)
        session.watch(
            lambda _: (session.words, session.current_title), lambda _: self._update_words()
        )
        session.watch(lambda _: session.left_preset, lambda _: self._update_step(), of="encoding")
        self._show_preset()

    def _lay_out(self) -> None:
        head = in_row(
            self.title,
            self.back,
            self.mark,
            (self.step, 1),
            self.formula_button,
            self.notes_button,
            self.close_button,
            spacing=8,
        )
        self._foot = QWidget()
        in_row(
            (self.to_do, 1),
            *self.step_buttons.values(),
            *self.story_buttons,
            inside=self._foot,
            margins=(0, 3, 5, 0),
            spacing=8,
        )
        self._foot.setMinimumHeight(self._foot.sizeHint().height())
        in_column(
            head,
            self.line,
            self._foot,
            self.notes,
            inside=self,
            margins=(12, 3, 5, 6),
            spacing=0,
        )

    def _connect(self) -> None:
        self.back.clicked.connect(self._session.reopen)
        self.notes_button.toggled.connect(self.notes.setVisible)
        self.formula_button.clicked.connect(self._ask_for_formula)
        for by, button in self.step_buttons.items():
            button.clicked.connect(lambda _=False, by=by: self.stepped.emit(by))
        for number, button in enumerate(self.story_buttons):
            button.clicked.connect(lambda _=False, number=number: self._choose_story(number))
        self.close_button.clicked.connect(self._close)
        self.action.triggered.connect(self.choose)

    def _ask_for_formula(self) -> None:
        if self._place:
            self.formulaAsked.emit(self._place.step.formula_pane)

    def _choose_story(self, number: int) -> None:
        if self._place:
            self.storyChosen.emit(self._place.offered[number])

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
        words = self._session.words or Caption(scheme.title, f"gives {scheme.gives}.", "")
        place = self._place
        self.title.setText(words.title)
        self.line.setText(self._broken(words.look if place else words.text))
        self.to_do.setText(TRY + rich(words.do))
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
        self.formula_button.setVisible(bool(place and place.step.formula_pane))
        # Where the step is left it keeps its room, so that the panes stay.
        self._foot.setVisible(self._session.place is not None)
        for part in (self.to_do, *self.step_buttons.values(), *self.story_buttons):
            part.setVisible(place is not None)
        if place:
            self._update_ways_on(place)

    def _update_ways_on(self, place: Place) -> None:
        before = place.moved(-1)
        after = place.moved(1)
        back_button = self.step_buttons[-1]
        next_button = self.step_buttons[1]
        back_button.setText("Back")
        back_button.setEnabled(before is not None)
        next_button.setVisible(after is not None)
        if before:
            set_tooltip(back_button, f"{before.title} ({STEPS[-1][1]})")
        if after:
            next_button.setText(f"Next: {after.step.short}")
            set_tooltip(next_button, f"{after.title} ({STEPS[1][1]})")
        for button in self.story_buttons:
            button.hide()
        for button, offered in zip(self.story_buttons, place.offered, strict=False):
            button.setText(offered.story.title)
            set_tooltip(button, offered.story.summary)
            button.show()

    def _broken(self, text: str) -> str:
        """Return a step's text on lines of at most 90 characters, where these have room."""
        is_whole = self._place is None or self._is_narrow(self.width())
        return rich(text) if is_whole else on_lines(text)

    def _is_narrow(self, width: int) -> bool:
        metrics = self.line.fontMetrics()
        return width < LINE_LENGTH * metrics.averageCharWidth()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_narrow(event.oldSize().width()) != self._is_narrow(event.size().width()):
            self._update_words()


def rich(text: str) -> str:
    """Return words of a step as rich text, with no line break inside a number or a sum."""
    return unbroken(markup(bound(text)))


def on_lines(text: str) -> str:
    """Return the rich text of a step's words on lines of at most 90 characters."""
    lines = textwrap.wrap(bound(text), LINE_LENGTH, break_on_hyphens=False)
    return "<br>".join(unbroken(markup(line)) for line in lines)


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
