"""The Vectors pane: the vectors of some positions, as strips of colour and as curves over the dimension."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sin

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.panels.axes import curve_style, dimension_axis, with_zoom
from peviewer.figures.panels.table import repetition_note, table_formula, table_levels, table_name
from peviewer.figures.panes.pane import Pane
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import cell_range
from peviewer.model.sampling.raster import ArrayRaster, Raster, Reduce
from peviewer.model.sampling.series import Points, Samples, Series


class Vectors(Parameters):
    """Rows of the encoding, one position each."""

    first: int = parameter(
        0,
        title="From",
        symbol="t",
        hidden=True,
        ge=-(2**53),
        le=2**53,
        slider=(0, 200),
        follows="positions",
        help="The first position that is shown.",
    )
    count: int = parameter(8, title="Rows", hidden=True, ge=1, le=16, help="How many positions are shown.")


AMPLITUDE = 0.44  # of the distance between two curves


@dataclass(frozen=True)
class Ridge(Series):
    """One position's vector over the dimension, scaled and turned over, as the axis of positions points down."""

    embedded: Embedded
    places: range
    position: int
    scale: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return each dimension, or the extremes of each pixel; see :meth:`Series.sample`."""
        dimensions = np.arange(self.embedded.encoding.dim, dtype=np.float64)
        vector = _vectors(self.embedded, self.places)[self.position - self.places.start]
        return Samples(dimensions, -self.scale * vector).sample(low, high, pixels)

    def exact(self, low: float, high: float) -> Points:
        dimensions = np.array(cell_range(low, high, self.embedded.encoding.dim))
        vector = _vectors(self.embedded, self.places)[self.position - self.places.start]
        return dimensions.astype(np.float64), vector[dimensions]

    def read(self, at: float) -> tuple[float, float] | None:
        """Return a number of the vector, and its scaled one; see :meth:`Series.read`."""
        if not 0 <= at < self.embedded.encoding.dim:
            return None
        value = float(_vectors(self.embedded, self.places)[self.position - self.places.start, int(at)])
        return value, -self.scale * value


@dataclass(frozen=True)
class Strips(Raster):
    """The rows of some positions, computed when they are first sampled."""

    embedded: Embedded
    places: range

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.places), self.embedded.encoding.dim

    def sample(self, rows: ArrayLike, columns: ArrayLike, reduce: Reduce = "mean") -> NDArray[np.float32]:
        return ArrayRaster(_vectors(self.embedded, self.places)).sample(rows, columns, reduce)

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        return ArrayRaster(_vectors(self.embedded, self.places)).exact(rows, columns)


@lru_cache(maxsize=2)
def _vectors(embedded: Embedded, places: range) -> NDArray[np.float64]:
    vectors = embedded.table(np.array(places))
    vectors.setflags(write=False)
    return vectors


def shown_positions(document: Document[Tabled]) -> range:
    """Return the chosen positions, or as many at the nearest end of the table."""
    places, chosen = document.encoding.positions, document.of(Vectors)
    count = min(chosen.count, len(places))
    first = min(max(chosen.first, places[0]), places[-1] - count + 1)
    return range(first, first + count)


def _draw(document: Document[Tabled]) -> Figure:
    embedded, places = document.embedded, shown_positions(document)
    dimensions = dimension_axis(document)
    rows = Axis(
        "row",
        "position *t*",
        (places[0] - 0.5, places[-1] + 0.5),
        cursor="position",
        inverted=True,
        whole=True,
        zooms=True,
        words=(document.encoding.first, document.encoding.words),
    )
    colours = table_levels(document)
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
                bar=table_name(document),
                key="vectors",
            ),
        ),
    )
    scale = AMPLITUDE / max(map(abs, colours))
    style = curve_style(embedded.encoding.dim)
    curves = tuple(
        Curve(
            Ridge(embedded, places, position, scale),
            f"*t* = {document.encoding.position_text(position)}",
            "accent" if k % 2 == 0 else "curve-1",
            style,
            quantity=table_name(document),
            key=None,  # the strips carry the numbers
            y0=position,
            alternates=isinstance(document.encoding, Turning) and document.encoding.layout == "interleaved",
        )
        for k, position in enumerate(places)
    )
    return Figure(
        f"Positions {number(places[0])} to {number(places[-1])}"
        if len(places) > 1
        else f"Position {number(places[0])}",
        ((strips,), (Panel(dimensions, rows, curves),)),
        heights=(1.0, 1.7),
    )


def _explain(document: Document[Tabled]) -> str:
    encoding, several = document.encoding, len(shown_positions(document)) > 1
    text = f"Each line is the vector of one position{'' if document.embedded.plain else ', content included'}. "
    if several and document.content.kind == "normal":
        alone = "Neighbouring vectors differ everywhere, because each position has random content of its own."
        return f"{text}{alone}{repetition_note(document)}"
    dimensions = with_zoom(dimension_axis(document), document, "vectors").cells_shown
    if not several:
        first, last = number(dimensions[0]), number(dimensions[-1])
        numbers = f"from dimension {first} on the left to {last} on the right" if first != last else f"at {first} only"
        return f"{text}Its numbers are shown {numbers}."
    if not isinstance(encoding, Turning):
        return f"{text}{_steps_sentence(document)}"
    pairs = encoding.columns.pairs[list(dimensions)]
    moves = [_movement_text(encoding, pair) for pair in sorted({int(pairs.min()), int(pairs.max())})]
    return f"{text}From each position to the next {' and '.join(moves)}: 2·|sin(*ω*/2)|, the same at every position."


def _steps_sentence(document: Document[Tabled]) -> str:
    places = shown_positions(document)
    steps = np.linalg.norm(np.diff(_vectors(document.embedded, places), axis=0), axis=1)
    low, high = number(float(steps.min()), 3), number(float(steps.max()), 3)
    apart = f"by {low}" if low == high else f"by {low} to {high}, measured"
    return f"From each position to the next the whole vector moves {apart}."


def _movement_text(encoding: Turning, pair: int) -> str:
    """Return how far a pair moves in a step, or at most if it has no cosine."""
    order, step = encoding.columns, 2 * abs(sin(float(encoding.frequencies()[pair]) / 2))
    if pair >= len(order.cosines):
        return f"the lone sine of pair {number(pair)} moves by at most {number(step)}"
    columns = sorted((int(order.sines[pair]), int(order.cosines[pair])))
    return f"pair {number(pair)} (dimensions {number(columns[0])} and {number(columns[1])}) moves by {number(step)}"


PANE = Pane(
    name="vectors",
    title="Vectors",
    summary="the vectors of some positions, as strips and as curves",
    shows="the vectors of some positions",
    needs=Tabled,
    reads=lambda document: (document.embedded, document.of(Vectors), document.view.colormap, document.view.raw),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Vectors,
    choices=("vectors.first", "vectors.count"),
    parts=("strips", "curves"),
)
