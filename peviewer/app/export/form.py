"""The right of the Export dialog: the panes, and the choices of a kind of export in groups."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.controls.editors import (
    Editor,
    Switch,
    TextSwitch,
    add_accessible_label,
    describe,
    editor,
)
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.controls.text_boxes import LineBox
from peviewer.app.look.parts import in_column, in_row
from peviewer.base.parameters import Parameters
from peviewer.base.specification import Specification, specification
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES

LABEL_WIDTH = 84


class PaneMenu(QPushButton):
    """Which panes are exported: those that can show the Document, to be ticked one by one."""

    # Emitted with the names of the chosen panes.
    changed = Signal(tuple)

    def __init__(self) -> None:
        super().__init__(autoDefault=False)
        self._chosen: tuple[str, ...] = (next(iter(PANES)),)
        self._several = True
        menu = QMenu(self)
        self.actions_of = {name: menu.addAction(pane.title) for name, pane in PANES.items()}
        for name, action in self.actions_of.items():
            action.setCheckable(True)
            action.triggered.connect(lambda on, name=name: self._toggle(name, on))
        self.setMenu(menu)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the panes; a single one if only one is allowed."""
        return self._chosen if self._several else self._chosen[:1]

    def choose(self, names: Sequence[str], *, several: bool | None = None) -> None:
        self._chosen = tuple(names)
        if several is not None:
            self._several = several
        for name, action in self.actions_of.items():
            action.setChecked(name in self.chosen)
        title = PANES[self.chosen[0]].title
        self.setText(title if len(self.chosen) == 1 else f"{title} and {len(self.chosen) - 1} more")

    def set_document(self, document: Document) -> None:
        for name, action in self.actions_of.items():
            action.setVisible(PANES[name].shows_any(document) or name in self._chosen)

    def _toggle(self, name: str, on: bool) -> None:
        if not self._several:
            names: tuple[str, ...] = (name,)
        elif on:
            names = (*self._chosen, name)
        else:
            others = tuple(pane for pane in self._chosen if pane != name)
            names = others or self._chosen
        self.choose(names)
        self.changed.emit(self.chosen)


class Form(QWidget):
    """Editors of the choices of an export; a choice without effect beside the others is hidden."""

    # Emitted with a field, and the value that the user gave it.
    chosen = Signal(str, object)

    # Emitted with a line: what was typed is not allowed, and what is.
    refused = Signal(str)

    def __init__(
        self,
        choices: type[Parameters],
        groups: Mapping[str, tuple[str, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._specs = {name: specification(choices, name) for name in choices.model_fields}
        self.editors: dict[str, Editor] = {}
        self._lines: list[tuple[tuple[str, ...], list[QWidget]]] = []
        column = in_column(inside=self, margins=(0, 0, 0, 0), spacing=18)
        self._groups = [self._group(title, lines, column) for title, lines in groups.items()]

    def set_choices(
        self,
        choices: Parameters,
        effective: Mapping[str, Any],
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        for name, field_editor in self.editors.items():
            value = getattr(choices, name)
            if value is None:
                value = effective.get(name)
            if value is not None:
                field_editor.set_value(value)
            if isinstance(field_editor, LineBox):
                field_editor.setPlaceholderText(effective.get(name, ""))

        visible_fields = {
            name
            for name in self.editors
            if name not in hidden and self._specs[name].applies(choices)
        }
        for fields, widgets in self._lines:
            for widget in widgets:
                widget.setVisible(not visible_fields.isdisjoint(fields))
        for box, fields_of_group in self._groups:
            box.setVisible(not visible_fields.isdisjoint(fields_of_group))

    def set_options(self, options: Mapping[str, Mapping[str, str]]) -> None:
        for field, labels in options.items():
            box = self.editors[field]
            assert isinstance(box, ChoiceBox)
            box.offer(labels)

    def set_units(self, units: Mapping[str, str]) -> None:
        for field, unit in units.items():
            box = self.editors[field]
            assert isinstance(box, NumberBox)
            box.set_unit(unit)

    def _group(
        self, title: str, lines: tuple[str, ...], column: QBoxLayout
    ) -> tuple[QWidget, list[str]]:
        box = QWidget(self)
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, LABEL_WIDTH)
        grid.setColumnStretch(1, 1)
        if title:
            heading = QLabel(title)
            heading.setObjectName("group")
            grid.addWidget(heading, 0, 0, 1, 2)
        fields_of_lines = [line.split() for line in lines]
        for fields in fields_of_lines:
            for name in fields:
                spec = self._specs[name]
                # A switch with a text field needs a whole line for itself.
                if len(fields) > 1:
                    spec = replace(spec, worded=False)
                self.editors[name] = self._editor(name, spec)
        for fields in fields_of_lines:
            has_title_of_group = title in ("", self._specs[fields[0]].title)
            self._add(grid, tuple(fields), across=has_title_of_group)
        column.addWidget(box)
        return box, list(chain.from_iterable(fields_of_lines))

    def _editor(self, name: str, spec: Specification) -> Editor:
        made = editor(spec, segmented=True)
        made.edited.connect(lambda value, _key: self.chosen.emit(name, value))
        if isinstance(made, NumberBox):
            # Qt's own policy would widen the form.
            made.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            made.rejected.connect(self.refused)
            made.paused.connect(lambda value: self.chosen.emit(name, value))
        return made

    def _add(self, grid: QGridLayout, fields: tuple[str, ...], *, across: bool) -> None:
        """Add one line below the others: a label and editors, or editors that hold their label."""
        row = grid.rowCount()
        specs = [self._specs[field] for field in fields]
        widgets = [self.editors[field] for field in fields]
        holder = QWidget(grid.parentWidget())
        in_row(*((widget, 1) for widget in widgets), inside=holder, margins=(0, 0, 0, 0), spacing=8)
        for widget in widgets:
            if isinstance(widget, ChoiceBox):
                add_accessible_label(widget, widget.accessibleName())
        if across or all(isinstance(widget, Switch | TextSwitch) for widget in widgets):
            grid.addWidget(holder, row, 0, 1, 2)
            self._lines.append((fields, [holder]))
            return
        first_title, *other_titles = (spec.title for spec in specs)
        continuing_titles = [title[:1].lower() + title[1:] for title in other_titles]
        label = QLabel(", ".join([first_title, *continuing_titles]))
        label.setObjectName("label")
        describe(label, specs[0])
        grid.addWidget(label, row, 0)
        grid.addWidget(holder, row, 1)
        self._lines.append((fields, [label, holder]))
