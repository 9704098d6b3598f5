"""About: what this is, and the versions of everything it stands on."""

import platform
from importlib import metadata

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import Scrolled, fit
from peviewer.app.look.icons import app_icon
from peviewer.base.version import __version__

PACKAGES = ("PySide6-Essentials", "pyqtgraph", "numpy", "matplotlib", "pydantic", "pillow")


def versions() -> dict[str, str]:
    """Return the version of peviewer, of Python, of Qt and of each package it stands on."""
    found = {"peviewer": __version__, "Python": platform.python_version(), "Qt": qVersion()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # another build of the same library, as a distribution's PySide6
            continue
    return {**found, "System": platform.platform(terse=True)}


class About(QDialog):
    """What peviewer is, with versions that can be copied into a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About peviewer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        found = versions()
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(28, 24, 28, 8)
        layout.setSpacing(12)
        mark = QLabel()
        mark.setPixmap(app_icon().pixmap(64, 64))
        layout.addWidget(mark)
        layout.addWidget(QLabel(f"<span style='font-size: 20px'>peviewer {found['peviewer']}</span>"))
        layout.addWidget(QLabel("See, understand and choose positional encodings."))
        rows = "".join(f"<tr><td>{name}</td><td style='padding-left: 18px'>{v}</td></tr>" for name, v in found.items())
        table = QLabel(f"<table cellspacing=2>{rows}</table>")
        table.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout.addWidget(table)
        layout.addWidget(QLabel("Free software under the MIT licence."))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Scrolled(page), 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(28, 10, 28, 18)
        foot.addWidget(self._buttons(found))
        whole.addLayout(foot)
        fit(self, self.sizeHint(), self.minimumSizeHint())

    def _buttons(self, found: dict[str, str]) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy versions", QDialogButtonBox.ButtonRole.ActionRole)
        text = "\n".join(f"{name} {version}" for name, version in found.items())
        copy.setAutoDefault(False)  # else Qt takes the first button for the one that Enter presses
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        buttons.rejected.connect(self.reject)
        return buttons
