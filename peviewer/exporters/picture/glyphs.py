"""Glyphs that only matplotlib's own fonts have, as outlines: tall roots and large sums, accents on a letter."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import combining

import numpy as np
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LoadFlags
from matplotlib.path import Path

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# Other fonts have the letter as well, of another size: a root would not reach its bar.
_SIZED = re.compile(r"STIXSize|STIXNonUnicode|DejaVu S\w+ Display|cmex|cmsy")
_POINTS = 100.0  # outlines are taken at this size, and scale with it
RARE = set("⊙√≠■")  # fonts that lack these take them from others, which are wider and lower, or smaller
_COMMANDS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}


def is_ours(text: str, fonts: tuple[str, ...]) -> bool:
    r"""Whether a glyph looks as it should in no other font, or stands beside its letter there.

    Examples
    --------
    >>> is_ours(")", ("STIXSizeOneSym",)), is_ours(")", ("DejaVu Sans",)), is_ours("\u0302", ("DejaVu Sans",))
    (True, False, True)
    """
    return any(map(_SIZED.match, fonts)) or text in RARE or bool(text and combining(text[0]))


@lru_cache(maxsize=256)
def outline(text: str, fonts: tuple[str, ...], size: float) -> str:
    """Return a glyph as an SVG's path data, its base line at 0."""
    font = get_font(findfont(FontProperties(family=list(fonts))))
    font.set_size(_POINTS, 72)
    font.load_char(ord(text), LoadFlags.NO_HINTING)  # alone, an accent that is set as text has a circle below it
    points, kinds = font.get_path()
    path = Path(points * (size / _POINTS), kinds)
    return " ".join(
        "Z" if kind == Path.CLOSEPOLY else _COMMANDS[kind] + " ".join(f"{part:.3f}" for part in _downwards(ends))
        for ends, kind in path.iter_segments(simplify=False)
    )


def _downwards(ends: ArrayLike) -> list[float]:
    """Turn coordinates that count upwards into an SVG's."""
    turned: list[float] = (np.reshape(ends, (-1, 2)) * (1, -1)).ravel().tolist()
    return turned
