"""How far the making of a deck is, and whether it is to stop."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from peviewer.export.clip.write import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# A clip takes as long as about this many pictures.
CLIP = 12


class Steps:
    """The slides of a deck, one after the other, some with a clip."""

    def __init__(
        self,
        moving: Sequence[bool],
        progress: Callable[[float, float], object] | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.moving = tuple(moving)
        self.cancelled = cancelled or (lambda: False)
        self._progress = progress or (lambda share, left: None)
        self._costs = [CLIP if moves else 1 for moves in self.moving]
        self._done, self._begun = 0, time.monotonic()

    def check(self) -> None:
        """Stop if that is asked for.

        Raises
        ------
        Cancelled
            If it is.
        """
        if self.cancelled():
            raise Cancelled

    def within(self, share: float, _left: float) -> None:
        """Tell that a share of the present slide is done."""
        before = sum(self._costs[: self._done])
        whole = (before + share * self._costs[self._done]) / sum(self._costs)
        spent = time.monotonic() - self._begun
        self._progress(whole, spent * (1 - whole) / whole if whole else 0.0)

    def passed(self) -> None:
        """Tell that the present slide is done."""
        self.within(1.0, 0.0)
        self._done += 1
