"""A pane's header: its title, its one or two choices, and its buttons."""

import html
from collections.abc import Sequence
from itertools import compress

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.editors import add_accessible_label, bind, describe, editor
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.look.parts import BUTTON, HeaderButton, in_row, set_tooltip
from peviewer.app.look.themes import BODY_PX, shown_palette
from peviewer.app.look.type_size import scaled, set_sizes
from peviewer.app.session.session import Session
from peviewer.base.specification import Specification, specification
from peviewer.figures.compare.curves import A, B
from peviewer.figures.panes.pane import Pane

NUMBER_WIDTH = 64
CHOICE_HEIGHT = 24


class PaneChoice(QWidget):
    """One field, edited in the header, with its title beside it.

    A drop-down's title is hidden where the header has no room, because the value may say enough. It
    stays where the open step of a story names the field.
    """

    finished = Signal()
    """The user has chosen or typed a value."""

    def __init__(self, session: Session, path: str) -> None:
        super().__init__()
        section, _, name = path.partition(".")
        spec = specification(type(session.document.section(section)), name)
        self._session = session
        self._path = path
        box = editor(spec, animated=True)
        parts: list[QWidget] = [box]
        self._title: QLabel | None = None
        if isinstance(box, ChoiceBox):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            self._title = _short_label(spec)
            parts = [self._title, box]
        elif isinstance(box, NumberBox):
            set_sizes(box, width=NUMBER_WIDTH)
            parts = [_short_label(spec), box]
        describe(self, spec)
        self._lay_out(parts)
        if isinstance(box, ChoiceBox):
            add_accessible_label(box, spec.title)
        elif isinstance(parts[0], QLabel):
            parts[0].setBuddy(box)
        self.setFocusProxy(box)
        bind(box, session, path)
        if not isinstance(box, Segments):
            box.finished.connect(self.finished)

    @property
    def is_named_by_step(self) -> bool:
        """Whether the open step of a story names this field."""
        place = self._session.place
        return place is not None and self._path in place.step.controls

    def set_titled(self, titled: bool) -> None:
        """Show the title of a choice, or leave it out."""
        if self._title is not None:
            self._title.setVisible(titled)
            # The header asks for the new width at once, before Qt would lay out by itself.
            self._line.activate()

    def _lay_out(self, parts: list[QWidget]) -> None:
        line = self._line = in_row(inside=self, margins=(0, 0, 0, 0), spacing=5)
        for part in parts:
            set_sizes(part, height=CHOICE_HEIGHT)
            line.addWidget(part)
        # The application's style sheet asks for more height than a header has.
        self.setStyleSheet("QComboBox, QAbstractSpinBox { min-height: 0; }")


def _short_label(spec: Specification) -> QLabel:
    symbol = f" <i>{html.escape(spec.symbol)}</i>" if spec.symbol else ""
    return QLabel(f"{html.escape(spec.title)}{symbol}")


BUTTONS = {
    "explain": "Explain {}",
    "copy": "Copy {} as image",
    "export": "Export {}…",
    "maximise": "Maximise {}",
    "close": "Close {}",
}
HEIGHT = 28
TITLE_PX = 15
SPACING = 1
TITLE_GAP = 10
CHOICE_GAP = 6
RESET = "Zoom to all"
# The most of a header's width that the names of A and B take.
MAX_SIDES_SHARE = 0.4
MARGINS = (10, 2, 4, 2)


class PaneHeader(QWidget):
    """The line by which a pane is dragged.

    Its buttons appear while the pointer or the focus is in the pane.
    """

    asked = Signal(str)
    """One of the keys of BUTTONS, "reset-view" or "more"."""
    choicesChanged = Signal()
    """The set of choices that have room has changed."""

    def __init__(
        self, pane: Pane, choices: Sequence[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("paneHeader")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_sizes(self, height=HEIGHT)
        self._name = name = pane.title
        self.title = _title(pane)
        self.sides = QLabel(textFormat=Qt.TextFormat.RichText)
        self.sides.setObjectName("paneSides")
        self._sides_texts = ("", "")
        self.sides.hide()
        self.choices = list(choices)
        self.shown_choices: list[QWidget] = []
        self._useful = [True] * len(self.choices)
        self._zoomed = False
        self._is_bare = False
        self.buttons = {key: self._button(key, text.format(name)) for key, text in BUTTONS.items()}
        self.reset = self._button("reset-view", f"Zoom to all of {name}")
        # This button needs no pointer in the pane: it also shows that the pane is zoomed.
        self.reset.reveal(True)
        self.reset.hide()
        self.more = self._button("more", f"More for {name}")
        layout = in_row(inside=self, margins=MARGINS, spacing=SPACING)
        layout.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        layout.addWidget(self.title)
        layout.addSpacing(TITLE_GAP)
        layout.addWidget(self.sides)
        layout.addSpacing(CHOICE_GAP)
        for choice in self.choices:
            layout.addWidget(choice)
            layout.addSpacing(CHOICE_GAP)
        layout.addStretch(1)
        for button in (self.reset, *self.buttons.values(), self.more):
            layout.addWidget(button)
        self.more.hide()

    def _button(self, key: str, text: str) -> HeaderButton:
        button = HeaderButton(key, text, self)
        button.clicked.connect(lambda: self.asked.emit(key))
        button.focusChanged.connect(self.reveal)
        return button

    def minimumSizeHint(self) -> QSize:
        """Return the width of the title and one button: everything else can be hidden."""
        return QSize(self._title_width() + scaled(BUTTON), scaled(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what has room: first the buttons become one menu, then choices are left out."""
        super().resizeEvent(event)
        self._arrange()

    def set_useful(self, useful: Sequence[bool]) -> None:
        if list(useful) != self._useful:
            self._useful = list(useful)
            self._arrange()

    def set_sides(self, text: str, short: str) -> None:
        """Show which of A and B the pane shows, or a shorter text where there is less room."""
        if (text, short) != self._sides_texts:
            self._sides_texts = (text, short)
            self._arrange()

    def set_zoomed(self, zoomed: bool) -> None:
        """Show the button that resets the view, or hide it while all is in view.

        The pointer need not be near.
        """
        if zoomed != self._zoomed:
            self._zoomed = zoomed
            self._arrange()

    def set_tabbed(self, tabbed: bool) -> None:
        if tabbed != self.title.isHidden():
            self.title.setVisible(not tabbed)
            self._arrange()

    def present(self, scale: float) -> None:
        """Show the title alone, in type `scale` times as large; 0 shows everything again."""
        if scale:
            for label, pixels in ((self.title, TITLE_PX), (self.sides, BODY_PX)):
                font = QFont(label.font())
                font.setPixelSize(round(pixels * scale))
                label.setFont(font)
            height = self.title.sizeHint().height() + 2 * MARGINS[1]
            self.setFixedHeight(max(scaled(HEIGHT), height))
        else:
            set_sizes(self.title, type=TITLE_PX)
            set_sizes(self.sides, type=BODY_PX)
            set_sizes(self, height=HEIGHT)
        self._is_bare = scale > 0
        self._arrange()

    def fit(self) -> None:
        """Arrange the parts anew: another step of a story may name other fields."""
        self._arrange()

    def _arrange(self) -> None:
        self._fit_sides()
        offered = [useful and not self._is_bare for useful in self._useful]
        self._fit_titles(offered)
        widths = self._widths()
        wanted = sum(compress(widths, offered))
        shown = self.buttons.values()
        needed = wanted + len(shown) * (scaled(BUTTON) + SPACING)
        free = (
            self.width()
            - self._title_width()
            - self._show_reset(self.width() - self._title_width() - needed)
        )
        whole = needed <= free
        for button in shown:
            button.setVisible(whole and not self._is_bare)
        self.more.setVisible(not whole and not self._is_bare)
        free -= 0 if whole else scaled(BUTTON)
        fitting = []
        for choice, needed, useful in zip(self.choices, widths, offered, strict=True):
            if useful and needed <= free:
                fitting.append(choice)
            choice.setVisible(choice in fitting)
            free -= needed if useful else 0
        if fitting != self.shown_choices:
            self.shown_choices = fitting
            self.choicesChanged.emit()

    def _fit_sides(self) -> None:
        """Show the longer text of the sides where it leaves room for choices and buttons."""
        text, short = self._sides_texts
        self.sides.setText(text)
        if self.sides.sizeHint().width() > MAX_SIDES_SHARE * self.width():
            self.sides.setText(short)
        self.sides.setVisible(bool(text))

    def _widths(self) -> list[int]:
        return [choice.sizeHint().width() + SPACING for choice in self.choices]

    def _fit_titles(self, offered: Sequence[bool]) -> None:
        """Leave out titles of choices, the last ones first, until everything has room."""
        titled = [choice for choice in self.choices if isinstance(choice, PaneChoice)]
        for choice in titled:
            choice.set_titled(True)
        buttons_width = len(self.buttons) * (scaled(BUTTON) + SPACING)
        room = self.width() - self._title_width() - buttons_width
        for choice in reversed(titled):
            if sum(compress(self._widths(), offered)) <= room:
                break
            choice.set_titled(choice.is_named_by_step)

    def _show_reset(self, free: int) -> int:
        """Show the button that resets the view, with words if these fit into `free` pixels.

        Return the pixels that it takes.
        """
        self.reset.setVisible(self._zoomed and not self._is_bare)
        self.reset.set_words(RESET)
        if self.reset.width() + SPACING > free:
            self.reset.set_words("")
        return self.reset.width() + SPACING if self._zoomed else 0

    def _title_width(self) -> int:
        # The gap after a choice stays where the choice is hidden.
        gaps = TITLE_GAP + (1 + len(self.choices)) * CHOICE_GAP + 3 * SPACING
        labels = (label for label in (self.title, self.sides) if not label.isHidden())
        return MARGINS[0] + sum(label.sizeHint().width() for label in labels) + gaps + MARGINS[2]

    def reveal(self, shown: bool) -> None:
        buttons = (*self.buttons.values(), self.more)
        shown = shown or any(button.hasFocus() for button in buttons)
        for button in buttons:
            button.reveal(shown)

    def set_maximised(self, maximised: bool) -> None:
        button = self.buttons["maximise"]
        button.rename(
            *("restore", "Show all panes") if maximised else ("maximise", f"Maximise {self._name}")
        )

    def set_explaining(self, explaining: bool) -> None:
        button = self.buttons["explain"]
        button.rename(
            "explain",
            f"Close the explanation of {self._name}" if explaining else f"Explain {self._name}",
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.asked.emit("maximise")
        event.accept()


def _title(pane: Pane) -> QLabel:
    label = QLabel(pane.title)
    label.setObjectName("paneTitle")
    set_tooltip(label, pane.summary)
    font = QFont(label.font())
    font.setWeight(QFont.Weight.Medium)
    label.setFont(font)
    set_sizes(label, type=TITLE_PX)
    return label


def flip_title(shown: str, names: tuple[str, str]) -> str:
    """Return the names of A and B as rich text, underlined and in its colour that which is shown.

    Both are as wide, whichever is shown.

    >>> flip_title("B", ("base 5", "")).replace(shown_palette().role(B), "purple")
    'A base 5 | <u style="color: purple">B</u>'
    """
    texts: list[str] = []
    for side, name, color in zip("AB", names, (A, B), strict=True):
        text = html.escape(f"{side} {name}".strip())
        if side == shown:
            text = f'<u style="color: {shown_palette().role(color)}">{text}</u>'
        texts.append(text)
    return " | ".join(texts)
