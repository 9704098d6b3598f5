"""Validation errors: the mark of a field whose text is not allowed, and the message beside it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.base.numbers import THIN

WIDEST = 420
GAP = 3  # pixels from the field
UNBROKEN_THIN = "\N{NARROW NO-BREAK SPACE}"  # Qt breaks lines at a thin space, even inside a number
_PLACEMENT_EVENTS = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}


class ValidationMessage(QLabel):
    """A message in the window, below its field or above it, that follows the field when it moves."""

    def __init__(self, field: QWidget, text: str) -> None:
        super().__init__(text.replace(THIN, UNBROKEN_THIN), field.window(), wordWrap=True)
        self.setObjectName("validationMessage")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._field: QWidget | None = field
        field.destroyed.connect(self.remove)  # as when another scheme is chosen
        ancestor: QWidget | None = field
        while ancestor is not None:
            ancestor.installEventFilter(self)
            ancestor = ancestor.parentWidget() if not ancestor.isWindow() else None
        self._place()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _PLACEMENT_EVENTS:
            self._place()
        return False

    def remove(self) -> None:
        self._field = None
        self.hide()
        self.deleteLater()

    def _place(self) -> None:
        """Stay within the window; hide while nothing of the field is visible."""
        field = self._field
        if field is None:
            return
        inside = field.window().rect()
        self.setVisible(not field.visibleRegion().isEmpty())
        self.setFixedWidth(min(WIDEST, inside.width() - 2 * GAP, self._natural_width()))
        self.adjustSize()
        place = QRect(field.mapTo(field.window(), QPoint(0, 0)), field.size())
        below = place.bottom() + 1 + GAP
        top = (
            below if below + self.height() <= inside.bottom() else place.top() - GAP - self.height()
        )
        left = min(
            max(place.right() + 1 - self.width(), inside.left() + GAP),
            inside.right() - self.width() - GAP,
        )
        self.move(left, top)
        self.raise_()

    def _natural_width(self) -> int:
        frame = (
            self.contentsMargins().left() + self.contentsMargins().right() + 20
        )  # the padding of window.qss
        return self.fontMetrics().horizontalAdvance(self.text()) + frame


class ValidationMark:
    """The mark of one field with a validation error: its border, message and accessible description."""

    def __init__(self, field: QWidget) -> None:
        self._field = field
        self._message: ValidationMessage | None = None
        self._text = self._description = ""

    def __bool__(self) -> bool:
        return self._message is not None

    def message(self) -> str:
        return self._text if self._message is not None else ""

    def mark(self, message: str) -> None:
        self.clear()
        self._description = self._field.accessibleDescription()
        self._message, self._text = ValidationMessage(self._field, message), message
        self._show(message)

    def clear(self) -> None:
        if self._message is not None:
            self._message.remove()
            self._message = None
            self._show(self._description)

    def _show(self, description: str) -> None:
        self._field.setProperty("invalid", self._message is not None)
        self._field.setAccessibleDescription(description)
        self._field.style().unpolish(self._field)
        self._field.style().polish(self._field)
