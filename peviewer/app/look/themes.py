"""Themes: a Figure palette as the application's palette, style sheet and font, and the choice between them."""

import re
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from peviewer.base.files import resource
from peviewer.figures.compare.curves import A, B
from peviewer.figures.palette import PALETTES, Palette, channels, contrast

BODY_PX = 13
STYLE = "fusion"
_GENERIC = {"Sans Serif", "Sans", "sans-serif", ""}
_PREFERRED = ("Inter", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto")
_STEPS = 20
SYSTEM = "system"
CHOICES = {SYSTEM: "Follow system", **{name: name.capitalize() for name in PALETTES}}


THEME = "theme"  # the property of the application that has its name


def shown_palette() -> Palette:
    """Return the colours that the application has now: what paints itself asks when it paints."""
    app = QApplication.instance()
    return PALETTES[app.property(THEME) or "light" if app else "light"]


def dress(window: QWidget | QApplication, palette: Palette) -> None:
    """Set the style sheet of a window and of all that it opens, best once it is built: under one that takes longer.

    Not of the application, half of whose widgets are in menus of pyqtgraph's that are never shown.
    """
    window.setStyleSheet(style_sheet(palette))


def prepare(app: QApplication, palette: Palette) -> None:
    # Once: setting it is slow. Under a style sheet the style has no name to compare.
    if not app.styleSheet() and app.style().name() != STYLE:
        app.setStyle(STYLE)
    app.setProperty(THEME, palette.name)
    app.setPalette(qt_palette(palette))
    if app.font() != interface_font():
        app.setFont(interface_font())


@cache
def interface_font() -> QFont:
    """Return the system's interface font at body size, with figures of equal width."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if font.family() in _GENERIC:  # the desktop names none
        installed = set(QFontDatabase.families())
        font.setFamilies([name for name in _PREFERRED if name in installed] or [font.family()])
    font.setPixelSize(BODY_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def blend(start: str, end: str, share: float) -> str:
    """Return the colour that is `share` of the way from `one` to `other`.

    >>> blend("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    mixed = (
        round(a + (b - a) * share) for a, b in zip(channels(start), channels(end), strict=True)
    )
    return "#" + "".join(f"{channel:02X}" for channel in mixed)


@cache
def outline(palette: Palette) -> str:
    """Return the colour of a control's outline: the palest with a contrast of 3:1 to every background."""
    grounds = (palette.window, palette.panel, palette.raised)
    shades = [blend(palette.line, palette.secondary, step / _STEPS) for step in range(_STEPS + 1)]
    return next(
        shade for shade in shades if min(contrast(shade, ground) for ground in grounds) >= 3
    )


def qt_palette(palette: Palette) -> QPalette:
    role = QPalette.ColorRole
    roles = {
        role.Window: palette.window,
        role.WindowText: palette.text,
        role.Base: palette.panel,
        role.AlternateBase: palette.raised,
        role.Text: palette.text,
        role.PlaceholderText: palette.secondary,
        role.Button: palette.raised,
        role.ButtonText: palette.text,
        role.BrightText: palette.fails,
        role.Light: palette.panel,
        role.Midlight: palette.raised,
        role.Mid: palette.line,
        role.Dark: outline(palette),
        role.Shadow: palette.line,
        role.ToolTipBase: palette.raised,
        role.ToolTipText: palette.text,
        role.Highlight: palette.accent,
        role.HighlightedText: palette.on_accent,
        role.Accent: palette.accent,
        role.Link: palette.accent,
        role.LinkVisited: palette.accent,
    }
    made = QPalette()
    for name, colour in roles.items():
        made.setColor(name, QColor(colour))
    faded = QColor(outline(palette))
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, faded)
    return made


def style_sheet(palette: Palette) -> str:
    colours = {
        "window": palette.window,
        "panel": palette.panel,
        "raised": palette.raised,
        "line": palette.line,
        "text": palette.text,
        "secondary": palette.secondary,
        "accent": palette.accent,
        "on_accent": palette.on_accent,
        "fails": palette.fails,
        "outline": outline(palette),
        "a": palette.role(A),
        "b": palette.role(B),
        "hovered": blend(palette.raised, palette.line, 0.5),
        "groove": blend(palette.line, palette.secondary, 0.15),
        "lit": blend(palette.accent, palette.text, 0.2),
        "arrow": resource("icons", f"arrow-{palette.name}.svg").as_posix(),
        "check": resource("icons", f"check-{palette.name}.svg").as_posix(),
    }
    sheet = resource("window.qss").read_text(encoding="utf-8")
    return re.sub(r"@(\w+)", lambda match: colours[match[1]], sheet)


class Appearance(QObject):
    """One of :data:`CHOICES`, applied to the application; its windows dress themselves."""

    changed = Signal(object)  # the new Palette

    def __init__(self, choice: str = SYSTEM) -> None:
        super().__init__()
        self.choice = choice
        self.palette = _palette(choice)
        self._prepare()
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda: self.choose(self.choice))

    def choose(self, choice: str) -> None:
        """Switch the theme; everything is restyled before this returns."""
        self.choice = choice
        palette = _palette(choice)
        if palette is not self.palette:
            self.palette = palette
            self._prepare()
            self.changed.emit(palette)

    def _prepare(self) -> None:
        if isinstance(app := QApplication.instance(), QApplication):
            prepare(app, self.palette)


def _palette(choice: str) -> Palette:
    if choice != SYSTEM:
        return PALETTES[choice]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return PALETTES["dark" if dark else "light"]
