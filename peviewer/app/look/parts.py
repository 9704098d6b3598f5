"""What widgets are built of: rows and columns, tooltips, and the buttons of headers."""

from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QToolButton, QToolTip, QWidget

from peviewer.app.look.icons import icon
from peviewer.app.look.themes import shown_palette
from peviewer.base.numbers import THIN
from peviewer.live.text import wrapped

Direction = QBoxLayout.Direction
Part = (
    QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
)
"""A widget or a layout, alone or with its stretch and alignment; None is the room that is left."""
Margins = (
    tuple[int, int, int, int] | None
)  # left, above, right and below, in pixels; None for those of the style


def in_row(
    *parts: Part, inside: QWidget | None = None, margins: Margins = None, spacing: int = -1
) -> QBoxLayout:
    """Return a layout with parts beside one another, of a widget if one is given.

    −1 is the spacing of the style.
    """
    return _filled(Direction.LeftToRight, parts, inside, margins, spacing)


def in_column(
    *parts: Part, inside: QWidget | None = None, margins: Margins = None, spacing: int = -1
) -> QBoxLayout:
    return _filled(Direction.TopToBottom, parts, inside, margins, spacing)


def _filled(
    direction: Direction,
    parts: tuple[Part, ...],
    inside: QWidget | None,
    margins: Margins,
    spacing: int,
) -> QBoxLayout:
    made = QBoxLayout(direction, inside)
    if margins is not None:
        made.setContentsMargins(*margins)
    made.setSpacing(spacing)
    how: list[Any]
    for given in parts:
        part, *how = given if isinstance(given, tuple) else (given,)
        if part is None:
            made.addStretch(1)
        elif isinstance(part, QLayout):
            made.addLayout(part, *how)
        else:
            made.addWidget(part, *how)
    return made


SHORT = 40  # letters: one line, whatever the screen


def tooltip(text: str) -> str:
    r"""Return a tooltip of plain text, as it is where it is one short line.

    >>> tooltip("Fold Encoding"), tooltip("Fold Encoding\nNot at its default: Base")
    ('Fold Encoding', '<p>Fold Encoding<br>Not at its default: Base</p>')
    """
    is_line = len(text) <= SHORT and THIN not in text and "\n" not in text
    return text if is_line else wrapped(text)


def set_tooltip(widget: QWidget, text: str) -> None:
    """Give a widget a tooltip of plain text, which wraps, but inside no number; it is its description, too.

    Qt wraps rich text alone, and would read out its tags where there is no other description.
    """
    widget.setToolTip(tooltip(text))
    widget.setAccessibleDescription(text)


BUTTON = 24
POINTER = 12  # pixels that Qt leaves for the pointer above a tooltip, less a gap


class HeaderButton(QToolButton):
    """A button that keeps its place and its keyboard focus while it is not drawn."""

    focusChanged = Signal(bool)

    def __init__(
        self, icon_name: str, text: str, parent: QWidget | None = None, *, revealed: bool = False
    ) -> None:
        super().__init__(parent)
        self.revealed = revealed
        self.setAutoRaise(True)
        self.setFixedSize(BUTTON, BUTTON)
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rename(icon_name, text)

    def rename(self, icon_name: str, text: str) -> None:
        self._icon_name = icon_name
        set_tooltip(self, text)
        self.setAccessibleName(text)
        self.show_icon()

    def set_words(self, words: str) -> None:
        """Show words beside the icon, and be as wide as they need; or the icon alone."""
        self.setText(words)
        self.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            if words
            else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        self.setFixedWidth(self.sizeHint().width() if words else BUTTON)

    def show_icon(self) -> None:
        self.setIcon(icon(self._icon_name, shown_palette()))

    def event(self, event: QEvent) -> bool:
        """Show the tooltip below the button, where it covers neither it nor its neighbours."""
        if event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(
                self.mapToGlobal(QPoint(0, self.height() - POINTER)), self.toolTip(), self
            )
            return True
        done = super().event(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_icon()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focusChanged.emit(self.hasFocus())
        return done

    def reveal(self, shown: bool) -> None:
        if shown != self.revealed:
            self.revealed = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.revealed:
            super().paintEvent(event)
