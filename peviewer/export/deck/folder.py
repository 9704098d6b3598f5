"""A deck as a folder: numbered pictures, and the clips beside them, all of them or none."""

from __future__ import annotations

import secrets
import shutil
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.whole_file import ExportError
from peviewer.export.clip.write import Cancelled, write_clip
from peviewer.export.picture.write import render, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.export.deck.slides import Slide
    from peviewer.export.deck.steps import Steps
    from peviewer.paper.style import Style


def write_folder(slides: Sequence[Slide], target: Path, style: Style, steps: Steps) -> None:
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
        for number, (slide, moving) in enumerate(zip(slides, steps.moving, strict=True), 1):
            steps.check()
            _write(slide, stage / f"{number:0{digits}}-{slide.pane.name}.png", style, steps, moving)
            steps.passed()
        steps.check()
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


def _write(slide: Slide, picture: Path, style: Style, steps: Steps, moving: bool) -> None:
    write(picture, render(slide.figure, "png", document=slide.document, style=style))
    if not moving:
        return
    even = replace(style, width=style.width + style.width % 2, height=style.height + style.height % 2)
    film = picture.with_suffix(".mp4")
    if not write_clip(slide.clip(), film, even, progress=steps.within, cancelled=steps.cancelled):
        raise Cancelled
