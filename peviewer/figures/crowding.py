"""What a pixel or a point stands for where it covers several cells: said on the axis along which they crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import number
from peviewer.figures.grammar import Curve

if TYPE_CHECKING:
    from peviewer.figures.grammar import Direction, Panel

FEW = 2.0  # cells: fewer in a pixel are hardly seen, and not worth the words
SHORT = {
    "root mean square": "RMS", "circular mean": "mean", "approximate mean": "≈ mean", "standard deviation": "deviation",
}  # fmt: skip


def crowding(panel: Panel, direction: Direction, window: tuple[float, float], pixels: int) -> tuple[str, ...]:
    """Return what a pixel of a heatmap, or a point of a curve, stands for, in ever fewer words.

    A painter says as many as there is room for.

    Parameters
    ----------
    panel : Panel
        What is drawn.
    direction : {"x", "y"}
        Along which axis.
    window : tuple of float
        What is shown of it.
    pixels : int
        On how many pixels.

    Returns
    -------
    tuple of str
        Empty where it covers fewer than two cells, or nothing is a cell.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import PANES
    >>> crowding(PANES["encoding"].figure(Document()).panels[0], "y", (0, 25), 2)
    ('a pixel is the mean of 12.5', 'mean of 12.5')
    >>> score = Document().edited({"encoding.length": 10_000, "score.axis": "linear"})
    >>> crowding(PANES["score"].figure(score).panels[0], "x", (0, 10_000), 500)[1:]
    ('a point is the mean of 20', 'mean of 20')
    """
    heat = panel.heatmap
    if heat is None:
        return _points(panel, window, pixels) if direction == "x" else ()
    cells = (window[1] - window[0]) / max(1, pixels)
    if cells < FEW:
        return ()
    count = f"of {number(cells, 3)}"
    if heat.reduce == "nearest":
        return f"a pixel is one {count}", f"one {count}"
    kind = heat.raster.averaged
    return f"a pixel is the {kind} {count}", f"{SHORT.get(kind, kind)} {count}"


def _points(panel: Panel, window: tuple[float, float], pixels: int) -> tuple[str, ...]:
    """Return what a point of the panel's curves stands for: of the first that stand for several."""
    curves = (mark for mark in panel.marks if isinstance(mark, Curve) and mark.style != "points")
    crowds = (curve.series.point_count(*window, pixels) for curve in curves)
    crowd = next((found for found in crowds if found.each >= FEW), None)
    if crowd is None:
        return ()
    count = f"of {'' if crowd.even else 'up to '}{number(crowd.each, 3)}"
    said = f"a point is {f'the {crowd.averaged}' if crowd.averaged else 'one'} {count}"
    short = f"{SHORT.get(crowd.averaged, crowd.averaged) or 'one'} {count}"
    return *([f"{said}, the band from least to greatest"] if crowd.banded else []), said, short
