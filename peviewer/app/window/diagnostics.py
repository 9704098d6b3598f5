"""Diagnostics for a report: versions, system, display, and folders of files."""

import locale
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata

from peviewer.app.window.display import fatal_errors_in_one_line, obstacle
from peviewer.base.files import resource
from peviewer.base.version import __version__

PACKAGES = {
    "PySide6": "PySide6-Essentials",
    "pyqtgraph": "pyqtgraph",
    "NumPy": "numpy",
    "matplotlib": "matplotlib",
    "pydantic": "pydantic",
    "Pillow": "pillow",
    "PyAV": "av",
    "python-pptx": "python-pptx",
    "argcomplete": "argcomplete",
    "PyTorch": "torch",
}
"""What packages are called, and their names in the registry of Python's packages."""
ABSENT = "not installed"
VARIABLES = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_CURRENT_DESKTOP",
    "QT_QPA_PLATFORM",
    "QT_SCALE_FACTOR",
    "QT_FONT_DPI",
    "LANG",
    "LC_ALL",
)


# What is known of the environment in which peviewer runs: groups of names and values.
Facts = dict[str, dict[str, str]]


def facts(no_display: str = "") -> Facts:
    display = iter([("display", no_display)]) if no_display else _display()
    groups = {"Versions": _versions(), "System": _system(), "Display": display, "Paths": _paths()}
    return {group: dict(rows) for group, rows in groups.items()}


def text(known: Facts) -> str:
    r"""Return facts as text, below the names of their groups.

    >>> text({"Versions": {"peviewer": "0.1.0", "Qt": "6.11.3"}})
    'Versions\n  peviewer  0.1.0\n  Qt        6.11.3'
    """
    width = max(len(name) for rows in known.values() for name in rows)
    lines = (
        [group, *(f"  {name:<{width}}  {value}" for name, value in rows.items())]
        for group, rows in known.items()
    )
    return "\n".join(line for group in lines for line in group)


def print_report() -> int:
    """Print all facts, and return the status of the program.

    0 too where Qt would abort it as there is no display.
    """

    def show(no_display: str = "") -> int:
        print(text(facts(no_display)))
        return 0

    if why := obstacle():
        return show(why)
    from PySide6.QtGui import QGuiApplication

    with fatal_errors_in_one_line(show):
        application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    status = show()
    del application
    return status


def _versions() -> Iterator[tuple[str, str]]:
    yield "peviewer", __version__
    yield "Python", f"{platform.python_version()} ({platform.python_implementation()})"
    try:
        from PySide6.QtCore import qVersion

        yield "Qt", qVersion()
    except ImportError:
        yield "Qt", ABSENT
    for name, distribution in PACKAGES.items():
        yield name, _version(distribution)


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ABSENT


def _system() -> Iterator[tuple[str, str]]:
    yield "platform", platform.platform()
    yield "machine", f"{platform.machine()}, {os.cpu_count()} processors"
    yield "encoding", f"{locale.getencoding()}, files {sys.getfilesystemencoding()}"


def _display() -> Iterator[tuple[str, str]]:
    from PySide6.QtGui import QGuiApplication

    yield "Qt platform", QGuiApplication.platformName()
    for number, screen in enumerate(QGuiApplication.screens(), 1):
        place = screen.geometry()
        ratio = screen.devicePixelRatio()
        yield (
            f"screen {number}",
            f"{screen.name()}, {place.width()} × {place.height()} at {place.x()}, {place.y()}, "
            f"scale {ratio:g}, "
            f"{screen.logicalDotsPerInch():.0f} dots per inch, {screen.refreshRate():.0f} Hz",
        )
    yield "font", QGuiApplication.font().toString().partition(",")[0]
    for name in VARIABLES:
        if value := os.environ.get(name):
            yield name, value


def _paths() -> Iterator[tuple[str, str]]:
    yield "program", f"{sys.executable}{' (stand-alone)' if getattr(sys, 'frozen', False) else ''}"
    yield "resources", str(resource("presets").parent)
    with suppress(ImportError):
        from peviewer.app.session.autosave import autosave_folder
        from peviewer.app.session.settings import config_folder

        yield "settings", str(config_folder())
        yield "autosave", str(autosave_folder())
