"""The axes that several panes share, of positions, dimensions, pairs and grids, and what is drawn along them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Heatmap, Panel, Places, Rule
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired, Turning

MOST_WAVELENGTHS = 33  # along an axis of dimensions; a painter shows those that fit


def position_axis(document: Document, symbol: str = "t", cursor: str = "position") -> Axis:
    places = document.encoding.positions
    limits, words = (places[0] - 0.5, places[-1] + 0.5), (places[0], document.encoding.words)
    return Axis(
        "position",
        f"position *{symbol}*",
        limits,
        cursor=cursor,
        whole=True,
        zooms=True,
        words=words,
    )


def query_and_key_axes(document: Document) -> tuple[Axis, Axis]:
    """Return the axes of keys, across, and of queries, downwards."""
    keys = position_axis(document, "s", "other").other_side(label="key *s*")
    return keys, replace(position_axis(document), label="query *t*", inverted=True)


def dimension_axis(document: Document[Tabled]) -> Axis:
    limits = -0.5, document.encoding.dim - 0.5
    return Axis("dimension", "dimension *j*", limits, cursor="dimension", whole=True, zooms=True)


@lru_cache(maxsize=4)
def wavelength_numbers(encoding: Turning) -> tuple[tuple[float, str], ...]:
    """Return the wavelengths of evenly spread pairs, each above the middle of its columns.

    The first names itself.
    """
    pairs, waves = encoding.columns.pairs, encoding.wavelengths()
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    ends = np.append(starts[1:], len(pairs)) - 1
    chosen = np.unique(
        np.linspace(0, len(starts) - 1, min(len(starts), MOST_WAVELENGTHS)).astype(int)
    )
    texts = [number(float(waves[pairs[starts[k]]]), 3) for k in chosen]
    texts[0] = f"*λ* = {texts[0]}"
    return tuple(zip(((starts + ends)[chosen] / 2).tolist(), texts, strict=True))


def pair_axis(document: Document[Paired]) -> Axis:
    return Axis(
        "pair",
        "pair *i*",
        (-0.5, document.encoding.pairs - 0.5),
        cursor="pair",
        whole=True,
        zooms=True,
    )


def lag_axis(low: float, high: float) -> Axis:
    return Axis("lag", "lag *Δ* = *s* − *t*", (low, high), cursor="lag", whole=True, zooms=True)


def head_axis(heads: int) -> Axis:
    """Return the axis of all heads, counted from 1."""
    return Axis("head", "head *h*", (0.5, heads + 0.5), whole=True, zooms=True)


def some_heads(heads: int, most: int, last: int) -> list[int]:
    """Return some heads to be drawn, evenly spread, with one of them last, in front of the others."""
    some = np.linspace(0, heads - 1, min(heads, most)).astype(int).tolist()
    return [*sorted({*some} - {last}), last]


def curve_style(count: int, most_points: int = 1) -> Literal["points", "line"]:
    """Return the style of a curve of `count` values: few as points, many as a line."""
    return "points" if count <= most_points else "line"


def transposable_panel(
    document: Document, positions: Axis, columns: Axis, heatmap: Heatmap, title: str = ""
) -> Panel:
    """Return a panel of a heatmap of positions × columns, or of its transpose if the Document says so."""
    first = document.encoding.first
    if document.view.transposed:
        turned = replace(heatmap, raster=heatmap.raster.transposed, x0=first, y0=0.0)
        return Panel(positions, replace(columns, inverted=True), (turned,), title)
    return Panel(columns, replace(positions, inverted=True), (replace(heatmap, y0=first),), title)


def sequential_colormap(document: Document) -> str:
    """Return the chosen colormap for data of one sign."""
    return "viridis" if document.view.colormap == "diverging" else document.view.colormap


def signed_colours(
    document: Document, numbers: NDArray[np.float64]
) -> tuple[tuple[float, float], str]:
    """Return the range of some numbers and their colormap, centred on 0 if there are both signs."""
    low, high = float(numbers.min()), float(numbers.max())
    if low < 0 < high:
        most = max(-low, high)
        return (-most, most), document.view.colormap
    return (low, high) if high > low else (low - 1.0, high), sequential_colormap(document)


def chosen_head(document: Document[ByOffset] | Document[Lagged]) -> int:
    """Return the head that is shown, from 0, of a scheme that has some."""
    return min(document.cursor.head, len(document.encoding.heads_named)) - 1


def placeholder_note(scheme: Scheme) -> str:
    """Return a sentence on numbers that no model has learned, with a space before it.

    Empty where there are none.
    """
    return " The numbers are placeholders: a model learns its own." if scheme.is_placeholder else ""


def with_zoom(axis: Axis, document: Document, pane: str) -> Axis:
    """Return an axis with the user's zoom, that of the pane or else the one that panes share."""
    zoom = document.view.zoom
    chosen = next((zoom[key] for key in axis.zoom_keys(pane) if key in zoom), None)
    if not axis.zooms or chosen is None:
        return axis
    own = axis.flip_window(chosen)
    low, high = max(own[0], axis.limits[0]), min(own[1], axis.limits[1])
    inside = high - low >= 1e-9 and (low, high) != axis.limits
    return replace(axis, window=(low, high)) if inside else axis


def cell_runs(chosen: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Return the runs of chosen cells that are side by side, from edge to edge."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]))) - 0.5
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def never_turning_text(scheme: Paired) -> str:
    slow, pairs, within = (
        scheme.never_turning,
        scheme.pairs,
        f"a turn within *L* = {number(scheme.length)}",
    )
    if pairs == 1:
        return f"The only pair {'never ' if slow else ''}completes {within}"
    if slow in (0, pairs):
        return f"{'No' if slow else 'Every'} pair completes {within}"
    return f"{number(slow)} of {number(pairs)} pairs never {in_number(slow, 'completes')} {within}"


def patch_axes(sides: tuple[int, int]) -> tuple[Axis, Axis]:
    across, down = (
        Axis(
            f"grid {name}", name, (-0.5, side - 0.5), whole=True, zooms=True, inverted=name == "row"
        )
        for name, side in zip(("column", "row"), (sides[1], sides[0]), strict=True)
    )
    return across, down


def key_places(first: int, sides: tuple[int, int]) -> Places:
    """Return the cells of patches s, counted from `first`, to which a click moves t."""
    return Places("other", first, sides, sets="position")


def place_rules(position: int, place: tuple[int, int], columns: int) -> tuple[Rule, Rule]:
    """Return the lines of a position's column and row on a grid of so many columns.

    Each can be dragged.
    """
    row, column = place
    return (
        Rule(
            "x",
            column,
            f"column {number(column)}",
            moves="cursor.position",
            origin=column - position,
        ),
        Rule(
            "y",
            row,
            f"row {number(row)}",
            moves="cursor.position",
            origin=row - position / columns,
            per=columns,
        ),
    )
