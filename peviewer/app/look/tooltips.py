"""Tooltips that wrap, and that are read out as plain text."""

from PySide6.QtWidgets import QWidget

from peviewer.base.words import THIN
from peviewer.live.text import wrapped

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
