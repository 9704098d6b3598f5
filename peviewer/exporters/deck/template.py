"""What slides are made on: our own design, or a template of the lecturer's, of which a layout is chosen."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.files import ExportError
from peviewer.exporters.deck.blank_deck import COVER_LAYOUT, FOOTERS, PICTURE_LAYOUT, BlankDeck, empty_deck, slide_theme
from peviewer.exporters.deck.places import EMU, Places, Slot, has, own_places
from peviewer.exporters.metadata.deck import drop_session
from peviewer.exporters.target import is_folder

if TYPE_CHECKING:
    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.paper.style import Style

SUFFIXES = (".pptx", ".potx")
TEMPLATE, PRESENTATION = b"presentationml.template.main+xml", b"presentationml.presentation.main+xml"
TYPES = "[Content_Types].xml"
# Unpacked: a template with films in it is smaller.
LARGEST = 500_000_000
# Of a place without one for the caption, in shares of the slide's height, and at most of the place.
CAPTION, MOST = 0.1, 0.2
# A slide without a place for pictures: its margins, in shares of the slide.
MARGIN = 0.04


def usual_theme(target: Path, options: DeckOptions) -> str | None:
    """Return the theme of a deck for which none is named: for a presentation that of its ground, whatever its size."""
    if is_folder(target):
        return None
    if not options.template:
        return "slide-light"
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
        return opened(Path(options.template), style).footed(options)
    places = own_places(style, foot=options.footed)
    deck, layout, cover = empty_deck(style, places)
    return BlankDeck(deck, places, layout, cover, style).footed(options)


def opened(path: Path, style: Style | None = None) -> BlankDeck:
    """Return a template without its slides.

    Raises
    ------
    ExportError
        If it cannot be used; one line that names the file and says why.
    """
    deck = _read(path)
    try:
        return _blank_deck(deck, style)
    except ExportError as error:
        raise ExportError(f"cannot use the template {path}: {error}") from None
    except Exception as error:  # python-pptx finds what is wrong with a file wherever it first needs it
        raise ExportError(f"cannot use the template {path}: it is damaged ({error!r})") from None


def theme_of(path: Path) -> str:
    """Return the theme whose pictures suit the ground of a template.

    Raises
    ------
    ExportError
        If it cannot be used.
    """
    return slide_theme(_read(path))


def _read(path: Path) -> Any:
    from pptx import Presentation

    if path.suffix.lower() not in SUFFIXES:
        raise ExportError(f"cannot use the template {path}: the extension must be one of {', '.join(SUFFIXES)}")
    try:
        return Presentation(io.BytesIO(_as_presentation(path)))
    except ExportError as error:
        raise ExportError(f"cannot use the template {path}: {error}") from None
    except OSError as error:
        raise ExportError(f"cannot use the template {path}: {error.strerror or error}") from None
    except Exception:  # whatever python-pptx stumbles over, the cause is the file
        raise ExportError(f"cannot use the template {path}: it is no PowerPoint file, or a damaged one") from None


def _as_presentation(path: Path) -> bytes:
    """Return a file as a presentation: a .potx differs from it by one word."""
    content = path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sum(part.file_size for part in archive.infolist()) > LARGEST:
            raise ExportError("it is too large")
        if TEMPLATE not in archive.read(TYPES):
            return content
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as changed:
            for part in archive.infolist():
                text = archive.read(part)
                changed.writestr(part, text.replace(TEMPLATE, PRESENTATION) if part.filename == TYPES else text)
    return packed.getvalue()


def _blank_deck(deck: Any, style: Style | None) -> BlankDeck:
    from peviewer.paper.style import Style as Whole

    style = style or Whole()
    footers = _footers(deck)
    _drop_slides(deck)
    drop_session(deck)
    size = deck.slide_width / EMU, deck.slide_height / EMU
    found = [_Layout.of(layout, size) for master in deck.slide_masters for layout in master.slide_layouts]
    if not found:
        raise ExportError("it has no layouts")
    best = max(found, key=lambda layout: layout.worth)
    named = (layout for layout in found if layout.layout.name == COVER_LAYOUT)
    cover = next(named, None) or next((layout for layout in found if layout.covers), best)
    places = best.places(style)
    return BlankDeck(deck, places, best.layout, cover.layout, style.but(transparent=True),
                 best.number(best.title), best.number(best.picture), best.number(best.caption), footers)  # fmt: skip


def _footers(deck: Any) -> frozenset[str]:
    """Return what the template's own slides have at their feet: a new slide has it only where that is copied."""
    wanted = " or ".join(f"@type='{kind}'" for kind in FOOTERS)
    return frozenset(str(kind) for page in deck.slides for kind in page.element.xpath(f".//p:ph[{wanted}]/@type"))


def _drop_slides(deck: Any) -> None:
    """Take out all slides, and what names them: sections and shows of some of them."""
    ids = deck.slides.element
    for slide in list(ids):
        deck.part.drop_rel(slide.rId)
        ids.remove(slide)
    for name in ("custShowLst", "extLst"):
        for element in deck.element.xpath(f"p:{name}"):
            element.getparent().remove(element)


@dataclass(frozen=True)
class _Layout:
    """A layout: its placeholders for a title, a picture and a caption, where it has them."""

    layout: Any
    size: tuple[float, float]
    title: Any = None
    picture: Any = None
    caption: Any = None
    covers: bool = False

    @classmethod
    def of(cls, layout: Any, size: tuple[float, float]) -> _Layout:
        """Find the placeholders: the largest one that takes a picture, the largest other one that takes text."""
        from pptx.enum.shapes import PP_PLACEHOLDER as Kind

        titles, pictures, texts = [], [], []
        for shape in layout.placeholders:
            kind = shape.placeholder_format.type
            if kind in (Kind.TITLE, Kind.CENTER_TITLE):
                titles.append(shape)
            elif kind in (Kind.PICTURE, Kind.OBJECT, Kind.CHART, Kind.TABLE, Kind.BITMAP):
                pictures.append(shape)
            elif kind in (Kind.BODY, Kind.SUBTITLE):
                texts.append(shape)
        covers = any(shape.placeholder_format.type == Kind.CENTER_TITLE for shape in titles)
        picture, caption = (max(shapes, key=_area, default=None) for shapes in (pictures, texts))
        return cls(layout, size, next(iter(titles), None), picture, caption, covers)

    @property
    def worth(self) -> tuple[bool, bool, float, bool]:
        """How well it serves: ours by its name, then by its title and the size of the picture on it."""
        named = self.layout.name == PICTURE_LAYOUT
        return named, self.title is not None and not self.covers, _area(self.picture), self.caption is None

    def number(self, shape: Any) -> int | None:
        """Return the number of a placeholder."""
        return None if shape is None else shape.placeholder_format.idx

    def places(self, style: Style) -> Places:
        """Return what stands where."""
        width, height = self.size
        side, edge = MARGIN * width, MARGIN * height
        title = _slot(self.title) or Slot(side, edge, width - 2 * side, 0.1 * height)
        below = title.top + title.height if has(style.title) else edge
        picture = _slot(self.picture) or Slot(side, below, width - 2 * side, max(height - edge - below, edge))
        caption = _slot(self.caption)
        if caption is None and has(style.caption):
            left, top, wide, high = picture
            strip = min(CAPTION * height, MOST * high)
            picture = Slot(left, top, wide, high - 1.1 * strip)
            caption = Slot(left, top + high - strip, wide, strip)
        shown = title if has(style.title) else None, caption if has(style.caption) else None
        return Places(width, height, picture, *shown)


def _slot(shape: Any) -> Slot | None:
    sides = None if shape is None else (shape.left, shape.top, shape.width, shape.height)
    return Slot(*(side / EMU for side in sides)) if sides and None not in sides else None


def _area(shape: Any) -> float:
    slot = _slot(shape)
    return slot.width * slot.height if slot else 0.0
