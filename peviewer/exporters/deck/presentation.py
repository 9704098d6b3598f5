"""Write slides into a presentation: title, picture or clip, caption and notes, in the places of our own layouts."""

from __future__ import annotations

import io
import re
import tempfile
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.files import atomic_file, resource
from peviewer.base.words import plain, unstarred
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.deck.notes import notes, parameter_sentence
from peviewer.exporters.deck.places import (
    CAPTION_TYPE,
    COVER_TYPE,
    EMU,
    SUBTITLE_TYPE,
    TITLE_TYPE,
    fitting_points,
    own_places,
)
from peviewer.exporters.deck.slides import cover_texts
from peviewer.exporters.deck.write import cost
from peviewer.exporters.metadata.deck import put_session
from peviewer.exporters.picture.render import render
from peviewer.figures.alt_text import alt_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.base.work import Work
    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.places import Places, Slot
    from peviewer.exporters.deck.slides import Slide
    from peviewer.figures.palette import Palette
    from peviewer.paper.style import Style

LONGEST = 255  # what core properties may hold
PICTURE_LAYOUT, COVER_LAYOUT = "Title, picture and caption", "Title"
# Fonts that every office program has; the first one is as wide as the pictures' own.
SANS, SERIF = "Verdana", "Times New Roman"


def write_presentation(
    slides: Sequence[Slide], target: Path, style: Style, options: DeckOptions, work: Work, title: str
) -> None:
    """Write a file that PowerPoint opens."""
    title, *others = cover_texts(slides, style.title, title, options.by)
    builder = _Builder.of(style, options)
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        if options.covered:
            builder.add_cover(title, "\n".join(others))
        for slide in slides:
            work.check()
            moves = options.clips and slide.moves
            part = work.part(cost(moves))
            builder.add(slide, Path(folder) if moves else None, part)
            part.end()
        about = builder.deck.core_properties
        about.title, about.subject = unstarred(title)[:LONGEST], slides[0].subject[:LONGEST]
        about.author = (options.author or "peviewer")[:LONGEST]
        about.last_modified_by, about.revision = "peviewer", 1
        about.created = about.modified = datetime.now(UTC)
        put_session(builder.deck, slides[0].document)
        work.check()
        with atomic_file(target) as file:
            builder.deck.save(file)


@dataclass
class _Builder:
    """Adds one slide after the other to a presentation without any; each clip is made once."""

    deck: Any
    style: Style
    options: DeckOptions
    places: Places
    clips: dict[object, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, style: Style, options: DeckOptions) -> _Builder:
        """Begin with our own layouts, in the size, the colours and the font of a style."""
        from pptx import Presentation
        from pptx.opc.constants import RELATIONSHIP_TYPE
        from pptx.util import Emu

        places = own_places(style, foot=options.footed)
        deck = Presentation(str(resource("deck.pptx")))
        deck.slide_width, deck.slide_height = Emu(round(places.width * EMU)), Emu(round(places.height * EMU))
        master = deck.slide_master
        theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        theme.blob = _themed(theme.blob, style)
        if style.palette.name == "dark":
            (colours,) = master.element.xpath("p:clrMap")
            for name, color in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
                colours.set(name, color)
        made = cls(deck, style, options, places)
        _place(master, (places.title or places.picture, places.picture, *places.feet))
        _place(made._layout(PICTURE_LAYOUT), (places.title, places.picture, places.caption, *places.feet))
        _place(made._layout(COVER_LAYOUT), places.cover)
        return made

    def _layout(self, name: str) -> Any:
        return next(layout for layout in self.deck.slide_layouts if layout.name == name)

    def add_cover(self, title: str, below: str) -> None:
        """Begin with a slide of a title and what is said below it."""
        page = self.deck.slides.add_slide(self._layout(COVER_LAYOUT))
        _fill(page, 0, title, self.places.cover[0], COVER_TYPE)
        _fill(page, 1, below, self.places.cover[1], SUBTITLE_TYPE)

    def add(self, slide: Slide, folder: Path | None, work: Work) -> None:
        """Add a slide; what it plays is made in a folder, where one is given."""
        page, places = self.deck.slides.add_slide(self._layout(PICTURE_LAYOUT)), self.places
        _fill(page, 0, slide.title, places.title, TITLE_TYPE)
        caption = slide.caption_within(places, self.style.caption, played=folder is not None)
        _fill(page, 2, caption, places.caption, CAPTION_TYPE)
        page.notes_slide.notes_text_frame.text = notes(slide)
        look = places.look(self.style, heading=bool(slide.heading))
        picture = render(slide.figure, "png", document=slide.document, style=look)
        if folder is None:
            place = _held(page, 1)
            shape = page.shapes.add_picture(io.BytesIO(picture), *places.picture.emu())
            (held,) = place.element.xpath(".//p:nvPr/p:ph")
            shape.element.xpath("p:nvPicPr/p:nvPr")[0].append(deepcopy(held))  # it belongs to the placeholder then
            place.element.getparent().remove(place.element)
            _name(shape, slide)
        else:
            self._add_clip(page, slide, picture, look, folder, work)
        self._put_foot(page)

    def _add_clip(self, page: Any, slide: Slide, poster: bytes, look: Style, folder: Path, work: Work) -> None:
        """Put a clip where the picture would be; the picture is what it shows before it plays."""
        key = tuple(pane.name for pane in slide.panes), slide.plays, slide.document.to_json(), bool(slide.heading)
        clip = slide.clip()
        if key not in self.clips:
            self.clips[key] = folder / f"{len(self.clips)}.mp4"
            small = look.but(width=look.width // 2, height=look.height // 2, dpi=look.dpi / 2)
            work.do(partial(write_clip, clip, self.clips[key], small))
        _fill(page, 1, "", None, 0)
        shape = page.shapes.add_movie(
            str(self.clips[key]), *self.places.picture.emu(), poster_frame_image=io.BytesIO(poster),
            mime_type="video/mp4",
        )  # fmt: skip
        for node in page.element.xpath(".//p:cMediaNode/p:cTn"):
            node.set("repeatCount", "indefinite")
        (low, high), (what, _, _) = map(plain, clip.ends), unstarred(clip.named(0)).partition(" = ")
        _name(shape, slide, f"A clip: {what} moves from {low} to {high} and back. Before it plays: ")

    def _put_foot(self, page: Any) -> None:
        """Copy the foot of the layout, which a new slide does not have: last, as it is read aloud."""
        kinds = {"ftr": bool(self.options.footer), "sldNum": self.options.numbers}
        for kind in (name for name, wanted in kinds.items() if wanted):
            (shape,) = page.slide_layout.element.xpath(f".//p:sp[p:nvSpPr/p:nvPr/p:ph[@type='{kind}']]")
            number = 1 + max(int(used) for used in page.element.xpath(".//p:cNvPr/@id"))
            page.shapes.element.append(copied := deepcopy(shape))
            copied.xpath("p:nvSpPr/p:cNvPr")[0].set("id", str(number))
            if kind == "ftr":
                next(one for one in page.placeholders if one.element is copied).text_frame.text = self.options.footer


def _held(page: Any, number: int) -> Any:
    """Return a placeholder by its number; None where its layout has none."""
    return next((one for one in page.placeholders if one.placeholder_format.idx == number), None)


def _fill(page: Any, number: int, text: str, slot: Slot | None, points: float) -> None:
    """Write a text, its starred parts in italics, smaller where it is longer than its place; without text that goes."""
    from pptx.util import Pt

    place = _held(page, number)
    if place is None:
        return
    if not text or slot is None:
        place.element.getparent().remove(place.element)
        return
    lines = text.split("\n")
    smaller = fitting_points(max(lines, key=len), slot, points, bold=number == 0)
    for count, line in enumerate(lines):
        frame = place.text_frame
        paragraph = frame.add_paragraph() if count else frame.paragraphs[0]
        for k, part in enumerate(re.split(r"\*([^*\n]+)\*", line)):
            if part:
                run = paragraph.add_run()
                run.text, run.font.italic = part, True if k % 2 else None
                if smaller is not None:
                    run.font.size = Pt(smaller)


def _name(shape: Any, slide: Slide, kind: str = "") -> None:
    """Say what is in a picture: for those who cannot see it, and in lists of what is on a slide."""
    about = shape.element.xpath(".//p:cNvPr")[0]
    about.set("descr", f"{kind}{' '.join(map(alt_text, slide.figures))} {parameter_sentence(slide)}")
    about.set("name", unstarred(slide.name))


def _themed(theme: bytes, style: Style) -> bytes:
    """Put our colours and fonts into a theme."""
    colours = "".join(
        f'<a:{name}><a:srgbClr val="{color.removeprefix("#")}"/></a:{name}>'
        for name, color in _colours(style.palette).items()
    )
    font = {"theme": SANS, "sans": SANS, "serif": SERIF}.get(style.font, style.font)
    scheme = f'<a:clrScheme name="peviewer">{colours}</a:clrScheme>'
    text = re.sub(r"<a:clrScheme.*?</a:clrScheme>", lambda _: scheme, theme.decode(), flags=re.DOTALL)
    return re.sub(r'<a:latin typeface="[^"]*"', lambda _: f'<a:latin typeface="{font}"', text).encode()


def _colours(palette: Palette) -> dict[str, str]:
    """Return a theme's twelve colours: dark and light ones by their lightness, not by their use."""
    ground = palette.window if palette.name == "dark" else palette.panel
    pairs = [(ground, palette.text), (palette.raised, palette.secondary)]
    (dk1, lt1), (dk2, lt2) = pairs if palette.name == "dark" else [(text, under) for under, text in pairs]
    accents = {f"accent{k}": color for k, color in enumerate(palette.curves, 1)}
    links = {"hlink": palette.accent, "folHlink": palette.mark}
    return {"dk1": dk1, "lt1": lt1, "dk2": dk2, "lt2": lt2, **accents, **links}


def _place(page: Any, slots: Sequence[Slot | None]) -> None:
    """Put the placeholders of a layout into their places, and take out those without one."""
    for shape, slot in zip(list(page.placeholders), slots, strict=True):
        if slot is None:
            shape.element.getparent().remove(shape.element)
        else:
            shape.left, shape.top, shape.width, shape.height = slot.emu()
