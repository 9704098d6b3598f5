"""Write slides into a presentation: title, picture or clip, caption and notes, in the places of our own layouts."""

import io
import json
import re
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from html import escape, unescape
from pathlib import Path
from typing import Any

from peviewer.base.files import atomic_file, resource
from peviewer.base.numbers import plain
from peviewer.base.words import unstarred
from peviewer.base.work import Work
from peviewer.document.document import Document
from peviewer.document.tables import without_folders
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.deck.notes import notes, parameter_sentence
from peviewer.exporters.deck.places import (
    CAPTION_TYPE,
    EMU,
    TITLE_TYPE,
    Places,
    Slot,
    fitting_points,
    own_places,
)
from peviewer.exporters.deck.slides import Slide, cost
from peviewer.exporters.formats import MARGIN
from peviewer.exporters.picture import render
from peviewer.figures.alt_text import alt_text
from peviewer.figures.palette import Palette
from peviewer.model.stored.opened import Archive, StoredFile
from peviewer.paper.style import Style

NAMESPACE = "urn:peviewer:session"
PART = "/customXml/item{}.xml"
# Other programs renumber these parts; a presentation has only a few.
MOST_PARTS = 20
LONGEST = 255  # maximum length of core properties
FONT = "Verdana"  # every office program has it, and it is as wide as the pictures' font


def write_presentation(
    slides: Sequence[Slide], target: Path, style: Style, clips: bool, work: Work, title: str
) -> None:
    """Write a file that PowerPoint opens."""
    builder = _Builder.of(style)
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        for slide in slides:
            work.check()
            moves = clips and slide.moves
            part = work.part(cost(moves))
            builder.add(slide, Path(folder) if moves else None, part)
            part.end()
        about = builder.deck.core_properties
        about.title, about.subject = unstarred(title)[:LONGEST], slides[0].subject[:LONGEST]
        about.author = about.last_modified_by = "peviewer"
        about.revision = 1
        about.created = about.modified = datetime.now(UTC)
        _put_session(builder.deck, slides[0].document)
        work.check()
        with atomic_file(target) as file:
            builder.deck.save(file)


@dataclass
class _Builder:
    """Adds slides to an empty presentation; each clip is made once."""

    deck: Any
    style: Style
    places: Places
    clips: dict[object, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, style: Style) -> "_Builder":
        """Return a builder with our own layouts, in the size, the colours and the font of a style."""
        from pptx import Presentation
        from pptx.opc.constants import RELATIONSHIP_TYPE
        from pptx.util import Emu

        places = own_places(style)
        deck = Presentation(str(resource("deck.pptx")))
        deck.slide_width, deck.slide_height = (
            Emu(round(places.width * EMU)),
            Emu(round(places.height * EMU)),
        )
        master = deck.slide_master
        theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        theme.blob = _themed(theme.blob, style.palette)
        if style.palette.name == "dark":
            (colours,) = master.element.xpath("p:clrMap")
            for name, color in {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}.items():
                colours.set(name, color)
        made = cls(deck, style, places)
        _place(master, (places.title or places.picture, places.picture))
        _place(deck.slide_layouts[0], (places.title, places.picture, places.caption))
        return made

    def add(self, slide: Slide, folder: Path | None, work: Work) -> None:
        """Add a slide; its clip is made in a folder, if one is given."""
        page, places = self.deck.slides.add_slide(self.deck.slide_layouts[0]), self.places
        plays = folder is not None
        _fill(page, 0, slide.title_above(played=plays), places.title, TITLE_TYPE)
        caption = slide.caption_within(places, self.style.caption, played=plays)
        _fill(page, 2, caption, places.caption, CAPTION_TYPE)
        page.notes_slide.notes_text_frame.text = notes(slide)
        look = places.look(self.style)
        picture = render(slide.figure, "png", document=slide.document, style=look)
        if folder is None:
            place = _held(page, 1)
            shape = page.shapes.add_picture(io.BytesIO(picture), *places.picture.emu())
            (held,) = place.element.xpath(".//p:nvPr/p:ph")
            shape.element.xpath("p:nvPicPr/p:nvPr")[0].append(
                deepcopy(held)
            )  # now the placeholder's
            place.element.getparent().remove(place.element)
            _name(shape, slide)
        else:
            self._add_clip(page, slide, picture, look, folder, work)

    def _add_clip(
        self, page: Any, slide: Slide, poster: bytes, look: Style, folder: Path, work: Work
    ) -> None:
        """Put a clip in the place of the picture, with the picture as its poster."""
        key = tuple(pane.name for pane in slide.panes), slide.plays, slide.document.to_json()
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
        _name(
            shape, slide, f"A clip: {what} moves from {low} to {high} and back. Before it plays: "
        )


def _held(page: Any, number: int) -> Any:
    """Return a placeholder by its number; None if its layout has none."""
    return next((one for one in page.placeholders if one.placeholder_format.idx == number), None)


def _fill(page: Any, number: int, text: str, slot: Slot | None, points: float) -> None:
    """Write a text with starred parts in italics, smaller if it does not fit.

    Remove an empty placeholder.
    """
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
    """Set a picture's alternative text, and its name in lists of a slide's objects."""
    about = shape.element.xpath(".//p:cNvPr")[0]
    about.set(
        "descr", f"{kind}{' '.join(map(alt_text, slide.figures))} {parameter_sentence(slide)}"
    )
    about.set("name", unstarred(slide.name))


def _themed(theme: bytes, palette: Palette) -> bytes:
    """Put our colours and fonts into a theme."""
    colours = "".join(
        f'<a:{name}><a:srgbClr val="{color.removeprefix("#")}"/></a:{name}>'
        for name, color in _colours(palette).items()
    )
    scheme = f'<a:clrScheme name="peviewer">{colours}</a:clrScheme>'
    text = re.sub(
        r"<a:clrScheme.*?</a:clrScheme>", lambda _: scheme, theme.decode(), flags=re.DOTALL
    )
    return re.sub(
        r'<a:latin typeface="[^"]*"', lambda _: f'<a:latin typeface="{FONT}"', text
    ).encode()


def _colours(palette: Palette) -> dict[str, str]:
    """Return a theme's twelve colours: dark and light ones by their lightness, not by their use."""
    ground = palette.window if palette.name == "dark" else palette.panel
    pairs = [(ground, palette.text), (palette.raised, palette.secondary)]
    (dk1, lt1), (dk2, lt2) = (
        pairs if palette.name == "dark" else [(text, under) for under, text in pairs]
    )
    accents = {f"accent{k}": color for k, color in enumerate(palette.curves, 1)}
    links = {"hlink": palette.accent, "folHlink": palette.mark}
    return {"dk1": dk1, "lt1": lt1, "dk2": dk2, "lt2": lt2, **accents, **links}


def _place(page: Any, slots: Sequence[Slot | None]) -> None:
    """Move the placeholders of a layout to their places, and remove those without one."""
    for shape, slot in zip(list(page.placeholders), slots, strict=True):
        if slot is None:
            shape.element.getparent().remove(shape.element)
        else:
            shape.left, shape.top, shape.width, shape.height = slot.emu()


def _put_session(deck: Any, document: Document) -> None:
    """Put a Document into a presentation."""
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.opc.package import Part

    package = deck.part.package
    session = escape(json.dumps(without_folders(document), ensure_ascii=False, indent=1))
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<session xmlns="{NAMESPACE}">{session}</session>'
    )
    part = Part(
        package.next_partname(PART.replace("{}", "%d")), "application/xml", package, text.encode()
    )
    deck.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)


def session_of(file: StoredFile) -> bytes | None:
    """Return the JSON in a presentation, or None, without parsing XML and unpacking only little."""
    names = [name for name in file.archive.sizes if _is_part(name)]
    parts = (_session_of_part(file.archive, name) for name in names[:MOST_PARTS])
    return next(filter(None, parts), None)


def _is_part(name: str) -> bool:
    before, after = PART.removeprefix("/").split("{}")
    return name.removeprefix(before).removesuffix(after).isdecimal()


def _session_of_part(archive: Archive, name: str) -> bytes | None:
    content = archive.read(name, min(archive.sizes[name], MARGIN))
    namespace_place = content.find(NAMESPACE.encode())
    begins = content.find(b">", namespace_place) + 1
    ends = content.find(b"</", begins)
    if namespace_place < 0 or not begins or ends < 0:
        return None
    return unescape(content[begins:ends].decode("utf-8", "replace")).encode()
