"""The dock at the left: the preset chooser above the parameters."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.panes.header import HEIGHT
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.comparing import PIN, pin
from peviewer.app.window.preset_chooser import PresetHead
from peviewer.app.window.tab_order import move_focus
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.palette import Palette

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
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        of_panes = {f"{name}.{field}" for name, own in PANE_SECTIONS.items() for field in own.fields.model_fields}
        panel = self.panel = ParametersPanel(session, of_panes)  # until it is known which panes are open
        panel.fold(settings.choices.folded, settings.choices.more)
        panel.folded.connect(lambda titles: settings.remember(folded=titles))
        panel.moreShown.connect(lambda titles: settings.remember(more=titles))
        column.addWidget(panel, 1)
        self.pinning = HeaderButton("compare", PIN)
        self.pinning.reveal(True)
        self.pinning.clicked.connect(lambda: pin(session))
        panel.add_button("Encoding", self.pinning)
        self.setWidget(inside)
        self.title = DockTitle(self)
        self.setTitleBarWidget(self.title)
        for part in (head.chooser, panel):
            part.finished.connect(self.finished)
        self.toggleViewAction().triggered.connect(self._on_toggled)

    def enter(self) -> None:
        """Show it if it is hidden, and let keys be for it, from its head on."""
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

    def set_palette(self, palette: Palette) -> None:
        """Recolour the buttons."""
        for button in (self.pinning, self.head.describing, self.title.floating, self.title.closing):
            button.set_palette(palette)


class DockTitle(QWidget):
    """The line above the parameters: dragged, it moves them; its buttons look as those of a pane, in every theme."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.floating = HeaderButton("float", FLOAT, self)
        self.closing = HeaderButton("close", "Close the parameters", self)
        line = QHBoxLayout(self)
        line.setContentsMargins(18, 2, 8, 2)
        line.setSpacing(1)
        line.addWidget(QLabel(dock.windowTitle()), 1)
        for button in (self.floating, self.closing):
            button.reveal(True)
            line.addWidget(button)
        self.floating.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self.closing.clicked.connect(dock.close)
        dock.topLevelChanged.connect(lambda floats: self.floating.rename("float", DOCK if floats else FLOAT))
