"""Where the window and its docks are: sensible at first, then as the user left them."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow

from peviewer.app.controls.fitting import room_on

COMFORTABLE = QSize(1440, 900)
SHARE = 0.75
PARAMETERS_WIDTH, PARAMETERS_SHARE = 300, 0.4
VERSION = 1
NARROW = "parameters"  # what had no room, and was not hidden by the user


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
        self._settled = self._narrow = False
        self._own: Mapping[str, str] = {}

    def state(self) -> dict[str, str]:
        """Return where everything is, as text."""
        return {
            name: bytes(value.toBase64().data()).decode("ascii") if isinstance(value, QByteArray) else str(value)
            for name, value in self._now().items()
        }

    def _now(self) -> dict[str, object]:
        return {
            "geometry": self._window.saveGeometry(),
            "docks": self._window.saveState(VERSION),
            "width": self._parameters.width(),
            "narrow": NARROW if self._narrow else "",
        }

    def restore(self, state: Mapping[str, str] | None = None) -> None:
        """Take what was kept, this window's own where that is given; else a comfortable window."""
        self._own = state or {}
        if not self._window.restoreGeometry(self._bytes("geometry")):
            self._window.setGeometry(first_geometry(self._window.screen().availableGeometry()))
        self._window.restoreState(self._bytes("docks"), VERSION)
        if self._kept("narrow") == NARROW:
            self._parameters.setFloating(False)
            self._parameters.show()

    def settle(self) -> None:
        """Give the parameters their width once the window is shown: Qt forgets or scales an earlier one."""
        if not self._settled:
            self._settled = True
            self._widen_parameters(_width(self._kept("width")))
            self._leave_room()
            if self._parameters.isFloating() and self._parameters.isVisible():
                QTimer.singleShot(0, self._parameters, self._show_above)

    def _show_above(self) -> None:
        """Show floating parameters anew: shown before the window, they are behind it, and it covers them."""
        self._parameters.hide()
        self._parameters.show()

    def _leave_room(self) -> None:
        """Let the panes have a screen that is too narrow for the parameters beside them; the menu shows these above."""
        screen = self._window.screen().availableGeometry()
        if self._parameters.isVisible() and self._window.minimumSizeHint().width() > screen.width():
            self._parameters.setFloating(True)
            self._parameters.hide()
            room = room_on(screen)
            self._parameters.setGeometry(QRect(room.topLeft(), QSize(PARAMETERS_WIDTH, room.height())))
            self._narrow = True
            QTimer.singleShot(0, self._window, lambda: self._window.setGeometry(first_geometry(screen)))

    def keep(self) -> None:
        """Write down how the window is now."""
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
