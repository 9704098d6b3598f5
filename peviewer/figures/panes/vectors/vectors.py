"""The Vectors pane: the vectors of some positions, as strips of colour and as curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sin
from operator import attrgetter
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import field_validator

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Note, Panel
from peviewer.figures.panels.axes import curve_style, dimension_axis, position_axis
from peviewer.figures.panels.chosen_columns import checked, columns_field, none_exists
from peviewer.figures.panels.table import (
    content_name,
    content_note,
    table_formula,
    table_levels,
    table_name,
)
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.vectors.shown_columns import (
    ShownColumns,
    alternates,
    shown_columns,
    sides,
)
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.tabled import Tabled
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
        help="Show the vectors as strips and curves, "
        "or the content and the encoding that they are the sum of.",
    )
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
    count: int = parameter(
        8, title="Rows", hidden=True, ge=1, le=16, help="How many positions are shown."
    )
    columns: str = columns_field(
        "Columns of your choice, as 4, 5, 6, 7 or pairs 2..4; empty for all."
    )

    @field_validator("columns", mode="before")
    @classmethod
    def _are_columns(cls, columns: object) -> str:
        return checked(columns, "vectors.columns")


# The amplitude of a curve, as a share of the distance between two curves.
AMPLITUDE = 0.44


@dataclass(frozen=True, eq=False)
class Ridge(Samples):
    """One position's vector over the dimension.

    The curve is scaled, and upside down because the axis of positions points down.
    """

    scale: float

    def sample(self, low: float, high: float, pixels: int) -> Points:
        dimensions, numbers = super().sample(low, high, pixels)
        return dimensions, -self.scale * numbers

    def read(self, at: float) -> tuple[float, float] | None:
        """Return a number of the vector, and its scaled one; see :meth:`Series.read`."""
        point = super().read(at)
        if point is None:
            return None
        _, drawn_number = point
        return -drawn_number / self.scale, drawn_number


@lru_cache(maxsize=2)
def _vectors(embedded: Embedded, positions: range) -> NDArray[np.float64]:
    vectors = embedded.table(np.array(positions))
    vectors.setflags(write=False)
    return vectors


def shown_positions(document: Document[Tabled]) -> range:
    """Return the chosen positions; outside the table as many at its nearest end."""
    positions = document.encoding.positions
    options = document.of(Vectors)
    count = min(options.count, len(positions))
    first = min(max(options.first, positions[0]), positions[-1] - count + 1)
    return range(first, first + count)


def _columns(document: Document[Tabled]) -> ShownColumns:
    return shown_columns(document, document.of(Vectors).columns)


def _shows_parts(document: Document[Tabled]) -> bool:
    return document.of(Vectors).shows == "parts" and not document.embedded.has_no_content


def _draw(document: Document[Tabled]) -> Figure:
    positions = shown_positions(document)
    title = f"Position {number(positions[0])}"
    if len(positions) > 1:
        title = f"Positions {number(positions[0])} to {number(positions[-1])}"
    rows = replace(
        position_axis(document),
        quantity="row",
        limits=(positions[0] - 0.5, positions[-1] + 0.5),
        inverted=True,
        numbered=True,
    )
    if not len(_columns(document).indices):
        missing = Note(none_exists(document.encoding))
        return Figure(title, ((Panel(dimension_axis(document), rows, (missing,)),),))
    if _shows_parts(document):
        panels = _part_panels(document, positions, rows)
        return Figure(title, (panels,), names=("word", "position", "sum"))
    strips = _strips_panel(document, positions, rows)
    ridges = _ridges_panel(document, positions, rows)
    return Figure(title, ((strips,), (ridges,)), (1.0, 1.7), names=("strips", "curves"))


def _part_panels(document: Document[Tabled], positions: range, rows: Axis) -> tuple[Panel, ...]:
    """Return three strips whose rows are read across: content, encoding, and their sum."""
    embedded = document.embedded
    columns = _columns(document)
    content = embedded.content_rows(np.array(positions))[:, columns.indices]
    reach = max(table_levels(document)[1], float(np.abs(content).max()))
    strip = Heatmap(
        ArrayRaster(content),
        (-reach, reach),
        document.view.colormap,
        y0=positions[0],
        reduce=document.view.reduce,
        bar=None,
        quantity=content_name(document),
        key="content",
    )
    position_vectors = _vectors(Embedded(embedded.encoding), positions)[:, columns.indices]
    position_strip = replace(
        strip, raster=ArrayRaster(position_vectors), quantity="PE", key="positions"
    )
    sum_strip = replace(
        strip,
        raster=ArrayRaster(_vectors(embedded, positions)[:, columns.indices]),
        bar="number",
        quantity=table_name(document),
        key="vectors",
    )

    content_kind = "Word" if embedded.kind == "words" else "Content"
    return (
        Panel(columns.axis, rows, (strip,), f"{content_kind} {content_name(document)}"),
        Panel(columns.axis, rows, (position_strip,), "+ position PE"),
        Panel(columns.axis, rows, (sum_strip,), f"= {table_name(document)}"),
    )


def _strips_panel(document: Document[Tabled], positions: range, rows: Axis) -> Panel:
    columns = _columns(document)
    strips = Heatmap(
        ArrayRaster(_vectors(document.embedded, positions)[:, columns.indices]),
        table_levels(document),
        document.view.colormap,
        y0=positions[0],
        reduce=document.view.reduce,
        bar=table_name(document),
        key="vectors",
    )
    return Panel(columns.axis, rows, (strips,))


def _ridges_panel(document: Document[Tabled], positions: range, rows: Axis) -> Panel:
    encoding = document.encoding
    scale = AMPLITUDE / max(map(abs, table_levels(document)))
    columns = _columns(document)
    vectors = _vectors(document.embedded, positions)[:, columns.indices]
    curves: list[Curve] = []
    for row, (position, vector) in enumerate(zip(positions, vectors, strict=True)):
        for side in sides(encoding, row, columns.indices):
            curves.append(
                Curve(
                    Ridge(side.places.astype(np.float64), vector[side.places], scale),
                    "" if row else side.label,
                    side.color,
                    curve_style(len(side.places)),
                    quantity=table_name(document),
                    # The strips have the same numbers for files.
                    key=None,
                    y0=position,
                )
            )
    has_sides = alternates(encoding)
    return Panel(columns.axis, rows, tuple(curves), legend=has_sides)


def _explain(document: Document[Tabled]) -> str:
    if not len(_columns(document).indices):
        return none_exists(document.encoding)
    text = _first_sentence(document)
    are_several = len(shown_positions(document)) > 1
    if document.embedded.kind == "words":
        return f"{text} {_words_sentence(document)}{content_note(document)}"
    if are_several and document.embedded.kind == "normal":
        return (
            f"{text} Neighbouring vectors differ everywhere, "
            f"because each position has random content of its own.{content_note(document)}"
        )
    if document.of(Vectors).shows == "parts" and document.content.kind == "none":
        text += " There is no content that it could be the sum of: choose “Words” in “Content”."
    if document.content.kind == "words":
        text += content_note(document)
    if not are_several:
        order = "from the first dimension on the left to the last on the right"
        if document.of(Vectors).columns:
            order = "of the chosen dimensions, in their order"
        return f"{text} Its numbers are shown {order}."
    return f"{text} From each position to the next {_movement_sentence(document)}"


def _first_sentence(document: Document[Tabled]) -> str:
    if _shows_parts(document):
        return (
            "Each row on the right is the sum of those on the left: "
            "what stands at a position, and where."
        )
    content = "" if document.embedded.has_no_content else ", content included"
    return f"Each line is the vector of one position{content}."


def _movement_sentence(document: Document[Tabled]) -> str:
    """Return the end of a sentence on how far vectors move from each position to the next."""
    encoding = document.encoding
    if not isinstance(encoding, Turning):
        vectors = _vectors(document.embedded, shown_positions(document))
        steps = np.linalg.norm(np.diff(vectors, axis=0), axis=1)
        low = number(float(steps.min()), 3)
        high = number(float(steps.max()), 3)
        distance = low if low == high else f"{low} to {high}"
        return f"the whole vector moves by {distance}, measured."
    pairs = encoding.columns.pairs[_columns(document).visible]
    ends = sorted({int(pairs.min()), int(pairs.max())})
    movements = [_movement_text(encoding, pair) for pair in ends]
    return f"{' and '.join(movements)}: 2·|sin(*ω*/2)|, the same at every position."


def _words_sentence(document: Document[Tabled]) -> str:
    """Return a sentence on how far the vectors of the first repeated word are apart.

    Only words at visible positions count.
    """
    encoding = document.encoding
    table = document.content.table
    if table is not None and not table.words:
        return f"The vectors *x* are the rows of {table.display_name}, in the order of the words."
    repetition = _first_repetition(document)
    if repetition is None:
        return "Each word shown here has a vector *x* of its own, which it has wherever it stands."
    vectors = _vectors(document.embedded, shown_positions(document))
    rows = [position - shown_positions(document)[0] for position in repetition]
    first_vector, second_vector = vectors[rows]
    distance = number(float(np.linalg.norm(first_vector - second_vector)), 4)
    names = " and ".join(encoding.position_text(position) for position in repetition)
    return (
        f"One word has one vector *x*, wherever it stands: the sums at {names} are {distance} "
        "apart, as far as the vectors of their positions."
    )


def _first_repetition(document: Document[Tabled]) -> tuple[int, int] | None:
    """Return two shown positions of one word, the second as early as possible, if there are any."""
    first_positions: dict[str, int] = {}
    for position in shown_positions(document):
        word = document.encoding.word_at(position)
        if not word:
            continue
        first_position = first_positions.setdefault(spelling(word), position)
        if first_position != position:
            return first_position, position
    return None


def _movement_text(encoding: Turning, pair: int) -> str:
    """Return a text on how far a pair moves in a step; without a cosine, how far at most."""
    columns = encoding.columns
    frequency = float(encoding.frequencies()[pair])
    step = number(2 * abs(sin(frequency / 2)))
    if pair >= len(columns.cosines):
        return f"the lone sine of pair {number(pair)} moves by at most {step}"
    first, second = sorted((int(columns.sines[pair]), int(columns.cosines[pair])))
    dimensions = f"dimensions {number(first)} and {number(second)}"
    return f"pair {number(pair)} ({dimensions}) moves by {step}"


PANE = Pane(
    "vectors",
    Tabled,
    "the vectors of some positions, as strips and as curves",
    in_brief="Some vectors as curves",
    reads=attrgetter("embedded", "view.colormap", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Vectors,
    choices=("vectors.shows", "vectors.first", "vectors.count", "vectors.columns"),
    parts=("strips", "curves", "word", "position", "sum"),
    main="vectors",
    given="rows",
)
