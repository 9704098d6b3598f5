"""Some positions' vectors: as strips of colour, and as curves over the dimension."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import whole
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.panes.axes import dimension_axis
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import levels, name
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.array_raster import ArrayRaster
from peviewer.model.sampling.raster import Raster, Reduce, run
from peviewer.model.sampling.series import Points, Samples, Series

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from peviewer.document.document import Document
    from peviewer.model.content.embedded import Embedded


class Vectors(Parameters):
    """Rows of the encoding, one position each."""

    first: int = parameter(
        0, title="From", symbol="t", hidden=True, ge=-(2**53), le=2**53, slider=(0, 200), help="The first position."
    )
    count: int = parameter(8, title="Rows", hidden=True, ge=1, le=16, help="How many positions.")


AMPLITUDE = 0.44  # of the space between two curves


@dataclass(frozen=True)
class Ridge(Series):
    """One position's vector over the dimension, drawn about its own line, largest values up."""

    embedded: Embedded
    places: range
    position: int
    scale: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return each dimension, or each pixel's extremes where they crowd; see :meth:`Series.sample`."""
        dimensions = np.arange(self.embedded.encoding.dim, dtype=np.float64)
        vector = _vectors(self.embedded, self.places)[self.position - self.places.start]
        heights = self.position - self.scale * vector
        return Samples(dimensions, heights).sample(low, high, pixels)

    def exact(self, low: float, high: float) -> Points:
        """Return the vector itself, not where its curve is drawn; see :meth:`Series.exact`."""
        dimensions = np.array(run(low, high, self.embedded.encoding.dim))
        vector = _vectors(self.embedded, self.places)[self.position - self.places.start]
        return dimensions.astype(np.float64), vector[dimensions]


@dataclass(frozen=True)
class Strips(Raster):
    """The rows of some positions, worked out once they are looked at."""

    embedded: Embedded
    places: range

    @property
    def shape(self) -> tuple[int, int]:
        """Positions and dimensions."""
        return len(self.places), self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        """Return cells or block means; see :meth:`Raster.sample`."""
        return ArrayRaster(_vectors(self.embedded, self.places)).sample(rows, columns, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return the numbers themselves; see :meth:`Raster.exact`."""
        return ArrayRaster(_vectors(self.embedded, self.places)).exact(rows, columns)


@lru_cache(maxsize=2)
def _vectors(embedded: Embedded, places: range) -> NDArray[np.float64]:
    vectors = embedded.table(np.array(places))
    vectors.setflags(write=False)
    return vectors


def shown_positions(document: Document[Turning]) -> range:
    """Return the chosen positions, moved into the encoding where they lie beside it.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> shown_positions(Document().edited({"vectors.first": 198}))
    range(192, 200)
    """
    places, chosen = document.encoding.positions, document.of(Vectors)
    count = min(chosen.count, len(places))
    first = min(max(chosen.first, places[0]), places[-1] - count + 1)
    return range(first, first + count)


def _draw(document: Document[Turning]) -> Figure:
    embedded, places = document.embedded, shown_positions(document)
    dimensions = dimension_axis(document)
    rows = Axis(
        "row", "position *t*", (places[0] - 0.5, places[-1] + 0.5), cursor="position", inverted=True, whole=True
    )
    colours = levels(document)
    strips = Panel(
        dimensions,
        rows,
        (
            Heatmap(
                Strips(embedded, places),
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
        Curve(
            Ridge(embedded, places, position, scale),
            f"*t* = {whole(position)}",
            "accent" if k % 2 == 0 else "curve-1",
            style,
        )
        for k, position in enumerate(places)
    )
    return Figure(
        f"Positions {whole(places[0])} to {whole(places[-1])}" if len(places) > 1 else f"Position {whole(places[0])}",
        ((strips,), (Panel(dimensions, rows, curves),)),
        heights=(1.0, 1.7),
    )


def _explain(document: Document[Turning]) -> str:
    content = "" if document.embedded.plain else ", content included"
    text = f"One line a position: what the model is given{content}. "
    if document.encoding.pairs < 3 or len(shown_positions(document)) < 2:
        return text + "Its numbers run from the first dimension on the left to the last on the right."
    if document.content.kind == "normal":
        return text + "Neighbouring vectors differ everywhere: the random content does not know its neighbours."
    where = (
        "in the fast dimensions on the left and hardly at all in the slow ones on the right"
        if document.encoding.layout == "interleaved"
        else "in the fast dimensions at the start of each half and hardly at all in the slow ones at its end"
    )
    return f"{text}Neighbouring vectors differ {where}, where each number hardly moves from position to position."


PANE = Pane(
    name="vectors",
    title="Vectors",
    summary="the vectors of some positions, as strips and as curves",
    shows="the vectors of some positions",
    needs=Turning,
    reads=lambda document: (document.embedded, document.of(Vectors), document.view),
    draw=_draw,
    explain=_explain,
    formula=lambda document: document.encoding.formula(),
    section=Vectors,
    choices=("vectors.first", "vectors.count"),
)
