"""Validation errors: the mark of a field whose text is not allowed, and the message beside it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.base.numbers import THIN

WIDEST = 420

# Pixels between the field and the message.
GAP = 3

# Qt breaks lines at a thin space, even inside a number.
UNBROKEN_THIN = "\N{NARROW NO-BREAK SPACE}"

_PLACEMENT_EVENTS = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}


class ValidationMessage(QLabel):
    """A message in the window, below its field or above it; it follows the field when it moves."""

    def __init__(self, field: QWidget, text: str) -> None:
        super().__init__(text.replace(THIN, UNBROKEN_THIN), field.window(), wordWrap=True)
        self.setObjectName("validationMessage")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._field: QWidget | None = field
        # The field's widget is destroyed when another scheme is chosen.
        field.destroyed.connect(self.remove)
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
        top_above = place.top() - GAP - self.height()
        top_below = place.bottom() + 1 + GAP
        has_room_below = top_below + self.height() <= inside.bottom()
        left = max(place.right() + 1 - self.width(), inside.left() + GAP)
        last_left = inside.right() - self.width() - GAP
        self.move(min(left, last_left), top_below if has_room_below else top_above)
        self.raise_()

    def _natural_width(self) -> int:
        margins = self.contentsMargins().left() + self.contentsMargins().right()
        padding_in_style_sheet = 20
        text_width = self.fontMetrics().horizontalAdvance(self.text())
        return text_width + margins + padding_in_style_sheet


class ValidationMark:
    """The mark of a field with a validation error: border, message and accessible description."""

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
        self._message = ValidationMessage(self._field, message)
        self._text = message
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
