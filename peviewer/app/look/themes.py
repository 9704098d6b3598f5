"""Themes: a Figure palette as the application's palette, style sheet and font.

And the choice between them.
"""

import re
from functools import cache

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from peviewer.app.look.type_size import FACTOR, factor, scaled
from peviewer.base.files import resource
from peviewer.base.shipped_type import SHIPPED_FAMILY, shipped_faces
from peviewer.figures.compare.curves import A, B
from peviewer.figures.palette import PALETTES, Palette, channels, contrast

BODY_PX = 13
STYLE = "fusion"

# Families of desktops, best first, for a system that names none of its own.
_DESKTOP_FAMILIES = ("Inter", "Cantarell", "Ubuntu", "Noto Sans", "Open Sans", "Roboto")

# How many shades an outline is chosen among, and the contrast it needs to every background.
_SHADE_COUNT = 20
_OUTLINE_CONTRAST = 3

SYSTEM = "system"
CHOICES = {SYSTEM: "Follow system", **{name: name.capitalize() for name in PALETTES}}

# The property of the application that has the name of its theme.
THEME = "theme"


def shown_palette() -> Palette:
    """Return the application's present colours; widgets that paint themselves ask for them."""
    app = QApplication.instance()
    return PALETTES[app.property(THEME) or "light" if app else "light"]


def apply_style_sheet(window: QWidget | QApplication, palette: Palette) -> None:
    """Set the style sheet of a window and of everything that it opens.

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
    if app.font() != interface_font(factor()):
        app.setFont(interface_font(factor()))


def _is_installed(family: str) -> bool:
    """Whether there is a font of this family; macOS does not list that of its interface."""
    return QFontDatabase.hasFamily(family) or QFontDatabase.isPrivateFamily(family)


@cache
def _shipped_family() -> str:
    """Return the shipped family, after adding its fonts to the application."""
    for face in shipped_faces():
        QFontDatabase.addApplicationFont(str(face))
    return SHIPPED_FAMILY


@cache
def interface_font(type_factor: float = 1.0) -> QFont:
    """Return the interface's font at body size, with figures of equal width.

    It is larger than usual by `type_factor`. It is the system's font; if the system names a family
    that is not installed, such as a generic one, it is a desktop's font, and without any the
    shipped one.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if not _is_installed(font.family()):
        families = list(filter(_is_installed, _DESKTOP_FAMILIES))
        font.setFamilies(families or [_shipped_family()])
    font.setPixelSize(round(BODY_PX * type_factor))
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


ROLE = QPalette.ColorRole

# The colour of each role of Qt, by its name in our palette.
QT_ROLES = {
    ROLE.Window: "window",
    ROLE.WindowText: "text",
    ROLE.Base: "panel",
    ROLE.AlternateBase: "raised",
    ROLE.Text: "text",
    ROLE.PlaceholderText: "secondary",
    ROLE.Button: "raised",
    ROLE.ButtonText: "text",
    ROLE.BrightText: "fails",
    ROLE.Light: "panel",
    ROLE.Midlight: "raised",
    ROLE.Mid: "line",
    ROLE.Shadow: "line",
    ROLE.ToolTipBase: "raised",
    ROLE.ToolTipText: "text",
    ROLE.Highlight: "accent",
    ROLE.HighlightedText: "on_accent",
    ROLE.Accent: "accent",
    ROLE.Link: "accent",
    ROLE.LinkVisited: "accent",
}


def qt_palette(palette: Palette) -> QPalette:
    result = QPalette()
    for role, name in QT_ROLES.items():
        result.setColor(role, QColor(getattr(palette, name)))
    faded = QColor(outline(palette))
    result.setColor(ROLE.Dark, faded)
    for role in (ROLE.WindowText, ROLE.Text, ROLE.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return result


# The colours of the palette that the style sheet uses by their names.
SHEET_COLOURS = (
    "window",
    "panel",
    "raised",
    "line",
    "text",
    "secondary",
    "accent",
    "on_accent",
    "fails",
)


def style_sheet(palette: Palette) -> str:
    colours = {name: getattr(palette, name) for name in SHEET_COLOURS}
    colours["outline"] = outline(palette)
    colours["a"] = palette.role(A)
    colours["b"] = palette.role(B)
    colours["hovered"] = blend(palette.raised, palette.line, 0.5)
    colours["groove"] = blend(palette.line, palette.secondary, 0.15)
    colours["lit"] = blend(palette.accent, palette.text, 0.2)
    for icon in ("arrow", "check"):
        colours[icon] = resource("icons", f"{icon}-{palette.name}.svg").as_posix()
    sheet = resource("window.qss").read_text(encoding="utf-8")
    # The knob of a slider is round, with a line of one pixel, where both sides are even.
    groove = 2 * scaled(2)
    margin = scaled(5)
    side = groove + 2 * margin
    values = {
        **colours,
        "groove_height": f"{groove}px",
        "knob_margin": f"{-margin}px",
        "knob": f"{side - 2}px",
        "knob_radius": f"{side // 2}px",
    }
    scaled_sheet = _LENGTH.sub(_scaled_length, sheet)
    return re.sub(r"@(\w+)", lambda match: values[match[1]], scaled_sheet)


# A length in the style sheet that grows with type; lines of one or two pixels do not grow.
_LENGTH = re.compile(r"(?<![\w.])(-?\d+)px")
_WIDEST_LINE = 2


def _scaled_length(match: re.Match[str]) -> str:
    pixels = int(match[1])
    is_line = abs(pixels) <= _WIDEST_LINE
    # Qt ignores a radius beyond half of a side, so it must be rounded down.
    return match[0] if is_line else f"{int(pixels * factor())}px"


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

    def set_type_factor(self, type_factor: float) -> None:
        """Set the factor by which the application's type is larger than usual."""
        if isinstance(app := QApplication.instance(), QApplication):
            app.setProperty(FACTOR, type_factor)
        self._apply()

    def _apply(self) -> None:
        if isinstance(app := QApplication.instance(), QApplication):
            apply_theme(app, self.palette)


def _palette(choice: str) -> Palette:
    if choice != SYSTEM:
        return PALETTES[choice]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return PALETTES["dark" if dark else "light"]
