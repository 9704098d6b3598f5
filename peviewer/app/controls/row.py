"""One row of the Parameters panel: a control, and before it the dot that marks and resets what differs."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from peviewer.app.controls.control import Control
from peviewer.base.parameters import Specification
from peviewer.base.words import continuing
from peviewer.document.animation import Range

GUTTER = 18


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
