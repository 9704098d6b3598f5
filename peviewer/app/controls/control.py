"""The control of one field in the Parameters panel: its label and its editor, and a slider below a number."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.editors import Switch, describe, editor, label
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.numbers_box import NumbersBox
from peviewer.app.controls.slider import Slider, Span
from peviewer.base.parameters import Specification

LABEL_WIDTH = 66
NUMBER_WIDTHS = 102, 150  # where there is little room, and where there is enough


def has_control(spec: Specification) -> bool:
    """Whether a field has a control: not if it is hidden, or of a form of its own."""
    return spec.kind != "other" and not spec.hidden


class Control(QWidget):
    """The label and the editor of one field; a number has a slider too.

    Parameters
    ----------
    spec : Specification
        What the field's declaration says.
    """

    edited = Signal(object, str)
    """The user's new value, and a key: edits of one gesture, as of a drag, share a non-empty one."""
    finished = Signal()
    """The user is through with it."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self.spec = spec
        describe(self, spec)
        self._editor = editor(spec, steadily=True)
        self._slider: Slider | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(self._line())
        if isinstance(self._editor, NumberBox):
            self._slider = self._slider_of(self._editor)
            column.addWidget(self._slider)
        self._editor.edited.connect(self._on_edited)
        if not isinstance(self._editor, Segments):
            self._editor.finished.connect(self.finished)

    def value(self) -> object:
        """Return the value shown."""
        return self._editor.value()

    def set_value(self, value: Any) -> None:
        """Show a value of the Document; emits nothing. A slider stands at its end where a number is beyond it."""
        self._editor.set_value(value)
        if self._slider is not None:
            self._slider.set_number(value)

    def enter(self) -> None:
        """Let keys be for its editor."""
        self._editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refuse(self, value: Any, why: str) -> None:
        """Show that the Document does not take the user's value, but keeps `value`."""
        if not isinstance(self._editor, NumberBox | NumbersBox):
            self._editor.set_value(value)
            return
        self._editor.refuse(value, why)
        if self._slider is not None:
            self._slider.set_number(value)

    def forget(self) -> None:
        """Put the Document's value in the place of one that was refused."""
        if isinstance(self._editor, NumberBox | NumbersBox):
            self._editor.mend(put_back=True)

    def set_range(self, low: float, high: float) -> None:
        """Let the slider, where there is one, run from `low` to `high`."""
        if self._slider is not None:
            span = self._slider.span()
            self._slider.set_span(replace(span, low=low, high=high))

    def _line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        if isinstance(self._editor, Switch):  # it says its title itself
            line.addWidget(self._editor)
            line.addStretch(1)
            return line
        line.setSpacing(8)
        name = label(self.spec)
        name.setBuddy(self._editor)
        line.addWidget(name)
        if isinstance(self._editor, NumberBox):
            self._editor.setMinimumWidth(NUMBER_WIDTHS[0])
            self._editor.setMaximumWidth(NUMBER_WIDTHS[1])
            line.addStretch(1)
            line.addWidget(self._editor, 100)  # all the room it can take
        else:
            name.setMinimumWidth(LABEL_WIDTH)
            line.addWidget(self._editor, 1)
        return line

    def _slider_of(self, box: NumberBox) -> Slider:
        log, whole = self.spec.scale == "log", self.spec.kind == "int"
        slider = Slider(Span(*self.spec.slider, log, whole, self.spec.stride, self.spec.stops), self.spec.unit)
        slider.setAccessibleName(self.spec.title)
        slider.set_number(box.value())
        slider.moved.connect(self._on_edited)
        slider.stepped.connect(box.stepBy)
        return slider

    def _on_edited(self, value: object, key: str) -> None:
        self.set_value(value)
        self.edited.emit(value, key)
