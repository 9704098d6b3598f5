"""The Waves pane: columns as curves over the position, side by side the sine and cosine of a pair, or neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Mark, Note, Panel, Role, Rule
from peviewer.figures.panels.axes import dimension_axis, position_axis
from peviewer.figures.panels.table import content_note, table_formula, table_levels, table_name
from peviewer.figures.panes.pane import Grid, Pane
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import cells
from peviewer.model.sampling.series import Points, RasterRow
from peviewer.model.turning.table import ColumnCurve


class Waves(Parameters):
    """Columns of the encoding as curves over the position."""

    by: Literal["pair", "column"] = parameter(
        "pair", title="Side by side", hidden=True,
        labels={"pair": "Sine and cosine", "column": "Neighbouring columns"},
        help="Draw the sine and the cosine of one pair beside each other, or two neighbouring columns.",
    )  # fmt: skip
    step: int = parameter(
        4, title="Step", hidden=True, ge=1, le=32_768, slider=(1, 64),
        help="How many pairs are between one row of curves and the next.",
        formula=r"\mathrm{pairs}\ 0,\ \mathrm{step},\ 2\,\mathrm{step}\,\ldots,\ \mathrm{or\ columns}\ 2\,\mathrm{step} - 1\ \mathrm{and}\ 2\,\mathrm{step},\ 4\,\mathrm{step} - 1\ \mathrm{and}\ 4\,\mathrm{step}\,\ldots",
    )  # fmt: skip
    count: int = parameter(
        4, title="Rows", hidden=True, ge=1, le=8, help="How many rows of curves are drawn."
    )


LEAST_SPACING = 6  # pixels between points


@dataclass(frozen=True)
class Dots(RasterRow):
    """One column of a table at whole positions; if these are too dense, none, or with ``always`` some of them.

    Some of the points of a fast wave would look like a slower one.
    """

    always: bool = True

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return points that are a few pixels apart; see :meth:`Series.sample`."""
        rows = cells(low - self.start, high - self.start, self.raster.shape[1], pixels)
        step = max(1.0, np.ceil(LEAST_SPACING * (high - low) / max(1, pixels)))
        if not len(rows) or (step > 1 and not self.always):
            return np.empty(0), np.empty(0)
        first = (
            np.ceil((rows[0] + self.start) / step) * step - self.start
        )  # the same points while panning
        rows = np.arange(first, np.floor(rows[-1]) + 0.5, step)
        return rows + self.start, self.raster.sample([self.row], rows, "nearest")[0].astype(
            np.float64
        )

    def runs(self, low: float, high: float, pixels: int) -> None:
        """Return none, as each point is one number; see :meth:`Series.runs`."""


def neighbouring_columns(step: int, row: int) -> tuple[int, int]:
    """Return the odd and the even column of a row of curves, the first row being 1."""
    return 2 * row * step - 1, 2 * row * step


def _draw(document: Document[Turning]) -> Figure:
    rows: tuple[tuple[Panel, ...], ...] = tuple(
        (_column_panel(document, odd, k), _column_panel(document, even, k))
        for k, (odd, even) in enumerate(_shown_columns(document))
    )
    if not rows:
        rows = (
            (
                Panel(
                    position_axis(document), _value_axis(document), (Note(_missing_note(document)),)
                ),
            ),
        )
    names = tuple(name for row in rows for name in ("left", "right")[: len(row)])
    return Figure("Columns over the position", rows, heights=(1.0,) * len(rows), names=names)


def _shown_columns(document: Document[Turning]) -> list[tuple[int, int]]:
    chosen, encoding = document.of(Waves), document.encoding
    if chosen.by == "pair":
        shown, order = range(encoding.pairs)[:: chosen.step][: chosen.count], encoding.columns
        cosines = [
            int(order.cosines[pair]) if pair < len(order.cosines) else encoding.dim
            for pair in shown
        ]
        return list(zip(map(int, order.sines[list(shown)]), cosines, strict=True))
    pairs = [neighbouring_columns(chosen.step, row) for row in range(1, chosen.count + 1)]
    return [(odd, even) for odd, even in pairs if odd < encoding.dim]


def _missing_note(document: Document[Turning]) -> str:
    odd, even = neighbouring_columns(document.of(Waves).step, 1)
    return (
        f"The first curves would be columns {number(odd)} and {number(even)}, but *d* = "
        f"{number(document.encoding.dim)}. Choose a smaller step or more dimensions."
    )


def _value_axis(document: Document[Turning]) -> Axis:
    reach = 1.1 * table_levels(document)[1]
    return Axis("value", "", (-reach, reach))


def _column_panel(document: Document[Turning], column: int, row: int) -> Panel:
    encoding, embedded = document.encoding, document.embedded
    positions, values = position_axis(document), _value_axis(document)
    if column >= encoding.dim:
        dim, last = number(encoding.dim), number(encoding.pairs - 1)
        why = f"Pair {last} has no cosine: *d* = {dim} is odd."
        if document.of(Waves).by == "column":
            why = f"Column {number(column)} does not exist: *d* = {dim}."
        return Panel(positions, values, (Note(why),))
    reduce = document.view.reduce
    dots = Dots(
        embedded.raster().transposed,
        column,
        encoding.first,
        always=reduce == "nearest" or not embedded.plain,
    )
    kinds: tuple[tuple[str, Role], ...] = ("sin", "sine"), ("cos", "cosine")
    part, color = kinds[bool(encoding.columns.is_cosine[column])]
    name, number_of = table_name(document), f"column {number(column)}"
    own = color if embedded.plain else "accent"
    marks: tuple[Mark, ...] = (
        Rule("y", 0.0, color="muted"),
        Curve(
            ColumnCurve(encoding, column, reduce),
            "PE",
            color,
            quantity=f"PE, {number_of}",
            key=None,
        ),
        Curve(dots, name, own, "points", f"{name}, {number_of}", key=None),
    )
    pair = int(encoding.columns.pairs[column])
    title, fact = f"Column {number(column)}", part
    if document.of(Waves).by == "pair":
        title, fact = f"Pair {number(pair)}: {part}", f"*j* = {number(column)}"
    fact = f"{fact}, *λ* = {number(float(encoding.wavelengths()[pair]))}"
    return Panel(positions, values, marks, title, fact, legend=not embedded.plain and row == 0)


def _tables(document: Document[Turning]) -> tuple[Grid, ...]:
    encoding, embedded = document.encoding, document.embedded
    drawn = tuple(
        column for row in _shown_columns(document) for column in row if column < encoding.dim
    )
    if not drawn:
        return ()
    positions, dimensions = position_axis(document), dimension_axis(document)
    where = positions, encoding.first, encoding.length, dimensions, drawn, drawn
    waves = Grid("waves", embedded.raster(), *where, table_name(document))
    return (
        (waves,)
        if embedded.plain
        else (waves, Grid("waves_alone", encoding.raster(), *where, "PE"))
    )


def _explain(document: Document[Turning]) -> str:
    shown = _shown_columns(document)
    if not shown:
        return _missing_note(document)
    text = "Each panel is one column, a sine or a cosine. Points mark whole positions where they have room."
    sentences = _pair_sentence if document.of(Waves).by == "pair" else _column_sentence
    text += sentences(document.encoding, shown)
    if document.view.raw:
        text += (
            " Each pixel shows one value only: zoomed out, slow waves appear that are not there."
        )
    else:
        text += " Where a pixel holds more than a quarter of a wave, only its envelope is drawn."
    if not document.embedded.plain:
        text += " The points include the content; the curve is PE alone. Where they crowd, only some are drawn."
        text += content_note(document)
    return text


def _pair_sentence(encoding: Turning, shown: list[tuple[int, int]]) -> str:
    text = " On the left is the sine of a pair, on the right its cosine, which is a quarter of a wave ahead."
    text = text if shown[0][1] < encoding.dim else ""
    return f"{text} From row to row the waves grow longer." if _grow(encoding, shown) else text


def _column_sentence(encoding: Turning, shown: list[tuple[int, int]]) -> str:
    text = ""
    if shown[0][1] < encoding.dim:
        text = " Left and right are neighbouring columns, which belong to two pairs with two wavelengths"
        text += (
            ": the cosine of one and the sine of the next."
            if encoding.layout == "interleaved"
            else "."
        )
    within = "" if encoding.layout == "interleaved" else ", within each half of the columns"
    return (
        f"{text} From row to row the waves grow longer{within}." if _grow(encoding, shown) else text
    )


def _grow(encoding: Turning, shown: list[tuple[int, int]]) -> bool:
    """Whether waves grow longer from row to row."""
    return len(shown) > 1 and not encoding.turns_alike


PANE = Pane(
    "waves",
    Turning,
    "columns of sines and cosines as curves over the position",
    reads=attrgetter("embedded", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Waves,
    choices=("waves.by", "waves.step", "waves.count"),
    tables=_tables,
    parts=("left", "right"),
)
