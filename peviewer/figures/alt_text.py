"""The alternative text of a Figure, for those who cannot see it: what is drawn, along which axes, over which range."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import unstarred, with_word
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

MOST_PANELS = 6  # described one by one
SAMPLES = 500  # across a large panel: a curve without any there is not drawn
_ROUNDING = 1e-12  # of the largest number
_KINDS = {"points": "points", "dashed": "dashed curve"}
_DRAWN: dict[type, str] = {
    Heatmap: "heatmap", Numbers: "table of numbers", Arrows: "hands on circles", Dials: "small clocks", Path: "path",
}  # fmt: skip


def alt_text(figure: Figure) -> str:
    """Return the alternative text of a Figure."""
    panels = figure.panels
    sentences = [f"{text}." for panel in panels[:MOST_PANELS] if (text := _panel_text(panel))]
    if panels[MOST_PANELS:]:
        sentences.append(f"{len(panels) - MOST_PANELS} more panels like these.")
    return unstarred(" ".join([f"{figure.title}.", *sentences]))


def _panel_text(panel: Panel) -> str:
    heading = ", ".join(filter(None, (panel.title, panel.fact)))
    drawn = " and ".join(dict.fromkeys(_drawn_marks(panel)))
    body = ", ".join(filter(None, (drawn, *_axis_texts(panel))))
    marked = ", ".join(
        dict.fromkeys(
            mark.label for mark in panel.marks if isinstance(mark, Rule | Diagonal) and mark.label
        )
    )
    text = "; ".join(filter(None, (body, f"marked: {marked}" if marked else "")))
    return f"{heading}: {text}" if heading and text else heading or f"{text[:1].upper()}{text[1:]}"


def _drawn_marks(panel: Panel) -> Iterator[str]:
    """Yield what is drawn, with curves of one kind together, and the words of a drawing."""
    curves: dict[str, list[str]] = {}
    for mark in panel.marks:
        if isinstance(mark, Note):
            yield mark.text.rstrip(".")
        elif isinstance(mark, Listing):
            yield f"table of {mark.count_text()} ({', '.join(filter(None, mark.columns))})"
        elif isinstance(mark, Curve):
            if len(mark.series.sample(*panel.x.shown, SAMPLES)[0]):
                curves.setdefault(_KINDS.get(mark.style, "curve"), []).append(mark.label)
        elif type(mark) in _DRAWN:
            yield _DRAWN[type(mark)]
    for kind, labels in curves.items():
        named = list(filter(None, labels))
        count = "" if kind == "points" or not labels[1:] else f"{len(labels)} "
        joint = "" if not named else " of " if len(named) == len(labels) else ", among them "
        yield f"{count}{kind}{'s' if count else ''}{joint}{', '.join(named)}"


def _axis_texts(panel: Panel) -> Iterator[str]:
    """Yield the range of each axis and of the colours; nothing for a drawing or a table."""
    heatmaps = [mark for mark in panel.marks if isinstance(mark, Heatmap)]
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    if panel.square or not (heatmaps or curves):
        return
    across, up = panel.x.shown, panel.y.shown
    if not heatmaps:
        drawn = _drawn_ranges(panel, curves)
        if drawn is None:
            return
        across, up = drawn
    yield _axis_text(panel.x, across, "across")
    yield _axis_text(panel.y, up, "downwards" if panel.y.inverted else "upwards")
    for low, high, bar in dict.fromkeys((*mark.levels, mark.bar) for mark in heatmaps):
        yield f"colours from {number(low)} to {number(high)}{f' ({bar})' if bar else ''}"


Range = tuple[float, float]


def _drawn_ranges(panel: Panel, curves: Sequence[Curve]) -> tuple[Range, Range] | None:
    """Return the ranges of what curves draw, across and upwards: axes go on beyond it.

    None of nothing at all.
    """
    places: list[NDArray[np.float64]] = []
    heights: list[NDArray[np.float64]] = []
    for curve in curves:
        points, values = curve.series.sample(*panel.x.shown, SAMPLES)
        is_known = np.isfinite(values)
        places.append(points[is_known])
        heights.append(values[is_known])
        bounds = curve.series.bounds(*panel.x.shown, SAMPLES)
        heights += [] if bounds is None else [bounds.least, bounds.greatest]
        runs = curve.series.runs(*panel.x.shown, SAMPLES)
        places += (
            [] if runs is None else [np.append(runs.starts, runs.stops - 1).astype(np.float64)]
        )
    if not len(np.concatenate(heights)):
        return None
    across, up = _range_of(places), _range_of(heights)
    low, high = panel.x.shown
    # Curves that stand on rows of their own are along an axis of these rows.
    is_by_row = panel.y.cursor is not None
    return (max(low, across[0]), min(high, across[1])), panel.y.shown if is_by_row else up


def _range_of(parts: Sequence[NDArray[np.float64]]) -> Range:
    """Return the least and the greatest of some numbers.

    One that is only a rounding error of 0 is 0.
    """
    numbers = np.concatenate(parts)
    low, high = float(numbers.min()), float(numbers.max())
    rounding = _ROUNDING * max(-low, high)
    return low if abs(low) > rounding else 0.0, high if abs(high) > rounding else 0.0


def _axis_text(axis: Axis, ends: Range, way: str) -> str:
    low, high = ends
    if axis.whole:
        low, high = ceil(low), max(floor(high), ceil(low))
    if axis.names:
        named = [name for name in axis.names[max(int(low), 0) : int(high) + 1] if name.strip()]
        first, last = (named[0], named[-1]) if named else ("", "")
    else:
        first, last = (
            with_word(int(end), axis.word(int(end))) if axis.whole else number(end)
            for end in (low, high)
        )
    scale = " on a logarithmic scale" if axis.log else ""
    name = axis.label or ("values" if way == "upwards" else axis.quantity)
    return (
        f"{name} at {first} only, {way}"
        if first == last
        else f"{name} from {first} to {last} {way}{scale}"
    )
