"""Write a deck: a presentation with a pane a slide, or a folder of numbered pictures."""

from __future__ import annotations

import io
import re
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.whole_file import ExportError, whole_file
from peviewer.base.words import unstarred
from peviewer.base.work import Cancelled, Work
from peviewer.export.carry.deck import put_session
from peviewer.export.clip.write import write_clip
from peviewer.export.deck.folder import cost, write_folder
from peviewer.export.deck.master import PICTURE, empty_deck
from peviewer.export.deck.notes import notes
from peviewer.export.formats import hints
from peviewer.export.picture.render import render
from peviewer.export.target import check
from peviewer.paper.style import SLIDE_TYPE, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.base.work import Progress, Question
    from peviewer.export.deck.slides import Slide

# A 4K screen shows this many pixels an inch of a slide; a clip has half of them.
DENSITY = 288
SLIDE_PIXELS = 2160
LONGEST_TITLE = 255  # what core properties may hold


def write_deck(
    slides: Sequence[Slide],
    target: Path,
    style: Style,
    *,
    clips: bool = False,
    title: str = "",
    progress: Progress | None = None,
    cancelled: Question | None = None,
) -> bool:
    """Write a .pptx with one pane a slide, or numbered pictures into a folder.

    A slide has a title, a picture as sharp as a 4K screen, and a caption; its
    notes hold the explanation and the parameters. Whatever ends the work before
    its time, nothing is left behind and what was there stays as it was.

    Parameters
    ----------
    slides : sequence of Slide
        What is shown; the deck opens again as the first one's Document.
    target : pathlib.Path
        A file that ends in ``.pptx``, or a folder, made where there is none.
    style : Style
        The look. A presentation is 16:9 and takes no size from it, pictures in a folder do.
    clips : bool
        Whether panes that change with φ move: as MP4 that plays when it is clicked.
    title : str
        Of the presentation, where programs list it.
    progress : callable, optional
        Called with the share that is done (0 … 1) and the seconds that are left.
    cancelled : callable, optional
        Asked between slides and frames; True ends the work.

    Returns
    -------
    bool
        Whether the deck was written; False if it was cancelled.

    Raises
    ------
    ExportError
        If the target cannot be written, or what is needed for it is not installed.
    StyleError
        If the theme is none for slides.
    """
    target = Path(target)
    if not slides:
        raise ExportError(f"cannot write {target}: a deck needs at least one pane")
    if clips and (hint := hints("clip")["mp4"]):
        raise ExportError(f"cannot write {target}: a clip {hint}")
    moving = tuple(slide.moves and clips for slide in slides)
    work = Work(sum(map(cost, moving)), progress, cancelled)
    try:
        if target.is_dir() or not target.suffix:
            write_folder(slides, target, style, moving, work)
        else:
            known = check(target, "deck")
            if known.hint:
                raise ExportError(f"cannot write {target}: .{known.suffix} {known.hint}")
            known.write(slides, target, style, moving, work, title)
    except Cancelled:
        return False
    return True


def write_presentation(
    slides: Sequence[Slide], target: Path, style: Style, moving: Sequence[bool], work: Work, title: str
) -> None:
    """Write a file that PowerPoint opens."""
    deck = empty_deck(style)
    for slide, moves in zip(slides, moving, strict=True):
        work.check()
        part = work.part(cost(moves))
        _add(deck, slide, style, part, moves)
        part.end()
    _describe(deck, slides, title)
    work.check()
    with whole_file(target) as file:
        deck.save(file)


def _add(deck: Any, slide: Slide, style: Style, work: Work, moves: bool) -> None:
    page = deck.slides.add_slide(deck.slide_layouts[0])
    title, picture, caption = page.placeholders
    _fill(title, slide.title if style.title is not False else "")
    _fill(caption, slide.caption if style.caption is not False else "")
    look = picture_style(style, heading=bool(slide.heading))
    png = render(slide.figure, "png", document=slide.document, style=look)
    if moves:
        shape = _movie(page, picture, slide, look, png, work)
    else:
        shape = picture.insert_picture(io.BytesIO(png))
    # Screen readers say what is in a picture.
    shape._element.xpath(".//p:cNvPr")[0].set("descr", unstarred(slide.caption))
    page.notes_slide.notes_text_frame.text = notes(slide)


def picture_style(style: Style, *, heading: bool = False) -> Style:
    """Return the style of the picture on a slide: the slide has the title and the caption already."""
    width, height = round(PICTURE.width * DENSITY), round(PICTURE.height * DENSITY)
    size = (style.font_size or SLIDE_TYPE) * SLIDE_PIXELS / height
    own_title = heading and style.title is not False
    return style.but(width=width, height=height, dpi=DENSITY, title=own_title, caption=False, font_size=size)


def _movie(page: Any, place: Any, slide: Slide, look: Style, poster: bytes, work: Work) -> Any:
    """Put a clip where the picture would be; the picture is what it shows before it plays."""
    place._element.getparent().remove(place._element)
    clip, small = slide.clip(), look.but(width=look.width // 2, height=look.height // 2, dpi=look.dpi / 2)
    with tempfile.TemporaryDirectory(prefix="peviewer-") as folder:
        film = Path(folder) / "clip.mp4"
        work.do(partial(write_clip, clip, film, small))
        shape = page.shapes.add_movie(
            str(film), *PICTURE.emu(), poster_frame_image=io.BytesIO(poster), mime_type="video/mp4"
        )
    for node in page._element.xpath(".//p:cMediaNode/p:cTn"):
        node.set("repeatCount", "indefinite")
    return shape


def _fill(place: Any, text: str) -> None:
    """Write a text with its starred parts in italics; a place without text goes."""
    if not text:
        place._element.getparent().remove(place._element)
        return
    paragraph = place.text_frame.paragraphs[0]
    for k, part in enumerate(re.split(r"\*([^*\n]+)\*", text)):
        if part:
            run = paragraph.add_run()
            run.text, run.font.italic = part, True if k % 2 else None


def _describe(deck: Any, slides: Sequence[Slide], title: str) -> None:
    """Say what the deck is, and put the Document in."""
    from datetime import UTC, datetime

    about = deck.core_properties
    about.title = (title or unstarred(slides[0].title))[:LONGEST_TITLE]
    about.author = about.last_modified_by = "peviewer"
    about.subject = about.keywords = about.comments = ""
    about.created = about.modified = datetime.now(UTC)
    put_session(deck, slides[0].document)
