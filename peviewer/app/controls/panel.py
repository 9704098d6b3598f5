"""The Parameters panel: a control for every declared field of the Document, in groups."""

from collections.abc import Collection, Set
from itertools import chain

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QWidget

from peviewer.app.controls.columns import Columns
from peviewer.app.controls.fitting import ScrollColumn
from peviewer.app.controls.group import Group
from peviewer.app.controls.row import Control
from peviewer.app.controls.row_building import RowBuilding
from peviewer.app.look.parts import in_column
from peviewer.app.look.type_size import scaled
from peviewer.app.session.session import Session
from peviewer.document.sections import PANE_SECTIONS

WIDTH = 300
NARROWEST = 240


class ParametersPanel(QWidget):
    """All groups of parameters, scrolled."""

    finished = Signal()
    """The user pressed Return or made a choice by mouse in one of its controls."""
    folded = Signal(tuple, tuple)
    """The user folded or unfolded something.

    Emitted with the titles of folded groups, and of those that show seldom used fields.
    """

    def __init__(self, session: Session, hidden: Set[str] = frozenset()) -> None:
        super().__init__()
        self._session = session
        self.building = RowBuilding(hidden, self)
        self._unfolded: list[QAbstractButton] = []
        self._groups = {
            title: Group(title, session, sections, bool(place), self.building)
            for place, (title, sections) in enumerate(_groups().items())
        }
        self._scrolled = ScrollColumn(self._groups.values(), (0, 14, 14, 14))
        self.setObjectName("parameters")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        in_column(self._scrolled, inside=self, margins=(0, 0, 0, 0))
        self._columns = Columns(self)
        self._controls: list[Control] = []
        for group in self._groups.values():
            group.finished.connect(self.finished)
            group.folded.connect(self._on_folded)
            group.arranged.connect(self._fit_columns)
            group.widened.connect(self._columns.make_room_for)
        session.opened.connect(lambda: self._fit_columns(anew=True))
        self._fit_columns()

    def control(self, path: str) -> Control:
        for group in self._groups.values():
            if path in group.fields:
                return group.row(path).control
        raise KeyError(path)

    def add_button(self, title: str, button: QWidget) -> None:
        self._groups[title].add_button(button)

    def paths(self) -> list[str]:
        """Return the paths of all fields of the present Document."""
        for group in self._groups.values():
            group.update_fields()
        return list(chain.from_iterable(group.fields for group in self._groups.values()))

    def offers(self, path: str) -> bool:
        """Whether a field has a control here for the present Document, folded away or not."""
        rows = (group.rows[path] for group in self._groups.values() if path in group.rows)
        return any(not row.isHidden() for row in rows)

    def fold(self, titles: Collection[str], more: Collection[str] = ()) -> None:
        """Fold the groups with these titles and open all others.

        Seldom used fields show only in the groups `more`.
        """
        for title, group in self._groups.items():
            group.heading.setChecked(title not in titles)
            group.more.setChecked(title in more)

    def unfold(self, path: str) -> Control:
        """Show a field that may be in a folded part, until :meth:`fold_back`."""
        control = self.control(path)
        group = next(group for group in self._groups.values() if path in group.fields)
        for part in (group.heading, group.more) if control.spec.seldom else (group.heading,):
            if not part.isChecked():
                part.setChecked(True)
                self._unfolded.append(part)
        # Qt lays out the unfolded part only on this event; before that there is nothing to scroll
        # to.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self._scrolled.ensureWidgetVisible(control)
        return control

    def fold_back(self) -> None:
        """Fold what was unfolded to show a field."""
        for part in self._unfolded:
            part.setChecked(False)
        self._unfolded = []

    def show_type_size(self) -> None:
        """Fit the columns to type of another size."""
        self._fit_columns(anew=True)

    def _fit_columns(self, *, anew: bool = False) -> None:
        """Fit the columns to the rows, where these are others or it is to be done anew."""
        controls = [*chain.from_iterable(group.controls() for group in self._groups.values())]
        if anew or controls != self._controls:
            self._controls = controls
            self._columns.fit(controls)

    def sizeHint(self) -> QSize:
        return QSize(scaled(WIDTH), 760)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(scaled(NARROWEST), self._scrolled.minimumSizeHint().width()), 100)

    def _on_folded(self) -> None:
        groups = self._groups.items()
        folded = tuple(title for title, group in groups if not group.heading.isChecked())
        self.folded.emit(folded, tuple(title for title, group in groups if group.more.isChecked()))


def _groups() -> dict[str, tuple[str, ...]]:
    """Return the sections of the Document in each group, by the group's title.

    Each pane with fields of its own has a group at the end.
    """
    return {
        "Encoding": ("encoding", "content"),
        "Compare": ("compare",),
        "View": ("cursor", "shift", "pairwise", "view"),
        **{name.capitalize(): (name,) for name in PANE_SECTIONS},
    }
