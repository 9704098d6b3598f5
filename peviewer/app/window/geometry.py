"""Where the window and its docks are: sensible at first, then as the user left them."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRect, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from peviewer.app.controls.fitting import room_on
from peviewer.app.session.settings import Settings

COMFORTABLE = QSize(1440, 900)
SHARE = 0.75
PARAMETERS_WIDTH = 300
PARAMETERS_SHARE = 0.4
VERSION = 1


def first_geometry(screen: QRect) -> QRect:
    """Return where a window first opens on a screen.

    It is comfortable, larger on a large one, its title bar never beyond it.

    >>> first_geometry(QRect(0, 0, 1280, 800)).getRect()
    (6, 36, 1268, 758)
    >>> first_geometry(QRect(0, 0, 3840, 2160)).getRect()
    (480, 270, 2880, 1620)
    """
    room = room_on(screen)
    size = COMFORTABLE.expandedTo(screen.size() * SHARE).boundedTo(room.size())
    place = QRect(room.topLeft(), size)
    place.moveCenter(screen.center())
    place.moveTop(max(place.top(), room.top()))
    return place & room


class WindowGeometry:
    """The window's geometry and its docks, kept between launches."""

    def __init__(self, window: QMainWindow, parameters: QDockWidget, settings: Settings) -> None:
        self._window = window
        self._parameters = parameters
        self._settings = settings
        self._settled = False
        self._kept: Mapping[str, str] = {}

    def state(self) -> dict[str, str]:
        saved = {"geometry": self._window.saveGeometry(), "docks": self._window.saveState(VERSION)}
        texts = {
            name: bytes(value.toBase64().data()).decode("ascii") for name, value in saved.items()
        }
        return {**texts, "width": str(self._parameters.width())}

    def restore(self, own: Mapping[str, str] | None = None) -> None:
        """Take what was kept, this window's own where that is given; else a comfortable window."""
        self._kept = own or self._settings.choices.geometry
        if not self._window.restoreGeometry(self._bytes("geometry")):
            self._window.setGeometry(first_geometry(self._window.screen().availableGeometry()))
        self._window.restoreState(self._bytes("docks"), VERSION)

    def settle(self) -> None:
        """Give the parameters their width once the window is shown.

        Qt forgets or scales an earlier one.
        """
        if not self._settled:
            self._settled = True
            width = self._kept.get("width", "")
            # Otherwise the panes would have no room on the smallest screens.
            most = round(PARAMETERS_SHARE * self._window.width())
            wide = min(int(width) if width.isdecimal() else PARAMETERS_WIDTH, most)
            self._window.resizeDocks([self._parameters], [wide], Qt.Orientation.Horizontal)

    def keep(self) -> None:
        self._settings.remember(geometry=self.state())

    def _bytes(self, name: str) -> QByteArray:
        return QByteArray.fromBase64(self._kept.get(name, "").encode())
