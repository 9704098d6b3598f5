"""The sentence beside a field that says what is wrong with what was typed there."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QWidget

WIDEST = 420
GAP = 3  # pixels from the field
_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}


class ValidationMessage(QLabel):
    """Stands below its field, or above where there is no room, over what is there; where the field goes, it goes.

    Parameters
    ----------
    field : QWidget
        What it is about; it stays in the window that it is in.
    text : str
        One sentence.
    """

    def __init__(self, field: QWidget, text: str) -> None:
        super().__init__(text, field.window(), wordWrap=True)
        self.setObjectName("validationMessage")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._field: QWidget | None = field
        field.destroyed.connect(self.go)  # as with the fields of a scheme that is left
        holder: QWidget | None = field
        while holder is not None:
            holder.installEventFilter(self)
            holder = holder.parentWidget() if not holder.isWindow() else None
        self._place()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the field."""
        if event.type() in _MOVES:
            self._place()
        return False

    def go(self) -> None:
        """Leave for good."""
        self._field = None
        self.hide()
        self.deleteLater()

    def _place(self) -> None:
        """Stand within the window, and only where something of the field is seen."""
        field = self._field
        if field is None:
            return
        inside = field.window().rect()
        self.setVisible(not field.visibleRegion().isEmpty())
        self.setFixedWidth(min(WIDEST, inside.width() - 2 * GAP, self._natural_width()))
        self.adjustSize()
        stand = QRect(field.mapTo(field.window(), QPoint(0, 0)), field.size())
        below = stand.bottom() + 1 + GAP
        top = below if below + self.height() <= inside.bottom() else stand.top() - GAP - self.height()
        left = min(max(stand.right() + 1 - self.width(), inside.left() + GAP), inside.right() - self.width() - GAP)
        self.move(left, top)
        self.raise_()

    def _natural_width(self) -> int:
        frame = self.contentsMargins().left() + self.contentsMargins().right() + 20  # the padding of window.qss
        return self.fontMetrics().horizontalAdvance(self.text()) + frame


class ValidationMark:
    """The mark of one field; there is none at first.

    Parameters
    ----------
    field : QWidget
        What is marked, as resources/window.qss says.
    """

    def __init__(self, field: QWidget) -> None:
        self._field = field
        self._callout: ValidationMessage | None = None
        self._described = ""

    def __bool__(self) -> bool:
        return self._callout is not None

    def why(self) -> str:
        """Return the sentence beside the field; empty if there is none."""
        return "" if self._callout is None else str(self._callout.text())

    def mark(self, why: str) -> None:
        """Mark the field, and say why."""
        self.clear()
        self._described = self._field.accessibleDescription()
        self._callout = ValidationMessage(self._field, why)
        self._show(why)

    def clear(self) -> None:
        """Take the mark away."""
        if self._callout is not None:
            self._callout.go()
            self._callout = None
            self._show(self._described)

    def _show(self, described: str) -> None:
        self._field.setProperty("invalid", self._callout is not None)
        self._field.setAccessibleDescription(described)
        self._field.style().unpolish(self._field)
        self._field.style().polish(self._field)
