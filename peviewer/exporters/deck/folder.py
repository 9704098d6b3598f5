"""A deck as a folder: numbered pictures, and the clips beside them, all of them or none."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from peviewer.base.files import write
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.numbered import numbered_files
from peviewer.exporters.picture.render import render
from peviewer.figures.panes.catalog import PANES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.base.work import Work
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style


NAMED = re.compile(rf"\d{{2,}}-({'|'.join(PANES)})\.(png|mp4)")
# A clip takes as long as about this many pictures.
CLIP = 12


def cost(moves: bool) -> int:
    """Return how much work a slide is: one picture, and maybe a clip."""
    return CLIP if moves else 1


def write_folder(slides: Sequence[Slide], target: Path, style: Style, moving: Sequence[bool], work: Work) -> None:
    """Write pictures named by number and pane, as in ``03-shift.png``; what an earlier deck left there goes.

    Raises
    ------
    ExportError
        If they cannot be written.
    """
    digits = max(2, len(str(len(slides))))
    with numbered_files(target, NAMED) as stage:
        for number, (slide, moves) in enumerate(zip(slides, moving, strict=True), 1):
            work.check()
            part = work.part(cost(moves))
            _write(slide, stage / f"{number:0{digits}}-{slide.pane.name}.png", style, part, moves)
            part.end()
        work.check()


def _write(slide: Slide, picture: Path, style: Style, work: Work, moves: bool) -> None:
    write(picture, render(slide.figure, "png", document=slide.document, style=style))
    if not moves:
        return
    work.do(partial(write_clip, slide.clip(), picture.with_suffix(".mp4"), style))
