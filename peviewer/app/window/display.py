"""Tell beforehand what would keep a window from opening: Qt itself aborts the process."""

import ctypes
import importlib.util
import os
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

WITHOUT = "peviewer export works without a display; xvfb-run peviewer opens the window on an unseen one"

# Library → the Debian and Ubuntu package it is in. Qt's own wheel brings the rest.
PACKAGES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libxkbcommon.so.0": "libxkbcommon0",
}
X11_PACKAGES = {
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND_PACKAGES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}

# How to close what was opened to see whether it can be.
_connections: list[Callable[[], object]] = []


def obstacle() -> str | None:
    """Return one line that says why no window can open and how to go on; None if it can.

    Only Linux is looked at: elsewhere there is always a display.
    """
    if not sys.platform.startswith("linux"):
        return None
    named = [name.partition(":")[0] for name in os.environ.get("QT_QPA_PLATFORM", "").split(";") if name]
    platforms = named or _found_platforms()
    if not platforms:
        return f"no display: neither DISPLAY nor WAYLAND_DISPLAY is set; {WITHOUT}"
    obstacles = [_platform_obstacle(name) for name in platforms]
    return None if None in obstacles else obstacles[-1]


def _found_platforms() -> list[str]:
    """Return the platforms Qt would try, in its order: the last one's failure is the one to tell."""
    found = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
    return [name for name, variable in found.items() if os.environ.get(variable)]


def _platform_obstacle(name: str) -> str | None:
    if name == "xcb":
        return missing_libraries({**PACKAGES, **X11_PACKAGES}) or _x11_obstacle()
    if name.startswith("wayland"):
        return missing_libraries({**PACKAGES, **WAYLAND_PACKAGES}) or _wayland_obstacle()
    return missing_libraries(PACKAGES) or _unknown_platform(name)


def _unknown_platform(name: str) -> str | None:
    """Look among the plugins of Qt's wheel; another build of Qt keeps them elsewhere: say nothing then."""
    spec = importlib.util.find_spec("PySide6")
    folders = spec.submodule_search_locations if spec else None
    plugins = Path(next(iter(folders), "")) / "Qt" / "plugins" / "platforms" if folders else Path()
    known = sorted(path.stem.removeprefix("libq") for path in plugins.glob("libq*.so"))
    if not known or name in known:
        return None
    return f"QT_QPA_PLATFORM={name} names no platform of Qt; there are: {', '.join(known)}"


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_libraries(packages: dict[str, str]) -> str | None:
    """Return one line that names the packages whose libraries cannot be loaded, or None."""
    missing = [library for library in packages if not _loads(library)]
    return packages_line(missing) if missing else None


def packages_line(libraries: Iterable[str]) -> str:
    """Return one line that says which packages bring `libraries`.

    Examples
    --------
    >>> packages_line(["libxcb-cursor.so.0"])
    'Qt needs the system library libxcb-cursor.so.0: sudo apt install libxcb-cursor0'
    """
    names = list(libraries)
    known = {**PACKAGES, **X11_PACKAGES, **WAYLAND_PACKAGES}
    packages = list(dict.fromkeys(known.get(name, f"(the package of {name})") for name in names))
    noun = "library" if len(names) == 1 else "libraries"
    return f"Qt needs the system {noun} {', '.join(names)}: sudo apt install {' '.join(packages)}"


def import_obstacle(error: ImportError) -> str:
    """Return one line for a Qt module that could not be imported.

    Examples
    --------
    >>> import_obstacle(ModuleNotFoundError("No module named 'PySide6'", name="PySide6"))
    "the window needs PySide6-Essentials: pip install PySide6-Essentials (No module named 'PySide6')"
    """
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    library = text.partition(":")[0]
    if ".so" in library:
        return missing_libraries(PACKAGES) or packages_line([library])
    return f"the window needs PySide6-Essentials: pip install PySide6-Essentials ({text})"


def _x11_obstacle() -> str | None:
    """Connect to the X server as Qt will, through libxcb: address, server and permission at once."""
    display = os.environ.get("DISPLAY", "")
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    if xcb.xcb_connection_has_error(connection):
        xcb.xcb_disconnect(connection)
        return f"no display: no X server can be reached at DISPLAY={display}; {WITHOUT}"
    _connections.append(partial(xcb.xcb_disconnect, connection))
    return None


def release() -> None:
    """Let go of the X server, once Qt is connected: a server without clients resets and refuses the next."""
    while _connections:
        _connections.pop()()


def _wayland_obstacle() -> str | None:
    name = os.environ.get("WAYLAND_DISPLAY", "") or "wayland-0"
    address = Path(os.environ.get("XDG_RUNTIME_DIR", "")) / name
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(address))
    except OSError:
        return f"no display: no Wayland server can be reached at WAYLAND_DISPLAY={name}; {WITHOUT}"
    return None
