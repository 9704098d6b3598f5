"""What a pixel stands for where it covers several cells: said on the axis along which they crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import number

if TYPE_CHECKING:
    from peviewer.figures.grammar import Panel

FEW = 2.0  # cells: fewer in a pixel are hardly seen, and not worth the words
SHORT = {"root mean square": "RMS", "circular mean": "mean", "approximate mean": "≈ mean"}


def crowding(panel: Panel, cells: float) -> tuple[str, ...]:
    """Return what a pixel of a panel's heatmap stands for, in ever fewer words: one says as many as there is room for.

    Parameters
    ----------
    panel : Panel
        What is drawn.
    cells : float
        How many cells a pixel covers along one axis.

    Returns
    -------
    tuple of str
        Empty where a pixel covers fewer than two cells, or nothing is a cell.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import PANES
    >>> crowding(PANES["encoding"].figure(Document()).panels[0], 12.5)
    ('a pixel is the mean of 12.5', 'mean of 12.5')
    """
    heat = panel.heatmap
    if heat is None or cells < FEW:
        return ()
    count = f"of {number(cells, 3)}"
    if heat.reduce == "nearest":
        return f"a pixel is one {count}", f"one {count}"
    kind = heat.raster.averaged
    return f"a pixel is the {kind} {count}", f"{SHORT.get(kind, kind)} {count}"
