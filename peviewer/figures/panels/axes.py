"""What panes share along their axes: axes of positions, pairs and grids, marks, zoom, colours."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_number
from peviewer.document.document import Document
from peviewer.document.view import USUAL_COLORMAP
from peviewer.figures.grammar import Axis, Heatmap, Panel, Places, Rule
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning

# The most wavelengths along an axis of dimensions; a painter shows those that fit.
MAX_WAVELENGTHS = 33


def position_axis(document: Document, symbol: str = "t", cursor: str = "position") -> Axis:
    positions = document.encoding.positions
    return Axis(
        "position",
        f"position *{symbol}*",
        (positions[0] - 0.5, positions[-1] + 0.5),
        cursor=cursor,
        whole=True,
        zooms=True,
        words=(positions[0], document.encoding.words),
    )


def query_and_key_axes(document: Document) -> tuple[Axis, Axis]:
    """Return the axes of keys, across, and of queries, downwards."""
    keys = position_axis(document, "s", "other").other_side(label="key *s*")
    return keys, replace(position_axis(document), label="query *t*", inverted=True)


def dimension_axis(document: Document[Tabled]) -> Axis:
    limits = (-0.5, document.encoding.dim - 0.5)
    return Axis("dimension", "dimension *j*", limits, cursor="dimension", whole=True, zooms=True)


@lru_cache(maxsize=4)
def wavelength_numbers(encoding: Turning) -> tuple[tuple[float, str], ...]:
    """Return the wavelengths of evenly spread pairs, each above the middle of its columns.

    The first number has its symbol before it.
    """
    pairs = encoding.columns.pairs
    wavelengths = encoding.wavelengths()
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    ends = np.append(starts[1:], len(pairs)) - 1
    middles = (starts + ends) / 2

    count = min(len(starts), MAX_WAVELENGTHS)
    spread = np.linspace(0, len(starts) - 1, count).astype(int)
    runs = np.unique(spread)
    texts = [number(float(wavelengths[pairs[starts[run]]])) for run in runs]
    texts[0] = f"*λ* = {texts[0]}"
    return tuple(zip(middles[runs].tolist(), texts, strict=True))


def pair_axis(document: Document[Paired]) -> Axis:
    limits = (-0.5, document.encoding.pairs - 0.5)
    return Axis("pair", "pair *i*", limits, cursor="pair", whole=True, zooms=True)


def lag_axis(low: float, high: float) -> Axis:
    return Axis("lag", "lag *Δ* = *s* − *t*", (low, high), cursor="lag", whole=True, zooms=True)


def head_axis(heads: int) -> Axis:
    """Return the axis of all heads, counted from 1."""
    return Axis("head", "head *h*", (0.5, heads + 0.5), whole=True, zooms=True)


def some_heads(heads: int, max_count: int, last: int) -> list[int]:
    """Return some heads to be drawn, evenly spread, with `last` in front of the others."""
    spread = np.linspace(0, heads - 1, min(heads, max_count)).astype(int)
    other_heads = set(spread.tolist()) - {last}
    return [*sorted(other_heads), last]


def curve_style(count: int, max_points: int = 1) -> Literal["points", "line"]:
    """Return the style of a curve of `count` values: few as points, many as a line."""
    return "points" if count <= max_points else "line"


def transposable_panel(
    document: Document, positions: Axis, columns: Axis, heatmap: Heatmap, title: str = ""
) -> Panel:
    """Return a panel of a heatmap of positions × columns.

    It is transposed if the Document says so.
    """
    first = document.encoding.first
    if document.view.transposed:
        transposed = replace(heatmap, raster=heatmap.raster.transposed, x0=first, y0=0.0)
        return Panel(positions, replace(columns, inverted=True), (transposed,), title)
    upright = replace(heatmap, y0=first)
    return Panel(columns, replace(positions, inverted=True), (upright,), title)


# For data of one sign, where the usual colormap is chosen.
USUAL_SEQUENTIAL = "viridis"


def sequential_colormap(document: Document) -> str:
    """Return the chosen colormap for data of one sign."""
    chosen = document.view.colormap
    return USUAL_SEQUENTIAL if chosen == USUAL_COLORMAP else chosen


def signed_colours(
    document: Document, numbers: NDArray[np.float64]
) -> tuple[tuple[float, float], str]:
    """Return the range of some numbers and their colormap, centred on 0 if both signs occur."""
    low = float(numbers.min())
    high = float(numbers.max())
    if low < 0 < high:
        largest = max(-low, high)
        return (-largest, largest), document.view.colormap
    if high == low:
        low = high - 1.0
    return (low, high), sequential_colormap(document)


def chosen_head(document: Document[ByOffset] | Document[Lagged]) -> int:
    """Return the head that is shown, from 0, of a scheme that has some."""
    head_count = len(document.encoding.head_labels)
    return min(document.cursor.head, head_count) - 1


def placeholder_note(scheme: Scheme) -> str:
    """Return a sentence on numbers that no model has learned, with a space before it.

    Return an empty text if there are none.
    """
    return " The numbers are placeholders: a model learns its own." if scheme.is_placeholder else ""


def with_zoom(axis: Axis, document: Document, pane: str) -> Axis:
    """Return an axis with the user's zoom: that in this pane, or else that which panes share."""
    zooms = document.view.zoom
    zoom = next((zooms[key] for key in axis.zoom_keys(pane) if key in zooms), None)
    if not axis.zooms or zoom is None:
        return axis
    low, high = axis.flip_window(zoom)
    window = (max(low, axis.limits[0]), min(high, axis.limits[1]))
    is_wide_enough = window[1] - window[0] >= 1e-9
    return replace(axis, window=window) if is_wide_enough and window != axis.limits else axis


def cell_runs(chosen: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Return the first and the last edge of each run of chosen cells that are side by side."""
    between_gaps = np.concatenate([[False], chosen, [False]])
    edges = np.flatnonzero(np.diff(between_gaps)) - 0.5
    starts = edges[::2].tolist()
    ends = edges[1::2].tolist()
    return list(zip(starts, ends, strict=True))


def never_turning_text(scheme: Paired) -> str:
    """Return a sentence, without full stop, on how many pairs make no full turn in the table."""
    slow_pairs = scheme.never_turning_pairs
    within_table = f"a turn within *L* = {number(scheme.length)}"
    if scheme.pairs == 1:
        return f"The only pair {'never ' if slow_pairs else ''}completes {within_table}"
    if slow_pairs == 0:
        return f"Every pair completes {within_table}"
    if slow_pairs == scheme.pairs:
        return f"No pair completes {within_table}"
    share = f"{number(slow_pairs)} of {number(scheme.pairs)} pairs"
    return f"{share} never {in_number(slow_pairs, 'completes')} {within_table}"


def patch_axes(sides: tuple[int, int]) -> tuple[Axis, Axis]:
    """Return the axes of columns and of rows of a grid; `sides` are how many rows and columns."""
    rows, columns = sides
    return _patch_axis("column", columns), replace(_patch_axis("row", rows), inverted=True)


def _patch_axis(name: str, count: int) -> Axis:
    return Axis(f"grid {name}", name, (-0.5, count - 0.5), whole=True, zooms=True)


def key_places(first: int, sides: tuple[int, int]) -> Places:
    """Return the cells of patches s, counted from `first`, to which a click moves t."""
    return Places("other", first, sides, clicked="position")


def place_rules(position: int, place: tuple[int, int], columns: int) -> tuple[Rule, Rule]:
    """Return the lines of a position's column and row on a grid of so many columns.

    Each line can be dragged.
    """
    row, column = place
    column_rule = Rule(
        "x",
        column,
        f"column {number(column)}",
        moves="cursor.position",
        origin=column - position,
    )
    row_rule = Rule(
        "y",
        row,
        f"row {number(row)}",
        moves="cursor.position",
        origin=row - position / columns,
        factor=columns,
    )
    return column_rule, row_rule
