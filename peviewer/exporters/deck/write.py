"""Write a deck: slides as one file, by its extension."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from peviewer.base.files import ExportError
from peviewer.base.work import Cancelled, Progress, Question, Work
from peviewer.exporters.deck.slides import Slide
from peviewer.exporters.target import check
from peviewer.paper.style import Style

CLIP = 12
"""A clip takes as long as about this many pictures."""


def cost(moves: bool) -> int:
    """Return the amount of work of a slide: one picture, and possibly a clip."""
    return CLIP if moves else 1


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
    """Write slides as a presentation or a PDF.

    A slide has a title, a picture as sharp as a 4K screen (in a PDF at any size), and a
    caption; the notes of a presentation hold the explanation and the parameters. Whatever
    ends the work before its time, nothing is left behind and what was there stays as it was.
    """
    target = Path(target)
    if not slides:
        raise ExportError(f"cannot write {target}: a deck needs at least one pane")
    known = check(target, "deck")
    moves = [slide.moves and clips and known.suffix == "pptx" for slide in slides]
    work = Work(sum(map(cost, moves)), progress, cancelled)
    try:
        known.write(slides, target, style.but(transparent=False), clips, work, title or slides[0].title)
    except Cancelled:
        return False
    return True
