"""Families of type for pages: the shipped one, and those that come with matplotlib."""

from functools import cache
from typing import Any

from matplotlib.font_manager import fontManager

from peviewer.base.shipped_type import SHIPPED_FAMILY, shipped_faces

# matplotlib's settings; the second family has the letters that the first one lacks.
_SANS: dict[str, Any] = {
    "font.family": [SHIPPED_FAMILY, "DejaVu Sans"],
    "mathtext.fontset": "custom",
    "mathtext.fallback": "stixsans",
    "mathtext.rm": SHIPPED_FAMILY,
    "mathtext.it": f"{SHIPPED_FAMILY}:italic",
    "mathtext.bf": f"{SHIPPED_FAMILY}:bold",
    # No formula uses these fonts, but matplotlib looks for all of them.
    "mathtext.cal": f"{SHIPPED_FAMILY}:italic",
    "mathtext.sf": SHIPPED_FAMILY,
    "mathtext.tt": SHIPPED_FAMILY,
    "mathtext.bfit": f"{SHIPPED_FAMILY}:bold",
}
_SERIF: dict[str, Any] = {
    "font.family": ["STIXGeneral", "DejaVu Serif"],
    "mathtext.fontset": "stix",
}
# Families for words in other scripts, of which those that are installed are used.
OTHER_SCRIPTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Hiragino Sans",
    "PingFang SC",
    "Yu Gothic",
    "Microsoft YaHei",
    "Noto Emoji",
)


def font_settings(*, serif: bool) -> dict[str, Any]:
    """Return matplotlib's settings of fonts: a serif family for print, or else the shipped one."""
    _add_shipped_family()
    fonts = _SERIF if serif else _SANS
    return fonts | {"font.family": _with_other_scripts(tuple(fonts["font.family"]))}


@cache
def _add_shipped_family() -> None:
    for face in shipped_faces():
        fontManager.addfont(face)


@cache
def _with_other_scripts(families: tuple[str, ...]) -> list[str]:
    """Return `families` of type, and those for letters that these lack.

    They need a bold face for titles.
    """
    bold_names = {font.name for font in fontManager.ttflist if str(font.weight) in ("bold", "700")}
    return [*families, *(name for name in OTHER_SCRIPTS if name in bold_names)]
