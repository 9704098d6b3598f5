"""The encoding's heatmap: positions × dimensions, or transposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.figures.grammar import Figure
from peviewer.figures.panes.axes import dimension_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import cells_panel, name
from peviewer.model.encodings.turning import Turning

if TYPE_CHECKING:
    from peviewer.document.document import Document


def _draw(document: Document[Turning]) -> Figure:
    panel = cells_panel(
        document,
        position_axis(document),
        dimension_axis(document),
        document.embedded.raster(),
        bar=name(document),
    )
    return Figure("Positional encoding", ((panel,),))


def _explain(document: Document[Turning]) -> str:
    encoding, view = document.encoding, document.view
    line, across = ("column", "row") if view.transposed else ("row", "column")
    with_content = "" if document.embedded.plain else ", added to the token content"
    text = f"Each {line} is the vector that one position gets{with_content}, each {across} one sine or cosine of it. "
    if encoding.pairs < 3:
        return f"{text}Look along a {across}: it repeats after its wavelength."
    where = "at one edge" if encoding.layout == "interleaved" else "at the start of each half"
    return f"{text}Look along a {across}: the fast pairs flicker {where}, the slow ones hardly move at the other end."


PANE = Pane(
    name="encoding",
    title="Encoding",
    summary="the encoding as a heatmap, positions by dimensions",
    shows="the vector of every position",
    needs=Turning,
    reads=lambda document: (document.embedded, document.view),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    choices=("view.transposed",),
)
