"""What every writer of clips has in common: what it is told before the first frame, and what it does with each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from peviewer.figures.grammar import Figure
    from peviewer.paper.page.composition import Composition
    from peviewer.paper.style import Style


@dataclass(frozen=True)
class FrameSequence:
    """A clip as its file sees it.

    Attributes
    ----------
    count : int
        How many frames come.
    rate : Fraction
        Frames a second.
    endless : bool
        Whether players start again at the end.
    figure : Figure or Composition
        The first frame.
    style : Style
        Size and look of all frames.
    session : str
        The Document as JSON.
    title : str
        What it shows.
    """

    count: int
    rate: Fraction
    endless: bool
    figure: Figure | Composition
    style: Style
    session: str
    title: str

    def lasts(self, frame: int, unit: int) -> int:
        """Return how long a frame lasts in whole parts of a second, `unit` of them; all add up to the duration.

        Examples
        --------
        >>> from fractions import Fraction
        >>> from peviewer.figures.grammar import Figure
        >>> from peviewer.paper.style import Style
        >>> sequence = FrameSequence(4, Fraction(30), False, Figure("", ((),)), Style(), "", "")
        >>> [sequence.lasts(frame, 100) for frame in range(4)]
        [3, 4, 3, 3]
        """
        return round((frame + 1) / self.rate * unit) - round(frame / self.rate * unit)


class Writer(ABC):
    """Writes frames to a file as they come, and keeps none but the last."""

    def __init__(self, file: BinaryIO, sequence: FrameSequence) -> None:
        self.file, self.sequence = file, sequence

    @abstractmethod
    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame, shape (height, width, 4), RGBA."""

    @abstractmethod
    def finish(self) -> None:
        """Write what comes behind the last frame."""

    def close(self) -> None:  # noqa: B027  # most writers hold nothing
        """Let go of what the writer holds, finished or not."""


class ChangedArea(NamedTuple):
    """A rectangle of pixels; `top` and `left` are its first row and column."""

    left: int
    top: int
    right: int
    bottom: int

    def of(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the rectangle's pixels."""
        return picture[self.top : self.bottom, self.left : self.right]


def changed(before: NDArray[np.uint8] | None, after: NDArray[np.uint8]) -> ChangedArea:
    """Return the smallest box around the pixels that differ; never empty."""
    height, width = after.shape[:2]
    if before is None:
        return ChangedArea(0, 0, width, height)
    differ = before != after
    rows, columns = np.flatnonzero(differ.any(axis=1)), np.flatnonzero(differ.any(axis=0))
    if not len(rows):
        return ChangedArea(0, 0, 1, 1)
    return ChangedArea(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
