"""The alternative text of a Figure, for those who cannot see it."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit, unstarred, with_word
from peviewer.figures.grammar import (
    Arrows,
    Axis,
    Curve,
    Diagonal,
    Dials,
    Figure,
    Heatmap,
    Listing,
    Note,
    Numbers,
    Panel,
    Path,
    Rule,
)
from peviewer.model.sampling.series import Series

# The most panels that are described one by one.
MAX_PANELS = 6

# At how many places of a panel a curve is sampled. One without a number at any of them is not
# described, because nothing of it is seen.
SAMPLES = 500

# Numbers below this share of the largest one are rounding errors of 0.
_ROUNDING = 1e-12

_KINDS = {"points": "points", "dashed": "dashed curve"}

_DRAWN: dict[type, str] = {
    Heatmap: "heatmap",
    Numbers: "table of numbers",
    Arrows: "hands on circles",
    Dials: "small clocks",
    Path: "path",
}

Range = tuple[float, float]


def alt_text(figure: Figure) -> str:
    """Return the alternative text of a Figure."""
    sentences = [f"{figure.title}."]
    for panel in figure.panels[:MAX_PANELS]:
        text = _panel_text(panel)
        if text:
            sentences.append(f"{text}.")
    more_panels = len(figure.panels) - MAX_PANELS
    if more_panels > 0:
        sentences.append(f"{more_panels} more panels like these.")
    return unstarred(" ".join(sentences))


def _panel_text(panel: Panel) -> str:
    if panel.bare:
        count = in_unit(number(len(panel.marks)), "lines")
        return f"{count} between rows at the left and at the right" if panel.marks else ""
    heading = _joined(", ", (panel.title, panel.fact))
    drawn = " and ".join(dict.fromkeys(_drawn_marks(panel)))
    text = _joined(", ", (drawn, *_axis_texts(panel)))
    names = [mark.label for mark in panel.marks if isinstance(mark, Rule | Diagonal) and mark.label]
    if names:
        text = _joined("; ", (text, f"marked: {', '.join(dict.fromkeys(names))}"))
    if not heading:
        return f"{text[:1].upper()}{text[1:]}"
    return f"{heading}: {text}" if text else heading


def _joined(separator: str, texts: Iterable[str]) -> str:
    """Return the texts that are not empty with a separator between."""
    return separator.join(text for text in texts if text)


def _drawn_marks(panel: Panel) -> Iterator[str]:
    """Yield the marks that are drawn, with curves of one kind together, and a drawing's words."""
    labels_by_kind: dict[str, list[str]] = {}
    for mark in panel.marks:
        if isinstance(mark, Note):
            yield mark.text.rstrip(".")
        elif isinstance(mark, Listing):
            yield f"table of {mark.count_text()} ({_joined(', ', mark.columns)})"
        elif isinstance(mark, Curve):
            points, _ = mark.series.sample(*panel.x.shown, SAMPLES)
            if len(points):
                labels_by_kind.setdefault(_KINDS.get(mark.style, "curve"), []).append(mark.label)
        elif type(mark) in _DRAWN:
            yield _DRAWN[type(mark)]
    for kind, labels in labels_by_kind.items():
        yield _curves_text(kind, labels)


def _curves_text(kind: str, labels: Sequence[str]) -> str:
    """Return how many curves of a kind there are, and their labels."""
    names = [label for label in labels if label]
    text = kind
    if kind != "points" and len(labels) > 1:
        text = f"{len(labels)} {kind}s"
    if not names:
        return text
    connective = " of " if len(names) == len(labels) else ", among them "
    return f"{text}{connective}{', '.join(names)}"


def _axis_texts(panel: Panel) -> Iterator[str]:
    """Yield the range of each axis and of the colours; nothing for a drawing or a table."""
    heatmaps = [mark for mark in panel.marks if isinstance(mark, Heatmap)]
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    if panel.square or not (heatmaps or curves):
        return
    ranges: tuple[Range, Range] | None = (panel.x.shown, panel.y.shown)
    if not heatmaps:
        ranges = _drawn_ranges(panel, curves)
    if ranges is None:
        return
    across, up = ranges
    yield _axis_text(panel.x, across, "across")
    yield _axis_text(panel.y, up, "downwards" if panel.y.inverted else "upwards")
    for levels, bar in dict.fromkeys((heatmap.levels, heatmap.bar) for heatmap in heatmaps):
        low, high = levels
        text = f"colours from {number(low)} to {number(high)}"
        yield f"{text} ({bar})" if bar else text


def _drawn_ranges(panel: Panel, curves: Sequence[Curve]) -> tuple[Range, Range] | None:
    """Return the ranges, across and upwards, that curves cover: axes go on beyond them.

    Return None where nothing is drawn.
    """
    places: list[NDArray[np.float64]] = []
    heights: list[NDArray[np.float64]] = []
    for curve in curves:
        _add_drawn(curve.series, panel.x.shown, places, heights)
    if not any(len(numbers) for numbers in heights):
        return None
    axis_low, axis_high = panel.x.shown
    drawn_low, drawn_high = _range_of(places)
    across = (max(axis_low, drawn_low), min(axis_high, drawn_high))
    # Curves of which each stands on a row of its own have an axis of rows.
    is_by_row = panel.y.cursor is not None
    return across, panel.y.shown if is_by_row else _range_of(heights)


def _add_drawn(
    series: Series,
    window: Range,
    places: list[NDArray[np.float64]],
    heights: list[NDArray[np.float64]],
) -> None:
    """Add the places and the heights at which a curve is drawn."""
    points, numbers = series.sample(*window, SAMPLES)
    is_known = np.isfinite(numbers)
    places.append(points[is_known])
    heights.append(numbers[is_known])
    bounds = series.bounds(*window, SAMPLES)
    if bounds is not None:
        heights += [bounds.least, bounds.greatest]
    runs = series.runs(*window, SAMPLES)
    if runs is not None:
        places.append(np.append(runs.starts, runs.stops - 1).astype(np.float64))


def _range_of(parts: Sequence[NDArray[np.float64]]) -> Range:
    """Return the least and the greatest of some numbers.

    A number that is only a rounding error of 0 counts as 0.
    """
    numbers = np.concatenate(parts)
    low = float(numbers.min())
    high = float(numbers.max())
    rounding = _ROUNDING * max(-low, high)
    if abs(low) <= rounding:
        low = 0.0
    if abs(high) <= rounding:
        high = 0.0
    return low, high


def _axis_text(axis: Axis, ends: Range, way: str) -> str:
    first, last = _end_texts(axis, ends)
    name = axis.label or ("values" if way == "upwards" else axis.quantity)
    if first == last:
        return f"{name} at {first} only, {way}"
    scale = " on a logarithmic scale" if axis.log else ""
    return f"{name} from {first} to {last} {way}{scale}"


def _end_texts(axis: Axis, ends: Range) -> tuple[str, str]:
    """Return the texts of a range's ends on an axis: words or numbers."""
    low, high = ends
    if axis.whole:
        low = ceil(low)
        high = max(floor(high), low)
    if axis.names:
        names = axis.names[max(int(low), 0) : int(high) + 1]
        written_names = [name for name in names if name.strip()]
        return (written_names[0], written_names[-1]) if written_names else ("", "")
    if axis.whole:
        return _whole_text(axis, int(low)), _whole_text(axis, int(high))
    return number(low), number(high)


def _whole_text(axis: Axis, value: int) -> str:
    return with_word(value, axis.word(value))
