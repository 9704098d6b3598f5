"""Write a deck: slides as one file, by its extension."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.files import ExportError
from peviewer.base.work import Cancelled, Work
from peviewer.exporters.target import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.base.work import Progress, Question
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

CLIP = 12
"""A clip takes as long as about this many pictures."""


def cost(moves: bool) -> int:
    """Return how much work a slide is: one picture, and maybe a clip."""
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

    Parameters
    ----------
    slides : sequence of Slide
        What is shown; the deck opens again as the first one's Document.
    target : pathlib.Path
        A file, whose extension says what is written.
    style : Style
        The look. Slides take their shape from its size.
    clips : bool
        Whether pictures of a presentation move.
    title : str
        Of the deck, where programs list it; the first slide's if empty.
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
        If the target cannot be written.
    StyleError
        If the theme is none for slides, or no slide has the shape of the size.
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
