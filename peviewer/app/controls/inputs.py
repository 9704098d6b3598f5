"""The inputs of the Export dialog, one for every declared field, without sliders: its values are exact."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from peviewer.app.controls.controls import ChoiceBox, tooltip
from peviewer.app.controls.number_box import NumberBox
from peviewer.base.parameters import Specification

_WIDEST = 40
_GAP = 4


class Segments(QFrame):
    """A few choices beside one another, one of them on."""

    chosen = Signal(str)
    """The user's choice."""

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
            button.clicked.connect(lambda _=False, choice=choice: self.chosen.emit(choice))
            group.addButton(button)
            line.addWidget(button, len(label) + _GAP)

    def value(self) -> str:
        """Return the choice that is on."""
        return next((choice for choice, button in self.buttons.items() if button.isChecked()), "")

    def set_value(self, choice: str) -> None:
        """Turn a choice on; says nothing."""
        self.buttons[choice].setChecked(True)

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had; the tooltip says what would help."""
        for choice, button in self.buttons.items():
            button.setEnabled(choice not in obstacles)
            button.setToolTip(obstacles.get(choice, ""))


class Input:
    """What the form needs of any input: its widget, its value, and the user's edits."""

    def __init__(self, spec: Specification, widget: QWidget) -> None:
        self.spec, self.widget = spec, widget
        widget.setAccessibleName(spec.title)
        widget.setToolTip(tooltip(spec))

    def set_value(self, value: Any) -> None:
        """Show a value; says nothing."""
        raise NotImplementedError

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had; what is not a choice has no such thing."""

    def set_unit(self, unit: str) -> None:
        """Show another unit; only numbers have one."""

    def set_offered(self, offered: Mapping[str, str]) -> None:
        """Let these be chosen; where the declaration says what can be, nothing else does."""

    def hear(self, edited: Any, refused: Any) -> None:
        """Call `edited` with the user's new value, `refused` with one line about what is not allowed."""
        raise NotImplementedError


class NumberInput(Input):
    """A number."""

    def __init__(self, spec: Specification) -> None:
        self.box = NumberBox(replace(spec, default=spec.minimum) if spec.default is None else spec)
        self.box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # Qt's own would widen the form
        super().__init__(spec, self.box)

    def set_value(self, value: Any) -> None:
        """Show a number."""
        self.box.set_value(value)

    def set_unit(self, unit: str) -> None:
        """Show another unit."""
        self.box.set_unit(unit)

    def hear(self, edited: Any, refused: Any) -> None:
        """Pass on numbers as they are finished."""
        self.box.edited.connect(lambda value, _key: edited(value))
        self.box.refused.connect(refused)


class SwitchInput(Input):
    """A check box with its title."""

    def __init__(self, spec: Specification) -> None:
        self.box = QCheckBox(spec.title)
        super().__init__(spec, self.box)

    def set_value(self, value: Any) -> None:
        """Tick it or not."""
        self.box.setChecked(bool(value))

    def hear(self, edited: Any, refused: Any) -> None:
        """Pass on clicks."""
        self.box.clicked.connect(edited)


class SegmentsInput(Input):
    """A few short choices."""

    def __init__(self, spec: Specification) -> None:
        self.segments = Segments({choice: spec.label(choice) for choice in spec.choices}, spec.title)
        super().__init__(spec, self.segments)

    def set_value(self, value: Any) -> None:
        """Turn a choice on."""
        self.segments.set_value(value)

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had."""
        self.segments.set_obstacles(obstacles)

    def hear(self, edited: Any, refused: Any) -> None:
        """Pass on clicks."""
        self.segments.chosen.connect(edited)


class ListInput(Input):
    """Choices in a box that opens."""

    def __init__(self, spec: Specification) -> None:
        self.box = ChoiceBox()
        self.set_offered({choice: spec.label(choice) for choice in spec.choices})
        super().__init__(spec, self.box)

    def set_offered(self, offered: Mapping[str, str]) -> None:
        """Let these be chosen."""
        if {self.box.itemData(row): self.box.itemText(row) for row in range(self.box.count())} != offered:
            self.box.clear()
            for choice, label in offered.items():
                self.box.addItem(label, choice)

    def set_value(self, value: Any) -> None:
        """Show a choice."""
        self.box.setCurrentIndex(self.box.findData(value))

    def set_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Grey what cannot be had."""
        model: Any = self.box.model()
        for row in range(self.box.count()):
            hint = obstacles.get(self.box.itemData(row), "")
            model.item(row).setEnabled(not hint)
            self.box.setItemData(row, hint, Qt.ItemDataRole.ToolTipRole)

    def hear(self, edited: Any, refused: Any) -> None:
        """Pass on choices."""
        self.box.activated.connect(lambda _: edited(self.box.currentData()))


def make_input(spec: Specification) -> Input:
    """Return the input of a field.

    Raises
    ------
    KeyError
        If there is none for its kind.
    """
    if spec.kind == "other":
        return ListInput(spec)
    if spec.kind == "choice":
        length = sum(len(spec.label(choice)) + _GAP for choice in spec.choices)
        return SegmentsInput(spec) if length <= _WIDEST else ListInput(spec)
    return {"int": NumberInput, "float": NumberInput, "bool": SwitchInput}[spec.kind](spec)
