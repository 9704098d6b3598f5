"""The encoding's heatmap: positions × dimensions, or transposed."""

from peviewer.document.document import Document
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.axes import dimension_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import cells_panel, name


def _draw(document: Document) -> Figure:
    panel = cells_panel(
        document,
        position_axis(document, "encoding"),
        dimension_axis(document, "encoding"),
        document.embedded.raster(),
        bar=name(document),
    )
    return Figure("encoding", "Positional encoding", ((panel,),), formula=_FORMULA[document.encoding.layout])


_FORMULA = {
    "interleaved": r"PE(t, 2i) = \sin\,\omega_i t,\quad PE(t, 2i+1) = \cos\,\omega_i t",
    "concatenated": r"PE(t, i) = \sin\,\omega_i t,\quad PE(t, d/2+i) = \cos\,\omega_i t",
    "flipped": r"PE(t, i) = \cos\,\omega_i t,\quad PE(t, d/2+i) = \sin\,\omega_i t",
}

PANE = Pane(
    name="encoding",
    title="Encoding",
    summary="the encoding as a heatmap, positions by dimensions",
    explain=(
        "Each row is the vector that one position gets, each column one sine or cosine of the position. "
        "Look along a column: the fast pairs flicker at one edge, the slow ones hardly move at the other."
    ),
    formula="PE(t, 2i) = sin ωᵢt,  PE(t, 2i+1) = cos ωᵢt",
    reads=lambda document: (document.embedded, document.view),
    draw=_draw,
    choices=("view.transposed",),
)
