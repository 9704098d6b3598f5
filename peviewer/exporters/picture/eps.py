"""EPS, which has no transparency: colours that shine through are mixed beforehand; the Document in its comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgba, to_rgba_array
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from peviewer.base.version import __version__
from peviewer.exporters.metadata.media import commented, from_comments

if TYPE_CHECKING:
    from pathlib import Path

    from peviewer.exporters.picture.render import Painted

# Below the lines of a grid: what was seen through a shade lies over it now.
BEHIND = 0.4
# A line of a comment may have 255 letters.
COMMENT, LENGTH = "%peviewer ", 240


def eps(painted: Painted) -> bytes:
    """Return a page as EPS, fonts embedded."""
    _mix(painted.page, painted.style.ground)
    whole = painted.saved("eps", {"Creator": f"peviewer {__version__}"})
    title = "".join(letter if " " <= letter <= "~" else "?" for letter in painted.title)
    comments = "\n".join([f"%%Title: {title}", commented(painted.plain, COMMENT, LENGTH), "%%EndComments"])
    whole = re.sub(rb"%%(CreationDate|Title):[^\n]*\n", b"", whole)
    return whole.replace(b"%%EndComments", comments.encode(), 1)


def _mix(page: Any, ground: str) -> None:
    """Turn colours that shine through into those that are seen on the ground."""
    for artist in page.findobj(lambda one: isinstance(one, Patch | Line2D | Text | LineCollection | PolyCollection)):
        if isinstance(artist, LineCollection):
            artist.set_color(_mixed(artist.get_colors(), ground))
        elif isinstance(artist, Text):
            if (box := artist.get_bbox_patch()) is not None:
                box.set_alpha(None)
        elif isinstance(artist, Patch | PolyCollection) and artist.get_alpha() is not None:
            face = _mixed(to_rgba_array(artist.get_facecolor()), ground)[0]
            artist.set(alpha=None, facecolor=face, zorder=BEHIND)


def _mixed(colors: Any, ground: str) -> Any:
    shown = np.array([to_rgba(color) for color in colors])
    share = shown[:, 3:]
    return share * shown[:, :3] + (1 - share) * np.array(to_rgba(ground)[:3])


def session(path: Path) -> bytes | None:
    """Put the comments together again."""
    return from_comments(path, COMMENT)
