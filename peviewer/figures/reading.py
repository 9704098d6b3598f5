"""What a panel says at a cell: the number there, and the number of every curve."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, log10
from typing import TYPE_CHECKING

from peviewer.base.words import number
from peviewer.figures.grammar import Curve, Heatmap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peviewer.figures.grammar import Panel, Role

MOST = 4  # curves that are read at once; of more, only the nearest


@dataclass(frozen=True)
class Reading:
    """One number of a panel.

    Attributes
    ----------
    called : str
        What it is, with italics by stars; empty where that goes without saying.
    value : float
        The number itself.
    unit : str
        What follows it.
    spot : tuple of float, optional
        Where a curve stands there, in the panel's coordinates; None for a cell.
    color : str
        The curve's role.
    is_change : bool
        Whether it says how far a number is from another one.
    """

    called: str
    value: float
    unit: str = ""
    spot: tuple[float, float] | None = None
    color: Role = "ink"
    is_change: bool = False

    @property
    def number(self) -> str:
        """The number with its unit, and where it is a change its sign."""
        return f"{'+' if self.is_change and self.value > 0 else ''}{number(self.value)}{self.unit}"

    @property
    def text(self) -> str:
        """What it is, and the number.

        Examples
        --------
        >>> Reading("*M*(*φ*)·PE", 0.5).text, Reading("distance", 9.767).text
        ('*M*(*φ*)·PE = 0.5', 'distance 9.767')
        """
        sign = " " if self.is_change or (self.called.replace(" ", "").isalpha() and self.called.islower()) else " = "
        return f"{self.called}{sign}{self.number}" if self.called else self.number


def read(panel: Panel, column: int, row: int, height: float) -> tuple[Reading, ...]:
    """Return what a panel says at a cell; nothing where it has no number there.

    Parameters
    ----------
    panel : Panel
        What is shown.
    column, row : int
        The cell, along x and y.
    height : float
        The pointer's own y: of many curves the one nearest to it is read.
    """
    heatmap = panel.heatmap
    found = [] if heatmap is None else _cell(panel, heatmap, column, row)
    near: dict[str, Reading] = {}  # where two say the same the first counts
    for mark in panel.marks:
        for reading in _on_curve(panel, mark, column) if isinstance(mark, Curve) else ():
            if panel.y.cursor is None or _away(panel, reading, row) < 0.5:
                near.setdefault(reading.text, reading)
    if len(near) > MOST:
        return (*found, min(near.values(), key=lambda reading: _away(panel, reading, height)))
    return (*found, *near.values())


def differences(readings: Iterable[Reading], since: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return by how much numbers differ from those called the same somewhere else.

    Examples
    --------
    >>> [some.text for some in differences([Reading("PE", 0.75)], [Reading("PE", 0.25)])]
    ['PE +0.5']
    """
    before = {reading.called: reading.value for reading in since}
    return tuple(
        replace(reading, is_change=True, value=reading.value - before[reading.called], spot=None)
        for reading in readings
        if isfinite(reading.value - before.get(reading.called, float("nan")))
    )


def _cell(panel: Panel, mark: Heatmap, column: int, row: int) -> list[Reading]:
    down, across = round(row - mark.y0), round(column - mark.x0)
    height, width = mark.raster.shape
    if not (0 <= down < height and 0 <= across < width):
        return []
    value = float(mark.raster.sample([down], [across], "nearest")[0, 0])
    called = (mark.bar or panel.title) if mark.called is None else mark.called
    return [Reading(called, value, mark.unit)]


def _on_curve(panel: Panel, mark: Curve, column: int) -> list[Reading]:
    found = mark.series.read(column)
    if found is None or not isfinite(found[0]):
        return []
    value, drawn = found
    spot = float(column), mark.y0 + drawn
    return [Reading(mark.called or mark.label or panel.title, value, spot=spot, color=mark.color)]


def _away(panel: Panel, reading: Reading, height: float) -> float:
    """Return how far below or above `height` a curve stands, as the axis measures it."""
    assert reading.spot is not None
    at = reading.spot[1]
    if panel.y.log:
        return abs(log10(max(at, 1e-300)) - log10(max(height, 1e-300)))
    return abs(at - height)
