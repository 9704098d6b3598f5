"""Dragging a pane: its handles, the place where it would be dropped, and the indicator."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QShortcut,
)
from PySide6.QtWidgets import QTabBar, QWidget

from peviewer.app.panes.geometry import Room, fits, rooms
from peviewer.document.arrangement import Side, Split, behind, beside, only, outermost, renamed

HEADER = 28
# Within this share of a pane's width or height a drop means that side, not the middle.
PANE_EDGE = 0.3
# Within this many pixels of the area's edge a drop means the whole side.
AREA_EDGE = 10
PHRASES = {"left": "Left of {}", "right": "Right of {}", "above": "Above {}", "below": "Below {}"}


@dataclass(frozen=True)
class Drop:
    """The result of dropping a pane at a point."""

    arrangement: Split
    rect: QRect
    phrase: str
    """The words for the drop, with braces for the other pane's title."""
    target: str
    """The other pane; empty for all of them."""


def drop(
    arrangement: Split, area: QRect, open_: Sequence[str], name: str, point: QPoint
) -> Drop | None:
    """Return the result of dropping a pane at a point of the area.

    Return None if nothing would change.
    """
    seen = rooms(arrangement, area, open_)[0]
    room = next((room for room in seen if room.rect.contains(point)), None)
    if room is None or room.group.names == (name,):
        # A small move on a header at the area's edge changes nothing.
        return None
    if side := _area_side(area, point):
        after = outermost(arrangement, name, side)
        if after != arrangement and fits(only(after, open_), area.size()):
            return _as_drop(after, area, open_, name, PHRASES[side], "")
    target = next(other for other in (room.group.front, *room.group.names) if other != name)
    after, phrase = _drop_on_pane(arrangement, area.size(), open_, name, room, target, point)
    return _as_drop(after, area, open_, name, phrase, target) if after != arrangement else None


def _drop_on_pane(
    arrangement: Split,
    size: QSize,
    open_: Sequence[str],
    name: str,
    room: Room,
    target: str,
    point: QPoint,
) -> tuple[Split, str]:
    side = _pane_side(room, point)
    if side and fits(only(after := beside(arrangement, name, target, side), open_), size):
        return after, PHRASES[side]
    if name in room.group.names:
        # The pane is over its own tabs.
        return arrangement, ""
    if room.inside.top() <= point.y() < room.inside.top() + HEADER:
        return renamed(arrangement, {name: target, target: name}), "Swap with {}"
    return behind(arrangement, name, target), "As a tab over {}"


def _area_side(area: QRect, point: QPoint) -> Side | None:
    x = point.x()
    y = point.y()
    return _nearest(x - area.left(), area.right() - x, y - area.top(), area.bottom() - y, AREA_EDGE)


def _pane_side(room: Room, point: QPoint) -> Side | None:
    body = room.inside.adjusted(0, HEADER, 0, 0)
    if not body.contains(point):
        return None
    across = (point.x() - body.x()) / body.width()
    down = (point.y() - body.y()) / body.height()
    return _nearest(across, 1 - across, down, 1 - down, PANE_EDGE)


def _nearest(left: float, right: float, above: float, below: float, within: float) -> Side | None:
    off: dict[Side, float] = {"left": left, "right": right, "above": above, "below": below}
    side = min(off, key=lambda side: off[side])
    return side if off[side] < within else None


def _as_drop(
    after: Split, area: QRect, open_: Sequence[str], name: str, phrase: str, target: str
) -> Drop:
    rect = next(room.rect for room in rooms(after, area, open_)[0] if name in room.group.names)
    return Drop(after, rect, phrase, target)


# These events cancel a drag.
CANCELS = {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}
FILL = 0.25
PADDING = 8


class DropIndicator(QWidget):
    """A tinted rectangle over the panes, with words on what a drop would do.

    It takes no events from the drag.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.text = ""
        self.hide()

    def mark(self, rect: QRect, text: str) -> None:
        self.text = text
        self.setGeometry(rect)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        accent = self.palette().color(QPalette.ColorRole.Highlight)
        tint = QColor(accent)
        tint.setAlphaF(FILL)
        painter.fillRect(self.rect(), tint)
        painter.setPen(QPen(accent, 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        middle = Qt.AlignmentFlag.AlignCenter
        ground = painter.boundingRect(self.rect(), middle, self.text).adjusted(
            -PADDING, -PADDING, PADDING, PADDING
        )
        painter.fillRect(ground, accent)
        painter.setPen(self.palette().color(QPalette.ColorRole.HighlightedText))
        painter.drawText(self.rect(), middle, self.text)


class Dragging(QObject):
    """Follows every drag that begins on a header or a tab bar.

    Until the release only the drop indicator moves.
    """

    dropped = Signal(str, Drop)
    """The pane's name, and the result of dropping it."""

    def __init__(
        self, area: QWidget, drop: Callable[[str, QPoint], Drop | None], title: Callable[[str], str]
    ) -> None:
        super().__init__(area)
        self._area = area
        self._drop = drop
        self._title = title
        self._pane_at: dict[QObject, Callable[[QPoint], str]] = {}
        self._handle: QObject | None = None
        """The header or tab bar that was pressed."""
        self._name = ""
        self._start = QPoint()
        self._is_moved = False
        self.indicator = DropIndicator(area)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), area, self.stop, enabled=False)

    def follow(self, handle: QWidget, pane_at: Callable[[QPoint], str]) -> None:
        """Follow drags of one more header or tab bar, which says which pane is at a point."""
        self._pane_at[handle] = pane_at
        handle.installEventFilter(self)

    def stop(self) -> None:
        """Leave the pane where it was.

        The button may still be down: its release then means nothing.
        """
        self._handle = None
        self._name = ""
        self._is_moved = False
        self._escape.setEnabled(False)
        self.indicator.hide()

    def eventFilter(self, handle: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            if event.type() in CANCELS and handle is self._handle:
                self.stop()
            return False
        at = event.globalPosition().toPoint()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseButtonPress and left:
            self.stop()
            self._handle = handle
            self._name = self._pane_at[handle](event.position().toPoint())
            self._start = at
        elif event.type() == QEvent.Type.MouseMove and self._name:
            self._move(at)
        elif event.type() == QEvent.Type.MouseButtonRelease and left and self._is_moved:
            name = self._name
            self.stop()
            if drop := self._drop(name, self._area.mapFromGlobal(at)):
                self.dropped.emit(name, drop)
        return not isinstance(handle, QTabBar) and event.type() != QEvent.Type.MouseButtonDblClick

    def _move(self, at: QPoint) -> None:
        self._is_moved |= (
            at - self._start
        ).manhattanLength() >= QGuiApplication.styleHints().startDragDistance()
        if not self._is_moved:
            return
        self._escape.setEnabled(True)
        if drop := self._drop(self._name, self._area.mapFromGlobal(at)):
            other = self._title(drop.target) if drop.target else "all panes"
            self.indicator.mark(drop.rect, drop.phrase.format(other))
        else:
            self.indicator.hide()
