"""The right of the Export dialog: the kind of export, its panes, its choices."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.fitting import ScrollColumn
from peviewer.app.export.form import Form
from peviewer.app.export.pane_picker import PanePicker
from peviewer.exporters.kinds.kind import Kind, Told
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane

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
            form.set_obstacles(kinds[name].obstacles())
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
        """Make room for the form of a kind, from its top: it is shown once it is known what to say there."""
        self.kinds.set_value(kind.name)
        self.picker.set_several(kind.several)
        for name, form in self.forms.items():
            form.setVisible(name == kind.name and form.isVisibleTo(self))
        self.scrolled.verticalScrollBar().setValue(0)

    def show_choices(self, kind: Kind, choices: Any, told: Told) -> None:
        """Show what is chosen of a kind, and what stands for what is not."""
        form = self.forms[kind.name]
        if told.units is not None:
            form.set_units(told.units)
        form.set_offered(told.offered)
        form.set_choices(choices, told.effective, told.hidden)
        form.show()
        self.picker.setVisible(kind.of_panes(choices))
