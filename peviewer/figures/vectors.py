"""Some positions' vectors: as strips of colour, and as curves over the dimension."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.document import Document
from peviewer.figures.axes import dimension_axis
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.pane import Pane
from peviewer.figures.table_panel import levels, name
from peviewer.figures.words import whole
from peviewer.model.embedded import Embedded
from peviewer.model.series import Points, Samples, Series

AMPLITUDE = 0.44  # of the space between two curves


@dataclass(frozen=True)
class Ridge(Series):
    """One position's vector over the dimension, drawn about its own line, largest values up."""

    embedded: Embedded
    position: int
    scale: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return each dimension, or each pixel's extremes where they crowd; see :meth:`Series.sample`."""
        dimensions = np.arange(self.embedded.encoding.dim, dtype=np.float64)
        heights = self.position - self.scale * _vector(self.embedded, self.position)
        return Samples(dimensions, heights).sample(low, high, pixels)


@lru_cache(maxsize=32)
def _vector(embedded: Embedded, position: int) -> NDArray[np.float64]:
    vector: NDArray[np.float64] = embedded.table([position])[0]
    vector.setflags(write=False)
    return vector


def shown_positions(document: Document) -> range:
    """Return the chosen positions, moved into the encoding where they lie beside it.

    Examples
    --------
    >>> shown_positions(Document().edited({"vectors.first": 198}))
    range(192, 200)
    """
    places, chosen = document.encoding.positions, document.vectors
    count = min(chosen.count, len(places))
    first = min(max(chosen.first, places[0]), places[-1] - count + 1)
    return range(first, first + count)


def _draw(document: Document) -> Figure:
    embedded, places = document.embedded, shown_positions(document)
    some = embedded.encoding.model_copy(update={"first": places[0], "length": len(places)})
    dimensions = dimension_axis(document, "vectors")
    rows = Axis(
        "row", "position *t*", (places[0] - 0.5, places[-1] + 0.5), cursor="position", inverted=True, whole=True
    )
    colours = levels(document)
    strips = Panel(
        dimensions,
        rows,
        (
            Heatmap(
                Embedded(some, embedded.content).raster(),
                colours,
                document.view.colormap,
                y0=places[0],
                reduce=document.view.reduce,
                bar=name(document),
            ),
        ),
    )
    scale = AMPLITUDE / max(map(abs, colours))
    style: Literal["points", "line"] = "points" if embedded.encoding.dim == 1 else "line"
    curves = tuple(
        Curve(Ridge(embedded, position, scale), color="accent" if k % 2 == 0 else "curve-1", style=style)
        for k, position in enumerate(places)
    )
    return Figure(
        "vectors",
        f"Positions {whole(places[0])} to {whole(places[-1])}" if len(places) > 1 else f"Position {whole(places[0])}",
        ((strips,), (Panel(dimensions, rows, curves),)),
        heights=(1.0, 1.7),
        formula=r"PE(t) \in \mathbb{R}^d",
    )


PANE = Pane(
    name="vectors",
    title="Vectors",
    summary="the vectors of some positions, as strips and as curves",
    explain=(
        "One line a position: what the model is given. Neighbouring vectors differ in the fast dimensions on the left "
        "and hardly at all in the slow ones on the right, where sines are near 0 and cosines near 1."
    ),
    formula="PE(t) = (sin ω₀t, cos ω₀t, sin ω₁t, cos ω₁t, …)",
    reads=lambda document: (document.embedded, document.vectors, document.view),
    draw=_draw,
    choices=("vectors.first", "vectors.count"),
)
