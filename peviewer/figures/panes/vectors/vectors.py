"""The Vectors pane: the vectors of some positions, as strips of colour and as curves over the dimension."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sin
from operator import attrgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel, Role
from peviewer.figures.panels.axes import curve_style, dimension_axis, position_axis, with_zoom
from peviewer.figures.panels.table import (
    content_name,
    content_note,
    table_formula,
    table_levels,
    table_name,
)
from peviewer.figures.panes.pane import Pane
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Points, Samples
from peviewer.model.word_vectors import spelling


class Vectors(Parameters):
    """Rows of the encoding, one position each."""

    shows: Literal["sum", "parts"] = parameter(
        "sum",
        title="Strips",
        labels={"sum": "Sum", "parts": "Word + position"},
        hidden=True,
        help="Show the vectors as strips and curves, or the content and the encoding that they are the sum of.",
    )
    first: int = parameter(
        0, title="From", symbol="t", hidden=True, ge=-(2**53), le=2**53, slider=(0, 200), follows="positions",
        help="The first position that is shown.",
    )  # fmt: skip
    count: int = parameter(
        8, title="Rows", hidden=True, ge=1, le=16, help="How many positions are shown."
    )


AMPLITUDE = 0.44  # of the distance between two curves


@dataclass(frozen=True, eq=False)
class Ridge(Samples):
    """One position's vector over the dimension, drawn scaled and turned over, as the axis of positions points down."""

    scale: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        dimensions, numbers = super().sample(low, high, pixels)
        return dimensions, -self.scale * numbers

    def read(self, at: float) -> tuple[float, float] | None:
        """Return a number of the vector, and its scaled one; see :meth:`Series.read`."""
        point = super().read(at)
        return point and (-point[1] / self.scale, point[1])


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


def _shows_parts(document: Document[Tabled]) -> bool:
    return document.of(Vectors).shows == "parts" and not document.embedded.plain


def _draw(document: Document[Tabled]) -> Figure:
    places = shown_positions(document)
    title = (
        f"Positions {number(places[0])} to {number(places[-1])}"
        if places[1:]
        else f"Position {number(places[0])}"
    )
    limits = places[0] - 0.5, places[-1] + 0.5
    rows = replace(
        position_axis(document), quantity="row", limits=limits, inverted=True, numbered=True
    )
    draw = _draw_parts if _shows_parts(document) else _draw_sum
    return replace(draw(document, places, rows), title=title)


def _draw_parts(document: Document[Tabled], places: range, rows: Axis) -> Figure:
    """Return three strips whose rows are read across: content, encoding, and their sum."""
    embedded, view = document.embedded, document.view
    content = embedded.content_rows(np.array(places))
    reach = max(table_levels(document)[1], float(np.abs(content).max()))
    word = "Word" if embedded.kind == "words" else "Content"
    name = content_name(document)
    strips = (
        (f"{word} {name}", name, "content", content),
        ("+ position PE", "PE", "positions", _vectors(Embedded(embedded.encoding), places)),
        (f"= {table_name(document)}", table_name(document), "vectors", _vectors(embedded, places)),
    )
    panels = []
    for title, quantity, key, numbers in strips:
        strip = Heatmap(
            ArrayRaster(numbers),
            (-reach, reach),
            view.colormap,
            y0=places[0],
            reduce=view.reduce,
            bar="number" if key == "vectors" else None,
            quantity=quantity,
            key=key,
        )
        panels.append(Panel(dimension_axis(document), rows, (strip,), title))
    return Figure("", (tuple(panels),), names=("word", "position", "sum"))


def _draw_sum(document: Document[Tabled], places: range, rows: Axis) -> Figure:
    dimensions = dimension_axis(document)
    vectors = _vectors(document.embedded, places)
    colours, name, view = table_levels(document), table_name(document), document.view
    strips = Heatmap(
        ArrayRaster(vectors),
        colours,
        view.colormap,
        y0=places[0],
        reduce=view.reduce,
        bar=name,
        key="vectors",
    )
    scale = AMPLITUDE / max(map(abs, colours))
    encoding = document.encoding
    columns = np.arange(encoding.dim, dtype=np.float64)
    alternate = (
        isinstance(encoding, Turning) and encoding.layout == "interleaved" and encoding.dim > 1
    )
    curves: list[Curve] = []
    for k, (position, vector) in enumerate(zip(places, vectors, strict=True)):
        sides: dict[str, tuple[Role, slice]] = {"": ("curve-1" if k % 2 else "accent", slice(None))}
        if alternate:
            sides = {"sin": ("sine", slice(0, None, 2)), "cos": ("cosine", slice(1, None, 2))}
        for label, (color, side) in sides.items():
            ridge, style = (
                Ridge(columns[side], vector[side], scale),
                curve_style(len(columns[side])),
            )
            # The strips carry the numbers for files.
            curves.append(
                Curve(ridge, "" if k else label, color, style, quantity=name, key=None, y0=position)
            )
    ridges = Panel(dimensions, rows, tuple(curves), legend=alternate)
    panels = (Panel(dimensions, rows, (strips,)),), (ridges,)
    return Figure("", panels, (1.0, 1.7), names=("strips", "curves"))


def _explain(document: Document[Tabled]) -> str:
    encoding, several = document.encoding, len(shown_positions(document)) > 1
    text = f"Each line is the vector of one position{'' if document.embedded.plain else ', content included'}. "
    if _shows_parts(document):
        text = "Each row on the right is the sum of those on the left: what stands at a position, and where. "
    if document.embedded.kind == "words":
        return f"{text}{_words_sentence(document)}{content_note(document)}"
    if several and document.embedded.kind == "normal":
        alone = "Neighbouring vectors differ everywhere, because each position has random content of its own."
        return f"{text}{alone}{content_note(document)}"
    if document.of(Vectors).shows == "parts" and document.content.kind == "none":
        text += "There is no content that it could be the sum of: choose “Words” in “Content”. "
    if document.content.kind == "words":
        text += f"{content_note(document).lstrip()} "
    if not several:
        return f"{text}Its numbers are shown from the first dimension on the left to the last on the right."
    if not isinstance(encoding, Turning):
        steps = np.linalg.norm(
            np.diff(_vectors(document.embedded, shown_positions(document)), axis=0), axis=1
        )
        low, high = number(float(steps.min()), 3), number(float(steps.max()), 3)
        apart = low if low == high else f"{low} to {high}"
        return f"{text}From each position to the next the whole vector moves by {apart}, measured."
    pairs = encoding.columns.pairs[
        list(with_zoom(dimension_axis(document), document, "vectors").cells_shown)
    ]
    moves = [
        _movement_text(encoding, pair) for pair in sorted({int(pairs.min()), int(pairs.max())})
    ]
    return f"{text}From each position to the next {' and '.join(moves)}: 2·|sin(*ω*/2)|, the same at every position."


def _words_sentence(document: Document[Tabled]) -> str:
    """Return a sentence on how far the vectors of the first repeated word among those shown are apart."""
    encoding, table = document.encoding, document.content.table
    if table is not None and not table.words:
        return f"The vectors *x* are the rows of {table.called_itself}, in the order of the words."
    places = shown_positions(document)
    first_rows: dict[str, int] = {}
    for row, position in enumerate(places):
        word = encoding.word_at(position)
        first = first_rows.setdefault(spelling(word), row) if word else row
        if first == row:
            continue
        one, other = _vectors(document.embedded, places)[[first, row]]
        distance = number(float(np.linalg.norm(one - other)), 4)
        names = " and ".join(encoding.position_text(places[k]) for k in (first, row))
        return (
            f"One word has one vector *x*, wherever it stands: the sums at {names} are {distance} "
            "apart, as far as the vectors of their positions."
        )
    return "Each word shown here has a vector *x* of its own, which it has wherever it stands."


def _movement_text(encoding: Turning, pair: int) -> str:
    """Return how far a pair moves in a step, or at most if it has no cosine."""
    order, step = encoding.columns, 2 * abs(sin(float(encoding.frequencies()[pair]) / 2))
    if pair >= len(order.cosines):
        return f"the lone sine of pair {number(pair)} moves by at most {number(step)}"
    columns = sorted((int(order.sines[pair]), int(order.cosines[pair])))
    return f"pair {number(pair)} (dimensions {number(columns[0])} and {number(columns[1])}) moves by {number(step)}"


PANE = Pane(
    "vectors",
    Tabled,
    "the vectors of some positions, as strips and as curves",
    reads=attrgetter("embedded", "view.colormap", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Vectors,
    choices=("vectors.shows", "vectors.first", "vectors.count"),
    parts=("strips", "curves", "word", "position", "sum"),
    main="vectors",
)
