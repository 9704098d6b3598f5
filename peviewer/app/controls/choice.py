"""Editors of a choice: a box that opens, or a few segments beside one another."""

from collections.abc import Mapping, Sequence
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
