"""A presentation without slides: our own design, or a template, and where things are on its slides."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.exporters.deck.places import EMU, SIDE, Places, Slot, own_places
from peviewer.exporters.target import is_folder
from peviewer.paper.style import SLIDE_THEMES, StyleError

if TYPE_CHECKING:
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


# The title of the first slide, in hundredths of a point, titles, captions and what stands below the first one.
POINT = 100
COVER_TYPE, TITLE_TYPE, CAPTION_TYPE, SUBTITLE_TYPE = 4000, 2800, 1600, 2000
# Of the layouts that come with python-pptx, those that have just what is needed, and what they are called here.
PICTURE_WITH_CAPTION, TITLE_SLIDE = "Picture with Caption", "Title Slide"
LAYOUTS = {PICTURE_WITH_CAPTION: "Title, picture and caption", TITLE_SLIDE: "Title"}
FOOTERS = ("dt", "ftr", "sldNum")
# Fonts that every office program has; the first one is as wide as the pictures' own.
SANS, SERIF = "Verdana", "Times New Roman"


def empty_deck(style: Style, places: Places) -> tuple[Any, Any, Any]:
    """Return a presentation without slides, and its two layouts.

    Returns
    -------
    pptx.presentation.Presentation
        The presentation.
    pptx.slide.SlideLayout
        Has the placeholders 0 (title), 1 (picture) and 2 (caption).
    pptx.slide.SlideLayout
        Has the placeholders 0 (title) and 1 (subtitle).

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
    deck.slide_width, deck.slide_height = Emu(round(places.width * EMU)), Emu(round(places.height * EMU))
    for layout in list(deck.slide_layouts):
        if layout.name not in LAYOUTS:
            deck.slide_layouts.remove(layout)
    theme = deck.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme.blob = _themed(theme.blob, style)
    _tidy_master(deck.slide_master, places, dark=style.palette.name == "dark")
    layouts = {layout.name: layout for layout in deck.slide_layouts}
    cover, layout = (layouts[name] for name in (TITLE_SLIDE, PICTURE_WITH_CAPTION))
    _tidy_layout(layout, places)
    _tidy_cover(cover, places)
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


def _tidy_master(master: Any, places: Places, *, dark: bool) -> None:
    _without_footers(master)
    for shape, slot in zip(master.placeholders, (places.title or places.picture, places.picture), strict=True):
        _put(shape, slot)
    if dark:
        (map_,) = master.element.xpath("p:clrMap")
        for name, color in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
            map_.set(name, color)
    (title,) = master.element.xpath("p:txStyles/p:titleStyle/a:lvl1pPr")
    title.set("algn", "l")
    _set_type(title, TITLE_TYPE, bold=True)


def _tidy_layout(layout: Any, places: Places) -> None:
    layout.name = LAYOUTS[layout.name]
    _without_footers(layout)
    title, picture, caption = layout.placeholders
    _put(picture, places.picture)
    for shape, slot, anchor, size in (
        (title, places.title, "ctr", TITLE_TYPE),
        (caption, places.caption, "t", CAPTION_TYPE),
    ):
        if slot is None:
            _drop(shape)
            continue
        _put(shape, slot)
        _set_text(shape, anchor, size, bold=shape is title)


def _tidy_cover(layout: Any, places: Places) -> None:
    """Put title and subtitle into the middle of the slide, one above the other."""
    layout.name = LAYOUTS[layout.name]
    _without_footers(layout)
    title, subtitle = layout.placeholders
    left, across, middle = SIDE, places.width - 2 * SIDE, places.height / 2
    _put(title, Slot(left, middle - 2, across, 2))
    _put(subtitle, Slot(left, middle + 0.15, across, 1.5))
    _set_text(title, "b", COVER_TYPE, bold=True)
    _set_text(subtitle, "t", SUBTITLE_TYPE, bold=False)


def _put(shape: Any, slot: Slot) -> None:
    shape.left, shape.top, shape.width, shape.height = slot.emu()


def _drop(shape: Any) -> None:
    shape.element.getparent().remove(shape.element)


def _set_text(shape: Any, anchor: str, size: int, *, bold: bool) -> None:
    """Set the type of a placeholder's first level, from its left edge."""
    (body,) = shape.element.xpath("p:txBody/a:bodyPr")
    body.set("anchor", anchor)
    for side in ("lIns", "rIns"):
        body.set(side, "0")
    levels = shape.element.xpath("p:txBody/a:lstStyle/a:lvl1pPr") or [_first_level(shape)]
    levels[0].set("algn", "l")
    _set_type(levels[0], size, bold=bold, color="tx1" if bold else "tx2")


def _first_level(shape: Any) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    (style,) = shape.element.xpath("p:txBody/a:lstStyle")
    style.insert(0, parse_xml(f"<a:lvl1pPr {nsdecls('a')}><a:defRPr/></a:lvl1pPr>"))
    return style[0]


def _without_footers(page: Any) -> None:
    kinds = " or ".join(f"@type='{kind}'" for kind in FOOTERS)
    for shape in page.element.xpath(f"p:cSld/p:spTree/p:sp[p:nvSpPr/p:nvPr/p:ph[{kinds}]]"):
        shape.getparent().remove(shape)


def _set_type(level: Any, size: int, *, bold: bool, color: str = "") -> None:
    """Set the size, weight and colour of a level of text."""
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls, qn

    run = level.find(qn("a:defRPr"))
    run.set("sz", str(size))
    run.set("b", str(int(bold)))
    if color:
        for fill in run.findall(qn("a:solidFill")):
            run.remove(fill)
        run.insert(0, parse_xml(f'<a:solidFill {nsdecls("a")}><a:schemeClr val="{color}"/></a:solidFill>'))


def usual_theme(target: Path, options: DeckOptions) -> str | None:
    """Return the theme of a deck for which none is named: for a presentation that of its ground, whatever its size."""
    if is_folder(target):
        return None
    if not options.template:
        return "slide-light"
    from peviewer.exporters.deck.template import theme_of

    return theme_of(Path(options.template))


def blank_deck(style: Style, options: DeckOptions) -> BlankDeck:
    """Return what slides are made on: our own design, or a template.

    Raises
    ------
    StyleError
        If the theme is none of slides, or their shape is not allowed.
    ExportError
        If the template cannot be used; the message names it and says why.
    """
    if options.template:
        from peviewer.exporters.deck.template import opened

        return opened(Path(options.template), style)
    from peviewer.exporters.deck.blank_deck import empty_deck

    places = own_places(style)
    deck, layout, cover = empty_deck(style, places)
    return BlankDeck(deck, places, layout, cover, style)
