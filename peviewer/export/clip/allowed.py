"""Whether a format can hold a clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import whole
from peviewer.export.clip.clip import Clip, ClipError
from peviewer.export.formats import Format, formats

if TYPE_CHECKING:
    from peviewer.paper.style import Style


def check_format(known: Format, clip: Clip, style: Style) -> None:
    """Refuse a clip that a format cannot hold, or that cannot be written here.

    Raises
    ------
    ClipError
        One line that says why.
    """
    if known.hint:
        free = [f".{one.suffix}" for one in formats("clip").values() if one.needed is None]
        raise ClipError(f".{known.suffix} {known.hint}; {', '.join(free[:-1])} and {free[-1]} can be written without")
    if style.transparent and not known.transparent:
        able = ", ".join(f".{one.suffix}" for one in formats("clip").values() if one.transparent)
        raise ClipError(f"transparent is not allowed for .{known.suffix}: it must be one of {able}")
    if clip.fps > known.fastest:
        raise ClipError(f"fps = {clip.fps:g} is not allowed for .{known.suffix}: it must be at most {known.fastest:g}")
    if max(style.width, style.height) > known.largest:
        size = f"{style.width}x{style.height}"
        raise ClipError(
            f"size = {size} is not allowed for .{known.suffix}: it must be at most {whole(known.largest)} pixels"
        )
