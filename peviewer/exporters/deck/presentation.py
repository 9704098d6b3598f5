"""Write slides into a presentation, in the places of our own layouts."""

import io
import json
import re
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape, unescape
from pathlib import Path
from typing import Any

from peviewer.base.files import atomic_file, resource
from peviewer.base.numbers import plain
from peviewer.base.words import unstarred
from peviewer.base.work import check_cancelled, part_of_work
from peviewer.document.document import Document
from peviewer.document.tables import without_folders
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.deck.notes import notes, parameter_lines
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
# The most parts of a presentation that are searched: other programs renumber parts.
MOST_PARTS = 20
# The most letters of core properties.
LONGEST = 255
# Every office program has this font or one as wide, and it is no wider than the pictures' font, in
# which a text is measured.
FONT = "Arial"
# On dark slides these two pairs of a theme's colours are exchanged.
DARK_COLOURS = {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}
# The placeholders of a layout, by their numbers.
TITLE = 0
PICTURE = 1
CAPTION = 2


def write_presentation(
    slides: Sequence[Slide], target: Path, style: Style, clips: bool, title: str
) -> None:
    """Write a file that PowerPoint opens."""
    # Imported here: what has room needs matplotlib, which takes long to load.
    from peviewer.exporters.deck.tables import with_whole_tables

    builder = _Builder.of(style)
    slides = with_whole_tables(slides, style)
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        costs = [cost(clips and slide.moves) for slide in slides]
        done = 0
        for slide, own_cost in zip(slides, costs, strict=True):
            check_cancelled()
            with part_of_work(done / sum(costs), (done + own_cost) / sum(costs)):
                builder.add(slide, Path(folder) if clips and slide.moves else None)
            done += own_cost
        _set_properties(builder.deck, title, slides[0].subject)
        _put_session(builder.deck, slides[0].document)
        check_cancelled()
        with atomic_file(target) as file:
            builder.deck.save(file)


def _set_properties(deck: Any, title: str, subject: str) -> None:
    properties = deck.core_properties
    properties.title = unstarred(title)[:LONGEST]
    properties.subject = subject[:LONGEST]
    properties.author = properties.last_modified_by = "peviewer"
    properties.revision = 1
    properties.created = properties.modified = datetime.now(UTC)


@dataclass
class _Builder:
    """Adds slides to an empty presentation; each clip is made once."""

    deck: Any
    style: Style
    places: Places
    clips: dict[object, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, style: Style) -> "_Builder":
        """Return a builder with our own layouts, in the size and the colours of a style."""
        from pptx import Presentation
        from pptx.opc.constants import RELATIONSHIP_TYPE
        from pptx.util import Emu

        places = own_places(style)
        deck = Presentation(str(resource("deck.pptx")))
        deck.slide_width = Emu(round(places.width * EMU))
        deck.slide_height = Emu(round(places.height * EMU))
        master = deck.slide_master
        theme = master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
        theme.blob = _themed(theme.blob, style.palette)
        if style.palette.name == "dark":
            (colours,) = master.element.xpath("p:clrMap")
            for name, color in DARK_COLOURS.items():
                colours.set(name, color)
        _place(master, (places.title or places.picture, places.picture))
        _place(deck.slide_layouts[0], (places.title, places.picture, places.caption))
        return cls(deck, style, places)

    def add(self, slide: Slide, folder: Path | None) -> None:
        """Add a slide; its clip is made in a folder, if one is given."""
        places = self.places
        page = self.deck.slides.add_slide(self.deck.slide_layouts[0])
        plays = folder is not None
        _fill(page, TITLE, slide.title_above(played=plays), places.title, TITLE_TYPE)
        caption = slide.caption_within(places, self.style.caption, played=plays)
        _fill(page, CAPTION, caption, places.caption, CAPTION_TYPE)
        page.notes_slide.notes_text_frame.text = notes(slide)
        look = places.look(self.style)
        picture = render(slide.figure, "png", document=slide.document, style=look)
        if folder is None:
            self._add_picture(page, slide, picture)
        else:
            self._add_clip(page, slide, picture, look, folder)

    def _add_picture(self, page: Any, slide: Slide, picture: bytes) -> None:
        """Put a picture in the place of the layout's placeholder for it."""
        place = _placeholder(page, PICTURE)
        shape = page.shapes.add_picture(io.BytesIO(picture), *self.places.picture.emu())
        (mark,) = place.element.xpath(".//p:nvPr/p:ph")
        properties = shape.element.xpath("p:nvPicPr/p:nvPr")[0]
        properties.append(deepcopy(mark))
        place.element.getparent().remove(place.element)
        _name(shape, slide)

    def _add_clip(self, page: Any, slide: Slide, poster: bytes, look: Style, folder: Path) -> None:
        """Put a clip in the place of the picture, with the picture as its poster."""
        clip = slide.clip()
        path = self._clip_path(slide, clip, look, folder)
        _fill(page, PICTURE, "", None, 0)
        box = self.places.picture.emu()
        poster_file = io.BytesIO(poster)
        shape = page.shapes.add_movie(
            str(path), *box, poster_frame_image=poster_file, mime_type="video/mp4"
        )
        for node in page.element.xpath(".//p:cMediaNode/p:cTn"):
            node.set("repeatCount", "indefinite")

        low, high = map(plain, clip.ends)
        field_name, _, _ = unstarred(clip.number_text(0)).partition(" = ")
        movement = f"{field_name} moves from {low} to {high} and back"
        _name(shape, slide, f"A clip: {movement}. Before it plays: ")

    def _clip_path(self, slide: Slide, clip: Clip, look: Style, folder: Path) -> Path:
        """Return the file of a slide's clip; one that several slides show is made once."""
        names = tuple(pane.name for pane in slide.panes)
        key = (names, slide.plays, slide.document.to_json())
        if key not in self.clips:
            self.clips[key] = folder / f"{len(self.clips)}.mp4"
            half = look.but(width=look.width // 2, height=look.height // 2, dpi=look.dpi / 2)
            write_clip(clip, self.clips[key], half)
        return self.clips[key]


def _placeholder(page: Any, number: int) -> Any:
    """Return a placeholder by its number; None if its layout has none."""
    for place in page.placeholders:
        if place.placeholder_format.idx == number:
            return place
    return None


def _fill(page: Any, number: int, text: str, slot: Slot | None, points: float) -> None:
    """Write a text into a placeholder, smaller if it does not fit; remove an empty one."""
    place = _placeholder(page, number)
    if place is None:
        return
    if not text or slot is None:
        place.element.getparent().remove(place.element)
        return
    lines = text.split("\n")
    longest_line = max(lines, key=len)
    smaller_size = fitting_points(longest_line, slot, points, bold=number == TITLE)
    frame = place.text_frame
    for index, line in enumerate(lines):
        paragraph = frame.add_paragraph() if index else frame.paragraphs[0]
        _write_line(paragraph, line, smaller_size)


def _write_line(paragraph: Any, line: str, size: float | None) -> None:
    """Write a line with starred parts in italics, in type of a size in points if it is given."""
    from pptx.util import Pt

    for index, part in enumerate(re.split(r"\*([^*\n]+)\*", line)):
        if not part:
            continue
        run = paragraph.add_run()
        run.text = part
        # Every second part stands between stars.
        run.font.italic = True if index % 2 else None
        if size is not None:
            run.font.size = Pt(size)


def _name(shape: Any, slide: Slide, kind: str = "") -> None:
    """Set a picture's alternative text, and its name in lists of a slide's objects."""
    properties = shape.element.xpath(".//p:cNvPr")[0]
    descriptions = " ".join(map(alt_text, slide.figures))
    parameters = "; ".join(parameter_lines(slide))
    properties.set("descr", f"{kind}{descriptions} {parameters}.")
    properties.set("name", unstarred(slide.name))


def _themed(theme: bytes, palette: Palette) -> bytes:
    """Put our colours and fonts into a theme."""
    colours = [
        f'<a:{name}><a:srgbClr val="{color.removeprefix("#")}"/></a:{name}>'
        for name, color in _theme_colours(palette).items()
    ]
    scheme = f'<a:clrScheme name="peviewer">{"".join(colours)}</a:clrScheme>'
    font = f'<a:latin typeface="{FONT}"'
    text = theme.decode()
    text = re.sub(r"<a:clrScheme.*?</a:clrScheme>", lambda _: scheme, text, flags=re.DOTALL)
    text = re.sub(r'<a:latin typeface="[^"]*"', lambda _: font, text)
    return text.encode()


def _theme_colours(palette: Palette) -> dict[str, str]:
    """Return a theme's twelve colours: dark and light ones by their lightness, not by their use."""
    if palette.name == "dark":
        colours = {
            "dk1": palette.window,
            "lt1": palette.text,
            "dk2": palette.raised,
            "lt2": palette.secondary,
        }
    else:
        colours = {
            "dk1": palette.text,
            "lt1": palette.panel,
            "dk2": palette.secondary,
            "lt2": palette.raised,
        }
    for number, color in enumerate(palette.curves, 1):
        colours[f"accent{number}"] = color
    return colours | {"hlink": palette.accent, "folHlink": palette.mark}


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
    declaration = '<?xml version="1.0" encoding="UTF-8"?>'
    text = f'{declaration}\n<session xmlns="{NAMESPACE}">{session}</session>'
    name = package.next_partname(PART.replace("{}", "%d"))
    part = Part(name, "application/xml", package, text.encode())
    deck.part.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_XML)


def read_session_from_pptx(file: StoredFile) -> bytes | None:
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
