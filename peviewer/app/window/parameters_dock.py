"""The dock at the left: presets and parameters, and the strip when it is closed."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QLabel, QMenu, QWidget

from peviewer.app.controls.choice import DropDown
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.look.parts import HeaderButton, in_column, in_row, set_tooltip
from peviewer.app.look.type_size import set_sizes
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.header import HEIGHT
from peviewer.app.session.scheme_files import OWN_FILES, own_files
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.comparison import PIN, pin
from peviewer.document.animation import SHIFT, field_specification
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import AS_IT_OPENS, preset_of_title

NARROWEST = 120
Feature = QDockWidget.DockWidgetFeature


class PresetChooser(DropDown):
    """Shows what was opened last, or what it was changed into; its list is the menu of presets."""

    menu: QMenu

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setAccessibleName("Preset")
        # Otherwise a file's long name widens the whole panel.
        self.setMinimumWidth(NARROWEST)
        self.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._session = session
        session.opened.connect(self._show_title)
        session.watch(lambda _: session.current_title, lambda _: self._show_title())

    def shortened(self, text: str, room: int) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def showPopup(self) -> None:
        self.menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _show_title(self) -> None:
        title = self._session.current_title
        known = preset_of_title(self._session.title)
        self.clear()
        self.addItem(title)
        if known is None or self._session.left_preset:
            set_tooltip(self, title)
            return
        is_changed = title != known.title
        set_tooltip(self, f"{known.at_start.text}{f' ({AS_IT_OPENS})' if is_changed else ''}")


class ParametersDock(QDockWidget):
    """Everything that can be chosen of a session's Document, below the chooser of a preset."""

    finished = Signal()
    """The user is through with one of its controls."""

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__("Parameters")
        self.setObjectName("dock-parameters")
        self.chooser = PresetChooser(session)
        label = QLabel("Preset")
        head = QWidget()
        inside = QWidget()
        label.setBuddy(self.chooser)
        head.setObjectName("parameters")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # In line with the rows below.
        in_row(label, (self.chooser, 1), inside=head, margins=(18, 12, 14, 0), spacing=8)
        of_panes = {
            f"{name}.{field}"
            for name, own in PANE_SECTIONS.items()
            for field in own.fields.model_fields
        }
        # All panes count until it is known which are open.
        panel = self.panel = ParametersPanel(session, of_panes)
        in_column(head, (panel, 1), inside=inside, margins=(0, 0, 0, 0), spacing=0)
        panel.fold(settings.choices.folded, settings.choices.more)
        panel.folded.connect(lambda folded, more: settings.remember(folded=folded, more=more))
        panel.finished.connect(self.finished)
        self.pin_button = HeaderButton("compare", PIN, revealed=True)
        self.pin_button.clicked.connect(lambda: pin(session))
        panel.add_button("Encoding", self.pin_button)
        self.reload_button = HeaderButton(
            "loop", "Run the file of the scheme again (Ctrl+Shift+R)", revealed=True
        )
        panel.add_button("Encoding", self.reload_button)
        session.watch(
            own_files,
            lambda _: self.reload_button.setVisible(bool(own_files(session.document))),
            of=OWN_FILES,
        )
        self.setWidget(inside)
        self.setTitleBarWidget(self._title())
        self.setFeatures(Feature.DockWidgetClosable | Feature.DockWidgetMovable)

    def _title(self) -> QWidget:
        """Return the line above the parameters: dragged, it moves them to the other side.

        Its button is as a pane's.
        """
        title = QWidget(self)
        title.setObjectName("dockTitle")
        title.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_sizes(title, height=HEIGHT)
        self.close_button = HeaderButton("close", "Close the parameters", revealed=True)
        in_row(
            (QLabel(self.windowTitle()), 1),
            self.close_button,
            inside=title,
            margins=(18, 2, 8, 2),
            spacing=1,
        )
        self.close_button.clicked.connect(self.close)
        return title

    def enter(self) -> None:
        """Show it if it is hidden, and focus its first control."""
        self.show()
        self.chooser.setFocus(Qt.FocusReason.ShortcutFocusReason)


# The prefix of fields that are always visible: they define the scheme.
OF_SCHEME = "encoding."


def _acts(document: Document, path: str, shown: Sequence[Pane]) -> bool:
    """Whether a field changes what one of the panes shows, or what zooming them does."""
    if path == "view.linked":
        return sum(pane.shows_any(document) and not pane.lists for pane in shown) > 1
    return document.applies(path, field_specification(document, path)) and affects_panes(
        shown, document, path
    )


class VisibleFields:
    """Hides the Parameters that have a control elsewhere now.

    Those that change nothing on show are hidden, too.
    """

    def __init__(
        self,
        session: Session,
        panel: ParametersPanel,
        area: PaneArea,
        docks: Mapping[str, PaneDock],
    ) -> None:
        self._session = session
        self._panel = panel
        self._area = area
        self._docks = docks
        panel.building.find_hidden = self._hidden
        area.shownChanged.connect(self.update)
        # Neither φ nor what is pointed at brings a field to life.
        others = (name for name in Document.section_names() if name not in ("shift", "cursor"))
        session.watch(_kinds, lambda _: self.update(), of=" ".join(others))

    def update(self) -> None:
        """Find soon what is hidden: a pane that opens reports more than one change."""
        self._panel.building.update_hidden()

    def _hidden(self) -> Iterator[tuple[str, bool]]:
        """Yield the path of each field, and whether it is hidden."""
        document = self._session.document
        names = self._area.shown
        panes = [PANES[name] for name in names]
        docks = [self._docks[name] for name in names if name in self._docks]
        shown_elsewhere = {SHIFT}.union(*[dock.visible_fields for dock in docks])
        for path in self._panel.paths():
            if path in shown_elsewhere:
                yield path, True
            elif path.startswith(OF_SCHEME):
                yield path, False
            else:
                yield path, not _acts(document, path, panes)


def _kinds(document: Document) -> object:
    """Return all of a Document by which other fields come to do something.

    These are its schemes, choices and switches.
    """
    sections = document.sections().values()
    chosen = [
        value
        for section in sections
        for value in vars(section).values()
        if isinstance(value, str | bool)
    ]
    return type(document.encoding), type(document.compare.against), chosen


class CollapsedSidebar(QWidget):
    """The button that brings the parameters back while they are closed."""

    def __init__(self, parameters: ParametersDock) -> None:
        super().__init__()
        button = HeaderButton("parameters", "Show the parameters", revealed=True)
        in_column(button, None, inside=self, margins=(4, 6, 4, 0))
        button.clicked.connect(parameters.enter)
        parameters.toggleViewAction().toggled.connect(self.setHidden)
        # Whether the parameters are visible is known once the window is shown.
        self.hide()
