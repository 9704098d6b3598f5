"""Themes: a Figure palette as the application's palette, style sheet and font.

And the choice between them.
"""

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

# Families that a desktop names if it names none in particular, and better ones, best first.
_GENERIC_FAMILIES = {"Sans Serif", "Sans", "sans-serif", ""}
_PREFERRED_FAMILIES = ("Inter", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto")

# An outline is chosen among so many shades, of which it has this contrast to every background.
_SHADE_COUNT = 20
_OUTLINE_CONTRAST = 3

SYSTEM = "system"
CHOICES = {SYSTEM: "Follow system", **{name: name.capitalize() for name in PALETTES}}

# The property of the application that has the name of its theme.
THEME = "theme"


def shown_palette() -> Palette:
    """Return the colours that the application has now: what paints itself asks when it paints."""
    app = QApplication.instance()
    return PALETTES[app.property(THEME) or "light" if app else "light"]


def apply_style_sheet(window: QWidget | QApplication, palette: Palette) -> None:
    """Set the style sheet of a window and of all that it opens.

    Call it once the window is built: building under a style sheet is slower. It is not set on the
    application, because half of its widgets are in pyqtgraph's menus, which are never shown.
    """
    window.setStyleSheet(style_sheet(palette))


def apply_theme(app: QApplication, palette: Palette) -> None:
    """Set the style, the palette and the font of the application, and the name of its theme."""
    # The style is set once, which is slow. Under a style sheet it has no name to compare.
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
    if font.family() in _GENERIC_FAMILIES:
        installed = set(QFontDatabase.families())
        families = [name for name in _PREFERRED_FAMILIES if name in installed]
        font.setFamilies(families or [font.family()])
    font.setPixelSize(BODY_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def blend(start: str, end: str, share: float) -> str:
    """Return the colour that is `share` of the way from `start` to `end`.

    >>> blend("#000000", "#FFFFFF", 0.5)
    '#808080'
    """
    pairs = zip(channels(start), channels(end), strict=True)
    mixed_channels = [round(first + (last - first) * share) for first, last in pairs]
    return "#" + "".join(f"{channel:02X}" for channel in mixed_channels)


@cache
def outline(palette: Palette) -> str:
    """Return the palest colour of an outline that stands out from every background."""
    grounds = (palette.window, palette.panel, palette.raised)
    for step in range(_SHADE_COUNT + 1):
        shade = blend(palette.line, palette.secondary, step / _SHADE_COUNT)
        if min(contrast(shade, ground) for ground in grounds) >= _OUTLINE_CONTRAST:
            return shade
    raise ValueError(f"no outline of the theme {palette.name} stands out")


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
    """One of :data:`CHOICES`, applied to the application.

    Its windows set their own style sheets.
    """

    # Emitted with the new Palette.
    changed = Signal(object)

    def __init__(self, choice: str = SYSTEM) -> None:
        super().__init__()
        self.choice = choice
        self.palette = _palette(choice)
        self._apply()
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda: self.choose(self.choice))

    def choose(self, choice: str) -> None:
        """Switch the theme; everything is restyled before this returns."""
        self.choice = choice
        palette = _palette(choice)
        if palette is not self.palette:
            self.palette = palette
            self._apply()
            self.changed.emit(palette)

    def _apply(self) -> None:
        if isinstance(app := QApplication.instance(), QApplication):
            apply_theme(app, self.palette)


def _palette(choice: str) -> Palette:
    if choice != SYSTEM:
        return PALETTES[choice]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return PALETTES["dark" if dark else "light"]
