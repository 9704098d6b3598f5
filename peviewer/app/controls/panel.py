"""The Parameters panel: a control for every declared field of the Document, in three groups."""

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from peviewer.app.controls.control import Control
from peviewer.app.controls.group import Group
from peviewer.app.controls.scroll_column import ScrollColumn
from peviewer.app.session.session import Session
from peviewer.document.sections import OF_PANES

WIDTH = 300
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
        self._groups = {
            title: Group(title, session, sections, separated=bool(place))
            for place, (title, sections) in enumerate(_groups().items())
        }
        self._refusal = QLabel(wordWrap=True)
        self._refusal.setObjectName("refusal")
        self._refusal.hide()
        self._refusal_timer = QTimer(self, singleShot=True, interval=_REFUSAL_MS)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(ScrollColumn(self._groups.values(), (0, 14, 14, 14)), 1)
        column.addWidget(self._refusal)

    def _connect(self) -> None:
        self._refusal_timer.timeout.connect(self._clear_refusal)
        self._session.refused.connect(self._refuse)
        for group in self._groups.values():
            group.accepted.connect(self._clear_refusal)
            group.refused.connect(self._refuse)

    def _refuse(self, text: str) -> None:
        self._refusal.setText(text)
        self._refusal.show()
        self._refusal_timer.start()

    def _clear_refusal(self) -> None:
        self._refusal.clear()
        self._refusal.hide()


def _groups() -> dict[str, tuple[str, ...]]:
    """Return the sections below each title: what is the panes' own stands with how things are looked at."""
    return {
        "Encoding": ("encoding", "content"),
        "Shift": ("shift",),
        "View": (*OF_PANES, "pairwise", "view", "cursor"),
    }
