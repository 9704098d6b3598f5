"""The menu of a pane: what can be done with it and with its figure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True)
class Entry:
    """One line of the menu: what will be done, and whether there is anything to do."""

    text: str
    run: Callable[[], object]
    icon: QIcon | None = None
    enabled: bool = True


def offer(groups: Iterable[Sequence[Entry]], at: QPoint, parent: QWidget) -> QMenu:
    """Open a menu at a place on the screen; it is made for this once, and says what holds now."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for group in filter(None, groups):
        menu.addSeparator()
        for entry in group:
            action = menu.addAction(entry.icon or QIcon(), entry.text)
            action.setEnabled(entry.enabled)
            action.triggered.connect(lambda _=False, run=entry.run: run())
    menu.popup(at)
    return menu
