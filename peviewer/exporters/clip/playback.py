"""A clip to look at before it is written: its frames at any size, the coarse course of it first."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from peviewer.base.words import unstarred
from peviewer.exporters.clip.frames import Frames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from peviewer.exporters.clip.clip import Clip
    from peviewer.paper.style import Style

COARSE = 16
"""Every so many frames are made first."""


@dataclass(frozen=True)
class Playback:
    """The frames of a clip, as they will be written, reduced to a size.

    Attributes
    ----------
    clip : Clip
        What moves.
    style : Style
        The size and look of the file.
    """

    clip: Clip
    style: Style

    def size(self, room: tuple[int, int]) -> tuple[int, int]:
        """Return the largest size of the clip's shape in a room, but never more than its own.

        Parameters
        ----------
        room : tuple of int
            Width and height in pixels.
        """
        factor = min(1.0, room[0] / self.style.width, room[1] / self.style.height)
        return max(1, round(self.style.width * factor)), max(1, round(self.style.height * factor))

    def order(self, most: int) -> list[int]:
        """Return which frames are made, in which order: never more than `most`, evenly spaced, a coarse course first.

        Examples
        --------
        >>> from peviewer.document.document import Document
        >>> from peviewer.exporters.clip.clip import Clip
        >>> from peviewer.figures.panes.catalog import pane
        >>> from peviewer.paper.style import Style
        >>> moving = Playback(Clip(pane("shift"), Document(), seconds=1, fps=20), Style.of_pixels(640, 360))
        >>> moving.order(100)
        [0, 16, 8, 4, 12, 2, 6, 10, 14, 18, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
        >>> moving.order(10)
        [0, 16, 8, 4, 12, 2, 6, 10, 14, 18]
        """
        every = -(-self.clip.count // most)
        taken = range(0, self.clip.count, every)
        strides = [COARSE >> halvings for halvings in range(COARSE.bit_length())]
        return list(dict.fromkeys(frame for stride in strides for frame in taken[::stride]))

    def frames(self, places: Sequence[int], size: tuple[int, int]) -> Iterator[tuple[int, NDArray[np.uint8], str]]:
        """Yield frames, in the order of their places: which one, its pixels, RGBA, and what the number is there."""
        with closing(Frames(self.clip, self.style)) as painted:
            for frame in places:
                page = Image.fromarray(painted.paint(frame))
                # Premultiplied, or what is transparent would colour the edges of what is not.
                reduced = page if page.size == size else page.convert("RGBa").resize(size, Image.Resampling.BOX)
                yield frame, np.asarray(reduced.convert("RGBA")), unstarred(self.clip.named(frame))
