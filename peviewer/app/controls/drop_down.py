"""The box that opens a list: what all choices from a list have in common."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCursor, QFont, QFontMetrics, QKeyEvent, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

FRAME = 38  # the arrow and the padding, as in resources/window.qss
BLUR = 2  # pixels by which a text may be wider than it is said to be


class DropDown(QComboBox):
    """A combo box that takes the focus from the keyboard alone, and whose wheel scrolls what it is in without it.

    Where a click gave it the focus, Space would open its list from then on, in
    place of what it does in the window.
    """

    finished = Signal()
    """A choice was made from the open list, by the mouse or by Return."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_listed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.activated.connect(self._finish)

    def add_heading(self, text: str) -> None:
        """Add a line that says what the choices below it have in common, and is none itself."""
        self.addItem(text)
        self.setItemData(self.count() - 1, self._heading_font(), Qt.ItemDataRole.FontRole)
        self.setItemData(self.count() - 1, Qt.ItemFlag.NoItemFlags, Qt.ItemDataRole.UserRole - 1)  # Qt's own: no choice

    def heading_metrics(self) -> QFontMetrics:
        """Return how wide headings are."""
        return QFontMetrics(self._heading_font())

    def _heading_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def shortened(self, text: str, _room: int) -> str:
        """Return what the box says of its choice in so many pixels; the list shows all."""
        return text

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box with as much of its choice as has room.

        Overriding ``initStyleOption`` instead, which Qt also calls for what is under the pointer, was seen to crash.
        """
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self.currentIndex() < 0 and self.placeholderText():
            option.currentText, palette = self.placeholderText(), QPalette(option.palette)
            palette.setBrush(QPalette.ColorRole.ButtonText, palette.placeholderText())
            option.palette = palette
        room = self.width() - FRAME + BLUR
        option.currentText = self.shortened(option.currentText, room)
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        """Open the list."""
        self._is_listed = True
        super().showPopup()

    def hidePopup(self) -> None:
        """Close the list, and look pointed at only if the pointer is still here: Qt does not tell that it has left."""
        super().hidePopup()
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the choices with the list closed, or open it."""
        self._is_listed = False
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only with the focus."""
        if self.hasFocus():
            self._is_listed = False
            super().wheelEvent(event)
        else:
            event.ignore()

    def _finish(self) -> None:
        if self._is_listed:
            self._is_listed = False
            self.finished.emit()
