"""The Offsets pane: scores or biases by the offset on a grid, from a position and along axes."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

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
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples


class _GridAxis(NamedTuple):
    """The noun for places along an axis of a grid, and the axis's colour."""

    name: str
    color: Role


AXES = {
    "t": _GridAxis("frames", "curve-3"),
    "y": _GridAxis("rows", "curve-0"),
    "x": _GridAxis("columns", "curve-4"),
}


def _offset_axis(scheme: ByOffset, axis: int) -> Axis:
    reach = scheme.grid[axis] - 0.5
    name = AXES[scheme.axis_names[axis]].name
    return Axis(f"{name} apart", f"{name} to the key", (-reach, reach), whole=True, zooms=True)


def _draw(document: Document[ByOffset]) -> Figure:
    scheme = document.encoding
    if isinstance(scheme, AxialRope):
        rule_panel = _pairs_panel(scheme)
    else:
        rule_panel = _index_panel(document)
    maps = (_map_panel(document), _place_panel(document))
    rows = (maps, (_axes_panel(document), rule_panel))
    title = f"{_quantity(scheme).capitalize()} by offset"
    return Figure(title, rows, heights=(1.4, 1.0), spare_rows=(1,))


def _map_panel(document: Document[ByOffset]) -> Panel:
    scheme = document.encoding
    head = chosen_head(document)
    raster = ArrayRaster(scheme.offset_maps()[head])
    levels, colormap = signed_colours(document, raster.values)
    heatmap = Heatmap(
        raster,
        levels,
        colormap,
        x0=float(scheme.offsets_along(-1)[0]),
        y0=float(scheme.offsets_along(-2)[0]),
        reduce=document.view.reduce,
        quantity=_quantity(scheme),
        key="offsets",
    )
    title = ""
    if len(scheme.grid) > 2:
        title = "Within one frame"
    elif isinstance(scheme, Swin):
        title = scheme.head_labels[head].capitalize()
    columns = _offset_axis(scheme, -1)
    rows = replace(_offset_axis(scheme, -2), inverted=True)
    has_two_sides = min(scheme.grid[-2:]) > 1
    return Panel(columns, rows, (heatmap,), title, square_cells=has_two_sides)


def _place_panel(document: Document[ByOffset]) -> Panel:
    """Return the numbers of the query at the reference position, over the keys of its frame."""
    scheme = document.encoding
    head = chosen_head(document)
    position = document.reference_position
    *frames, row, column = scheme.places(position).tolist()
    rows, columns = scheme.grid[-2:]
    # The colour range is that of all offsets, so it stays when the query moves.
    levels, colormap = signed_colours(document, scheme.offset_maps()[head])
    heatmap = Heatmap(
        ArrayRaster(scheme.place_map(head, position)),
        levels,
        colormap,
        reduce=document.view.reduce,
        bar=None,
        quantity=_quantity(scheme),
        key="place",
    )
    column_rule, row_rule = place_rules(position, (row, column), columns)
    named_row_rule = replace(row_rule, label=position_label(document))

    across, down = patch_axes((rows, columns))
    title = f"From position *t* = {number(position)}"
    if frames:
        title += f", frame {number(frames[0])}"
    first_of_frame = position - row * columns - column
    return Panel(
        across,
        down,
        (heatmap, named_row_rule, column_rule),
        title,
        square_cells=min(rows, columns) > 1,
        places=(key_places(first_of_frame, (rows, columns)),),
    )


def _quantity(scheme: ByOffset) -> str:
    return "score" if isinstance(scheme, AxialRope) else "bias"


def _pairs_panel(scheme: AxialRope) -> Panel:
    frequencies = scheme.frequencies()
    axis_of_pairs = scheme.turned_by()
    marks: list[Mark] = []
    for axis, axis_name in enumerate(scheme.axis_names):
        pairs = np.flatnonzero(axis_of_pairs == axis)
        if not len(pairs):
            continue
        name, color = AXES[axis_name]
        series = Samples(pairs.astype(np.float64), frequencies[pairs])
        marks.append(Curve(series, f"by {name}", color, "points", "*ω*", key=None))
    limits = (float(frequencies.min()) / 2, float(frequencies.max()) * 2)
    return Panel(
        Axis("pair", "pair *i*", (-0.5, scheme.pairs - 0.5), whole=True, zooms=True),
        Axis("frequency", "*ω* (rad/place)", limits, log=True, zooms=True),
        tuple(marks),
        "Which axis a pair turns by",
        legend=True,
        keeps_curves_together=True,
    )


def _axes_panel(document: Document[ByOffset]) -> Panel:
    scheme = document.encoding
    head = chosen_head(document)
    curves: list[Curve] = []
    ends = [0.0]
    for axis in range(len(scheme.axis_names)):
        numbers = _numbers_along(scheme, axis, head)
        ends += [float(numbers.min()), float(numbers.max())]
        curves.append(_curve_along(scheme, axis, numbers))

    reach = max(scheme.grid) - 0.5
    low = min(ends)
    high = max(ends)
    margin = 0.06 * (high - low) or 1.0
    limits = (low - margin, high + margin)
    quantity = _quantity(scheme)
    return Panel(
        Axis("places apart", "places to the key", (-reach, reach), whole=True, zooms=True),
        Axis(quantity, quantity, limits, zooms=True),
        (Rule("y", 0.0, color="muted"), *curves),
        "Along one axis",
        legend=True,
        keeps_curves_together=True,
    )


def _numbers_along(scheme: ByOffset, axis: int, head: int) -> Array:
    """Return the numbers of keys by their offset along one axis, at offset 0 along the others."""
    offsets = scheme.offsets_along(axis)
    places: list[ArrayLike] = [0] * len(scheme.grid)
    places[axis] = offsets
    return np.broadcast_to(scheme.by_offset(*places)[head], offsets.shape)


def _curve_along(scheme: ByOffset, axis: int, numbers: Array) -> Curve:
    offsets = scheme.offsets_along(axis)
    axis_name = scheme.axis_names[axis]
    name, color = AXES[axis_name]
    series = Samples(offsets.astype(np.float64), numbers)
    curve = Curve(series, f"along {name}", color, key=f"along_{name}")
    if len(offsets) == 1:
        return replace(curve, style="points")
    # If both curves are equal, the solid one shows in the gaps of the dashed one.
    return replace(curve, style="dashed") if axis_name == "x" else curve


def _index_panel(document: Document[ByOffset]) -> Panel:
    scheme = document.encoding
    assert isinstance(scheme, Swin)
    count = scheme.offset_count
    heatmap = Heatmap(
        IndexRaster(scheme),
        (0.0, max(1.0, count - 1.0)),
        "viridis",
        x0=scheme.first,
        y0=scheme.first,
        reduce=document.view.reduce,
        quantity="index",
        fixed=True,
        key="index",
    )
    keys, queries = query_and_key_axes(document)
    marks = (heatmap, reference_rule(document, "y"))
    fact = f"0 … {number(count - 1)}" if count > 1 else ""
    return Panel(keys, queries, marks, "Index into the table", fact, square_cells=True)


def _tables(document: Document[ByOffset]) -> tuple[Columns, ...]:
    scheme = document.encoding
    if not isinstance(scheme, AxialRope):
        return ()
    names = [AXES[axis_name].name for axis_name in scheme.axis_names]
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
        return _explain_turning(scheme)
    assert isinstance(scheme, Swin)
    head = scheme.head_labels[chosen_head(document)]
    window = " × ".join(map(number, scheme.grid))
    blocks = ", in blocks of one row each" if min(scheme.grid) > 1 else ""
    biases = in_unit(number(scheme.offset_count), "biases")
    return (
        f"{head.capitalize()} adds one of {biases} to a score, by how many rows and columns the "
        f"key lies from the query in a window of {window} places. The index says which: it goes up "
        "with the query and down with the key, so that it repeats along diagonals"
        f"{blocks}.{placeholder_note(scheme)}"
    )


def _explain_turning(scheme: AxialRope) -> str:
    counts = np.bincount(scheme.turned_by(), minlength=len(scheme.grid)).tolist()
    shares: list[str] = []
    for axis_name, count in zip(scheme.axis_names, counts, strict=True):
        shares.append(f"{number(count)} by {AXES[axis_name].name}")
    about_rows = ""
    if min(scheme.grid[-2:]) > 1:
        about_rows = ": each row of the picture is the same curve, higher or lower"
    return (
        f"Each of {number(scheme.pairs)} pairs turns a query and a key by one axis alone, "
        f"{', '.join(shares[:-1])} and {shares[-1]}. So the score is a sum of one part per axis"
        f"{about_rows}. The two vectors are equal, and all pairs have one weight."
    )


PANE = Pane(
    "offsets",
    ByOffset,
    "what a key gets by its offset on a grid: "
    "score or bias by rows and columns apart, and from one position",
    in_brief="Scores by rows and columns apart",
    reads=attrgetter("encoding", "cursor.head", "view.colormap", "view.raw", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    choices=("cursor.head",),
    tables=_tables,
    main="offsets",
    parts=("map", "place", "axes", "rule"),
)
