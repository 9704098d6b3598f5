"""The fonts of a picture, for its words and its formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib import rcParams
from matplotlib.font_manager import findfont, get_font

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

    Examples
    --------
    >>> from peviewer.paper.style import Style
    >>> font_settings(Style(theme="paper"))["mathtext.fontset"]
    'stix'
    """
    return SERIF if style.printed else SANS


def drop_glyphs() -> None:
    """Drop the glyphs that formulas have loaded with the settings in force.

    Every formula that matplotlib sets loads its letters once more, and keeps
    them: some 50 kB a page, 50 MB after a thousand frames of a clip.
    """
    own = rcParams["mathtext.rm"], rcParams["mathtext.it"], rcParams["mathtext.bf"]
    for name in _BUILT_IN.get(rcParams["mathtext.fontset"], own):
        get_font(findfont(name)).clear()
