"""One field in the Parameters panel: a dot that marks and resets a change, label, editor."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.columns import LABEL_WIDTH, NUMBER_WIDTH
from peviewer.app.controls.editors import Switch, describe, editor, label
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Slider, Span
from peviewer.app.controls.text_boxes import LineBox
from peviewer.app.look.parts import in_row, set_tooltip
from peviewer.app.look.type_size import scaled, set_sizes
from peviewer.base.specification import Specification
from peviewer.base.words import continuing
from peviewer.document.animation import Range

# The pixels before a row, where its dot is, and before a heading.
GUTTER = 18
# Pixels of usual type: of a row, and of the box in it.
HEIGHT = 28
BOX_HEIGHT = 24
# Pixels between label, slider and field, and of a slider at least.
_GAP = 6
_LEAST_SLIDER = 16


def has_control(spec: Specification) -> bool:
    """Whether a field has a control: it is not hidden, and has a kind that controls can edit."""
    return spec.is_editable and not spec.hidden


class Control(QWidget):
    """The label and the editor of one field in one line; a number has a slider between them."""

    edited = Signal(object, str)
    """The user's new value, and a key: edits of one drag share a non-empty one."""
    finished = Signal()
    """The user pressed Return or made a choice by mouse."""
    widened = Signal()
    """Its number became longer than its field."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self.spec = spec
        describe(self, spec)
        self._editor = editor(spec, animated=True)
        self._label: QLabel | None = None
        self._slider: Slider | None = None
        set_sizes(self, height=HEIGHT)
        set_sizes(self._editor, height=BOX_HEIGHT)
        self._lay_out()
        self._editor.edited.connect(self._on_edited)
        if not isinstance(self._editor, Segments):
            self._editor.finished.connect(self.finished)

    def value(self) -> object:
        return self._editor.value()

    def set_value(self, value: Any) -> None:
        """Show a value of the Document.

        No signal is emitted. For a value beyond its range the slider is at its end.
        """
        self._editor.set_value(value)
        if self._slider is not None:
            self._slider.set_number(value)
        self._ask_for_room()

    def needed_label_width(self) -> int:
        """Return the pixels of its label; 0 where it has none beside its editor."""
        return self._label.sizeHint().width() if self._label is not None else 0

    def needed_number_width(self) -> int:
        """Return the pixels of its number without its unit; 0 for other fields."""
        return self._editor.needed_width() if isinstance(self._editor, NumberBox) else 0

    def set_columns(self, label_width: int, number_width: int) -> None:
        """Let the label and the number be as wide as in the other rows."""
        if self._label is not None:
            self._label.setFixedWidth(label_width)
        if isinstance(self._editor, NumberBox):
            self._editor.setFixedWidth(number_width)

    def reject(self, value: Any, why: str) -> None:
        if not isinstance(self._editor, NumberBox | LineBox):
            self._editor.set_value(value)
            return
        self._editor.reject(value, why)
        if self._slider is not None:
            self._slider.set_number(value)

    def discard_rejected(self) -> None:
        if isinstance(self._editor, NumberBox | LineBox):
            self._editor.clear_error(restore=True)

    def set_range(self, low: float, high: float) -> None:
        if self._slider is not None:
            self._slider.set_span(replace(self._slider.span(), low=low, high=high))

    def _lay_out(self) -> None:
        line = in_row(inside=self, margins=(0, 0, 0, 0), spacing=_GAP)
        if isinstance(self._editor, Switch):
            # A switch has its own label.
            line.addWidget(self._editor)
            line.addStretch(1)
            return
        self._label = label(self.spec)
        self._label.setBuddy(self._editor)
        line.addWidget(self._label)
        if isinstance(self._editor, NumberBox):
            self._slider = self._slider_of(self._editor)
            set_sizes(self._slider, least_width=_LEAST_SLIDER)
            line.addWidget(self._slider, 1)
            line.addWidget(self._editor)
        else:
            set_sizes(self._editor, least_width=NUMBER_WIDTH)
            line.addWidget(self._editor, 1)
        self.set_columns(scaled(LABEL_WIDTH), scaled(NUMBER_WIDTH))

    def _ask_for_room(self) -> None:
        if isinstance(self._editor, NumberBox) and (
            self._editor.needed_width() > self._editor.width()
        ):
            self.widened.emit()

    def _slider_of(self, box: NumberBox) -> Slider:
        log = self.spec.scale == "log"
        whole = self.spec.kind == "int"
        slider = Slider(
            Span(*self.spec.slider, log, whole, self.spec.stride, self.spec.stops), self.spec.unit
        )
        slider.setAccessibleName(self.spec.title)
        slider.set_number(box.value())
        slider.moved.connect(self._on_dragged)
        slider.stepped.connect(box.stepBy)
        return slider

    def _on_edited(self, value: Any, key: str) -> None:
        if self._slider is not None:
            self._slider.set_number(value)
        else:
            self._editor.set_value(value)
        self._ask_for_room()
        self.edited.emit(value, key)

    def _on_dragged(self, value: Any, key: str) -> None:
        self._editor.set_value(value)
        self._ask_for_room()
        self.edited.emit(value, key)


class Row(QWidget):
    """A control with its dot."""

    reset = Signal()
    """The dot was pressed."""

    def __init__(self, control: Control) -> None:
        super().__init__()
        self.control = control
        self.dot = Dot()
        self._range: Range | None = None
        in_row(
            (self.dot, 0, Qt.AlignmentFlag.AlignVCenter),
            (control, 1),
            inside=self,
            margins=(0, 0, 0, 0),
            spacing=0,
        )
        self.dot.clicked.connect(self.reset)

    def show_value(self, value: object, opened: object, *, changed: bool) -> None:
        if self.control.value() != value:
            self.control.set_value(value)
        self.dot.set_reset_value(self.control.spec, opened)
        self.dot.setVisible(changed)

    def show_range(self, limits: Range) -> None:
        if limits != self._range:
            self._range = limits
            self.control.set_range(*limits)


class Dot(QAbstractButton):
    """A small dot that resets a field."""

    def __init__(self) -> None:
        super().__init__()
        self._resets: tuple[Specification, object] | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_sizes(self, width=GUTTER, height=24)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def set_reset_value(self, spec: Specification, opened: object) -> None:
        if (spec, opened) == self._resets:
            return
        self._resets = spec, opened
        does = f"Reset {continuing(spec.title)} to {spec.value_text(opened)}"
        set_tooltip(self, does)
        self.setAccessibleName(does)

    def paintEvent(self, event: QPaintEvent) -> None:
        radius = 4.0 if self.underMouse() or self.hasFocus() else 3.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().brush(QPalette.ColorRole.Highlight))
        centre = QRectF(self.rect()).center()
        painter.drawEllipse(centre, radius, radius)
