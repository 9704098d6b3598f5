"""A presentation without slides: our own design, or a template, and where things are on its slides."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from peviewer.base.files import resource
from peviewer.exporters.deck.places import EMU, Places, Slot
from peviewer.exporters.deck.slide_page import Design

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.figures.palette import Palette
    from peviewer.paper.style import Style


@dataclass(frozen=True)
class BlankDeck:
    """A presentation to put slides into.

    ``title``, ``picture`` and ``caption`` are the numbers of the layout's placeholders,
    None where it has none: then a text box or a picture stands in its place.

    Attributes
    ----------
    deck : pptx.presentation.Presentation
        Has no slide yet.
    places : Places
        What stands where.
    layout, cover : pptx.slide.SlideLayout
        Of slides with a picture, and of the first one.
    style : Style
        The look of pictures.
    footers : frozenset of str
        What stands at the foot of every slide: ``"sldNum"``, ``"ftr"``, ``"dt"``.
    footer : str
        What the footer says; empty for what a template has.
    """

    deck: Any
    places: Places
    layout: Any
    cover: Any
    style: Style
    title: int | None = 0
    picture: int | None = 1
    caption: int | None = 2
    footers: frozenset[str] = frozenset()
    footer: str = ""

    def footed(self, options: DeckOptions) -> Self:
        """Return it with the feet that are asked for; what is not is as a template has it, and numbered in our own."""
        kinds = self.footers - ({"sldNum"} if options.numbers is False else set())
        numbered = options.numbers or (options.numbers is None and not options.template)
        kinds |= ({"sldNum"} if numbered else set()) | ({"ftr"} if options.footer else set())
        return replace(self, footers=kinds, footer=options.footer)

    @property
    def design(self) -> Design:
        """What is shown of it where it is not opened: the ground and what stands where, without a template's design."""
        cover = (Slot(*(side / EMU for side in (place.left, place.top, place.width, place.height)))
                 for place in self.cover.placeholders)  # fmt: skip
        numbered = "sldNum" in self.footers
        return Design(self.places, self.style, ground_of(self.deck), tuple(cover), self.footer, numbered)


_NAMES = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}


def slide_theme(deck: Any) -> str:
    """Return the theme whose pictures can be read on a presentation's ground."""
    red, green, blue = bytes.fromhex(ground_of(deck).removeprefix("#"))
    return "slide-dark" if 0.299 * red + 0.587 * green + 0.114 * blue < 128 else "slide-light"


def ground_of(deck: Any) -> str:
    """Return the colour of a presentation's ground; white where it says none."""
    from pptx.opc.constants import RELATIONSHIP_TYPE

    master = deck.slide_master
    theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob.decode("utf-8", "replace")
    (told,) = master.element.xpath("p:cSld/p:bg") or [None]
    found = [] if told is None else told.xpath(".//a:schemeClr/@val | .//a:srgbClr/@val")
    name = str(found[0]) if found else "bg1"
    if re.fullmatch("[0-9A-Fa-f]{6}", name):
        return f"#{name}"
    mapped = master.element.xpath("p:clrMap/@" + name) if name in _NAMES else [name]
    name = str((mapped or [_NAMES.get(name, name)])[0])
    colour = re.search(rf"<a:{name}>.*?(?:lastClr|srgbClr val)=\"([0-9A-Fa-f]{{6}})\"", theme, re.DOTALL)
    return f"#{colour[1]}" if colour else "#FFFFFF"


PICTURE_LAYOUT, COVER_LAYOUT = "Title, picture and caption", "Title"
FOOTERS = ("dt", "ftr", "sldNum")
# Fonts that every office program has; the first one is as wide as the pictures' own.
SANS, SERIF = "Verdana", "Times New Roman"


def empty_deck(style: Style, places: Places) -> tuple[Any, Any, Any]:
    """Return our own presentation without slides in the colours and fonts of a theme, and its two layouts.

    Returns
    -------
    pptx.presentation.Presentation
        The presentation.
    pptx.slide.SlideLayout
        Has the placeholders 0 (title), 1 (picture) and 2 (caption).
    pptx.slide.SlideLayout
        Has the placeholders 0 (title) and 1 (subtitle).
    """
    from pptx import Presentation
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.util import Emu

    deck = Presentation(str(resource("deck.pptx")))
    deck.slide_width, deck.slide_height = Emu(round(places.width * EMU)), Emu(round(places.height * EMU))
    master, layouts = deck.slide_master, {layout.name: layout for layout in deck.slide_layouts}
    layout, cover = layouts[PICTURE_LAYOUT], layouts[COVER_LAYOUT]
    theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme.blob = _themed(theme.blob, style)
    if style.palette.name == "dark":
        (colours,) = master.element.xpath("p:clrMap")
        for name, color in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
            colours.set(name, color)
    _place(master, (places.title or places.picture, places.picture, *places.feet))
    _place(layout, (places.title, places.picture, places.caption, *places.feet))
    _place(cover, places.cover)
    return deck, layout, cover


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


def _place(page: Any, slots: Sequence[Slot | None]) -> None:
    """Put the placeholders of a layout into their places, and take out those without one."""
    for shape, slot in zip(list(page.placeholders), slots, strict=True):
        if slot is None:
            shape.element.getparent().remove(shape.element)
        else:
            shape.left, shape.top, shape.width, shape.height = slot.emu()
