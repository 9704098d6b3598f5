"""A group of the Parameters panel: the fields of some sections of the Document below one title."""

from collections.abc import Iterator, Set
from functools import partial
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from peviewer.app.controls.control import Control, has_control
from peviewer.app.controls.heading import Heading
from peviewer.app.controls.row import Row
from peviewer.app.session.session import Session
from peviewer.base.parameters import Parameters, Specification, parameter, specification, specifications
from peviewer.document.document import Document
from peviewer.document.ranges import reading, slider_range
from peviewer.document.sections import OF_PANES
from peviewer.model.encodings.catalog import SCHEMES


class Group(QWidget):
    """A title that folds it, and a row for each field."""

    finished = Signal()
    """The user is through with one of its controls."""
    folded = Signal(bool)
    """The user folded it, or showed it again."""

    def __init__(self, title: str, session: Session, sections: tuple[str, ...], separated: bool = False) -> None:
        super().__init__()
        self._session = session
        self._sections = sections
        self._models: dict[str, type[Parameters]] = {}
        self.rows: dict[str, Row] = {}
        self._left_out: Set[str] = frozenset()
        self.heading = Heading(title)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(6)
        if separated:
            whole.addWidget(_separator())
        whole.addWidget(self.heading)
        whole.addWidget(inside)
        self.heading.toggled.connect(inside.setVisible)
        self.heading.clicked.connect(lambda is_open: self.folded.emit(not is_open))
        for section in sections:
            session.watch(reading(section), partial(self._show, section))
        session.opened.connect(self._show_all)

    def _show_all(self) -> None:
        for row in self.rows.values():
            row.control.forget()
        for section in self._sections:
            self._show(section, self._session.document)

    def leave_out(self, paths: Set[str]) -> None:
        """Hide the rows of these fields: they are offered elsewhere, or do nothing now."""
        if paths == self._left_out:
            return
        self._left_out = paths
        for section in self._sections:
            self._show(section, self._session.document)

    def _show(self, section: str, document: Document) -> None:
        """Bring a section's controls, ranges and dots up to date; other fields mean other controls."""
        now = document.section(section)
        if self._models.get(section) is not type(now):
            self._rebuild(document)
        for path, row in self.rows.items():
            if path.startswith(f"{section}."):
                spec = row.control.spec
                row.show_value(getattr(now, spec.name), self._opened(path, spec))
                row.show_range(slider_range(spec, document))
                row.setVisible(path not in self._left_out and document.applies(path, spec))
        self.setVisible(any(not row.isHidden() for row in self.rows.values()))

    def _rebuild(self, document: Document) -> None:
        """Make controls for the fields there are; a field that stays keeps its control, and its focus."""
        self._models = {section: type(document.section(section)) for section in self._sections}
        old, self.rows = self.rows, {}
        for path, spec in _fields(document, self._sections):
            row = old.get(path)
            if row is None or row.control.spec != spec:
                row = Row(Control(spec))
                self._connect(path, row)
            self.rows[path] = row
        for row in set(old.values()) - set(self.rows.values()):
            self._column.removeWidget(row)
            row.deleteLater()
        for place, row in enumerate(self.rows.values()):
            self._column.insertWidget(place, row)

    def _connect(self, path: str, row: Row) -> None:
        row.control.edited.connect(partial(self._edit, path))
        row.control.finished.connect(self.finished)
        row.reset.connect(lambda: self._edit(path, self._opened(path, row.control.spec), ""))

    def _edit(self, path: str, value: object, key: str) -> None:
        if not self._session.edit({path: value}, merge=key):
            self.rows[path].control.refuse(self._session.document.get(path), self._session.refusal)

    def _opened(self, path: str, spec: Specification) -> object:
        opened = self._session.baseline.section(path.partition(".")[0])
        return getattr(opened, spec.name, spec.default)  # of another scheme, it may have no such field


def _fields(document: Document, sections: tuple[str, ...]) -> Iterator[tuple[str, Specification]]:
    for section in sections:
        if section == "encoding" and len(SCHEMES) > 1:
            yield "encoding.scheme", _scheme_specification()
        for spec in specifications(type(document.section(section))):
            # What a pane offers in its header alone stands here too: a narrow one has no room for it.
            if has_control(spec) or (section in OF_PANES and spec.kind != "other"):
                yield f"{section}.{spec.name}", spec


def _scheme_specification() -> Specification:
    """Return the choice between the schemes there are, which no single scheme can declare."""

    class Choice(Parameters):
        scheme: Literal[tuple(SCHEMES)] = parameter(  # type: ignore[valid-type]  # known when it runs
            next(iter(SCHEMES)),
            title="Scheme",
            help="The rule that tells a model where a token stands.",
            labels={name: scheme.title for name, scheme in SCHEMES.items()},
        )

    return specification(Choice, "scheme")


def _separator() -> QWidget:
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(29)
    return line
