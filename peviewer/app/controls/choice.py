"""Editors of a choice: a box that opens, or a few segments beside one another."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from peviewer.app.controls.drop_down import FRAME, DropDown

_GAP = 4  # characters beside a segment's label
_WIDEST = 40  # characters of all segments


class ChoiceBox(DropDown):
    """A box that opens a list of a field's choices.

    Parameters
    ----------
    labels : mapping of str to str
        The choices, and what they are called.
    name : str
        What is chosen, for screen readers.
    """

    edited = Signal(object, str)
    """The user's choice, and an empty key."""

    def __init__(self, labels: Mapping[str, str], name: str) -> None:
        super().__init__()
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
        if {self.itemData(row): self.itemText(row) for row in range(self.count())} != labels:
            self.clear()
            for choice, label in labels.items():
                self.addItem(label, choice)

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had; the tooltip says what would help."""
        model: Any = self.model()
        for row in range(self.count()):
            hint = obstacles.get(self.itemData(row), "")
            model.item(row).setEnabled(not hint)
            self.setItemData(row, hint, Qt.ItemDataRole.ToolTipRole)

    def showPopup(self) -> None:
        """Make the list as wide as its longest choice."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + FRAME)
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
        return bool(labels) and sum(len(label) + _GAP for label in labels.values()) <= _WIDEST

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
