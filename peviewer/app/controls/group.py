"""A group of the Parameters panel: a heading that folds it, and a row for each field of some sections."""

from collections.abc import Iterator, Sequence, Set
from functools import partial
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from peviewer.app.controls.row import GUTTER, Control, Row, has_control
from peviewer.app.look.layouts import in_column
from peviewer.app.look.tooltips import set_tooltip
from peviewer.app.session.session import Session
from peviewer.base.parameters import Parameters, Specification, parameter, specification, specifications
from peviewer.document.animation import FOLLOWED_SECTIONS, section_reader, shown_value, slider_ends
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.model.encodings.catalog import SCHEMES, groups

HEIGHT = 22
DOT = 3.0
_OPEN = ((-3.0, -1.5), (0.0, 1.5), (3.0, -1.5))
_FOLDED = ((-1.5, -3.0), (1.5, 0.0), (-1.5, 3.0))


class Heading(QAbstractButton):
    """The title of a group with a small arrow before it; checked while the group is open."""

    _weight = QFont.Weight.DemiBold

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setText(title)
        self.setObjectName("group")
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(HEIGHT)
        self.toggled.connect(self._describe)
        self._describe(True)

    def _describe(self, is_open: bool) -> None:
        self.setToolTip(f"{'Fold' if is_open else 'Show'} {self.text()}")

    def sizeHint(self) -> QSize:
        return QSize(GUTTER + self.fontMetrics().horizontalAdvance(self.text()) + 8, HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.hasFocus()
        role = QPalette.ColorRole.WindowText if lit else QPalette.ColorRole.PlaceholderText
        painter.setPen(QPen(self.palette().color(role), 1.5, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        middle = QPointF(GUTTER / 2, self.height() / 2)
        painter.drawPolyline(QPolygonF([middle + QPointF(*at) for at in (_OPEN if self.isChecked() else _FOLDED)]))
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        font = QFont(self.font())
        font.setWeight(self._weight)
        painter.setFont(font)
        painter.drawText(QRectF(self.rect()).adjusted(GUTTER, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setPen(QColor(self.palette().color(QPalette.ColorRole.Highlight)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class MoreHeading(Heading):
    """The heading of seldom used fields, folded at first; it has a dot where one of them is not at its default."""

    _weight = QFont.Weight.Normal

    def __init__(self, group: str) -> None:
        self._group, self._changed = group, ""
        super().__init__("More")
        self.setObjectName("more")
        self.setAccessibleName(f"More of {group}")
        self.setChecked(False)

    def set_changed(self, titles: Sequence[str]) -> None:
        """Set the titles of the fields that are not at their defaults."""
        if (changed := ", ".join(titles)) != self._changed:
            self._changed = changed
            self._describe(self.isChecked())
            self.update()

    @property
    def has_dot(self) -> bool:
        return bool(self._changed)

    def _describe(self, is_open: bool) -> None:
        action = f"{'Fold' if is_open else 'Show'} the seldom used parameters of {self._group}"
        changed = f"Not at their defaults: {self._changed}" if self._changed else ""
        set_tooltip(self, "\n".join(filter(None, (action, changed))))
        self.setAccessibleDescription(changed or action)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._changed:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.palette().brush(QPalette.ColorRole.Highlight))
            title = GUTTER + self.fontMetrics().horizontalAdvance(self.text())
            painter.drawEllipse(QPointF(title + 9, self.height() / 2), DOT, DOT)


class Group(QWidget):
    """The rows of some sections below one title; fields that are seldom used are folded away below the others."""

    finished = Signal()
    """The user pressed Return or made a choice by mouse in one of its controls."""
    folded = Signal(bool)
    """The user folded it (True) or unfolded it."""
    moreFolded = Signal(bool)
    """The user folded the seldom used fields (True) or unfolded them."""

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
        self.heading = Heading(title)
        self.more = MoreHeading(title)
        inside, self._seldom = QWidget(), QWidget()
        self._column, self._more_column = QVBoxLayout(), QVBoxLayout(self._seldom)
        self._about = QLabel(wordWrap=True)
        self._about.setObjectName("about")
        self._about.setContentsMargins(GUTTER, 0, 0, 0)
        self._about.hide()
        below = QVBoxLayout(inside)
        for column in (below, self._column, self._more_column):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(6)
        below.addLayout(self._column)
        below.addWidget(self._about)
        below.addWidget(self.more)
        below.addWidget(self._seldom)
        whole = in_column(inside=self, margins=(0, 0, 0, 0), spacing=6)
        if separated:
            whole.addWidget(_separator())
        self._head = QHBoxLayout()
        self._head.addWidget(self.heading, 1)
        whole.addLayout(self._head)
        whole.addWidget(inside)
        self.heading.toggled.connect(inside.setVisible)
        self.heading.clicked.connect(lambda is_open: self.folded.emit(not is_open))
        self.more.toggled.connect(self._show_more)
        self.more.clicked.connect(lambda is_open: self.moreFolded.emit(not is_open))
        for section in sections:
            session.watch(section_reader(section), partial(self._show, section), of=f"{section} {FOLLOWED_SECTIONS}")
        session.opened.connect(self._show_all)

    def add_button(self, button: QWidget) -> None:
        """Put a button at the right end of the heading."""
        self._head.addWidget(button)

    def _show_all(self) -> None:
        for row in self.rows.values():
            row.control.discard_rejected()
        for section in self._sections:
            self._show(section, self._session.document)

    def hide_fields(self, paths: Set[str]) -> None:
        """Hide the rows of these fields: they have a control elsewhere, or do nothing now."""
        if paths == self._hidden:
            return
        self._hidden = paths
        for section in self._sections:
            self._show(section, self._session.document)

    def row(self, path: str) -> Row:
        """Return the row of a field; it is made when it is first needed."""
        if path not in self.rows:
            self._add(path)
        return self.rows[path]

    def _show(self, section: str, document: Document) -> None:
        """Update a section's rows, ranges and dots; rebuild them where the section has other fields now."""
        if self._models.get(section) is not type(document.section(section)):
            self._rebuild(document)
        if section == "encoding":
            self._about.setText(document.encoding.about)
            self._about.setVisible(bool(document.encoding.about))
        for path, spec in self.fields.items():
            if path.startswith(f"{section}."):
                wanted = path not in self._hidden and document.applies(path, spec)
                if wanted or path in self.rows:
                    row = self.row(path)
                    self._show_value(path, document)
                    row.show_range(slider_ends(document, path))
                    row.setVisible(wanted)
        self.setVisible(any(not row.isHidden() for row in self.rows.values()))
        self._show_more()

    def _show_more(self) -> None:
        """Show the heading of seldom used fields where one applies, with those that are not at their defaults."""
        offered = [path for path, row in self.rows.items() if self.fields[path].seldom and not row.isHidden()]
        changed = [path for path in offered if self._session.document.get(path) != self.fields[path].default]
        self.more.set_changed([self.fields[path].title for path in changed])
        self.more.setVisible(bool(offered))
        self._seldom.setVisible(bool(offered) and self.more.isChecked())

    def _rebuild(self, document: Document) -> None:
        """Delete the rows of fields that are gone; one that stays keeps its control, and its focus."""
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
        row.show_value(shown_value(spec, document, path), opened, changed=document.get(path) != opened)

    def _in_order(self, seldom: bool) -> list[Row]:
        return [self.rows[path] for path, spec in self.fields.items() if path in self.rows and spec.seldom == seldom]

    def _column_of(self, row: Row) -> QVBoxLayout:
        return self._more_column if row.control.spec.seldom else self._column

    def _connect(self, path: str, row: Row) -> None:
        row.control.edited.connect(partial(self._edit, path))
        row.control.finished.connect(self.finished)
        row.reset.connect(lambda: self._edit(path, self._session.baseline_value(path, row.control.spec), ""))

    def _edit(self, path: str, value: object, key: str) -> None:
        if self._session.edit({path: value}, merge=key):
            if not self._session.is_working_out:
                self._show_value(path, self._session.document)  # the shown value may differ from the typed one
        else:
            shown = shown_value(self.fields[path], self._session.document, path)
            self.rows[path].control.reject(shown, self._session.validation_error)


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

    class Choice(Parameters):
        scheme: Literal[tuple(SCHEMES)] = parameter(  # type: ignore[valid-type]  # known when it runs
            next(iter(SCHEMES)),
            title="Scheme",
            help="The rule that tells a model where a token stands.",
            labels={name: scheme.title for name, scheme in SCHEMES.items()},
            groups=groups(),
        )

    return specification(Choice, "scheme")


def _separator() -> QWidget:
    line = QFrame()
    line.setObjectName("separator")
    line.setFixedHeight(29)
    return line
