"""Choose a preset: the box above the parameters, and the menu."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget

from peviewer.app.controls.choice import DropDown
from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.session.session import Session
from peviewer.app.window.actions import add
from peviewer.figures.presets import Preset, groups, presets

NARROWEST = 120
DESCRIBE = "Show what the preset is about"


def open_preset(session: Session, preset: Preset) -> None:
    """Open a preset, as one undo step."""
    session.open(preset.document, preset.title)


def fill_menu(menu: QMenu, choose: Callable[[Preset], object]) -> None:
    """Add a submenu for every group of presets; `choose` is called with the one that is picked."""
    for group, members in groups().items():
        submenu = menu.addMenu(group)
        submenu.setToolTipsVisible(True)
        for preset in members:
            add(submenu, preset.title, partial(choose, preset), tip=preset.invitation)


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
        line.setContentsMargins(18, 12, 14, 0)  # its ends stand above those of the rows below
        line.setSpacing(8)
        line.addWidget(label)
        line.addWidget(self.chooser, 1)
        self.describing = HeaderButton("explain", DESCRIBE)
        self.describing.reveal(True)
        self.describing.clicked.connect(self.describe)
        self.describing.hide()
        line.addWidget(self.describing)


class PresetChooser(DropDown):
    """Shows what was opened last, or what it was changed into; choosing a preset opens it, even the same one again."""

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
        self.setMaxVisibleItems(self.count())
        self.activated.connect(self._on_activated)
        session.opened.connect(self._show_title)
        session.watch(lambda _: session.current_title, lambda _: self._show_title())

    def shortened(self, text: str, room: int) -> str:
        """End a title that is too long for the box with an ellipsis."""
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def _on_activated(self, index: int) -> None:
        open_preset(self._session, presets()[self.itemData(index)])

    def _show_title(self) -> None:
        title = self._session.current_title
        self.setPlaceholderText(title)
        self.setCurrentIndex(-1 if self._session.left_preset else self.findText(title))
        described = self.currentData(Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(described or "Choose a preset")
