"""The Parameters panel: a control for every declared field of the Document, in three groups."""

from collections.abc import Iterator
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.controls.controls import Control, control, has_control, slider_range
from peviewer.app.session.session import Session
from peviewer.base.numbers import grouped
from peviewer.base.parameters import Parameters, Specification, parameter, specification, specifications
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES

WIDTH = 300
GROUPS: dict[str, tuple[str, ...]] = {
    "Encoding": ("encoding", "content"),
    "Shift": ("shift",),
    "View": ("binary", "pairwise", "view", "cursor"),
}
_GUTTER = 18
_REFUSAL_MS = 10_000


class ParametersPanel(QWidget):
    """What the user can choose.

    Parameters
    ----------
    session : Session
        Whose Document is shown and edited.
    parent : QWidget, optional
        The owner.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._groups = {title: Group(title, session, sections) for title, sections in GROUPS.items()}
        self._refusal = QLabel(wordWrap=True)
        self._refusal.setObjectName("refusal")
        self._refusal.hide()
        self._forget = QTimer(self, singleShot=True, interval=_REFUSAL_MS)
        self.setObjectName("parameters")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._lay_out()
        self._connect()

    def control(self, path: str) -> Control:
        """Return the control of a field, by its path.

        Raises
        ------
        KeyError
            If the field has no control.
        """
        return next(group.rows[path].control for group in self._groups.values() if path in group.rows)

    def paths(self) -> list[str]:
        """Return the paths of the fields that have a control, from top to bottom."""
        return [path for group in self._groups.values() for path in group.rows]

    def refusal(self) -> str:
        """Return the line that says why the last edit was refused; empty if it was not."""
        return str(self._refusal.text())

    def sizeHint(self) -> QSize:
        """Return the width of the design."""
        return QSize(WIDTH, 760)

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest width that cuts nothing off."""
        return QSize(WIDTH - 20, 200)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("parameters")
        groups = QVBoxLayout(inside)
        groups.setContentsMargins(0, 14, 14, 14)
        groups.setSpacing(0)
        for number, group in enumerate(self._groups.values()):
            if number:
                groups.addWidget(_separator())
            groups.addWidget(group)
        groups.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setWidget(inside)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1)
        column.addWidget(self._refusal)

    def _connect(self) -> None:
        self._forget.timeout.connect(self._forgive)
        self._session.changed.connect(self._show)
        self._session.refused.connect(self._refuse)
        for group in self._groups.values():
            group.accepted.connect(self._forgive)
            group.refused.connect(self._refuse)

    def _show(self, _old: Document, new: Document) -> None:
        for group in self._groups.values():
            group.show_document(new)

    def _refuse(self, text: str) -> None:
        self._refusal.setText(grouped(text))
        self._refusal.show()
        self._forget.start()

    def _forgive(self) -> None:
        self._refusal.clear()
        self._refusal.hide()


class Group(QWidget):
    """The fields of some sections of the Document below one title."""

    accepted = Signal()
    """An edit was made."""
    refused = Signal(str)
    """An edit was not made; one line says why."""

    def __init__(self, title: str, session: Session, sections: tuple[str, ...]) -> None:
        super().__init__()
        self._session = session
        self._sections = sections
        self._models: tuple[type, ...] = ()
        self.rows: dict[str, Row] = {}
        heading = QLabel(title)
        heading.setObjectName("group")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        heading.setContentsMargins(_GUTTER, 0, 0, 2)
        self._column.addWidget(heading)
        self.show_document(session.document)

    def show_document(self, document: Document) -> None:
        """Bring every control, range and dot up to date; other fields mean other controls."""
        models = tuple(type(getattr(document, section)) for section in self._sections)
        if models != self._models:
            self._models = models
            self._rebuild(document)
        baseline = self._session.baseline
        for path, row in self.rows.items():
            value = document.get(path)
            pointing = path.startswith("cursor.")  # the pointer moves it all the time: nothing to mark or reset
            row.show_value(value, value if pointing else _opened(baseline, path, row.control.spec))
            row.show_range(slider_range(path, row.control.spec, document))
            row.setVisible(row.control.spec.applies(getattr(document, path.partition(".")[0])))

    def _rebuild(self, document: Document) -> None:
        """Make controls for the fields there are; a field that stays keeps its control, and its focus."""
        old, self.rows = self.rows, {}
        for path, spec in _fields(document, self._sections):
            row = old.get(path)
            if row is None or row.control.spec != spec:
                row = Row(control(spec))
                self._connect(path, row)
            self.rows[path] = row
        for row in set(old.values()) - set(self.rows.values()):
            self._column.removeWidget(row)
            row.deleteLater()
        for place, row in enumerate(self.rows.values()):
            self._column.insertWidget(place + 1, row)  # below the heading

    def _connect(self, path: str, row: "Row") -> None:
        row.control.edited.connect(lambda value, key: self._edit(path, value, key))
        row.control.refused.connect(self.refused)
        row.reset.connect(lambda: self._reset(path))

    def _edit(self, path: str, value: object, key: str) -> None:
        if self._session.edit({path: value}, merge=key, undoable=not path.startswith("cursor.")):
            self.accepted.emit()
        else:
            self.rows[path].control.set_value(self._session.document.get(path))

    def _reset(self, path: str) -> None:
        self._edit(path, _opened(self._session.baseline, path, self.rows[path].control.spec), "")


class Row(QWidget):
    """A control, and before it the dot that marks and resets what differs."""

    reset = Signal()
    """The user wants the value back that was opened."""

    def __init__(self, control: Control) -> None:
        super().__init__()
        self.control = control
        self.dot = Dot(control.spec.title)
        self._range: tuple[float, float] | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        line.addWidget(self.dot, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(control, 1)
        self.dot.clicked.connect(self.reset)

    def show_value(self, value: object, opened: object) -> None:
        """Show the value, and the dot if it is not the one that was opened."""
        if self.control.value() != value:
            self.control.set_value(value)
        self.dot.setVisible(value != opened)

    def show_range(self, limits: tuple[float, float]) -> None:
        """Let the slider run between `limits`."""
        if limits != self._range:
            self._range = limits
            self.control.set_range(*limits)


class Dot(QAbstractButton):
    """A small dot that resets a field."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setToolTip(f"Reset {title[:1].lower()}{title[1:]}")
        self.setAccessibleName(self.toolTip())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(_GUTTER, 24)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dot, larger under the pointer or with the focus."""
        radius = 4.0 if self.underMouse() or self.hasFocus() else 3.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().brush(QPalette.ColorRole.Highlight))
        centre = QRectF(self.rect()).center()
        painter.drawEllipse(centre, radius, radius)


def _fields(document: Document, sections: tuple[str, ...]) -> Iterator[tuple[str, Specification]]:
    for section in sections:
        if section == "encoding" and len(SCHEMES) > 1:
            yield "encoding.scheme", _scheme_specification()
        for spec in specifications(type(getattr(document, section))):
            if has_control(spec):
                yield f"{section}.{spec.name}", spec


def _scheme_specification() -> Specification:
    """Return the choice between the schemes there are, which no single scheme can declare."""

    class Choice(Parameters):
        scheme: Literal[tuple(SCHEMES)] = parameter(  # type: ignore[valid-type]  # known when it runs
            next(iter(SCHEMES)), title="Scheme", help="The rule that gives every position its vector."
        )

    return specification(Choice, "scheme")


def _opened(baseline: Document, path: str, spec: Specification) -> object:
    try:
        return baseline.get(path)
    except DocumentError:  # the baseline is of another scheme, which has no such field
        return spec.default


def _separator() -> QWidget:
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(29)
    return line
