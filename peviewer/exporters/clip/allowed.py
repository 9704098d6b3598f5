"""Whether a format can hold a clip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from peviewer.base.parameters import explain_briefly
from peviewer.base.words import whole
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.filming import Filming
from peviewer.exporters.formats import Format, formats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peviewer.paper.style import Style


def quality_of(fields: Mapping[str, object]) -> int | None:
    """Return the quality that is asked for.

    Raises
    ------
    ClipError
        If it is not allowed.

    Examples
    --------
    >>> quality_of({"quality": 40}), quality_of({})
    (40, None)
    """
    try:
        return Filming.model_validate(dict(fields)).quality
    except ValidationError as error:
        raise ClipError(explain_briefly(error, Filming)) from None


def check_format(known: Format, clip: Clip, style: Style, quality: int | None = None) -> None:
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
    if quality is not None and not known.lossy:
        able = ", ".join(f".{one.suffix}" for one in formats("clip").values() if one.lossy)
        raise ClipError(
            f"quality is not allowed for .{known.suffix}, which loses nothing by it: it must be one of {able}"
        )
    if clip.fps > known.fastest:
        raise ClipError(f"fps = {clip.fps:g} is not allowed for .{known.suffix}: it must be at most {known.fastest:g}")
    if max(style.width, style.height) > known.largest:
        size = f"{style.width}x{style.height}"
        raise ClipError(
            f"size = {size} is not allowed for .{known.suffix}: it must be at most {whole(known.largest)} pixels"
        )
