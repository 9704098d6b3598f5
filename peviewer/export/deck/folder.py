"""A deck as a folder: numbered pictures, and the clips beside them, all of them or none."""

from __future__ import annotations

import secrets
import shutil
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from peviewer.base.whole_file import ExportError, write
from peviewer.export.clip.write import write_clip
from peviewer.export.picture.render import render

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.base.work import Work
    from peviewer.export.deck.slides import Slide
    from peviewer.paper.style import Style


# A clip takes as long as about this many pictures.
CLIP = 12


def cost(moves: bool) -> int:
    """Return how much work a slide is: one picture, and maybe a clip."""
    return CLIP if moves else 1


def write_folder(slides: Sequence[Slide], target: Path, style: Style, moving: Sequence[bool], work: Work) -> None:
    """Write pictures named by number and pane, as in ``03-shift.png``.

    They are made in a folder beside their places and moved at the end; files of
    the same names are replaced, others stay.

    Raises
    ------
    ExportError
        If they cannot be written.
    """
    target = target.resolve()
    made = not target.exists()
    stage = target / f".{secrets.token_hex(6)}.part"
    moved = False
    try:
        stage.mkdir(parents=made and target.parent.is_dir())
        digits = max(2, len(str(len(slides))))
        for number, (slide, moves) in enumerate(zip(slides, moving, strict=True), 1):
            work.check()
            part = work.part(cost(moves))
            _write(slide, stage / f"{number:0{digits}}-{slide.pane.name}.png", style, part, moves)
            part.end()
        work.check()
        for file in sorted(stage.iterdir()):
            file.replace(target / file.name)
            moved = True
    except ExportError as error:
        # It names a file that nobody will see.
        raise ExportError(f"cannot write {target}: {str(error).rpartition(': ')[2]}") from None
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if made and not moved:
            with suppress(OSError):
                target.rmdir()


def _write(slide: Slide, picture: Path, style: Style, work: Work, moves: bool) -> None:
    write(picture, render(slide.figure, "png", document=slide.document, style=style))
    if not moves:
        return
    even = style.but(width=style.width + style.width % 2, height=style.height + style.height % 2)
    film = picture.with_suffix(".mp4")
    work.do(partial(write_clip, slide.clip(), film, even))
