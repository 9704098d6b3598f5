"""The title of an axis: as many of its words as there is room for."""

import re
from collections.abc import Sequence
from functools import cached_property

from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup


class AxisTitle:
    """A label in up to three wordings: with what a pixel stands for, as it is, and without its unit.

    Parameters
    ----------
    label : str
        As in a Figure: ``"*λ* (positions)"``.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self._whole = TextLine(12, markup(label))
        self._told = TextLine(12)

    @cached_property
    def _brief(self) -> TextLine:
        """The title without its unit."""
        html = re.sub(r" \([^()]*\)$", "", self._whole.html)
        return self._whole if html == self._whole.html else TextLine(12, html)

    @property
    def least(self) -> float:
        """The pixels below which nothing of it can be said."""
        return self._brief.width

    def wording(self, length: float, room: float, crowding: Sequence[str] = ()) -> TextLine | None:
        """Return the longest wording that fits; None if none does.

        Parameters
        ----------
        length : float
            The axis's own: what a pixel stands for is said along it alone.
        room : float
            The pixels there are, with those before and behind the axis.
        crowding : sequence of str
            What a pixel stands for, in ever fewer words.
        """
        if not self.label:
            return None
        for words in crowding:
            self._told.set_html(f"{self._whole.html}: {words}")
            if self._told.width <= length:
                return self._told
        return next((line for line in (self._whole, self._brief) if line.width <= room), None)
