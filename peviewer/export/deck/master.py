"""The empty deck: one 16:9 layout of title, picture and caption, in the colours and fonts of a theme."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from peviewer.paper.style import SLIDE_THEMES, StyleError

if TYPE_CHECKING:
    from peviewer.figures.palette import Palette
    from peviewer.paper.style import Style

EMU = 914_400
WIDE, TALL = 40 / 3, 7.5  # inches
# The title, in hundredths of a point, and the caption.
TITLE_TYPE, CAPTION_TYPE = 2800, 1600
# Of the layouts that come with python-pptx, the one that has just these three.
PICTURE_WITH_CAPTION = "Picture with Caption"
FOOTERS = ("dt", "ftr", "sldNum")
# Fonts that every office program has; the first one is as wide as the pictures' own.
SANS, SERIF = "Verdana", "Times New Roman"


class Slot(NamedTuple):
    """A place on a slide, in inches from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    def emu(self) -> tuple[int, int, int, int]:
        """Return the same in the units of the file."""
        left, top, width, height = (round(side * EMU) for side in self)
        return left, top, width, height


# Whole pixels at 288 an inch; the picture's own margin lies outside the line that titles and captions start from.
PICTURE = Slot(17 / 48, 1.05, 12.625, 16 / 3)
TITLE = Slot(0.5, 0.3, WIDE - 1, 0.75)
CAPTION = Slot(0.5, 6.4, WIDE - 1, 0.8)


def empty_deck(style: Style) -> Any:
    """Return a presentation without slides.

    Returns
    -------
    pptx.presentation.Presentation
        Its only layout has the placeholders 0 (title), 1 (picture) and 2 (caption).

    Raises
    ------
    StyleError
        If the theme is not one of slides.
    """
    from pptx import Presentation
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.util import Emu

    if style.printed:
        allowed = ", ".join(SLIDE_THEMES)
        raise StyleError(f"theme = {style.theme!r} is not allowed for a deck: it must be one of {allowed}")
    deck = Presentation()
    deck.slide_width, deck.slide_height = Emu(round(WIDE * EMU)), Emu(round(TALL * EMU))
    for layout in list(deck.slide_layouts):
        if layout.name != PICTURE_WITH_CAPTION:
            deck.slide_layouts.remove(layout)
    theme = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme._blob = _themed(theme.blob, style)  # there is no public way to a theme
    _tidy_master(deck.slide_master, dark=style.palette.name == "dark")
    _tidy_layout(deck.slide_layouts[0])
    return deck


def font(style: Style) -> str:
    """Return the font of titles and captions."""
    return {"theme": SANS, "sans": SANS, "serif": SERIF}.get(style.font, style.font)


def _themed(theme: bytes, style: Style) -> bytes:
    """Put our colours and fonts into a theme."""
    colours = "".join(
        f'<a:{name}><a:srgbClr val="{color.removeprefix("#")}"/></a:{name}>'
        for name, color in _colours(style.palette).items()
    )
    scheme = f'<a:clrScheme name="peviewer">{colours}</a:clrScheme>'
    text = re.sub(r"<a:clrScheme.*?</a:clrScheme>", lambda _: scheme, theme.decode(), flags=re.DOTALL)
    text = text.replace('name="Office Theme"', 'name="peviewer"').replace(
        'fontScheme name="Office"', 'fontScheme name="peviewer"'
    )
    return re.sub(r'<a:latin typeface="[^"]*"', lambda _: f'<a:latin typeface="{font(style)}"', text).encode()


def _colours(palette: Palette) -> dict[str, str]:
    """Return a theme's twelve colours: dark and light ones by their lightness, not by their use."""
    ground = palette.window if palette.name == "dark" else palette.panel
    pairs = [(ground, palette.text), (palette.raised, palette.secondary)]
    (dk1, lt1), (dk2, lt2) = pairs if palette.name == "dark" else [(text, under) for under, text in pairs]
    accents = {f"accent{k}": color for k, color in enumerate(palette.curves, 1)}
    return {
        "dk1": dk1,
        "lt1": lt1,
        "dk2": dk2,
        "lt2": lt2,
        **accents,
        "hlink": palette.accent,
        "folHlink": palette.mark,
    }


def _tidy_master(master: Any, *, dark: bool) -> None:
    _without_footers(master)
    for shape, box in zip(master.placeholders, (TITLE, PICTURE), strict=True):
        shape.left, shape.top, shape.width, shape.height = box.emu()
    if dark:
        (map_,) = master._element.xpath("p:clrMap")
        for name, color in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
            map_.set(name, color)
    (title,) = master._element.xpath("p:txStyles/p:titleStyle/a:lvl1pPr")
    title.set("algn", "l")
    _set_type(title, TITLE_TYPE, bold=True)


def _tidy_layout(layout: Any) -> None:
    layout.name = "Title, picture and caption"
    _without_footers(layout)
    title, picture, caption = layout.placeholders
    for shape, box in ((title, TITLE), (picture, PICTURE), (caption, CAPTION)):
        shape.left, shape.top, shape.width, shape.height = box.emu()
    for shape, anchor, size in ((title, "ctr", TITLE_TYPE), (caption, "t", CAPTION_TYPE)):
        (body,) = shape._element.xpath("p:txBody/a:bodyPr")
        body.set("anchor", anchor)
        for side in ("lIns", "rIns"):
            body.set(side, "0")
        (level,) = shape._element.xpath("p:txBody/a:lstStyle/a:lvl1pPr")
        _set_type(level, size, bold=shape is title, color="tx1" if shape is title else "tx2")


def _without_footers(page: Any) -> None:
    kinds = " or ".join(f"@type='{kind}'" for kind in FOOTERS)
    for shape in page._element.xpath(f"p:cSld/p:spTree/p:sp[p:nvSpPr/p:nvPr/p:ph[{kinds}]]"):
        shape.getparent().remove(shape)


def _set_type(level: Any, size: int, *, bold: bool, color: str = "") -> None:
    """Set the size, weight and colour of a level of text."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls, qn

    run = level.find(qn("a:defRPr"))
    run.set("sz", str(size))
    run.set("b", str(int(bold)))
    if color:
        run.insert(0, parse_xml(f'<a:solidFill {nsdecls("a")}><a:schemeClr val="{color}"/></a:solidFill>'))
