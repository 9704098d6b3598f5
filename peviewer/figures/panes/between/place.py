"""The pane From one place: what a query on a grid gives the key at each place of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.parameters import redeclared
from peviewer.base.words import whole
from peviewer.document.sections import OneHead
from peviewer.figures.grammar import Axis, Figure, Heatmap, Panel
from peviewer.figures.panels.axes import chosen_head, signed_colours
from peviewer.figures.panels.patches import key_places, place_rules
from peviewer.figures.panels.shift_marks import position_label
from peviewer.figures.panes.pane import Pane
from peviewer.model.between.on_grid import offset_map, place_map
from peviewer.model.encodings.grids.gridded import ByOffset, Indexed
from peviewer.model.sampling.raster import ArrayRaster

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Place(OneHead):
    """Scores and biases from one place."""

    head: int = redeclared(
        OneHead, "head", 1, needs=Indexed,
        help="Which head's biases are shown; the same head stands out in every pane that shows one.",
    )  # fmt: skip


def _draw(document: Document[ByOffset]) -> Figure:
    scheme, head = document.encoding, chosen_head(document, Place)
    position = document.reference_position
    *frame, row, column = scheme.places(position).tolist()
    rows, columns = scheme.grid[-2:]
    quantity = "bias" if isinstance(scheme, Indexed) else "score"
    # The colours are those of the pane Offsets, and stay where the query moves.
    levels, colormap = signed_colours(document, offset_map(scheme.from_zero, head))
    raster = ArrayRaster(place_map(scheme, head, position))
    heatmap = Heatmap(raster, levels, colormap, reduce=document.view.reduce, quantity=quantity, key="place")
    across = Axis("column", "column of the key", (-0.5, columns - 0.5), whole=True, zooms=True)
    down = Axis("row", "row of the key", (-0.5, rows - 0.5), inverted=True, whole=True, zooms=True)
    by_column, by_row = place_rules(position, (row, column), columns)
    marks = (
        heatmap,
        replace(by_row, label=position_label(position)),
        by_column,
    )
    title = scheme.heads_named[head].capitalize() if isinstance(scheme, Indexed) else ""
    if frame:
        title = f"Frame {whole(frame[0])}"
    places = (key_places(position - row * columns - column, (rows, columns)),)
    panel = Panel(across, down, marks, title, square_cells=min(rows, columns) > 1, places=places)
    return Figure(f"{quantity.capitalize()} of every key", ((panel,),))


def _explain(document: Document[ByOffset]) -> str:
    scheme, position = document.encoding, document.reference_position
    *frame, row, column = scheme.places(position).tolist()
    where = f"row {whole(row)}, column {whole(column)}"
    if frame:
        where = f"frame {whole(frame[0])}, {where}"
    if max(scheme.grid[-2:]) == 1:
        return f"The query is at position *t* = {whole(position)}, {where}, and the only key there is at its own place."
    return (
        f"The query is at position *t* = {whole(position)}: positions are counted row by row, so that is "
        f"{where}. Each cell is a key at its own place. Move the query: the picture moves with it, and what lies "
        "outside the grid is cut off."
    )


PANE = Pane(
    name="place",
    title="From one place",
    summary="score or bias of the key at every place of a grid, for the query at the reference position",
    shows="what a query gives the keys of a grid",
    needs=ByOffset,
    reads=lambda document: (
        document.encoding,
        document.of(Place),
        document.view.colormap,
        document.view.raw,
        document.cursor.position,
    ),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    section=Place,
    choices=("place.head",),
    main="place",
)
