"""Write a deck: slides as one file, by its extension, or a folder of numbered pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.files import ExportError, write
from peviewer.base.work import Cancelled, Work
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.formats import hints
from peviewer.exporters.picture.render import render
from peviewer.exporters.target import check, is_folder, numbered_files
from peviewer.figures.panes.catalog import PANES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.base.work import Progress, Question
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

_ANY = "|".join(PANES)
NAMED = re.compile(rf"\d{{2,}}(-({_ANY}))+\.(png|mp4)")
# A clip takes as long as about this many pictures.
CLIP = 12


def cost(moves: bool) -> int:
    """Return how much work a slide is: one picture, and maybe a clip."""
    return CLIP if moves else 1


def write_folder(slides: Sequence[Slide], target: Path, style: Style, moving: Sequence[bool], work: Work) -> None:
    """Write pictures named by number and panes, as in ``03-shift.png``; what an earlier deck left there goes.

    Raises
    ------
    ExportError
        If they cannot be written.
    """
    digits = max(2, len(str(len(slides))))
    with numbered_files(target, NAMED) as folder:
        for number, (slide, moves) in enumerate(zip(slides, moving, strict=True), 1):
            work.check()
            part = work.part(cost(moves))
            name = "-".join([f"{number:0{digits}}", *(pane.name for pane in slide.panes)])
            _write(slide, folder / f"{name}.png", style, part, moves)
            part.end()
        work.check()


def _write(slide: Slide, picture: Path, style: Style, work: Work, moves: bool) -> None:
    figure, look = slide.alone(style)
    write(picture, render(figure, "png", document=slide.document, style=look))
    if not moves:
        return
    work.do(partial(write_clip, slide.clip(), picture.with_suffix(".mp4"), style))


def write_deck(
    slides: Sequence[Slide],
    target: Path,
    style: Style,
    options: DeckOptions | None = None,
    *,
    title: str = "",
    progress: Progress | None = None,
    cancelled: Question | None = None,
) -> bool:
    """Write slides as a presentation, a PDF or a clip, or numbered pictures into a folder.

    A slide has a title, a picture as sharp as a 4K screen (in a PDF at any size), and a
    caption; its notes hold the explanation and the parameters. Whatever ends the work
    before its time, nothing is left behind and what was there stays as it was.

    Parameters
    ----------
    slides : sequence of Slide
        What is shown; the deck opens again as the first one's Document.
    target : pathlib.Path
        A file, whose extension says what is written, or a folder, made where there is none.
    style : Style
        The look. Slides take their shape from its size, those of a template their own.
    options : DeckOptions, optional
        What moves, and what the slides are made of.
    title : str
        Of the presentation, where programs list it and on its title slide; the style's goes before it.
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
        If the target cannot be written, the template not used, or what is needed is not installed.
    StyleError
        If the theme is none for slides, or no slide has the shape of the size.
    """
    target, options = Path(target), options or DeckOptions()
    if not slides:
        raise ExportError(f"cannot write {target}: a deck needs at least one pane")
    if options.clips and (hint := hints("clip")["mp4"]):
        raise ExportError(f"cannot write {target}: a clip {hint}")
    slides = [replace(slide, marks=style.marks) for slide in slides]
    moving = tuple(slide.moves and options.clips for slide in slides)
    work = Work(sum(map(cost, moving)), progress, cancelled)
    try:
        if is_folder(target):
            write_folder(slides, target, style, moving, work)
        else:
            known = check(target, "deck")
            if known.hint:
                raise ExportError(f"cannot write {target}: .{known.suffix} {known.hint}")
            if options.template and target.exists() and target.samefile(options.template):
                raise ExportError(f"cannot write {target}: it is the template")
            known.write(slides, target, style, options, work, title)
    except Cancelled:
        return False
    return True
