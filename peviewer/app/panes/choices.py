"""The one or two choices in a pane's header: compact editors of fields of the Document."""

import html

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.editors import add_accessible_label, bind, describe, editor
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.base.parameters import Specification, specification

NUMBER_WIDTH = 64
HEIGHT = 24


class PaneChoice(QWidget):
    """One field, edited in the header; only a number needs its title beside it."""

    finished = Signal()
    """The user is through with it."""

    def __init__(self, session: Session, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        section, _, name = path.partition(".")
        spec = specification(type(session.document.section(section)), name)
        box = editor(spec)
        parts: list[QWidget] = [box]
        if isinstance(box, ChoiceBox):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        elif isinstance(box, NumberBox):
            box.setFixedWidth(NUMBER_WIDTH)
            parts = [_short_label(spec), box]
        describe(self, spec)
        self._lay_out(parts)
        if isinstance(box, ChoiceBox):
            add_accessible_label(box, spec.title)
        elif isinstance(parts[0], QLabel):
            parts[0].setBuddy(box)
        self.setFocusProxy(box)
        bind(box, session, path)
        if not isinstance(box, Segments):
            box.finished.connect(self.finished)

    def _lay_out(self, parts: list[QWidget]) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(5)
        for part in parts:
            part.setFixedHeight(HEIGHT)
            line.addWidget(part)
        # The application's sheet asks for more than a header has.
        self.setStyleSheet("QComboBox, QAbstractSpinBox { min-height: 20px; }")


def _short_label(spec: Specification) -> QLabel:
    symbol = f" <i>{html.escape(spec.symbol)}</i>" if spec.symbol else ""
    return QLabel(f"{html.escape(spec.title)}{symbol}")
