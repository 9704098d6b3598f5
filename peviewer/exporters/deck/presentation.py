"""Write slides into a presentation: title, picture or table or clip, caption and notes, in their places."""

from __future__ import annotations

import io
import tempfile
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from peviewer.base.files import atomic_file
from peviewer.base.version import __version__
from peviewer.base.words import plain, unstarred
from peviewer.exporters.clip.frames import laid_over, png_of
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.deck.blank_deck import ground_of
from peviewer.exporters.deck.boxes import fill, picture_box, put_footers, put_text
from peviewer.exporters.deck.notes import notes, parameter_sentence
from peviewer.exporters.deck.places import CAPTION_TYPE, COVER_TYPE, TITLE_TYPE
from peviewer.exporters.deck.slides import cover_texts
from peviewer.exporters.deck.tables import LARGEST, fitting_table, put_table, split, tables_on_slides
from peviewer.exporters.deck.template import blank_deck
from peviewer.exporters.deck.write import cost
from peviewer.exporters.metadata.deck import put_session
from peviewer.exporters.picture.render import render
from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from peviewer.base.work import Work
    from peviewer.exporters.deck.blank_deck import BlankDeck
    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.places import Slot
    from peviewer.exporters.deck.slides import Slide
    from peviewer.exporters.deck.tables import Table
    from peviewer.figures.grammar import Panel
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.style import Style

LONGEST = 255  # what core properties may hold
EXTENDED = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
THUMBNAIL = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
PRINTER = f"{RELATED}/printerSettings"
ACROSS = 256  # pixels


def describe(blank: BlankDeck, slides: Sequence[Slide], title: str, author: str, clips: Sized) -> None:
    """Say what a presentation is, and put the Document in."""
    from datetime import UTC, datetime

    deck, package = blank.deck, blank.deck.part.package
    about = deck.core_properties
    about.title = unstarred(title)[:LONGEST]
    about.author, about.last_modified_by = (author or "peviewer")[:LONGEST], "peviewer"
    about.subject = slides[0].subject[:LONGEST]
    about.keywords = about.comments = about.category = ""
    about.revision = 1
    about.created = about.modified = datetime.now(UTC)
    _replace(package, f"{RELATED}/extended-properties", _extended(blank, clips), "/docProps/app.xml",
             "application/vnd.openxmlformats-officedocument.extended-properties+xml")  # fmt: skip
    _replace(package, THUMBNAIL, _thumbnail(blank, slides[0]), "/docProps/thumbnail.jpeg", "image/jpeg")
    for name, link in list(deck.part.rels.items()):
        if link.reltype == PRINTER:  # somebody else's
            deck.part.drop_rel(name)
    put_session(deck, slides[0].document)


def _extended(blank: BlankDeck, clips: Sized) -> bytes:
    """Return the properties that name the program and count the slides."""
    deck = blank.deck
    count = len(deck.slides)
    shape = _shape(blank.places.width / blank.places.height)
    number = ".".join(f"{part:0>{size}}" for part, size in zip(__version__.split(".")[:2], (1, 4), strict=True))
    parts = {
        "Application": "peviewer", "PresentationFormat": shape, "Slides": count, "Notes": len(_noted(deck)),
        "HiddenSlides": 0, "MMClips": len(clips), "AppVersion": number,
    }  # fmt: skip
    inner = "".join(f"<{name}>{escape(str(value))}</{name}>" for name, value in parts.items())
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return f'{head}<Properties xmlns="{EXTENDED}">{inner}</Properties>'.encode()


def _shape(ratio: float) -> str:
    """Return what office programs call the shape of a slide."""
    known = {16 / 9: "Widescreen", 4 / 3: "On-screen Show (4:3)", 16 / 10: "On-screen Show (16:10)"}
    return next((name for shape, name in known.items() if abs(ratio - shape) < 0.01), "Custom")


def _noted(deck: Any) -> list[Any]:
    return [page for page in deck.slides if page.has_notes_slide]


def _thumbnail(blank: BlankDeck, slide: Slide) -> bytes:
    from PIL import Image

    from peviewer.exporters.deck.picture import slide_picture

    with Image.open(io.BytesIO(slide_picture(slide, blank.design, rows=2 * ACROSS))) as opened:
        small = opened.convert("RGB").resize((ACROSS, round(ACROSS * opened.height / opened.width)))
    written = io.BytesIO()
    small.save(written, "jpeg", quality=85)
    return written.getvalue()


def _replace(package: Any, kind: str, content: bytes, name: str, media: str) -> None:
    """Put a part of the whole file in the place of the one of its kind."""
    from pptx.opc.package import Part
    from pptx.opc.packuri import PackURI

    for link in list(package.iter_rels()):
        if link.reltype == kind and not link.is_external:
            # Gives the key of the file's own link; where only a part has one, that of a new link, which goes at once.
            package.drop_rel(package.relate_to(link.target_part, kind))
    package.relate_to(Part(PackURI(name), media, package, content), kind)


def write_presentation(
    slides: Sequence[Slide], target: Path, style: Style, options: DeckOptions, work: Work, title: str
) -> None:
    """Write a file that PowerPoint opens."""
    ready = blank_deck(style, options)
    title, *others = cover_texts(slides, style.title, title, options.by)
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        writer = _Builder(ready, options, Path(folder))
        if options.covered:
            writer.add_cover(title, "\n".join(others))
        for slide in slides:
            work.check()
            moves = options.clips and slide.moves
            part = work.part(cost(moves))
            writer.add(slide, part, moves)
            part.end()
        describe(ready, slides, title, options.author, writer.clips)
        work.check()
        with atomic_file(target) as file:
            ready.deck.save(file)


@dataclass
class _Builder:
    """Adds one slide after the other to a blank deck; what they have in common is made once."""

    blank: BlankDeck
    options: DeckOptions
    folder: Path
    clips: dict[object, Path] = field(default_factory=dict)

    def add_cover(self, title: str, below: str) -> None:
        """Begin with a slide of a title and what is said below it."""
        page = self.blank.deck.slides.add_slide(self.blank.cover)
        texts = iter((title, below))
        for place in list(page.placeholders):
            fill(place, next(texts, ""))
        if not page.placeholders:
            put_text(page, self.blank.places.title or self.blank.places.picture, title, COVER_TYPE)

    def add(self, slide: Slide, work: Work, moves: bool) -> None:
        """Add a slide, and another where its list goes on."""
        page, place = self._page(slide, slide.title)
        rest = self._show(page, place, slide, work, moves)
        self._put_feet(page)
        for panel, table in rest:
            page, place = self._page(slide, f"{slide.title} (continued)")
            fill(place, "")
            self._put_list(page, panel, table, self.blank.places.divided(0.0)[1], slide)
            self._put_feet(page)

    def _put_feet(self, page: Any) -> None:
        """Put what stands at the foot: last, as it is read aloud."""
        put_footers(page, self.blank.footers, self.blank.footer, self.blank.places.feet)

    def _page(self, slide: Slide, text: str) -> tuple[Any, Any]:
        """Add a page with title, caption and notes; return it, and its place for a picture."""
        page, places = self.blank.deck.slides.add_slide(self.blank.layout), self.blank.places
        held = {place.placeholder_format.idx: place for place in page.placeholders}
        known = self.blank.title, self.blank.picture, self.blank.caption
        title, picture, caption = (held.pop(idx, None) for idx in known)
        for place in held.values():
            fill(place, "")
        for place, slot, words, points in (
            (title, places.title, text, TITLE_TYPE),
            (caption, places.caption, slide.caption_within(places, self.blank.style.caption), CAPTION_TYPE),
        ):
            if place is not None:
                fill(place, words if slot else "", slot)
            elif slot is not None:
                put_text(page, slot, words, points)
        if self.options.notes:
            page.notes_slide.notes_text_frame.text = notes(slide)
        return page, picture

    def _show(self, page: Any, place: Any, slide: Slide, work: Work, moves: bool) -> list[tuple[Panel, Table]]:
        """Put a clip, a table, a picture above a table, or a picture where the picture goes; return what goes on."""
        places, figure = self.blank.places, slide.figures[0]
        if moves:
            self._add_clip(page, place, slide, work)
            return []
        parted = self.options.tables and not slide.beside
        rest, panel, share = split(figure) if parted else (figure, None, 1.0)
        if panel is None:
            self._add_picture(page, place, slide, slide.figure, places.picture)
            return []
        upper, lower = places.divided(share)
        table = fitting_table(panel, lower.lined(LARGEST)[1])
        if table is not None:
            if rest is None:
                fill(place, "")
            else:
                self._add_picture(page, place, slide, rest, upper)
            self._put_list(page, panel, table, lower, slide)
            return []
        alone = places.divided(0.0)[1]
        # A step of a story is one slide: what has no room below its picture is in it.
        tables = [] if slide.step else tables_on_slides(panel, alone.lined(LARGEST)[1])
        if not tables or rest is not None:
            self._add_picture(page, place, slide, figure if not tables else rest or figure, places.picture)
            return [(panel, one) for one in tables]
        fill(place, "")
        self._put_list(page, panel, tables[0], alone, slide)
        return [(panel, one) for one in tables[1:]]

    def _put_list(self, page: Any, panel: Panel, table: Table, slot: Slot, slide: Slide) -> None:
        """Put a list with its title, in type of one size, into a place."""
        line, below = slot.lined(LARGEST)
        put_text(page, line, " · ".join(filter(None, (panel.title, panel.fact_text))), table.points)
        put_table(page, table, below, self.blank.style, parameter_sentence(slide))

    def _add_picture(self, page: Any, place: Any, slide: Slide, figure: Figure | Composition, slot: Slot) -> None:
        png, svg = self._painted(slide, figure, slot)
        shape = picture_box(page, place, slot, png, svg)
        _name(shape, slide, figure if isinstance(figure, Figure) else None)

    def _painted(self, slide: Slide, figure: Figure | Composition, slot: Slot) -> tuple[bytes, bytes]:
        look = self.blank.places.look(self.blank.style, slot, heading=bool(slide.heading))
        png = render(figure, "png", document=slide.document, style=look)
        if not self.options.vector:
            return png, b""
        # Those who show it seldom have the fonts.
        return png, render(figure, "svg", document=slide.document, style=look.but(text="outlines"))

    def _add_clip(self, page: Any, place: Any, slide: Slide, work: Work) -> None:
        """Put a clip where the picture would be; the picture is what it shows before it plays."""
        slot = self.blank.places.picture
        look = self.blank.places.look(self.blank.style, slot, heading=bool(slide.heading))
        ground = ground_of(self.blank.deck) if look.transparent else ""
        poster = render(slide.figure, "png", document=slide.document, style=look)
        if ground:  # programs put nothing behind it
            poster = png_of(laid_over(ground, np.asarray(Image.open(io.BytesIO(poster)))), slide.document.to_json())
        key = tuple(pane.name for pane in slide.panes), slide.plays, slide.document.to_json(), bool(slide.heading)
        if key not in self.clips:
            file = self.folder / f"{len(self.clips)}.mp4"
            small = look.but(width=look.width // 2, height=look.height // 2, dpi=look.dpi / 2)
            work.do(partial(write_clip, slide.clip(), file, small, ground=ground))
            self.clips[key] = file
        fill(place, "")
        shape = page.shapes.add_movie(
            str(self.clips[key]), *slot.emu(), poster_frame_image=io.BytesIO(poster), mime_type="video/mp4"
        )
        for node in page.element.xpath(".//p:cMediaNode/p:cTn"):
            node.set("repeatCount", "indefinite")
        clip = slide.clip()
        (low, high), (what, _, _) = map(plain, clip.ends), unstarred(clip.named(0)).partition(" = ")
        _name(shape, slide, kind=f"A clip: {what} moves from {low} to {high} and back. Before it plays: ")


def _name(shape: Any, slide: Slide, part: Figure | None = None, kind: str = "") -> None:
    """Say what is in a picture, or a part of it: for those who cannot see it, and in lists of what is on a slide."""
    about = shape.element.xpath(".//p:cNvPr")[0]
    drawn = " ".join(map(alt_text, (part,) if part else slide.figures))
    about.set("descr", f"{kind}{drawn} {parameter_sentence(slide)}")
    about.set("name", unstarred(slide.name))
