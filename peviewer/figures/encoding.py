"""The encoding's heatmap: positions × dimensions, or transposed."""

from dataclasses import replace

from peviewer.document import Document
from peviewer.figures.axes import dimension_axis, position_axis
from peviewer.figures.grammar import Axis, Figure, Heatmap, Panel
from peviewer.figures.pane import Pane
from peviewer.model.raster import Raster, Reduce


def levels(document: Document) -> tuple[float, float]:
    """Return the range of colours: −1 … 1 and, around 0, what content adds to it.

    Examples
    --------
    >>> levels(Document())
    (-1.0, 1.0)
    """
    content = document.content
    reach = {"none": 0.0, "ones": 1.0, "normal": 2.0}[content.kind] * content.factor(document.encoding.dim)
    return -1.0 - reach, 1.0 + reach


def cells_panel(
    document: Document,
    positions: Axis,
    dimensions: Axis,
    raster: Raster,
    title: str = "",
    transposed: bool | None = None,
    bar: str | None = "",
) -> Panel:
    """Return a panel of a positions × dimensions raster, turned as the Document says."""
    view = document.view
    reduce: Reduce = "nearest" if view.raw else "mean"
    first = document.encoding.first
    if view.transposed if transposed is None else transposed:
        heatmap = Heatmap(raster.transposed, levels(document), view.colormap, x0=first, reduce=reduce, bar=bar)
        return Panel(positions, replace(dimensions, inverted=True), (heatmap,), title)
    heatmap = Heatmap(raster, levels(document), view.colormap, y0=first, reduce=reduce, bar=bar)
    return Panel(dimensions, replace(positions, inverted=True), (heatmap,), title)


def name(document: Document) -> str:
    """Return what the table is called: PE, or x + PE where content is added."""
    return "PE" if document.embedded.plain else "*x* + PE"


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
