"""The narrow strip at the left that is there while the parameters are closed: a click brings them back."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from peviewer.app.panes.header_button import HeaderButton
from peviewer.app.window.description import Description
from peviewer.app.window.parameters_dock import ParametersDock
from peviewer.app.window.preset_chooser import DESCRIBE
from peviewer.figures.palette import Palette

SHOW_PARAMETERS = "Show the parameters"


class WayBack(QWidget):
    """One button for the parameters, and one for the preset's description where that is closed as well.

    Parameters
    ----------
    parameters : ParametersDock
        What may be closed.
    description : Description
        What may be closed.
    """

    def __init__(self, parameters: ParametersDock, description: Description, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parameters, self._description = parameters, description
        self.parameters = HeaderButton("parameters", SHOW_PARAMETERS)
        self.description = HeaderButton("explain", DESCRIBE)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 6, 4, 0)
        column.setSpacing(6)
        for button in (self.parameters, self.description):
            button.reveal(True)
            column.addWidget(button)
        column.addStretch(1)
        self.parameters.clicked.connect(parameters.enter)
        self.description.clicked.connect(lambda: description.choose(True))
        parameters.toggleViewAction().toggled.connect(self.update_shown)
        description.wantedChanged.connect(self.update_shown)
        self.hide()  # until the window is shown nobody knows of the parameters

    def update_shown(self) -> None:
        """Be there while the parameters are not."""
        self.setVisible(not self._parameters.toggleViewAction().isChecked())
        self.description.setVisible(self._description.can_come_back)

    def set_palette(self, palette: Palette) -> None:
        """Recolour the buttons."""
        for button in (self.parameters, self.description):
            button.set_palette(palette)
