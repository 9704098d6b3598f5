"""A group of the Parameters panel: a heading that folds it, and a row for each field of some sections."""

from collections.abc import Iterator, Sequence, Set
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from peviewer.app.controls.fitting import breakable
from peviewer.app.controls.row import GUTTER, Control, Row, has_control
from peviewer.app.look.icons import icon
from peviewer.app.look.parts import HeaderButton, in_column, in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.session import Session
from peviewer.base.parameters import Parameters, Specification, as_control_says, specifications
from peviewer.document.animation import FOLLOWED_SECTIONS, section_reader, shown_value, slider_ends
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.model.encodings.catalog import SCHEMES, groups


class Heading(HeaderButton):
    """A title with a small arrow before it, checked while what it folds is open."""

    def __init__(self, title: str, name: str, folds: str) -> None:
        super().__init__("unfold", title, revealed=True)
        self._title, self._folds, self._changed = title, folds, ""
        self.setObjectName(name)
        self.setCheckable(True)
        self.setIconSize(QSize(13, 13))  # the title is in line with the labels of its rows then
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.toggled.connect(self._describe)
        self.setChecked(True)

    def set_changed(self, titles: Sequence[str]) -> None:
        """Set the titles of fields that are not at their defaults: a dot says that there are some."""
        if (changed := ", ".join(titles)) != self._changed:
            self._changed = changed
            self._describe()

    def show_icon(self) -> None:
        palette = shown_palette()
        self.setIcon(
            icon(self._icon_name, palette, palette.secondary)
        )  # not the accent, though it is checked

    def _describe(self) -> None:
        is_open = self.isChecked()
        lines = [f"{'Fold' if is_open else 'Show'} {self._folds}"]
        if self._changed:
            lines.append(f"Not at their defaults: {self._changed}")
        self.rename("unfold" if is_open else "next", "\n".join(lines))
        self.setAccessibleDescription(lines[-1])
        self.setAccessibleName(self._folds)
        self.set_words(f"{self._title} •" if self._changed else self._title)


class Group(QWidget):
    """The rows of some sections below one title.

    Fields that are seldom used are folded away below the others.
    """

    finished = Signal()  # the user pressed Return or made a choice by mouse in one of its controls
    folded = Signal()  # the user folded or unfolded it, or its seldom used fields

    def __init__(
        self,
        title: str,
        session: Session,
        sections: tuple[str, ...],
        separated: bool = False,
        hidden: Set[str] = frozenset(),
    ) -> None:
        super().__init__()
        self._session = session
        self._sections = sections
        self._models: dict[str, type[Parameters]] = {}
        self.fields: dict[str, Specification] = {}
        self.rows: dict[str, Row] = {}
        """The rows that were shown at least once."""
        self._hidden = hidden
        self.heading = Heading(title, "group", title)
        self.more = Heading("More", "more", f"the seldom used parameters of {title}")
        self.more.setChecked(False)
        inside, self._seldom = QWidget(), QWidget()
        self._column = in_column(margins=(0, 0, 0, 0), spacing=6)
        self._more_column = in_column(inside=self._seldom, margins=(0, 0, 0, 0), spacing=6)
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
            spacing=6,
        )
        self._head = in_row(self.heading, None)
        whole = in_column(self._head, inside, inside=self, margins=(0, 0, 0, 0), spacing=6)
        if separated:
            whole.insertWidget(0, _separator())
        self.heading.toggled.connect(inside.setVisible)
        self.more.toggled.connect(self._show_more)
        for heading in (self.heading, self.more):
            heading.clicked.connect(lambda _: self.folded.emit())
        for section in sections:
            session.watch(
                section_reader(section),
                partial(self._show, section),
                of=f"{section} {FOLLOWED_SECTIONS}",
            )
        session.opened.connect(self._show_all)

    def add_button(self, button: QWidget) -> None:
        self._head.addWidget(button)

    def _show_all(self) -> None:
        for row in self.rows.values():
            row.control.discard_rejected()
        for section in self._sections:
            self._show(section, self._session.document)

    def hide_fields(self, paths: Set[str]) -> None:
        if paths == self._hidden:
            return
        self._hidden = paths
        for section in self._sections:
            self._show(section, self._session.document)

    def row(self, path: str) -> Row:
        if path not in self.rows:
            self._add(path)
        return self.rows[path]

    def _show(self, section: str, document: Document) -> None:
        """Update a section's rows, ranges and dots.

        Rebuild them where the section has other fields now.
        """
        if self._models.get(section) is not type(document.section(section)):
            self._rebuild(document)
        if section == "encoding":
            self._about.setText(breakable(document.encoding.about))
            self._about.setVisible(bool(document.encoding.about))
        for path, spec in self.fields.items():
            if path.startswith(f"{section}."):
                is_shown = path not in self._hidden and document.applies(path, spec)
                if is_shown or path in self.rows:
                    row = self.row(path)
                    self._show_value(path, document)
                    row.show_range(slider_ends(document, path))
                    row.setVisible(is_shown)
        self.setVisible(any(not row.isHidden() for row in self.rows.values()))
        self._show_more()

    def _show_more(self) -> None:
        """Show the heading of seldom used fields where one applies, with those that are not at their defaults."""
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
        self._seldom.setVisible(bool(offered) and self.more.isChecked())

    def _rebuild(self, document: Document) -> None:
        """Delete the rows of fields that are gone.

        One that stays keeps its control, and its focus.
        """
        self._models = {section: type(document.section(section)) for section in self._sections}
        self.fields = dict(_fields(document, self._sections))
        for path, row in list(self.rows.items()):
            if self.fields.get(path) != row.control.spec:
                self._column_of(row).removeWidget(row)
                row.deleteLater()
                del self.rows[path]
        for seldom in (False, True):
            for place, row in enumerate(self._in_order(seldom)):
                self._column_of(row).insertWidget(place, row)

    def _add(self, path: str) -> None:
        """Make a row, hidden at first: most are never shown, and each costs time when the theme is applied."""
        row = self.rows[path] = Row(Control(self.fields[path]))
        row.hide()
        self._connect(path, row)
        self._column_of(row).insertWidget(self._in_order(self.fields[path].seldom).index(row), row)
        self._show_value(path, self._session.document)

    def _show_value(self, path: str, document: Document) -> None:
        row, spec = self.rows[path], self.fields[path]
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
        row.reset.connect(
            lambda: self._edit(path, self._session.baseline_value(path, row.control.spec), "")
        )

    def _edit(self, path: str, value: object, key: str) -> None:
        is_allowed = self._session.edit({path: value}, merge=key)
        control, spec = self.rows[path].control, self.fields[path]
        shown = shown_value(spec, self._session.document, path)
        if not is_allowed:
            control.reject(shown, as_control_says(self._session.validation_error, spec))
        elif shown != value and not self._session.is_computing:
            control.set_value(shown)


def _fields(document: Document, sections: tuple[str, ...]) -> Iterator[tuple[str, Specification]]:
    for section in sections:
        if section == "encoding" and len(SCHEMES) > 1:
            yield "encoding.scheme", _scheme_specification()
        for spec in specifications(type(document.section(section))):
            # Fields that a pane has in its header are here too: a narrow pane has no room for them.
            if has_control(spec) or (section in PANE_SECTIONS and spec.kind != "other"):
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
