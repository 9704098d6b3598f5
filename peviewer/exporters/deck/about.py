"""What programs list of a presentation: its properties, and a small picture of its first slide."""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING, Any

from peviewer.base.version import __version__
from peviewer.base.words import unstarred
from peviewer.exporters.carry.deck import put_session

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

    from peviewer.exporters.deck.slides import Slide
    from peviewer.exporters.deck.stage import Stage

LONGEST = 255  # what core properties may hold
EXTENDED = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
THUMBNAIL = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
PRINTER = f"{RELATED}/printerSettings"
ACROSS = 256  # pixels


def describe(stage: Stage, slides: Sequence[Slide], title: str, films: Sized) -> None:
    """Say what a presentation is, and put the Document in."""
    from datetime import UTC, datetime

    deck, package = stage.deck, stage.deck.part.package
    about = deck.core_properties
    about.title = unstarred(title)[:LONGEST]
    about.author = about.last_modified_by = "peviewer"
    about.subject = slides[0].subject[:LONGEST]
    about.keywords = about.comments = about.category = ""
    about.revision = 1
    about.created = about.modified = datetime.now(UTC)
    _replace(package, f"{RELATED}/extended-properties", _extended(stage, films), "/docProps/app.xml",
             "application/vnd.openxmlformats-officedocument.extended-properties+xml")  # fmt: skip
    _replace(package, THUMBNAIL, _thumbnail(stage, slides[0]), "/docProps/thumbnail.jpeg", "image/jpeg")
    for name, link in list(deck.part.rels.items()):
        if link.reltype == PRINTER:  # somebody else's
            deck.part.drop_rel(name)
    put_session(deck, slides[0].document)


def _extended(stage: Stage, films: Sized) -> bytes:
    """Return the properties that name the program and count the slides."""
    deck = stage.deck
    count = len(deck.slides)
    shape = _shape(stage.places.width / stage.places.height)
    number = ".".join(f"{part:0>{size}}" for part, size in zip(__version__.split(".")[:2], (1, 4), strict=True))
    parts = {
        "Application": "peviewer", "PresentationFormat": shape, "Slides": count, "Notes": len(_noted(deck)),
        "HiddenSlides": 0, "MMClips": len(films), "AppVersion": number,
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


def _thumbnail(stage: Stage, slide: Slide) -> bytes:
    from PIL import Image

    from peviewer.exporters.deck.picture import slide_picture

    with Image.open(io.BytesIO(slide_picture(slide, stage, 2 * ACROSS))) as opened:
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
