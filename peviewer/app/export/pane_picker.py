"""Which panes an export is of: one, or several in the order of their rows."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.editors import add_accessible_label
from peviewer.app.look.icons import icon
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane

MOST = 12


class PanePicker(QWidget):
    """A row for every chosen pane; rows can be added and removed where there may be several."""

    changed = Signal(tuple)
    """The names of the chosen panes."""

    def __init__(self, panes: Mapping[str, Pane], palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._panes, self._palette = panes, palette
        self._chosen: tuple[str, ...] = (next(iter(panes)),)
        self._several = True
        self._offered: tuple[str, ...] = tuple(panes)
        self._document: Document | None = None
        heading = QLabel("Pane")
        heading.setObjectName("group")
        self._heading = heading
        self.rows: list[_Row] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        self.adding = QPushButton("+ Add a pane", autoDefault=False)
        self.adding.setObjectName("quiet")
        self.adding.setToolTip("Show one more pane in the same picture")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addLayout(self._column)
        column.addWidget(self.adding, 0, Qt.AlignmentFlag.AlignLeft)
        self.adding.clicked.connect(self._add)
        self._fill()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the panes: all rows, or the first where there may be only one."""
        return self._chosen if self._several else self._chosen[:1]

    def choose(self, names: Sequence[str]) -> None:
        """Show a row for each name; says nothing."""
        self._chosen = tuple(names)
        self._fill()

    def offer(self, open_panes: Sequence[str]) -> None:
        """Add these panes first when one is added."""
        self._offered = (*open_panes, *self._panes)

    def set_document(self, document: Document) -> None:
        """Add only those that can show a Document."""
        self._document = document
        self._show_adding()

    def set_several(self, several: bool) -> None:
        """Let there be several panes, or only the first."""
        if several != self._several:
            self._several = several
            self._fill()

    def set_palette(self, palette: Palette) -> None:
        """Recolour the icons."""
        self._palette = palette
        for row in self.rows:
            row.set_palette(palette)

    def _fill(self) -> None:
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for place, name in enumerate(self.chosen):
            row = _Row(self._panes, name, removable=len(self.chosen) > 1, palette=self._palette)
            row.chosen.connect(lambda other, place=place: self._replace(place, other))
            row.removed.connect(lambda place=place: self._remove(place))
            self._column.addWidget(row)
            self.rows.append(row)
        self._heading.setText("Pane" if len(self.chosen) == 1 else "Panes")
        self._show_adding()

    def _show_adding(self) -> None:
        self.adding.setVisible(self._several and len(self.chosen) < MOST and bool(self._others()))

    def _others(self) -> list[str]:
        """Return what can be added, the first one first."""
        others = [name for name in self._offered if name not in self._chosen]
        return [name for name in others if self._document is None or self._panes[name].shows_any(self._document)]

    def _change(self, names: tuple[str, ...]) -> None:
        self.choose(names)
        self.changed.emit(self.chosen)

    def _replace(self, place: int, name: str) -> None:
        self._change((*self._chosen[:place], name, *self._chosen[place + 1 :]))

    def _remove(self, place: int) -> None:
        self._change((*self._chosen[:place], *self._chosen[place + 1 :]))

    def _add(self) -> None:
        self._change((*self._chosen, self._others()[0]))


class _Row(QWidget):
    """One pane, and what removes it."""

    chosen = Signal(str)
    removed = Signal()

    def __init__(self, panes: Mapping[str, Pane], name: str, *, removable: bool, palette: Palette) -> None:
        super().__init__()
        self.box = ChoiceBox({pane.name: pane.title for pane in panes.values()}, "Pane")
        self.box.set_value(name)
        self.box.setToolTip(panes[name].summary)
        self.removing = QToolButton()
        self.removing.setToolTip(f"Leave out {panes[name].title.lower()}")
        self.removing.setAccessibleName(self.removing.toolTip())
        self.removing.setVisible(removable)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.box, 1)
        line.addWidget(self.removing)
        add_accessible_label(self.box, self.box.accessibleName())
        self.set_palette(palette)
        self.box.edited.connect(lambda chosen, _key: self.chosen.emit(chosen))
        self.removing.clicked.connect(self.removed)

    def set_palette(self, palette: Palette) -> None:
        """Recolour the icon."""
        self.removing.setIcon(icon("close", palette))
