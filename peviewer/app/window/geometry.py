"""Where the window and its docks are: sensible at first, then as the user left them."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from peviewer.app.controls.fitting import room_on

COMFORTABLE = QSize(1440, 900)
SHARE = 0.75
PARAMETERS_WIDTH, PARAMETERS_SHARE = 300, 0.4
VERSION = 1


def first_geometry(screen: QRect) -> QRect:
    """Return where a window first opens on a screen: comfortable, larger on a large one, its title bar never beyond it.

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

    def __init__(self, window: QMainWindow, parameters: QDockWidget, store: QSettings) -> None:
        self._window, self._parameters, self._store = window, parameters, store
        self._settled = False
        self._own: Mapping[str, str] = {}

    def state(self) -> dict[str, str]:
        return {
            name: bytes(value.toBase64().data()).decode("ascii") if isinstance(value, QByteArray) else str(value)
            for name, value in self._now().items()
        }

    def _now(self) -> dict[str, object]:
        return {
            "geometry": self._window.saveGeometry(),
            "docks": self._window.saveState(VERSION),
            "width": self._parameters.width(),
        }

    def restore(self, state: Mapping[str, str] | None = None) -> None:
        """Take what was kept, this window's own where that is given; else a comfortable window."""
        self._own = state or {}
        if not self._window.restoreGeometry(self._bytes("geometry")):
            self._window.setGeometry(first_geometry(self._window.screen().availableGeometry()))
        self._window.restoreState(self._bytes("docks"), VERSION)

    def settle(self) -> None:
        """Give the parameters their width once the window is shown: Qt forgets or scales an earlier one."""
        if not self._settled:
            self._settled = True
            self._widen_parameters(_width(self._kept("width")))

    def keep(self) -> None:
        for name, value in self._now().items():
            self._store.setValue(name, value)
        self._store.sync()

    def _kept(self, name: str) -> object:
        return self._own.get(name, self._store.value(name))

    def _bytes(self, name: str) -> QByteArray:
        value = self._kept(name)
        if name in self._own:
            return QByteArray.fromBase64(self._own[name].encode())
        return value if isinstance(value, QByteArray) else QByteArray()

    def _widen_parameters(self, width: int) -> None:
        room = round(PARAMETERS_SHARE * self._window.width())  # else the panes would have none on the smallest screens
        self._window.resizeDocks([self._parameters], [min(width, room)], Qt.Orientation.Horizontal)


def _width(kept: object) -> int:
    return int(kept) if isinstance(kept, int | str) and str(kept).isdecimal() else PARAMETERS_WIDTH
