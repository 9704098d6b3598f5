"""Sines and cosines that alternate along a curve, drawn as two: swinging between them it would be a solid mass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from peviewer.figures.grammar import Curve
from peviewer.model.sampling.series import Points, Samples, Series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.figures.grammar import Figure, Mark, Panel

MANY = 64  # dimensions shown: a column of a paper has a point and a half for each
_SIDES = "sin", "cos"


@dataclass(frozen=True)
class EveryOther(Series):
    """The even places of a series (side 0), or the odd ones (side 1); as numbers to keep, all of them."""

    whole: Series
    side: int

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return the places of one side, or each pixel's extremes where they crowd; see :meth:`Series.sample`."""
        x, y = self.whole.sample(low - 1, high + 1, max(pixels, int(high - low) + 4))
        own = x % 2 == self.side
        return Samples(x[own], y[own]).sample(low, high, pixels)

    @property
    def sampled(self) -> str:
        """What the numbers to keep are of; see :attr:`Series.sampled`."""
        return self.whole.sampled

    def exact(self, low: float, high: float) -> Points:
        """Return the numbers of both sides; see :meth:`Series.exact`."""
        return self.whole.exact(low, high)

    def read(self, at: float) -> tuple[float, float] | None:
        """Return what the series has at a place of this side; see :meth:`Series.read`."""
        return self.whole.read(at) if int(np.floor(at)) % 2 == self.side else None


def told_apart(figure: Figure) -> Figure:
    """Return the Figure with each curve of many sines and cosines by turns as one of sines and one of cosines."""
    return replace(figure, rows=tuple(tuple(map(_told_apart, row)) for row in figure.rows))


def _told_apart(panel: Panel) -> Panel:
    low, high = panel.x.shown
    if high - low <= MANY or not any(isinstance(mark, Curve) and mark.alternates for mark in panel.marks):
        return panel
    sides = {mark.label.partition(":")[0] for mark in panel.marks if isinstance(mark, Curve)}
    both = {"A", "B"} <= sides  # two schemes in one plot take the colours for their curves
    if panel.legend or both:
        return replace(panel, marks=tuple(half for mark in panel.marks for half in _halves(mark, own_color=both)))
    # Where a place on an axis tells curves apart, as the rows of a table, a legend need only tell their halves apart.
    unnamed = (replace(mark, label="") if isinstance(mark, Curve) else mark for mark in panel.marks)
    return replace(
        panel, marks=_named_once([half for mark in unnamed for half in _halves(mark, own_color=False)]), legend=True
    )


def _named_once(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Return marks of which the first sines and the first cosines are named: all others have their colours."""
    first = {mark.label: mark for mark in reversed(marks) if isinstance(mark, Curve)}
    return tuple(
        mark if not isinstance(mark, Curve) or first[mark.label] is mark else replace(mark, label="") for mark in marks
    )


def _halves(mark: Mark, *, own_color: bool) -> tuple[Mark, ...]:
    """Return the sines and the cosines of a curve, in their colours; of one that others are compared with, in its."""
    if not isinstance(mark, Curve) or not mark.alternates:
        return (mark,)
    sines, cosines = (
        replace(mark, series=EveryOther(mark.series, side), called=mark.called or mark.label, alternates=False)
        for side in (0, 1)
    )
    cosines = replace(cosines, key=None)  # the numbers of both are kept once
    if own_color or mark.color == "reference":
        return sines, replace(cosines, label="")
    named = [f"{mark.label}, {side}" if mark.label else side for side in _SIDES]
    return replace(sines, color="sine", label=named[0]), replace(cosines, color="cosine", label=named[1])
