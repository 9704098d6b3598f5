"""What a press of the button in data can begin: to pan, to draw a box around what is to be shown, to drag a mark."""

from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

from PySide6.QtCore import QPointF

from peviewer.live.hand.grips import Grip

_drags = count(1)


class Hold(Protocol):
    """What the pointer holds while it is dragged."""

    def move(self, point: QPointF) -> None:
        """Follow the pointer to a pixel of the area."""

    def end(self) -> None:
        """Let go."""


class Pan:
    """Moves the ranges of an area, always from where the drag began: roundings never add up."""

    def __init__(self, area: Any, start: QPointF, only: int | None = None) -> None:
        self._area, self._start, self._only = area, start, only
        self._ranges = area.x_range, area.y_range

    def move(self, point: QPointF) -> None:
        """Bring the place where the drag began below the pointer."""
        area, away = self._area, point - self._start
        parts = away.x() / area.rect().width(), away.y() / area.rect().height()
        by = [
            part * (high - low) * (1 if flip else -1)
            for part, (low, high), flip in zip(parts, self._ranges, area.flips, strict=True)
        ]
        area.change_ranges(lambda axis, _, i: axis.panned(self._ranges[i], by[i]), only=self._only)

    def end(self) -> None:
        """Leave it where it is."""


class Box:
    """Draws a box, and shows what lies in it."""

    def __init__(self, area: Any, start: QPointF) -> None:
        self._area, self._start, self._begun = area, start, False

    def move(self, point: QPointF) -> None:
        """Reach to the pointer."""
        area = self._area
        if not self._begun:
            self._begun = True
            area.box.begin(self._start, x=area.along_x.free, y=area.along_y.free)
        area.box.stretch(point)

    def end(self) -> None:
        """Show what lies in it: all of that, where both axes are of one quantity and have one range."""
        area, box = self._area, self._area.box.end()
        if box is None:
            return
        ends = [sorted(pair) for pair in zip(area.at(box.topLeft()), area.at(box.bottomRight()), strict=True)]
        if area.is_matrix:
            ends = [[min(low for low, _ in ends), max(high for _, high in ends)]] * 2
        area.change_ranges(lambda axis, _, i: axis.fitted((ends[i][0], ends[i][1])))


class Drag:
    """Drags a mark, and tells each value once, with a key of its own under which edits merge.

    Parameters
    ----------
    grip : Grip
        What was taken.
    tell : callable
        Field, value and key → anything.
    """

    def __init__(self, grip: Grip, tell: Callable[[str, float, str], object]) -> None:
        self._grip, self._tell = grip, tell
        self._key = f"grip {next(_drags)}"
        self._told: float | None = None

    def move(self, point: QPointF) -> None:
        """Follow the pointer."""
        value = self._grip.value(point)
        if value != self._told:
            self._told = value
            self._tell(self._grip.field, value, self._key)

    def end(self) -> None:
        """Leave it where it is."""
