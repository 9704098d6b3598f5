"""The dock at the left: presets and parameters, which of them are visible, and the strip when it is closed."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QWidget

from peviewer.app.controls.choice import DropDown
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.look.layouts import in_column, in_row
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.header import HEIGHT
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.scheme_files import OWN_FILES, own_files
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.comparison import PIN, pin
from peviewer.app.window.description import Description
from peviewer.app.window.keyboard_focus import move_focus
from peviewer.document.animation import SHIFT, field_specification
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import Preset, groups, presets
from peviewer.live.text import wrapped

NARROWEST = 120
DESCRIBE = "Show the description of the preset"


def open_preset(session: Session, preset: Preset) -> None:
    session.open(preset.document, preset.title)


class PresetHead(QWidget):
    """The chooser with its label, at the head of the parameters, and what brings a closed description back."""

    describe = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("parameters")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chooser = PresetChooser(session)
        label = QLabel("Preset")
        label.setBuddy(self.chooser)
        line = QHBoxLayout(self)
        line.setContentsMargins(18, 12, 14, 0)  # in line with the rows below
        line.setSpacing(8)
        line.addWidget(label)
        line.addWidget(self.chooser, 1)
        self.description_button = HeaderButton("explain", DESCRIBE)
        self.description_button.reveal(True)
        self.description_button.clicked.connect(self.describe)
        self.description_button.hide()
        line.addWidget(self.description_button)


class PresetChooser(DropDown):
    """Shows what was opened last, or what it was changed into; a click or Space asks for the menu of presets.

    Arrows and the wheel open the preset before or after.
    """

    opening = Signal()
    """The menu of presets is wanted."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName("Preset")
        self.setMinimumWidth(NARROWEST)  # else a file's long name widens the whole panel
        self.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for group, members in groups().items():
            self.add_heading(group)
            for preset in members:
                self.addItem(preset.title, preset.name)
                self.setItemData(self.count() - 1, preset.invitation, Qt.ItemDataRole.ToolTipRole)
        self.activated.connect(self._on_activated)
        session.opened.connect(self._show_title)
        session.watch(lambda _: session.current_title, lambda _: self._show_title(), of="encoding")

    def shortened(self, text: str, room: int) -> str:
        """End a title that is too long for the box with an ellipsis."""
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def showPopup(self) -> None:
        """Ask for the menu: a list of all presets is taller than the screen."""
        self.opening.emit()

    def _on_activated(self, index: int) -> None:
        open_preset(self._session, presets()[self.itemData(index)])

    def _show_title(self) -> None:
        title = self._session.current_title
        self.setPlaceholderText(title)
        self.setCurrentIndex(-1 if self._session.left_preset else self.findText(title))
        described = self.currentData(Qt.ItemDataRole.ToolTipRole) or title
        self.setToolTip(wrapped(described))
        self.setAccessibleDescription(described)


FLOAT, DOCK = "Let the parameters float", "Put the parameters back into the window"


class ParametersDock(QDockWidget):
    """Everything that can be chosen of a session's Document."""

    finished = Signal()
    """The user is through with one of its controls."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__("Parameters", parent)
        self.setObjectName("dock-parameters")
        self.head = head = PresetHead(session)
        self.chooser = head.chooser
        inside = QWidget()
        column = in_column(head, inside=inside, margins=(0, 0, 0, 0), spacing=0)
        of_panes = {f"{name}.{field}" for name, own in PANE_SECTIONS.items() for field in own.fields.model_fields}
        panel = self.panel = ParametersPanel(session, of_panes)  # until it is known which panes are open
        panel.fold(settings.choices.folded, settings.choices.more)
        panel.folded.connect(lambda titles: settings.remember(folded=titles))
        panel.moreShown.connect(lambda titles: settings.remember(more=titles))
        column.addWidget(panel, 1)
        self.pin_button = HeaderButton("compare", PIN)
        self.pin_button.reveal(True)
        self.pin_button.clicked.connect(lambda: pin(session))
        panel.add_button("Encoding", self.pin_button)
        self.reload_button = HeaderButton("loop", "Run the file of the scheme again (Ctrl+Shift+R)")
        self.reload_button.reveal(True)
        panel.add_button("Encoding", self.reload_button)
        session.watch(
            own_files, lambda _: self.reload_button.setVisible(bool(own_files(session.document))), of=OWN_FILES
        )
        self.setWidget(inside)
        self.title = DockTitle(self)
        self.setTitleBarWidget(self.title)
        for part in (head.chooser, panel):
            part.finished.connect(self.finished)
        self.toggleViewAction().triggered.connect(self._on_toggled)

    def enter(self) -> None:
        """Show it if it is hidden, and focus its first control."""
        self.show()
        self.activateWindow()
        self.raise_()
        self.chooser.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_toggled(self, shown: bool) -> None:
        """Take the focus where Tab does not come to it from the window."""
        if shown and self.isFloating():
            self.enter()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go with Tab as it is read; within a window that is the window's to do."""
        return move_focus(self, forward=forward) if self.isWindow() else super().focusNextPrevChild(forward)


class DockTitle(QWidget):
    """The line above the parameters: dragged, it moves them; its buttons look as those of a pane, in every theme."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.float_button = HeaderButton("float", FLOAT, self)
        self.close_button = HeaderButton("close", "Close the parameters", self)
        line = in_row((QLabel(dock.windowTitle()), 1), inside=self, margins=(18, 2, 8, 2), spacing=1)
        for button in (self.float_button, self.close_button):
            button.reveal(True)
            line.addWidget(button)
        self.float_button.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self.close_button.clicked.connect(dock.close)
        dock.topLevelChanged.connect(lambda floats: self.float_button.rename("float", DOCK if floats else FLOAT))


OF_SCHEME = "encoding."
"""The prefix of fields that are always visible: they define the scheme."""


def left_out(
    document: Document, paths: Iterable[str], shown: Sequence[Pane], headed: Collection[str]
) -> frozenset[str]:
    """Return the fields that the Parameters need not show."""
    return frozenset(
        path
        for path in paths
        if path in headed or path == SHIFT or not (path.startswith(OF_SCHEME) or _acts(document, path, shown))
    )


def _acts(document: Document, path: str, shown: Sequence[Pane]) -> bool:
    """Whether a field changes what one of the panes shows, or what zooming them does."""
    if path == "view.linked":
        return sum(pane.shows_any(document) and not pane.lists for pane in shown) > 1
    section, _, field = path.partition(".")
    if field == "head" and section in PANE_SECTIONS and section not in [pane.name for pane in shown]:
        return False  # it is the head of the pane on show, which has a control of its own
    return document.applies(path, field_specification(document, path)) and affects_panes(shown, document, path)


class VisibleFields:
    """Hides the Parameters that have a control elsewhere now, and those that change nothing on show."""

    def __init__(
        self,
        session: Session,
        panel: ParametersPanel,
        area: PaneArea,
        panes: Mapping[str, Pane],
        docks: Mapping[str, PaneDock],
    ) -> None:
        self._session, self._panel, self._area, self._panes, self._docks = session, panel, area, panes, docks
        area.shownChanged.connect(self.update)
        session.watch(_kinds, lambda _: self.update())

    def update(self) -> None:
        """Hide what has a control elsewhere now, or changes nothing now."""
        shown = self._area.shown
        headed = {path for name in shown if name in self._docks for path in self._docks[name].visible_fields}
        panes = [self._panes[name] for name in shown]
        self._panel.hide_fields(left_out(self._session.document, self._panel.paths(), panes, headed))


def _kinds(document: Document) -> object:
    """Return all of a Document by which other fields come to do something: its schemes, choices and switches."""
    sections = document.sections().values()
    chosen = [value for section in sections for _, value in section if isinstance(value, str | bool)]
    return type(document.encoding), type(document.compare.against), chosen


SHOW_PARAMETERS = "Show the parameters"


class CollapsedSidebar(QWidget):
    """One button for the parameters, and one for the preset's description where that is closed as well."""

    def __init__(self, parameters: ParametersDock, description: Description, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameters, self._description = parameters, description
        self.parameters = HeaderButton("parameters", SHOW_PARAMETERS)
        self.description = HeaderButton("explain", DESCRIBE)
        column = in_column(inside=self, margins=(4, 6, 4, 0), spacing=6)
        for button in (self.parameters, self.description):
            button.reveal(True)
            column.addWidget(button)
        column.addStretch(1)
        self.parameters.clicked.connect(parameters.enter)
        self.description.clicked.connect(description.ask)
        parameters.toggleViewAction().toggled.connect(self.update_shown)
        description.wantedChanged.connect(self.update_shown)
        self.hide()  # whether the parameters are visible is known once the window is shown

    def update_shown(self) -> None:
        """Show it while the parameters are hidden."""
        self.setVisible(not self._parameters.toggleViewAction().isChecked())
        self.description.setVisible(self._description.is_hidden)
