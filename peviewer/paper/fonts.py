"""The fonts of a picture, for its words and its formulas."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from matplotlib import rcParams
from matplotlib.font_manager import findfont, fontManager, get_font

from peviewer.paper.style import StyleError

if TYPE_CHECKING:
    from peviewer.paper.style import Style


# These come with matplotlib. STIX lacks a few signs, which the second family has.
SANS: dict[str, Any] = {"font.family": ["DejaVu Sans"], "mathtext.fontset": "dejavusans"}
SERIF: dict[str, Any] = {"font.family": ["STIXGeneral", "DejaVu Serif"], "mathtext.fontset": "stix"}

_BUILT_IN = {
    found["mathtext.fontset"]: [f"{found['font.family'][0]}{face}" for face in ("", ":italic", ":bold")]
    for found in (SANS, SERIF)
}


def font_settings(style: Style) -> dict[str, Any]:
    """Return matplotlib's settings for the fonts of a style.

    Raises
    ------
    StyleError
        If the family is not installed.

    Examples
    --------
    >>> from peviewer.paper.style import Style
    >>> font_settings(Style(font="serif"))["mathtext.fontset"]
    'stix'
    """
    named = {"theme": SERIF if style.printed else SANS, "sans": SANS, "serif": SERIF}
    return named[style.font] if style.font in named else _installed(style.font)


def families() -> list[str]:
    """Return the families that pictures can be set in, besides ``"sans"`` and ``"serif"``."""
    return sorted({entry.name for entry in fontManager.ttflist})


def drop_glyphs() -> None:
    """Drop the glyphs that formulas have loaded with the settings in force.

    Every formula that matplotlib sets loads its letters once more, and keeps
    them: some 50 kB a page, 50 MB after a thousand frames of a clip.
    """
    own = rcParams["mathtext.rm"], rcParams["mathtext.it"], rcParams["mathtext.bf"]
    for name in _BUILT_IN.get(rcParams["mathtext.fontset"], own):
        get_font(findfont(name)).clear()


def _installed(font: str) -> dict[str, Any]:
    family = next((name for name in families() if name.casefold() == font.casefold()), None)
    if family is None:
        near = get_close_matches(font, families(), n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise StyleError(f"font = {font!r} is not allowed: it must be sans, serif or an installed family{meant}")
    return {
        "font.family": [family, "DejaVu Sans"],
        "mathtext.fontset": "custom",
        "mathtext.fallback": "stixsans",
        "mathtext.rm": family,
        "mathtext.it": f"{family}:italic",
        "mathtext.bf": f"{family}:bold",
    }
