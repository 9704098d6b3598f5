"""The one or two choices in a pane's header: compact controls of fields of the Document."""

import html
from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QWidget

from peviewer.app.controls.controls import ChoiceBox, tooltip
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.base.parameters import Specification, specification

NUMBER_WIDTH = 64
HEIGHT = 24


class PaneChoice(QWidget):
    """One field, edited in the header; it follows the session wherever else the field is edited."""

    def __init__(self, session: Session, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        section, _, name = path.partition(".")
        self._session, self._path = session, path
        self.spec = specification(type(getattr(session.document, section)), name)
        self._show = {"choice": self._choice, "bool": self._switch}.get(self.spec.kind, self._number)()
        self.setToolTip(tooltip(self.spec))
        session.changed.connect(lambda _old, new: self._show(new.get(path)))
        self._show(session.document.get(path))

    def _edit(self, value: object, key: str = "") -> None:
        if not self._session.edit({self._path: value}, merge=key, undoable=not self._path.startswith("cursor.")):
            self._show(self._session.document.get(self._path))

    def _choice(self) -> Callable[[object], None]:
        box = ChoiceBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setAccessibleName(self.spec.title)
        for choice in self.spec.choices:
            box.addItem(self.spec.label(choice), choice)
        box.activated.connect(lambda _index: self._edit(box.currentData()))
        self._lay_out(box)
        return lambda value: box.setCurrentIndex(box.findData(value))

    def _switch(self) -> Callable[[object], None]:
        box = QCheckBox(self.spec.title)
        box.clicked.connect(self._edit)
        self._lay_out(box)
        return lambda value: box.setChecked(bool(value))

    def _number(self) -> Callable[[object], None]:
        box = NumberBox(self.spec)
        box.setFixedWidth(NUMBER_WIDTH)
        box.edited.connect(self._edit)
        box.refused.connect(self._session.refused)
        self._lay_out(_short_label(self.spec), box)
        return lambda value: box.set_value(value) if isinstance(value, int | float) else None

    def _lay_out(self, *parts: QWidget) -> None:
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
