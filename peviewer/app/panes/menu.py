"""The menu of a pane."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget


class PaneMenu(QMenu):
    """A menu that is made for one time; some of its entries are buttons of the pane's header."""

    def __init__(
        self, pane_title: str, header_buttons: Mapping[str, QAbstractButton], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.pane_title = pane_title
        self._header_buttons = header_buttons
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def add(
        self,
        text: str,
        run: Callable[[], object],
        picture: QIcon | None = None,
        *,
        enabled: bool = True,
    ) -> None:
        self.addAction(picture or QIcon(), text, run).setEnabled(enabled)

    def add_buttons(self, *keys: str) -> None:
        """Add entries that do what some buttons of the header do, with their names and icons."""
        for key in keys:
            button = self._header_buttons[key]
            self.add(button.accessibleName(), button.click, button.icon())
