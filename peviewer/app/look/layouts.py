"""Rows and columns of widgets, each filled in one call."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

Direction = QBoxLayout.Direction
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag] | None
"""A widget or a layout, alone or with its stretch and alignment; None is the room that is left."""
Margins = tuple[int, int, int, int] | None  # left, above, right and below, in pixels; None for those of the style


def in_row(*parts: Part, inside: QWidget | None = None, margins: Margins = None, spacing: int = -1) -> QBoxLayout:
    """Return a layout with parts beside one another, of a widget if one is given; −1 is the spacing of the style."""
    return _filled(Direction.LeftToRight, parts, inside, margins, spacing)


def in_column(*parts: Part, inside: QWidget | None = None, margins: Margins = None, spacing: int = -1) -> QBoxLayout:
    """Return a layout with parts below one another; see :func:`in_row`."""
    return _filled(Direction.TopToBottom, parts, inside, margins, spacing)


def _filled(
    direction: Direction, parts: tuple[Part, ...], inside: QWidget | None, margins: Margins, spacing: int
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
