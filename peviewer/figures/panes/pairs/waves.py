"""The Waves pane: columns as curves over the position, two of them side by side."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal

import numpy as np
from pydantic import field_validator

from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Mark, Note, Panel, Role, Rule
from peviewer.figures.panels.axes import dimension_axis, position_axis
from peviewer.figures.panels.chosen_columns import (
    checked,
    chosen_columns,
    column_curves,
    columns_field,
    none_exists,
)
from peviewer.figures.panels.given_points import (
    axis_across,
    column_series,
    places_of_rows,
    points_sentence,
    stands_over_values,
)
from peviewer.figures.panels.table import content_note, table_formula, table_levels, table_name
from peviewer.figures.panes.pane import Grid, Pane
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.grid import cells
from peviewer.model.sampling.series import Points, RasterRow, Samples, Series


class Waves(Parameters):
    """Columns of the encoding as curves over the position."""

    by: Literal["pair", "column"] = parameter(
        "pair",
        title="Side by side",
        hidden=True,
        labels={"pair": "Sine and cosine", "column": "Neighbouring columns"},
        help="Draw the sine and the cosine of one pair beside each other, "
        "or two neighbouring columns.",
    )
    step: int = parameter(
        0,
        title="Step",
        hidden=True,
        ge=0,
        le=32_768,
        slider=(0, 64),
        help="How many pairs are between one row of curves and the next; "
        "0 spreads them over all pairs.",
        formula=r"\mathrm{pairs}\ 0,\ \mathrm{step},\ 2\,\mathrm{step}\,\ldots,\ "
        r"\mathrm{or\ columns}\ 2\,\mathrm{step} - 1\ \mathrm{and}\ 2\,\mathrm{step},\ "
        r"4\,\mathrm{step} - 1\ \mathrm{and}\ 4\,\mathrm{step}\,\ldots",
    )
    count: int = parameter(
        4, title="Rows", hidden=True, ge=1, le=8, help="How many rows of curves are drawn."
    )
    columns: str = columns_field("Columns of your choice in one plot, as 4, 5, 6, 7 or pairs 2..4.")

    @field_validator("columns", mode="before")
    @classmethod
    def _are_columns(cls, columns: object) -> str:
        return checked(columns, "waves.columns")


# The least distance between points, in pixels.
LEAST_SPACING = 6


@dataclass(frozen=True)
class Dots(RasterRow):
    """One column of a table at whole positions.

    If points are too dense, none is drawn, or with ``always`` only some: some of the points
    of a fast wave would look like a slower one.
    """

    always: bool = True

    def sample(self, low: float, high: float, pixels: int) -> Points:
        """Return points that are a few pixels apart; see :meth:`Series.sample`."""
        table_length = self.raster.shape[1]
        rows = cells(low - self.start, high - self.start, table_length, pixels)
        step = max(1.0, np.ceil(LEAST_SPACING * (high - low) / max(1, pixels)))
        is_too_dense = step > 1 and not self.always
        if is_too_dense or not len(rows):
            return np.empty(0), np.empty(0)
        # The first position is a multiple of the step, so that points stay while panning.
        first_position = np.ceil((rows[0] + self.start) / step) * step
        rows = np.arange(first_position - self.start, np.floor(rows[-1]) + 0.5, step)
        numbers = self.raster.sample([self.row], rows, "nearest")[0]
        return rows + self.start, numbers.astype(np.float64)

    def runs(self, low: float, high: float, pixels: int) -> None:
        """Return none, as each point is one number; see :meth:`Series.runs`."""


def neighbouring_columns(step: int, row: int) -> tuple[int, int]:
    """Return the odd and the even column of a row of curves, the first row being 1."""
    even_column = 2 * row * step
    return even_column - 1, even_column


def _draw(document: Document[Turning]) -> Figure:
    title = "Columns over the position"
    if document.of(Waves).columns:
        return Figure(title, ((_joint_panel(document),),), names=("left",))
    all_columns = _shown_columns(document)
    if not all_columns:
        note = Note(_missing_note(document))
        panel = Panel(position_axis(document), _value_axis(document), (note,))
        return Figure(title, ((panel,),), names=("left",))

    rows: list[tuple[Panel, ...]] = []
    for row, (left_column, right_column) in enumerate(all_columns):
        left = _column_panel(document, left_column, row)
        right = _column_panel(document, right_column, row)
        rows.append((left, right))
    heights = (1.0,) * len(rows)
    return Figure(title, tuple(rows), heights=heights, names=("left", "right") * len(rows))


def _joint_panel(document: Document[Turning]) -> Panel:
    """Return one plot of the chosen columns."""
    columns = chosen_columns(document.of(Waves).columns, document.encoding)
    if not columns:
        missing = Note(none_exists(document.encoding))
        return Panel(axis_across(document), _value_axis(document), (missing,))
    curves = column_curves(document.encoding, columns, document.view.reduce)
    marks: tuple[Mark, ...] = (Rule("y", 0.0, color="muted"), *curves)
    return Panel(axis_across(document), _value_axis(document), marks, legend=True)


def _shown_columns(document: Document[Turning]) -> list[tuple[int, int]]:
    """Return the two columns of each row of curves; columns may lie beyond the last one."""
    waves = document.of(Waves)
    encoding = document.encoding
    if waves.columns:
        chosen = chosen_columns(waves.columns, encoding)
        return [(column, encoding.dim) for column in chosen]
    step = _shown_step(document)
    if waves.by == "pair":
        pairs = range(encoding.pairs)[::step][: waves.count]
        return [_columns_of_pair(encoding, pair) for pair in pairs]
    rows = range(1, waves.count + 1)
    columns = [neighbouring_columns(step, row) for row in rows]
    return [(odd, even) for odd, even in columns if odd < encoding.dim]


def _shown_step(document: Document[Turning]) -> int:
    """Return the step that is chosen, or the one that spreads the rows over all pairs."""
    waves = document.of(Waves)
    return waves.step or max(1, document.encoding.pairs // waves.count)


def _columns_of_pair(encoding: Turning, pair: int) -> tuple[int, int]:
    """Return the columns of the sine and the cosine; of a lone sine, one beyond the last column."""
    columns = encoding.columns
    sine = int(columns.sines[pair])
    cosine = int(columns.cosines[pair]) if pair < len(columns.cosines) else encoding.dim
    return sine, cosine


def _missing_note(document: Document[Turning]) -> str:
    odd, even = neighbouring_columns(_shown_step(document), 1)
    return (
        f"The first curves would be columns {number(odd)} and {number(even)}, but *d* = "
        f"{number(document.encoding.dim)}. Choose a smaller step or more dimensions."
    )


def _value_axis(document: Document[Turning]) -> Axis:
    reach = 1.1 * table_levels(document)[1]
    return Axis("value", "", (-reach, reach))


def _column_panel(document: Document[Turning], column: int, row: int) -> Panel:
    encoding = document.encoding
    embedded = document.embedded
    positions = axis_across(document)
    values = _value_axis(document)
    if column >= encoding.dim:
        return Panel(positions, values, (Note(_missing_column_note(document, column)),))

    is_cosine = bool(encoding.columns.is_cosine[column])
    color: Role = "cosine" if is_cosine else "sine"
    reduce = document.view.reduce
    name = table_name(document)
    column_name = f"column {number(column)}"
    wave = column_series(encoding, column, reduce)
    always_has_dots = reduce == "nearest" or not embedded.has_no_content
    dots: Series = Dots(
        embedded.raster().transposed, column, encoding.first, always=always_has_dots
    )
    if encoding.at:
        numbers = embedded.cells(encoding.places(), np.array([column]))[:, 0]
        dots = Samples(places_of_rows(encoding), numbers)
    dot_color: Role = color if embedded.has_no_content else "accent"
    curve = Curve(wave, "PE", color, quantity=f"PE, {column_name}", key=None)
    points = Curve(dots, name, dot_color, "points", f"{name}, {column_name}", key=None)
    has_curve = not encoding.at or stands_over_values(encoding)
    marks: tuple[Mark, ...] = (
        Rule("y", 0.0, color="muted"),
        *([curve] if has_curve else []),
        points,
    )

    pair = int(encoding.columns.pairs[column])
    function = "cos" if is_cosine else "sin"
    title = f"Column {number(column)}"
    fact = function
    if document.of(Waves).by == "pair":
        pair_name = encoding.pair_name(pair)
        title = f"Pair {number(pair)}{f', {pair_name}' if pair_name else ''}: {function}"
        fact = f"*j* = {number(column)}"
    fact += f", *λ* = {number(float(encoding.wavelengths()[pair]))}"
    has_legend = not embedded.has_no_content and row == 0
    return Panel(positions, values, marks, title, fact, legend=has_legend)


def _missing_column_note(document: Document[Turning], column: int) -> str:
    encoding = document.encoding
    dim = number(encoding.dim)
    if document.of(Waves).by == "column":
        return f"Column {number(column)} does not exist: *d* = {dim}."
    return f"Pair {number(encoding.pairs - 1)} has no cosine: *d* = {dim} is odd."


def _tables(document: Document[Turning]) -> tuple[Grid, ...]:
    encoding = document.encoding
    all_columns = itertools.chain.from_iterable(_shown_columns(document))
    columns = tuple(column for column in all_columns if column < encoding.dim)
    if not columns:
        return ()
    waves = Grid(
        "waves",
        document.embedded.raster(),
        rows=position_axis(document),
        zero=encoding.first,
        height=encoding.length,
        columns=dimension_axis(document),
        coordinates=columns,
        column_indices=columns,
        label=table_name(document),
    )
    if document.embedded.has_no_content:
        return (waves,)
    waves_alone = replace(waves, key="waves_alone", source=encoding.raster(), label="PE")
    return (waves, waves_alone)


def _explain(document: Document[Turning]) -> str:
    shown_columns = _shown_columns(document)
    if document.of(Waves).columns:
        text = "Each curve is one column of the encoding alone; cosines are dashed."
        return f"{text} {document.encoding.remarks}".rstrip()
    if not shown_columns:
        return _missing_note(document)
    text = f"Each panel is one column, a sine or a cosine. {points_sentence(document.encoding)}"
    if document.of(Waves).by == "pair":
        text += _pair_sentence(document.encoding, shown_columns)
    else:
        text += _column_sentence(document.encoding, shown_columns)
    if document.view.raw:
        text += (
            " Each pixel shows one value only: zoomed out, slow waves appear that are not there."
        )
    else:
        text += " Where a pixel holds more than a quarter of a wave, only its envelope is drawn."
    if not document.embedded.has_no_content:
        text += (
            " The points include the content; the curve is PE alone. "
            f"Where they crowd, only some are drawn.{content_note(document)}"
        )
    return f"{text} {document.encoding.remarks}".rstrip()


def _pair_sentence(encoding: Turning, shown_columns: list[tuple[int, int]]) -> str:
    text = ""
    if _has_right_column(encoding, shown_columns):
        text = (
            " On the left is the sine of a pair, on the right its cosine, "
            "which is a quarter of a wave ahead."
        )
    if _grow(encoding, shown_columns):
        text += " From row to row the waves grow longer."
    return text


def _column_sentence(encoding: Turning, shown_columns: list[tuple[int, int]]) -> str:
    is_interleaved = encoding.layout == "interleaved"
    text = ""
    if _has_right_column(encoding, shown_columns):
        functions = ": the cosine of one and the sine of the next" if is_interleaved else ""
        text = (
            " Left and right are neighbouring columns, "
            f"which belong to two pairs with two wavelengths{functions}."
        )
    if _grow(encoding, shown_columns):
        within = "" if is_interleaved else ", within each half of the columns"
        text += f" From row to row the waves grow longer{within}."
    return text


def _has_right_column(encoding: Turning, shown_columns: list[tuple[int, int]]) -> bool:
    _, right_column = shown_columns[0]
    return right_column < encoding.dim


def _grow(encoding: Turning, shown_columns: list[tuple[int, int]]) -> bool:
    """Whether waves grow longer from row to row."""
    return len(shown_columns) > 1 and not encoding.turns_alike


PANE = Pane(
    "waves",
    Turning,
    "columns of sines and cosines as curves over the position",
    in_brief="Columns over the position",
    reads=attrgetter("embedded", "view.raw"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Waves,
    choices=("waves.by", "waves.step", "waves.count", "waves.columns"),
    tables=_tables,
    parts=("left", "right"),
    given="itself",
)
