"""Say in one line why no window can open: Qt itself aborts the process."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

LIBRARIES = (
    "libglib2.0-0 libgl1 libegl1 libfontconfig1 libxkbcommon0 libdbus-1-3 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-keysyms1 "
    "libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0"
)
WITHOUT = (
    "peviewer export works without a display; xvfb-run peviewer opens the window on an unseen one"
)
PACKAGES = f"Debian and Ubuntu have what Qt needs: sudo apt install {LIBRARIES}"
VARIABLES = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
REFUSED = 2


def obstacle() -> str:
    """Return one line that says that there is no display (on Linux), no Qt or no pyqtgraph.

    The result is empty where a window can be tried.
    """
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in VARIABLES):
        return f"no display: neither DISPLAY nor WAYLAND_DISPLAY is set; {WITHOUT}"
    return missing_library()


def missing_library() -> str:
    """Return one line that names the library that live panes lack, or that Qt lacks; or nothing."""
    try:
        import PySide6.QtSvg
        import PySide6.QtWidgets  # noqa: F401  # tried here, so that what is missing can be named
    except ImportError as error:
        return import_obstacle(error)
    if find_spec("pyqtgraph") is None:
        return _needed("pyqtgraph")
    return ""


def import_obstacle(error: ImportError) -> str:
    """Return one line for a part of Qt that could not be imported.

    >>> import_obstacle(ModuleNotFoundError("No module named 'PySide6'", name="PySide6"))
    'live panes need PySide6-Essentials: pip install PySide6-Essentials'
    >>> import_obstacle(ImportError("libEGL.so.1: cannot open"))[:54]
    'Qt cannot be loaded: libEGL.so.1: cannot open; Debian '
    """
    text = str(error).partition("\n")[0] or type(error).__name__
    if ".so" in text:
        return f"Qt cannot be loaded: {text}; {PACKAGES}"
    reason = "" if error.name == "PySide6" else f" ({text})"
    return f"{_needed('PySide6-Essentials')}{reason}"


def _needed(library: str) -> str:
    return f"live panes need {library}: pip install {library}"


def refuse(why: str) -> int:
    print(f"peviewer: {why}", file=sys.stderr)
    return REFUSED


@contextmanager
def fatal_errors_in_one_line(end: Callable[[str], int] = refuse) -> Iterator[None]:
    """While an application is made, end the program by one line where Qt would abort it."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    messages: list[str] = []

    def handle(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            status = end(refusal(messages, text))
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        messages.append(text)

    before = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for text in messages:
            print(text, file=sys.stderr)


def refusal(messages: list[str], last: str) -> str:
    """Return one line for Qt's messages before it aborts.

    >>> said = ["could not connect to display :4", "From 6.5.0, xcb-cursor0 is needed"]
    >>> refusal(said, "No platform").split("; ")[0]
    'no display: could not connect to display :4'
    """
    for text in messages:
        if "connect" in text:
            return f"no display: {text.strip()}; {WITHOUT}"
    first = (messages or [last])[0].strip(" .\n")
    platforms = last.rpartition("Available platform plugins are: ")[2].strip(" .\n")
    return f"no window can be opened: {first}; Qt's platforms are: {platforms}; {PACKAGES}"
