"""The three callouts of a first start: drag or change this, play, point; each leaves for good once it was done."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from peviewer.app.controls.slider import Slider
from peviewer.app.session.settings import CALLOUTS, Settings
from peviewer.figures.palette import Palette

TEXTS = {"drag": "Drag this", "play": "Play, by this or by Space", "point": "Point, and read numbers below"}
CHANGE = "Change this"  # where there is nothing to drag: a list, a number, a switch
TAIL, PADDING, ROUND, BELOW = 8, 10, 6, 44  # pixels


class Callout(QAbstractButton):
    """A few words beside a widget, with a tail that ends at it; a click on it closes it."""

    def __init__(self, name: str, palette: Palette, parent: QWidget, close: Callable[[str], None]) -> None:
        super().__init__(parent)
        self.name = name
        self._palette = palette
        self.words = ""
        self.clicked.connect(lambda: close(name))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab leads to what it speaks of
        self.setToolTip("Close this")
        self._say(TEXTS[name])

    def _say(self, words: str) -> None:
        if words == self.words:
            return
        self.words = words
        self.setAccessibleName(f"Hint: {words}")
        metrics = QFontMetrics(self.font())
        size = QSize(metrics.horizontalAdvance(words) + 2 * PADDING, metrics.height() + PADDING)
        across, down = (TAIL, 0) if self.name == "drag" else (0, TAIL)
        self.setFixedSize(size + QSize(across, down))
        self.update()

    def set_palette(self, palette: Palette) -> None:
        """Draw it in other colours."""
        self._palette = palette
        self.update()

    def point_at(self, target: QWidget) -> None:
        """Place it beside a widget that can be seen; hide it beside another one."""
        window = self.parentWidget()
        if not target.isVisible() or target.window() is not window:
            self.hide()
            return
        origin, size = target.mapTo(window, QPoint()), target.size()
        if self.name == "drag":
            self._say(TEXTS["drag"] if _can_be_dragged(target) else CHANGE)
            at = QPoint(origin.x() + size.width() + TAIL, origin.y() + (size.height() - self.height()) // 2)
        elif self.name == "play":
            at = QPoint(origin.x() + size.width() // 2 - PADDING - TAIL, origin.y() - self.height())
        else:
            at = QPoint(origin.x() + (size.width() - self.width()) // 2, origin.y() + BELOW)
        self.move(at)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words on the accent's colour, and the tail."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._palette.accent))
        body = QRectF(self.rect())
        if self.name == "drag":
            body.setLeft(TAIL)
            middle = body.center().y()
            tail = [QPointF(0, middle), QPointF(TAIL + 1, middle - TAIL), QPointF(TAIL + 1, middle + TAIL)]
        else:
            body.setBottom(body.bottom() - TAIL)
            x = PADDING + TAIL if self.name == "play" else body.center().x()
            low = body.bottom()
            tail = [QPointF(x, low + TAIL), QPointF(x - TAIL, low - 1), QPointF(x + TAIL, low - 1)]
        painter.drawRoundedRect(body, ROUND, ROUND)
        painter.drawPolygon(QPolygonF(tail))
        painter.setPen(QColor(self._palette.on_accent))
        painter.drawText(body, Qt.AlignmentFlag.AlignCenter, self.words)


def _can_be_dragged(control: QWidget) -> bool:
    return isinstance(control, Slider) or control.findChild(Slider) is not None


class Callouts(QObject):
    """Shows those of the callouts that were not done yet; nothing where the settings have none left.

    Parameters
    ----------
    settings : Settings
        Remember which are left.
    targets : mapping of str to callable
        What each is beside; None where it cannot be seen.
    palette : Palette
        The colours to begin with.
    window : QWidget
        What they are shown in.
    """

    def __init__(
        self,
        settings: Settings,
        targets: Mapping[str, Callable[[], QWidget | None]],
        palette: Palette,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._settings, self._targets, self._palette, self._window = settings, targets, palette, window
        self.shown: dict[str, Callout] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._place)
        window.installEventFilter(self)
        self._make()

    def begin(self) -> None:
        """Show all of them, as at a first start."""
        self._settings.remember(callouts=CALLOUTS)
        self._make()

    def finish(self, name: str) -> None:
        """Remove one for good: it was done, or closed."""
        if callout := self.shown.pop(name, None):
            callout.hide()
            callout.deleteLater()
            self._settings.remember(callouts=tuple(self.shown))

    def place_soon(self) -> None:
        """Place them once all that is moving has moved."""
        if self.shown:
            self._timer.start()

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        for callout in self.shown.values():
            callout.set_palette(palette)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self.place_soon()
        return False

    def _make(self) -> None:
        for name in self._settings.choices.callouts:
            if name not in self.shown:
                self.shown[name] = Callout(name, self._palette, self._window, self.finish)
        self.place_soon()

    def _place(self) -> None:
        for name, callout in self.shown.items():
            if target := self._targets[name]():
                callout.point_at(target)
            else:
                callout.hide()
