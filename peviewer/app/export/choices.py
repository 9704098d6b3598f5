"""The right of the Export dialog: the kind of export, its panes, its choices."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from peviewer.app.controls.choice import ChoiceBox, Segments
from peviewer.app.controls.editors import add_accessible_label
from peviewer.app.controls.fitting import ScrollColumn
from peviewer.app.export.form import Form
from peviewer.app.look.icons import icon
from peviewer.app.look.tooltips import set_tooltip
from peviewer.document.document import Document
from peviewer.exporters.kinds.kind import Description, Kind
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
        self._addable: tuple[str, ...] = tuple(panes)
        self._document: Document | None = None
        heading = QLabel("Pane")
        heading.setObjectName("group")
        self._heading = heading
        self.rows: list[_Row] = []
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        self.add_button = QPushButton("+ Add a pane", autoDefault=False)
        self.add_button.setObjectName("quiet")
        self.add_button.setToolTip("Show one more pane in the same picture")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addLayout(self._column)
        column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.add_button.clicked.connect(self._add)
        self._fill()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the panes: all rows, or the first where there may be only one."""
        return self._chosen if self._several else self._chosen[:1]

    def choose(self, names: Sequence[str]) -> None:
        """Show a row for each name; emits nothing."""
        self._chosen = tuple(names)
        self._fill()

    def set_open_panes(self, open_panes: Sequence[str]) -> None:
        """Add these panes first when one is added."""
        self._addable = (*open_panes, *self._panes)

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
        self.add_button.setVisible(self._several and len(self.chosen) < MOST and bool(self._others()))

    def _others(self) -> list[str]:
        """Return what can be added, the first one first."""
        others = [name for name in self._addable if name not in self._chosen]
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
        set_tooltip(self.box, panes[name].summary)
        self.remove_button = QToolButton()
        self.remove_button.setToolTip(f"Leave out {panes[name].title.lower()}")
        self.remove_button.setAccessibleName(self.remove_button.toolTip())
        self.remove_button.setVisible(removable)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.box, 1)
        line.addWidget(self.remove_button)
        add_accessible_label(self.box, self.box.accessibleName())
        self.set_palette(palette)
        self.box.edited.connect(lambda chosen, _key: self.chosen.emit(chosen))
        self.remove_button.clicked.connect(self.removed)

    def set_palette(self, palette: Palette) -> None:
        self.remove_button.setIcon(icon("close", palette))


WIDTH = 332
MARGIN = 16


class ChoicesColumn(QWidget):
    """What can be chosen; one form for every kind of export, of which one is shown."""

    kindChosen = Signal(str)
    panesChosen = Signal(tuple)
    chosen = Signal(str, str, object)
    """A kind, a choice of it, and the value given to it: what was typed may come once another kind is shown."""
    refused = Signal(str)
    """One line: what was typed is not allowed."""

    def __init__(self, kinds: Mapping[str, Kind], panes: Mapping[str, Pane], palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("exportSide")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.kinds = Segments({name: kind.title for name, kind in kinds.items()}, "Kind of export")
        self.scrolled = self._lay_out()
        self.picker = PanePicker(panes, palette, self.scrolled.inside)
        self.scrolled.add(self.picker)
        # In their place from the start: with each move Qt dresses all that is inside once more.
        self.forms = {name: Form(kind.choices, kind.groups, self.scrolled.inside) for name, kind in kinds.items()}
        self.kinds.edited.connect(lambda kind, _key: self.kindChosen.emit(kind))
        self.picker.changed.connect(self.panesChosen)
        for name, form in self.forms.items():
            self.scrolled.add(form)
            form.chosen.connect(partial(self.chosen.emit, name))
            form.refused.connect(self.refused)
            form.hide()

    def _lay_out(self) -> ScrollColumn:
        head = QWidget(self)
        head.setObjectName("parameters")
        above = QVBoxLayout(head)
        above.setContentsMargins(MARGIN, MARGIN, MARGIN, 4)
        above.addWidget(self.kinds)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(head)
        scrolled = ScrollColumn((), (MARGIN, 14, MARGIN, MARGIN), 18, self)
        whole.addWidget(scrolled, 1)
        return scrolled

    def show_kind(self, kind: Kind) -> None:
        """Switch to the form of a kind; it becomes visible with its first choices."""
        self.kinds.set_value(kind.name)
        self.picker.set_several(kind.several)
        for name, form in self.forms.items():
            form.setVisible(name == kind.name and form.isVisibleTo(self))
        self.scrolled.verticalScrollBar().setValue(0)

    def show_choices(self, kind: Kind, choices: Any, description: Description) -> None:
        """Show the choices of a kind, and the defaults of what was not chosen."""
        form = self.forms[kind.name]
        if description.units is not None:
            form.set_units(description.units)
        form.set_options(description.options)
        form.set_choices(choices, description.effective, description.hidden)
        form.show()
        self.picker.setVisible(kind.of_panes(choices))
