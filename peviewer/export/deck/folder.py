"""A deck as a folder: numbered pictures, and the clips beside them, all of them or none."""

from __future__ import annotations

import re
import secrets
import shutil
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from peviewer.base.whole_file import ExportError, write
from peviewer.export.clip.write import write_clip
from peviewer.export.formats import format_of
from peviewer.export.picture.render import render
from peviewer.figures.panes.catalog import PANES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from peviewer.base.work import Work
    from peviewer.export.deck.slides import Slide
    from peviewer.paper.style import Style


# What an earlier deck left: a number, a pane, an extension.
NUMBERED = re.compile(r"\d{2,}-([a-z]+)\.(png|mp4)")
# A clip takes as long as about this many pictures.
CLIP = 12


def cost(moves: bool) -> int:
    """Return how much work a slide is: one picture, and maybe a clip."""
    return CLIP if moves else 1


def is_folder(target: Path) -> bool:
    """Whether a target means pictures in a folder, and no presentation."""
    return target.is_dir() or not target.suffix


def write_folder(slides: Sequence[Slide], target: Path, style: Style, moving: Sequence[bool], work: Work) -> None:
    """Write pictures named by number and pane, as in ``03-shift.png``.

    They are made in a folder beside their places and moved at the end. What an
    earlier deck left there goes; other files stay.

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
        made_now = sorted(stage.iterdir())
        stale = set(_earlier(target)) - {target / file.name for file in made_now}
        for file in made_now:
            file.replace(target / file.name)
            moved = True
        for file in stale:
            file.unlink(missing_ok=True)
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


def _earlier(folder: Path) -> Iterator[Path]:
    """Yield the numbered pictures and clips that peviewer wrote: named so, and with a Document in them."""
    for file in folder.iterdir():
        named = NUMBERED.fullmatch(file.name)
        if named is None or named[1] not in PANES or not file.is_file():
            continue
        known = format_of("clip" if named[2] == "mp4" else "picture", named[2])
        if known is not None and known.session(file):
            yield file


def _write(slide: Slide, picture: Path, style: Style, work: Work, moves: bool) -> None:
    write(picture, render(slide.figure, "png", document=slide.document, style=style))
    if not moves:
        return
    even = style.but(width=style.width + style.width % 2, height=style.height + style.height % 2)
    film = picture.with_suffix(".mp4")
    work.do(partial(write_clip, slide.clip(), film, even))
