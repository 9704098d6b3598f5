"""Notes for an axis along which one pixel, or one point of a curve, covers several cells, and how they are averaged."""

import re
from collections.abc import Sequence

from peviewer.base.numbers import number
from peviewer.figures.grammar import Curve, Direction, Panel

BAND = ", the band from least to greatest"
FEWEST_CELLS = 1.1  # cells per pixel that deserve a note: from there on a pixel shows a colour that no cell has
SHORT_NAMES = {
    "root mean square": "RMS", "circular mean": "mean", "approximate mean": "≈ mean", "standard deviation": "deviation",
}  # fmt: skip


def averaging_notes(
    panel: Panel, direction: Direction, window: tuple[float, float], pixels: int
) -> tuple[str, ...]:
    """Return notes on what a pixel of a heatmap, or a point of a curve, shows, the longest first."""
    heat = panel.heatmap
    if heat is None:
        return _point_notes(panel, window, pixels) if direction == "x" else ()
    cells = (window[1] - window[0]) / max(1, pixels)
    if cells < FEWEST_CELLS:
        return ()
    count = f"of {number(cells, 3)}"
    if heat.reduce == "nearest":
        return f"a pixel is one {count}", f"one {count}"
    kind = heat.raster.averaged
    return f"a pixel is the {kind} {count}", f"{SHORT_NAMES.get(kind, kind)} {count}"


def titles_with_notes(label: str, notes: Sequence[str]) -> list[str]:
    """Return titles of an axis that say what a pixel or a point is, the longest first.

    The last names the axis only by its symbol, if there is a band to explain.
    """
    titles = [f"{label}: {note}" for note in notes]
    symbol = re.search(r"\*.*\*", label)
    banded = any(note.endswith(BAND) for note in notes)
    return [*titles, f"{symbol[0]}: {notes[-1]}"] if banded and symbol else titles


def _point_notes(panel: Panel, window: tuple[float, float], pixels: int) -> tuple[str, ...]:
    for mark in panel.marks:
        runs = (
            mark.series.runs(*window, pixels)
            if isinstance(mark, Curve) and mark.style != "points"
            else None
        )
        if isinstance(mark, Curve) and runs and runs.each >= FEWEST_CELLS:
            kind, count = (
                mark.series.averaged,
                f"of {'' if runs.even else 'up to '}{number(runs.each, 3)}",
            )
            long = f"a point is {f'the {kind}' if kind else 'one'} {count}"
            banded = [long + BAND] if mark.series.is_banded(runs) else []
            return *banded, long, f"{SHORT_NAMES.get(kind, kind) or 'one'} {count}"
    return ()
