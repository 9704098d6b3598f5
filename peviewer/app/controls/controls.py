"""Controls: one for every declared field, made from its specification alone."""

import html
from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QStyleOptionComboBox, QVBoxLayout, QWidget

from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.slider import Slider, Span
from peviewer.base.numbers import grouped
from peviewer.base.parameters import Specification
from peviewer.document.document import Document

LABEL_WIDTH = 66
NUMBER_WIDTH = 150
_FRAME = 38  # the arrow and the padding, as in resources/window.qss

Range = tuple[float, float]


class Control(QWidget):
    """The label and the inputs of one field.

    Parameters
    ----------
    spec : Specification
        What the field's declaration says.
    """

    edited = Signal(object, str)
    """The user's new value, and a key: edits of one gesture, as of a drag, share a non-empty one."""
    refused = Signal(str)
    """What the user typed is not allowed; one line says what is."""

    def __init__(self, spec: Specification) -> None:
        super().__init__()
        self.spec = spec
        self.setToolTip(tooltip(spec))

    def value(self) -> object:
        """Return the value shown."""
        raise NotImplementedError

    def set_value(self, value: object) -> None:
        """Show a value of the Document; emits nothing."""
        raise NotImplementedError

    def set_range(self, low: float, high: float) -> None:
        """Let the slider, where there is one, run from `low` to `high`."""


class NumberControl(Control):
    """A slider and a spin box together."""

    def __init__(self, spec: Specification) -> None:
        super().__init__(spec)
        self._box = NumberBox(spec)
        self._slider = Slider(Span(*spec.slider, log=spec.scale == "log", whole=spec.kind == "int"))
        self._slider.setAccessibleName(spec.title)
        self._box.setFixedWidth(NUMBER_WIDTH)
        self._lay_out()
        self._box.edited.connect(self._typed)
        self._box.refused.connect(self.refused)
        self._slider.moved.connect(self._dragged)
        self._slider.stepped.connect(self._box.stepBy)
        self.set_value(spec.default)

    def value(self) -> float | int:
        """Return the number shown."""
        return self._box.value()

    def set_value(self, value: object) -> None:
        """Show a number; the slider stands at its end where the number is beyond it."""
        assert isinstance(value, float | int)
        self._box.set_value(value)
        self._slider.set_number(value)

    def set_range(self, low: float, high: float) -> None:
        """Let the slider run from `low` to `high`."""
        span = self._slider.span()
        self._slider.set_span(Span(low, high, log=span.log, whole=span.whole))

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(label(self.spec))
        line.addStretch(1)
        line.addWidget(self._box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addLayout(line)
        column.addWidget(self._slider)

    def _typed(self, value: float, key: str) -> None:
        self._slider.set_number(value)
        self.edited.emit(value, key)

    def _dragged(self, value: float, key: str) -> None:
        self._box.set_value(value)
        self.edited.emit(value, key)


class ChoiceControl(Control):
    """A combo box."""

    def __init__(self, spec: Specification) -> None:
        super().__init__(spec)
        self._box = ChoiceBox()
        self._box.setAccessibleName(spec.title)
        for choice in spec.choices:
            self._box.addItem(spec.label(choice), choice)
        name = label(self.spec)
        name.setMinimumWidth(LABEL_WIDTH)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(name)
        line.addWidget(self._box, 1)
        self._box.activated.connect(lambda _: self.edited.emit(self.value(), ""))
        self.set_value(spec.default)

    def value(self) -> str:
        """Return the choice shown."""
        return str(self._box.currentData())

    def set_value(self, value: object) -> None:
        """Show a choice."""
        self._box.setCurrentIndex(self._box.findData(value))


class SwitchControl(Control):
    """A check box."""

    def __init__(self, spec: Specification) -> None:
        super().__init__(spec)
        self._box = QCheckBox(spec.title)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._box)
        line.addStretch(1)
        self._box.clicked.connect(lambda checked: self.edited.emit(checked, ""))
        self.set_value(spec.default)

    def value(self) -> bool:
        """Return whether it is on."""
        return self._box.isChecked()

    def set_value(self, value: object) -> None:
        """Switch it on or off."""
        self._box.setChecked(bool(value))


class ChoiceBox(QComboBox):
    """A combo box whose wheel scrolls what it is in, unless it has the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def showPopup(self) -> None:
        """Make the list as wide as its longest choice."""
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + _FRAME)
        super().showPopup()

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Leave out what stands in brackets where there is no room for it; the list shows all."""
        super().initStyleOption(option)
        if option.fontMetrics.horizontalAdvance(option.currentText) > self.width() - _FRAME:
            option.currentText = option.currentText.partition(" (")[0]

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change the choice only with the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


_CONTROLS: dict[str, type[Control]] = {
    "int": NumberControl,
    "float": NumberControl,
    "choice": ChoiceControl,
    "bool": SwitchControl,
}


def has_control(spec: Specification) -> bool:
    """Whether a field has a control: not if it is hidden, or of a form of its own."""
    return spec.kind in _CONTROLS and not spec.hidden


def control(spec: Specification) -> Control:
    """Return the control of a field.

    Raises
    ------
    KeyError
        If there is none for its kind.
    """
    return _CONTROLS[spec.kind](spec)


def label(spec: Specification) -> QLabel:
    """Return the field's title with its symbol in italics."""
    symbol = f"&nbsp;<i>{html.escape(spec.symbol)}</i>" if spec.symbol else ""
    made = QLabel(f"<span>{html.escape(spec.title)}{symbol}</span>")
    made.setObjectName("label")
    return made


def tooltip(spec: Specification) -> str:
    """Return what a field does, its formula, and what it allows, as rich text."""
    lines = [html.escape(spec.help)]
    if spec.formula:
        lines.append(f"<i>{html.escape(spec.formula)}</i>")
    if spec.kind in ("int", "float"):
        lines.append(f"Allowed: {html.escape(grouped(spec.allowed()))}")
    return "<p style='white-space: pre-wrap'>" + "<br>".join(lines) + "</p>"


def _positions(document: Document) -> Range:
    return document.encoding.first, document.encoding.first + document.encoding.length - 1


_FOLLOWING: dict[str, Callable[[Document], Range]] = {
    "shift.phi": lambda document: (-document.encoding.length, document.encoding.length),
    "shift.row": _positions,
    "cursor.position": _positions,
    "cursor.bit": lambda document: (0, int(document.get("binary.bits")) - 1),
}


def slider_range(path: str, spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider: where it makes sense they follow the Document.

    Parameters
    ----------
    path : str
        The field's path, as in ``"cursor.bit"``.
    spec : Specification
        The field's own slider and bounds.
    document : Document
        What the range depends on: the encoding's positions, the number of bits.

    Examples
    --------
    >>> from peviewer.base.parameters import specification
    >>> document = Document()
    >>> slider_range("cursor.bit", specification(type(document.cursor), "bit"), document)
    (0, 7)
    """
    low, high = _FOLLOWING[path](document) if path in _FOLLOWING else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)
