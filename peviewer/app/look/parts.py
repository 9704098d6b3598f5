"""Building blocks of widgets: rows and columns, tooltips, and the buttons of headers."""

from typing import Any

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QToolButton, QToolTip, QWidget

from peviewer.app.look.icons import icon
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import forget_size, set_sizes
from peviewer.base.numbers import THIN
from peviewer.live.text import wrapped

Direction = QBoxLayout.Direction
Part = (
    QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
)
"""A widget or layout, maybe with its stretch and alignment; None takes the room that is left."""

Margins = tuple[int, int, int, int] | None
"""Left, above, right and below, in pixels; None for those of the style."""

# The most letters of a tooltip that is one line on every screen.
MAX_LETTERS_OF_LINE = 40

# The side of a header's button, in pixels.
BUTTON = 24

# How many pixels Qt leaves for the pointer above a tooltip, without a gap.
POINTER = 12


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
    layout_arguments: list[Any]
    for part_with_arguments in parts:
        if part_with_arguments is None:
            made.addStretch(1)
            continue
        if not isinstance(part_with_arguments, tuple):
            part_with_arguments = (part_with_arguments, 0)
        part, *layout_arguments = part_with_arguments
        if isinstance(part, QLayout):
            made.addLayout(part, *layout_arguments)
        else:
            made.addWidget(part, *layout_arguments)
    return made


def tooltip(text: str) -> str:
    r"""Return a tooltip of plain text, as it is where it is one short line.

    >>> tooltip("Fold Encoding"), tooltip("Fold Encoding\nNot at its default: Base")
    ('Fold Encoding', '<p>Fold Encoding<br>Not at its default: Base</p>')
    """
    is_line = len(text) <= MAX_LETTERS_OF_LINE and THIN not in text and "\n" not in text
    return text if is_line else wrapped(text)


def set_tooltip(widget: QWidget, text: str) -> None:
    """Give a widget a tooltip of plain text, which is its accessible description, too.

    The tooltip wraps, but inside no number. Qt wraps rich text alone, and would read out its tags
    if there were no other description.
    """
    widget.setToolTip(tooltip(text))
    widget.setAccessibleDescription(text)


class HeaderButton(QToolButton):
    """A button that keeps its place and its keyboard focus while it is not drawn."""

    focusChanged = Signal(bool)

    def __init__(
        self, icon_name: str, text: str, parent: QWidget | None = None, *, revealed: bool = False
    ) -> None:
        super().__init__(parent)
        self.revealed = revealed
        self.setAutoRaise(True)
        set_sizes(self, width=BUTTON, height=BUTTON, icon=16)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rename(icon_name, text)

    def rename(self, icon_name: str, text: str) -> None:
        self._icon_name = icon_name
        set_tooltip(self, text)
        self.setAccessibleName(text)
        self.show_icon()

    def set_words(self, words: str) -> None:
        """Show words beside the icon, with the width that they need; or only the icon."""
        self.setText(words)
        if words:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            forget_size(self, "width")
            self.setFixedWidth(self.sizeHint().width())
        else:
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            set_sizes(self, width=BUTTON)

    def show_icon(self) -> None:
        self.setIcon(icon(self._icon_name, shown_palette()))

    def event(self, event: QEvent) -> bool:
        """Show the tooltip below the button, so that it covers no buttons."""
        if event.type() == QEvent.Type.ToolTip:
            position = self.mapToGlobal(QPoint(0, self.height() - POINTER))
            QToolTip.showText(position, self.toolTip(), self)
            return True
        is_handled = super().event(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.text():
            self.set_words(self.text())
        if event.type() == QEvent.Type.PaletteChange:
            self.show_icon()
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.focusChanged.emit(self.hasFocus())
        return is_handled

    def reveal(self, shown: bool) -> None:
        if shown != self.revealed:
            self.revealed = shown
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.revealed:
            super().paintEvent(event)
