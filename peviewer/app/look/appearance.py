"""The window's theme: the user's choice, or the desktop's, switched while running."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from peviewer.app.look import themes
from peviewer.base.words import look_up
from peviewer.figures.palette import PALETTES, Palette

SYSTEM = "system"
CHOICES = {SYSTEM: "Follow system", **{name: name.capitalize() for name in PALETTES}}


class Appearance(QObject):
    """One of :data:`CHOICES`, applied to the whole application."""

    changed = Signal(object)  # the new Palette

    def __init__(self, choice: str = SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        check(choice)
        self.choice = choice
        self.palette = _palette(choice)
        if app := _application():
            themes.prepare(app, self.palette)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_desktop)

    def choose(self, choice: str) -> None:
        """Switch the theme; everything is recoloured before this returns."""
        check(choice)
        self.choice = choice
        palette = _palette(choice)
        if palette is not self.palette:
            self.palette = palette
            self.apply()
            self.changed.emit(palette)

    def apply(self) -> None:
        """Give the application its look; once a window is built, for it is slower to build in a style sheet."""
        if app := _application():
            themes.apply(app, self.palette)

    def _on_desktop(self) -> None:
        self.choose(self.choice)


def _application() -> QApplication | None:
    app = QApplication.instance()
    return app if isinstance(app, QApplication) else None


def check(choice: str) -> None:
    """Refuse an unknown theme.

    Raises
    ------
    UnknownName
        The message names those there are.
    """
    look_up(choice, CHOICES, "theme")


def _palette(choice: str) -> Palette:
    if choice != SYSTEM:
        return PALETTES[choice]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return PALETTES["dark" if dark else "light"]
