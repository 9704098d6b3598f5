"""The Offsets pane: scores or biases by the offset on a grid, from one position, and along each axis."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Mark, Panel, Role, Rule
from peviewer.figures.panels.axes import (
    chosen_head,
    key_places,
    patch_axes,
    place_rules,
    placeholder_note,
    query_and_key_axes,
    signed_colours,
)
from peviewer.figures.panels.shift_marks import position_label, reference_rule
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.grids.swin import IndexRaster, Swin
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples

AXES: dict[str, tuple[str, Role]] = {
    "t": ("frames", "curve-3"), "y": ("rows", "curve-0"), "x": ("columns", "curve-4"),
}  # fmt: skip
"""What the places along each axis are called, and the colour of what belongs to it."""


def _offset_axis(scheme: ByOffset, axis: int) -> Axis:
    most, name = scheme.grid[axis] - 0.5, AXES[scheme.axis_names[axis]][0]
    return Axis(f"{name} apart", f"{name} to the key", (-most, most), whole=True, zooms=True)


def _draw(document: Document[ByOffset]) -> Figure:
    scheme = document.encoding
    beside = _pairs_panel(scheme) if isinstance(scheme, AxialRope) else _index_panel(document)
    return Figure(
        f"{_quantity(scheme).capitalize()} by offset",
        ((_map_panel(document), _place_panel(document)), (_axes_panel(document), beside)),
        heights=(1.4, 1.0),
        spare=(1,),
    )


def _map_panel(document: Document[ByOffset]) -> Panel:
    scheme, head = document.encoding, chosen_head(document)
    down, right = (scheme.offsets_along(axis) for axis in (-2, -1))
    raster = ArrayRaster(scheme.offset_maps()[head])
    levels, colormap = signed_colours(document, raster.values)
    start, quantity = (float(right[0]), float(down[0])), _quantity(scheme)
    heatmap = Heatmap(
        raster, levels, colormap, *start, document.view.reduce, quantity=quantity, key="offsets"
    )
    rows = replace(_offset_axis(scheme, -2), inverted=True)
    title = scheme.heads_named[head].capitalize() if isinstance(scheme, Swin) else ""
    if len(scheme.grid) > 2:
        title = "Within one frame"
    return Panel(
        _offset_axis(scheme, -1), rows, (heatmap,), title, square_cells=min(scheme.grid[-2:]) > 1
    )


def _place_panel(document: Document[ByOffset]) -> Panel:
    """Return the panel of numbers for the query at the reference position, over the keys of its frame."""
    scheme, head = document.encoding, chosen_head(document)
    position = document.reference_position
    *frame, row, column = scheme.places(position).tolist()
    rows, columns = scheme.grid[-2:]
    # The colour range is that of all offsets, so it stays when the query moves.
    levels, colormap = signed_colours(document, scheme.offset_maps()[head])
    raster, quantity = ArrayRaster(scheme.place_map(head, position)), _quantity(scheme)
    reduce = document.view.reduce
    heatmap = Heatmap(
        raster, levels, colormap, reduce=reduce, bar=None, quantity=quantity, key="place"
    )
    across, down = patch_axes((rows, columns))
    by_column, by_row = place_rules(position, (row, column), columns)
    marks = (heatmap, replace(by_row, label=position_label(document)), by_column)
    title = f"From position *t* = {number(position)}" + (
        f", frame {number(frame[0])}" if frame else ""
    )
    places = (key_places(position - row * columns - column, (rows, columns)),)
    return Panel(across, down, marks, title, square_cells=min(rows, columns) > 1, places=places)


def _quantity(scheme: ByOffset) -> str:
    return "score" if isinstance(scheme, AxialRope) else "bias"


def _pairs_panel(scheme: AxialRope) -> Panel:
    rates, by = scheme.frequencies(), scheme.turned_by()
    marks: list[Mark] = []
    for axis, name in enumerate(scheme.axis_names):
        own = np.flatnonzero(by == axis)
        if len(own):
            called, colour = AXES[name]
            series = Samples(own.astype(np.float64), rates[own])
            marks.append(Curve(series, f"by {called}", colour, "points", "*ω*", key=None))
    pairs = Axis("pair", "pair *i*", (-0.5, scheme.pairs - 0.5), whole=True, zooms=True)
    limits = float(rates.min()) / 2, float(rates.max()) * 2
    up = Axis("frequency", "*ω* (rad/place)", limits, log=True, zooms=True)
    return Panel(
        pairs,
        up,
        tuple(marks),
        "Which axis a pair turns by",
        legend=True,
        keeps_curves_together=True,
    )


def _axes_panel(document: Document[ByOffset]) -> Panel:
    scheme, head = document.encoding, chosen_head(document)
    curves: list[Mark] = []
    ends = [0.0]
    for axis, name in enumerate(scheme.axis_names):
        offsets = scheme.offsets_along(axis)
        places = [offsets if axis == other else 0 for other in range(len(scheme.grid))]
        numbers = np.broadcast_to(scheme.by_offset(*places)[head], offsets.shape)
        ends += [float(numbers.min()), float(numbers.max())]
        called, colour = AXES[name]
        curve = Curve(
            Samples(offsets.astype(np.float64), numbers),
            f"along {called}",
            colour,
            key=f"along_{called}",
        )
        if len(offsets) == 1:
            curve = replace(curve, style="points")
        elif name == "x":  # if both axes have the same curve, that of the rows shows in the gaps
            curve = replace(curve, style="dashed")
        curves.append(curve)
    most = max(scheme.grid) - 0.5
    across = Axis("places apart", "places to the key", (-most, most), whole=True, zooms=True)
    margin = 0.06 * (max(ends) - min(ends)) or 1.0
    up = Axis(
        _quantity(scheme), _quantity(scheme), (min(ends) - margin, max(ends) + margin), zooms=True
    )
    marks = Rule("y", 0.0, color="muted"), *curves
    return Panel(across, up, marks, "Along one axis", legend=True, keeps_curves_together=True)


def _index_panel(document: Document[ByOffset]) -> Panel:
    scheme, view = document.encoding, document.view
    assert isinstance(scheme, Swin)
    count = scheme.offset_count
    heatmap = Heatmap(
        IndexRaster(scheme), (0.0, max(1.0, count - 1.0)), "viridis", scheme.first, scheme.first, view.reduce,
        quantity="index", fixed=True, key="index",
    )  # fmt: skip
    keys, queries = query_and_key_axes(document)
    marks = (heatmap, reference_rule(document, "y"))
    fact = f"0 … {number(count - 1)}" if count > 1 else ""
    return Panel(keys, queries, marks, "Index into the table", fact, square_cells=True)


def _tables(document: Document[ByOffset]) -> tuple[Columns, ...]:
    scheme = document.encoding
    if not isinstance(scheme, AxialRope):
        return ()
    names = [AXES[name][0] for name in scheme.axis_names]
    columns: dict[str, Column] = {
        "pair": range(scheme.pairs),
        "frequency": scheme.frequencies(),
        "axis": [names[axis] for axis in scheme.turned_by().tolist()],
    }
    labels = {"pair": "pair i", "frequency": "ω (rad/place)", "axis": "what it turns by"}
    return (Columns("pairs", columns, labels),)


def _explain(document: Document[ByOffset]) -> str:
    scheme = document.encoding
    if isinstance(scheme, AxialRope):
        counts = np.bincount(scheme.turned_by(), minlength=len(scheme.grid)).tolist()
        shares = [
            f"{number(count)} by {AXES[name][0]}"
            for name, count in zip(scheme.axis_names, counts, strict=True)
        ]
        turned = f"{', '.join(shares[:-1])} and {shares[-1]}"
        rows = (
            ": each row of the picture is the same curve, higher or lower"
            if min(scheme.grid[-2:]) > 1
            else ""
        )
        return (
            f"Each of {number(scheme.pairs)} pairs turns a query and a key by one axis alone, {turned}. So the score "
            f"is a sum of one part per axis{rows}. The two vectors are equal, and all pairs have one weight."
        )
    assert isinstance(scheme, Swin)
    head, window = scheme.heads_named[chosen_head(document)], " × ".join(map(number, scheme.grid))
    blocks = ", in blocks of one row each" if min(scheme.grid) > 1 else ""
    biases = in_unit(number(scheme.offset_count), "biases")
    return (
        f"{head.capitalize()} adds one of {biases} to a score, by how many rows and columns the key lies from the "
        f"query in a window of {window} places. The index says which: it goes up with the query and down with "
        f"the key, so that it repeats along diagonals{blocks}.{placeholder_note(scheme)}"
    )


PANE = Pane(
    "offsets",
    ByOffset,
    "what a key gets by its offset on a grid: score or bias by rows and columns apart, and from one position",
    reads=attrgetter("encoding", "cursor.head", "view.colormap", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    choices=("cursor.head",),
    tables=_tables,
    main="offsets",
    parts=("map", "place", "axes", "rule"),
)
