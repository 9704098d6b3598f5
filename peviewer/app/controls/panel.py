"""The Parameters panel: a control for every declared field of the Document, in groups."""

from collections.abc import Collection, Set

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.app.controls.fitting import ScrollColumn
from peviewer.app.controls.group import Group
from peviewer.app.controls.row import Control
from peviewer.app.session.session import Session
from peviewer.document.sections import PANE_SECTIONS

WIDTH = 300
NARROWEST = 240


class ParametersPanel(QWidget):
    """What the user can choose.

    Parameters
    ----------
    session : Session
        Whose Document is shown and edited.
    hidden : set of str
        Fields that are not shown at first: see :meth:`leave_out`.
    parent : QWidget, optional
        The owner.
    """

    finished = Signal()
    """The user is through with one of its controls."""
    folded = Signal(tuple)
    """The user folded a group, or showed it again; the titles of those that are folded."""
    moreShown = Signal(tuple)
    """The user showed what is seldom used of a group, or folded it; the titles of groups where it is shown."""

    def __init__(self, session: Session, hidden: Set[str] = frozenset(), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._groups = {
            title: Group(title, session, sections, separated=bool(place), hidden=hidden)
            for place, (title, sections) in enumerate(_groups().items())
        }
        self._scrolled = ScrollColumn(self._groups.values(), (0, 14, 14, 14))
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
        for group in self._groups.values():
            if path in group.fields:
                return group.row(path).control
        raise KeyError(path)

    def add_button(self, title: str, button: QWidget) -> None:
        """Put a button beside a group's title."""
        self._groups[title].add_button(button)

    def paths(self) -> list[str]:
        """Return the paths of the fields that have a control, from top to bottom."""
        return [path for group in self._groups.values() for path in group.fields]

    def hide_fields(self, paths: Set[str]) -> None:
        """Show no control for these fields: they are offered elsewhere, or do nothing now."""
        for group in self._groups.values():
            group.hide_fields(paths)

    def fold(self, titles: Collection[str], more: Collection[str] = ()) -> None:
        """Fold these groups, and show all others; what is seldom used is shown of those in `more` alone."""
        for title, group in self._groups.items():
            group.heading.setChecked(title not in titles)
            group.more.setChecked(title in more)

    def reveal(self, path: str) -> None:
        """Unfold what a control is in, scroll to it, and let keys be for it.

        Raises
        ------
        KeyError
            If the field has no control.
        """
        control = self.control(path)
        group = next(group for group in self._groups.values() if path in group.fields)
        group.heading.setChecked(True)
        if control.spec.seldom:
            group.more.setChecked(True)
        self._scrolled.ensureWidgetVisible(control)
        control.focus_editor()

    def sizeHint(self) -> QSize:
        """Return the width of the design."""
        return QSize(WIDTH, 760)

    def minimumSizeHint(self) -> QSize:
        """Return the narrowest width that cuts nothing off."""
        return QSize(max(NARROWEST, self._scrolled.minimumSizeHint().width()), 100)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scrolled, 1)

    def _connect(self) -> None:
        for group in self._groups.values():
            group.finished.connect(self.finished)
            group.folded.connect(self._on_folded)
            group.moreFolded.connect(self._on_more)

    def _on_folded(self) -> None:
        self.folded.emit(tuple(title for title, group in self._groups.items() if not group.heading.isChecked()))

    def _on_more(self) -> None:
        self.moreShown.emit(tuple(title for title, group in self._groups.items() if group.more.isChecked()))


def _groups() -> dict[str, tuple[str, ...]]:
    """Return the sections below each title, at the end one for every pane that has fields of its own."""
    return {
        "Encoding": ("encoding", "content"),
        "Shift": ("shift",),
        "Compare": ("compare",),
        "View": ("cursor", "pairwise", "view"),
        **{name.capitalize(): (name,) for name in PANE_SECTIONS},
    }
