"""Tab goes through a window as it is read, part by part, in whichever order the parts were made."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def move_focus(window: QWidget, *, forward: bool) -> bool:
    """Give the focus to the next stop of a window, or the one before; False if it has none.

    Qt's own order is that of making: a pane opened later, or the fields of another
    scheme, would come after all that was there.
    """
    parts = [*_read(window)]
    focused = window.focusWidget()
    at = parts.index(focused) if focused in parts else -1
    around = [*parts[at + 1 :], *parts[: max(at, 0)]]
    if not forward:
        around.reverse()
    if (stop := next(filter(_is_stop, around), None)) is None:
        return False
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    return True


def _is_stop(part: QWidget) -> bool:
    return bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus) and part.isEnabled() and part.focusProxy() is None


def _read(part: QWidget) -> Iterator[QWidget]:
    """Yield all that can be seen in a widget, each before what is inside it."""
    shown = [child for child in part.children() if isinstance(child, QWidget) and child.isVisible()]
    for child in _in_reading_order([child for child in shown if not child.isWindow()]):
        yield child
        yield from _read(child)


def _in_reading_order(parts: list[QWidget]) -> list[QWidget]:
    """Return parts row by row, a row from left to right; what begins below the middle of one is in the next."""
    rows: list[list[QWidget]] = []
    middle = 0
    for part in sorted(parts, key=QWidget.y):
        if not rows or part.y() >= middle:
            rows.append([])
            middle = part.geometry().center().y()
        rows[-1].append(part)
        middle = min(middle, part.geometry().center().y())
    return [part for row in rows for part in sorted(row, key=lambda part: (part.x(), part.y()))]
