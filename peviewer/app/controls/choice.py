"""Editors of a choice: a box that opens, or a few segments beside one another."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCursor, QFont, QFontMetrics, QKeyEvent, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

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


_GAP = 4  # characters beside a segment's label
_MOST_CHARACTERS = 40  # characters of all segments


class ChoiceBox(DropDown):
    """A box that opens a list of a field's choices.

    Parameters
    ----------
    labels : mapping of str to str
        The choices, and what they are called.
    name : str
        What is chosen, for screen readers.
    groups : mapping of str to list of str
        The headings that the choices are listed under; none where it is empty.
    """

    edited = Signal(object, str)
    """The user's choice, and an empty key."""

    def __init__(self, labels: Mapping[str, str], name: str, groups: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__()
        self._groups = groups or {}
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.offer(labels)
        self.activated.connect(lambda _: self.edited.emit(self.value(), ""))

    def value(self) -> str:
        """Return the choice shown."""
        return str(self.currentData())

    def set_value(self, choice: str) -> None:
        """Show a choice; emits nothing."""
        self.setCurrentIndex(self.findData(choice))

    def offer(self, labels: Mapping[str, str]) -> None:
        """Let these be chosen."""
        rows = [row for row in range(self.count()) if self.itemData(row) is not None]
        if {self.itemData(row): self.itemText(row) for row in rows} == labels:
            return
        self.clear()
        for heading, choices in (self._groups or {"": list(labels)}).items():
            if heading:
                self.add_heading(heading)
            for choice in choices:
                self.addItem(labels[choice], choice)
        if self._groups:
            self.setMaxVisibleItems(self.count())

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had; the tooltip says what would help."""
        model: Any = self.model()
        for row in range(self.count()):
            hint = obstacles.get(self.itemData(row), "")
            model.item(row).setEnabled(not hint)
            self.setItemData(row, hint, Qt.ItemDataRole.ToolTipRole)

    def showPopup(self) -> None:
        """Make the list as wide as its longest choice, and as its headings, which Qt does not measure."""
        widths = [self.view().sizeHintForColumn(0), *map(self.heading_metrics().horizontalAdvance, self._groups)]
        self.view().setMinimumWidth(max(widths) + FRAME)
        super().showPopup()

    def shortened(self, text: str, room: int) -> str:
        """Leave out what stands in brackets where there is no room for it; end in … where there still is none."""
        metrics = self.fontMetrics()
        told = text if metrics.horizontalAdvance(text) <= room else text.partition(" (")[0]
        return metrics.elidedText(told, Qt.TextElideMode.ElideRight, room)


class Segments(QFrame):
    """A few choices beside one another, one of them on.

    Parameters
    ----------
    labels : mapping of str to str
        The choices, and what they are called.
    name : str
        What is chosen, for screen readers.
    """

    edited = Signal(object, str)
    """The user's choice, and an empty key."""

    def __init__(self, labels: Mapping[str, str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, QAbstractButton] = {}
        group = QButtonGroup(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(2, 2, 2, 2)
        line.setSpacing(2)
        for choice, label in labels.items():
            button = self.buttons[choice] = QPushButton(label, autoDefault=False)
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {label}")
            button.setMinimumWidth(1)
            button.clicked.connect(lambda _=False, choice=choice: self.edited.emit(choice, ""))
            group.addButton(button)
            line.addWidget(button, len(label) + _GAP)

    @staticmethod
    def have_room(labels: Mapping[str, str]) -> bool:
        """Whether choices are few and short enough to stand beside one another."""
        return bool(labels) and sum(len(label) + _GAP for label in labels.values()) <= _MOST_CHARACTERS

    def value(self) -> str:
        """Return the choice that is on."""
        return next((choice for choice, button in self.buttons.items() if button.isChecked()), "")

    def set_value(self, choice: str) -> None:
        """Turn a choice on; emits nothing."""
        self.buttons[choice].setChecked(True)

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had; the tooltip says what would help."""
        for choice, button in self.buttons.items():
            button.setEnabled(choice not in obstacles)
            button.setToolTip(obstacles.get(choice, ""))
