"""One row of the Parameters panel: a control, and before it the dot that marks and resets what differs."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.editors import Switch, describe, editor, label
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.controls.text_boxes import NumbersBox
from peviewer.base.parameters import Specification
from peviewer.base.words import continuing
from peviewer.document.animation import Range

GUTTER = 18  # pixels before a row, where its dot is, and before a heading
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
        self._editor = editor(spec, animated=True)
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

    def focus_editor(self) -> None:
        """Let keys be for its editor."""
        self._editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reject(self, value: Any, why: str) -> None:
        """Show that the Document does not take the user's value, but keeps `value`."""
        if not isinstance(self._editor, NumberBox | NumbersBox):
            self._editor.set_value(value)
            return
        self._editor.reject(value, why)
        if self._slider is not None:
            self._slider.set_number(value)

    def discard_rejected(self) -> None:
        """Put the Document's value in the place of one that was refused."""
        if isinstance(self._editor, NumberBox | NumbersBox):
            self._editor.clear_error(restore=True)

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


class Row(QWidget):
    """A control with its dot."""

    reset = Signal()
    """The user wants the value back that was opened."""

    def __init__(self, control: Control) -> None:
        super().__init__()
        self.control = control
        self.dot = Dot(control.spec)
        self._range: Range | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.dot, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(control, 1)
        self.dot.clicked.connect(self.reset)

    def show_value(self, value: object, opened: object, *, changed: bool) -> None:
        """Show the value, and the dot if it was changed from the one that was opened."""
        if self.control.value() != value:
            self.control.set_value(value)
        self.dot.set_opened(opened)
        self.dot.setVisible(changed)

    def show_range(self, limits: Range) -> None:
        """Let the slider run between `limits`."""
        if limits != self._range:
            self._range = limits
            self.control.set_range(*limits)


class Dot(QAbstractButton):
    """A small dot that resets a field."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self._spec = spec
        self.set_opened(spec.default)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(GUTTER, 24)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_opened(self, opened: object) -> None:
        """Say what the field will be reset to: ``"Reset length to 200"``."""
        self.setToolTip(f"Reset {continuing(self._spec.title)} to {self._spec.value_text(opened)}")
        self.setAccessibleName(self.toolTip())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot, larger under the pointer or with the focus."""
        radius = 4.0 if self.underMouse() or self.hasFocus() else 3.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().brush(QPalette.ColorRole.Highlight))
        centre = QRectF(self.rect()).center()
        painter.drawEllipse(centre, radius, radius)
