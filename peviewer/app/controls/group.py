"""A group of the Parameters panel: a heading that folds it, and a row for each field."""

from collections.abc import Collection, Iterator
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QLabel, QWidget

from peviewer.app.controls.fitting import breakable
from peviewer.app.controls.heading import Heading
from peviewer.app.controls.row import GUTTER, Control, Row, has_control
from peviewer.app.controls.row_building import RowBuilding
from peviewer.app.look.parts import in_column, in_row
from peviewer.app.session.session import Session
from peviewer.base.explanations import as_control_says
from peviewer.base.parameters import Parameters
from peviewer.base.specification import Specification, specifications
from peviewer.document.animation import FOLLOWED_SECTIONS, section_reader, shown_value, slider_ends
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.model.encodings.catalog import SCHEMES, groups


class Group(QWidget):
    """The rows of some sections below one title.

    Fields that are seldom used are folded away below the others.
    """

    finished = Signal()
    """The user pressed Return or made a choice by mouse in one of its controls."""
    arranged = Signal()
    """Rows may have come or gone."""
    widened = Signal(object)
    """The control whose number became longer than its field."""
    folded = Signal()
    """The user folded or unfolded it, or its seldom used fields."""

    def __init__(
        self,
        title: str,
        session: Session,
        sections: tuple[str, ...],
        separated: bool = False,
        building: RowBuilding | None = None,
    ) -> None:
        super().__init__()
        self._session = session
        self._sections = sections
        self._models: dict[str, type[Parameters]] = {}
        self.fields: dict[str, Specification] = {}
        self.rows: dict[str, Row] = {}
        """The rows that were shown at least once."""
        self._built_ahead: dict[str, Row] = {}
        """Hidden rows that are shown as soon as no row is missing."""
        self._building = building or RowBuilding(parent=self)
        self._building.add(self)
        self.heading = Heading(title, "group", title)
        self.more = Heading("More", "more", f"the seldom used parameters of {title}")
        self.more.setChecked(False)
        inside = QWidget()
        self._seldom = QWidget()
        self._column = in_column(margins=(0, 0, 0, 0), spacing=0)
        self._more_column = in_column(inside=self._seldom, margins=(0, 0, 0, 0), spacing=0)
        self._about = QLabel(wordWrap=True)
        self._about.setObjectName("about")
        self._about.setContentsMargins(GUTTER, 0, 0, 0)
        self._about.hide()
        more = self.more, 0, Qt.AlignmentFlag.AlignLeft
        in_column(
            self._column,
            self._about,
            more,
            self._seldom,
            inside=inside,
            margins=(0, 0, 0, 0),
            spacing=4,
        )
        self._head = in_row(self.heading, None)
        whole = in_column(self._head, inside, inside=self, margins=(0, 0, 0, 0), spacing=6)
        if separated:
            whole.insertWidget(0, _separator())
        self.heading.toggled.connect(inside.setVisible)
        self.more.toggled.connect(self._show_seldom)
        for heading in (self.heading, self.more):
            heading.clicked.connect(lambda _: self.folded.emit())
        for section in sections:
            self._watch(section)
        session.opened.connect(self._show_all)

    def _watch(self, section: str) -> None:
        self._session.watch(
            section_reader(section),
            lambda _: self._show(section),
            of=f"{section} {FOLLOWED_SECTIONS}",
        )

    def add_button(self, button: QWidget) -> None:
        self._head.addWidget(button)

    def controls(self) -> list[Control]:
        """Return the controls that are offered, in a folded part, too."""
        return [row.control for row in self.rows.values() if not row.isHidden()]

    def row(self, path: str) -> Row:
        """Return the row of a field of the present Document, which may be hidden."""
        self._building.finish()
        if path not in self.rows:
            self._built_ahead[path] = self._new_row(path)
            self._place_rows()
        return self.rows[path]

    def update_fields(self) -> bool:
        """Take the fields of the present Document; return true if they have changed.

        In that case all rows are shown soon.
        """
        document = self._session.document
        models = {section: type(document.section(section)) for section in self._sections}
        if models == self._models:
            return False
        self._models = models
        self.fields = dict(_fields(document, self._sections))
        self._building.start(self)
        return True

    def _show_all(self) -> None:
        for row in self.rows.values():
            row.control.discard_rejected()
        for section in self._sections:
            self._show(section)

    def _show(self, section: str) -> None:
        """Update a section's rows, ranges and dots.

        If a row is missing, here or in another group, that waits until the row is built.
        """
        if self.update_fields():
            return
        shown = self._shown_paths(section)
        if self._building.is_under_way or not all(map(self._has_row, shown)):
            self._building.start(self)
        else:
            self._show_section(section, shown)
            self._show_parts()

    def _shown_paths(self, section: str) -> list[str]:
        """Return the paths of a section's fields that are visible."""
        document = self._session.document
        hidden = self._building.hidden
        return [
            path
            for path, spec in self.fields.items()
            if path.startswith(f"{section}.")
            and path not in hidden
            and document.applies(path, spec)
        ]

    def _has_row(self, path: str) -> bool:
        rows = self.rows.get(path), self._built_ahead.get(path)
        return any(row is not None and row.control.spec == self.fields[path] for row in rows)

    def build_next(self) -> bool:
        self.update_fields()
        for section in self._sections:
            for path in self._shown_paths(section):
                if not self._has_row(path):
                    self._built_ahead[path] = self._new_row(path)
                    return True
        return False

    def show_rows(self) -> None:
        self._place_rows()
        remarks = self._session.document.encoding.remarks if "encoding" in self._sections else ""
        self._about.setText(breakable(remarks))
        self._about.setVisible(bool(remarks))
        for section in self._sections:
            self._show_section(section, self._shown_paths(section))
        self._show_parts()

    def _show_section(self, section: str, shown: Collection[str]) -> None:
        for path, row in self.rows.items():
            if path.startswith(f"{section}."):
                self._show_value(path)
                row.show_range(slider_ends(self._session.document, path))
                row.setVisible(path in shown)

    def _show_parts(self) -> None:
        self.setVisible(any(not row.isHidden() for row in self.rows.values()))
        self._show_more()
        self.arranged.emit()

    def _show_more(self) -> None:
        """Show the heading of seldom used fields if at least one applies.

        The heading says which of them are not at their defaults.
        """
        offered = [
            path
            for path, row in self.rows.items()
            if self.fields[path].seldom and not row.isHidden()
        ]
        changed = [
            path
            for path in offered
            if self._session.document.get(path) != self.fields[path].default
        ]
        self.more.set_changed([self.fields[path].title for path in changed])
        self.more.setVisible(bool(offered))
        self._show_seldom()

    def _show_seldom(self) -> None:
        self._seldom.setVisible(self.more.isChecked() and not self.more.isHidden())

    def _place_rows(self) -> None:
        """Delete the rows of fields that are gone, and place those that were built.

        A row that stays keeps its control, and its focus.
        """
        gone = [
            path for path, row in self.rows.items() if self.fields.get(path) != row.control.spec
        ]
        built, self._built_ahead = self._built_ahead, {}
        for path in gone:
            row = self.rows.pop(path)
            self._column_of(row).removeWidget(row)
            _delete(row)
        for path, row in built.items():
            if self.fields.get(path) == row.control.spec:
                self.rows[path] = row
            else:
                _delete(row)
        if not gone and not built:
            return
        for seldom in (False, True):
            for place, row in enumerate(self._in_order(seldom)):
                self._column_of(row).insertWidget(place, row)

    def _new_row(self, path: str) -> Row:
        """Return a row, hidden at first.

        It is styled here: styling takes time, and must not delay showing it.
        """
        row = Row(Control(self.fields[path]))
        row.hide()
        row.setParent(self._column_of(row).parentWidget())
        row.ensurePolished()
        self._connect(path, row)
        return row

    def _show_value(self, path: str) -> None:
        row = self.rows[path]
        spec = self.fields[path]
        document = self._session.document
        opened = self._session.baseline_value(path, spec)
        row.show_value(
            shown_value(spec, document, path), opened, changed=document.get(path) != opened
        )

    def _in_order(self, seldom: bool) -> list[Row]:
        return [
            self.rows[path]
            for path, spec in self.fields.items()
            if path in self.rows and spec.seldom == seldom
        ]

    def _column_of(self, row: Row) -> QBoxLayout:
        return self._more_column if row.control.spec.seldom else self._column

    def _connect(self, path: str, row: Row) -> None:
        row.control.edited.connect(partial(self._edit, path))
        row.control.finished.connect(self.finished)
        row.control.widened.connect(lambda: self.widened.emit(row.control))
        row.reset.connect(
            lambda: self._edit(path, self._session.baseline_value(path, row.control.spec), "")
        )

    def _edit(self, path: str, value: object, key: str) -> None:
        self.update_fields()
        control = self.rows[path].control
        spec = self.fields.get(path)
        if spec != control.spec:
            # The row is about to be replaced.
            return
        is_allowed = self._session.edit({path: value}, merge=key)
        shown = shown_value(control.spec, self._session.document, path)
        if not is_allowed:
            control.reject(shown, as_control_says(self._session.validation_error, control.spec))
        elif shown != value and not self._session.is_computing:
            control.set_value(shown)


def _delete(row: Row) -> None:
    """Take a row off the screen at once; a text typed there belongs to a field that is gone."""
    for source in (row, row.control):
        source.blockSignals(True)
    focused = QApplication.focusWidget()
    if focused is not None and row.isAncestorOf(focused):
        focused.clearFocus()
    row.hide()
    row.deleteLater()


def _fields(document: Document, sections: tuple[str, ...]) -> Iterator[tuple[str, Specification]]:
    for section in sections:
        if section == "encoding" and len(SCHEMES) > 1:
            yield "encoding.scheme", _scheme_specification()
        for spec in specifications(type(document.section(section))):
            # Fields in a pane's header are also here, because a narrow pane has no room for them.
            if has_control(spec) or (section in PANE_SECTIONS and spec.is_editable):
                yield f"{section}.{spec.name}", spec


def _scheme_specification() -> Specification:
    """Return the specification of the choice of a scheme, which no single scheme can declare."""
    names = tuple(SCHEMES)
    return Specification(
        title="Scheme",
        help="The rule that tells a model where a token stands.",
        labels={name: scheme.title for name, scheme in SCHEMES.items()},
        groups=groups(),
        name="scheme",
        kind="choice",
        default=names[0],
        choices=names,
    )


def _separator() -> QWidget:
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(29)
    return line
