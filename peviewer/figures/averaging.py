"""Notes for an axis along which a pixel, or a point of a curve, stands for several cells."""

import re
from collections.abc import Sequence

from peviewer.base.numbers import number
from peviewer.figures.grammar import Curve, Direction, Panel
from peviewer.model.sampling.series import Runs, Series

# The end of a note on a curve that is drawn with a band around the means of its cells.
BAND = ", the band from least to greatest"

# From this many cells per pixel on a note is due: a pixel then shows a colour that no cell has.
FEWEST_CELLS = 1.1

SHORT_NAMES = {
    "root mean square": "RMS",
    "circular mean": "mean",
    "approximate mean": "≈ mean",
    "standard deviation": "deviation",
}


def averaging_notes(
    panel: Panel, direction: Direction, window: tuple[float, float], pixels: int
) -> tuple[str, ...]:
    """Return notes on what a pixel of a heatmap, or a point of a curve, shows.

    The longest note comes first.
    """
    heatmap = panel.heatmap
    if heatmap is None:
        return _point_notes(panel, window, pixels) if direction == "x" else ()
    low, high = window
    cells_per_pixel = (high - low) / max(1, pixels)
    if cells_per_pixel < FEWEST_CELLS:
        return ()
    count = f"of {number(cells_per_pixel, 3)}"
    if heatmap.reduce == "nearest":
        return f"a pixel is one {count}", f"one {count}"
    mean = heatmap.raster.averaged
    return f"a pixel is the {mean} {count}", f"{SHORT_NAMES.get(mean, mean)} {count}"


def titles_with_notes(label: str, notes: Sequence[str], *, brief: bool = False) -> list[str]:
    """Return titles of an axis that say what a pixel or a point is, the longest first.

    With `brief` no title is a sentence. If there is a band to explain, the last title names the
    axis only by its symbol.
    """
    titles = [f"{label}: {note}" for note in (notes[-1:] if brief else notes)]
    symbol = re.search(r"\*.*\*", label)
    has_band = any(note.endswith(BAND) for note in notes)
    if has_band and symbol is not None:
        titles.append(f"{symbol[0]}: {notes[-1]}")
    return titles


def _point_notes(panel: Panel, window: tuple[float, float], pixels: int) -> tuple[str, ...]:
    """Return the notes on points of the first curve whose points stand for several cells."""
    for mark in panel.marks:
        if not isinstance(mark, Curve) or mark.style == "points":
            continue
        runs = mark.series.runs(*window, pixels)
        if runs is not None and runs.each >= FEWEST_CELLS:
            return _notes_of_runs(mark.series, runs)
    return ()


def _notes_of_runs(series: Series, runs: Runs) -> tuple[str, ...]:
    mean = series.averaged
    at_most = "" if runs.even else "up to "
    count = f"of {at_most}{number(runs.each, 3)}"
    note = f"a point is {f'the {mean}' if mean else 'one'} {count}"
    short_note = f"{SHORT_NAMES.get(mean, mean) or 'one'} {count}"
    if series.is_banded(runs):
        return note + BAND, note, short_note
    return note, short_note
