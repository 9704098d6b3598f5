"""The Table pane: the numbers themselves, and how one row of them is made, step by step."""

from __future__ import annotations

from math import ceil, log10
from operator import attrgetter
from typing import TypeGuard

import numpy as np

from peviewer.base.numbers import number, plain
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Listing, Numbers, Panel
from peviewer.figures.panels.axes import dimension_axis, position_axis
from peviewer.figures.panels.table import content_note, table_formula, table_levels, table_name
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.angles import exact_angle, exact_frequency

# The most decimals, which a number below 1 has in double precision.
MAX_DECIMALS = 14

# The most pairs in the listing, beginning with the fastest.
MAX_STEPS = 64

# The most numbers of the row above the listing.
MAX_NUMBERS = 6


class Table(Parameters):
    """The numbers themselves."""

    decimals: int = parameter(
        4,
        title="Decimals",
        hidden=True,
        ge=0,
        le=MAX_DECIMALS,
        help="How many digits follow the decimal point.",
    )
    coloured: bool = parameter(
        False, title="Coloured", hidden=True, help="Colour every cell by its value."
    )


def _decimals(document: Document[Tabled]) -> int:
    """Return the chosen decimals, or fewer where the largest numbers have no more."""
    largest_number = table_levels(document)[1]
    exact_decimals = MAX_DECIMALS - ceil(log10(largest_number))
    return max(0, min(document.of(Table).decimals, exact_decimals))


def _draw(document: Document[Tabled]) -> Figure:
    is_coloured = document.of(Table).coloured
    numbers = Numbers(
        document.embedded.raster(),
        _decimals(document),
        row0=document.encoding.first,
        levels=table_levels(document),
        colormap=document.view.colormap if is_coloured else None,
    )
    panel = Panel(dimension_axis(document), position_axis(document), (numbers,))
    title = f"The numbers of {table_name(document)}"
    if not _has_steps(document):
        return Figure(title, ((panel,),))
    return Figure(title, ((panel,), (_steps(document),)), heights=(1.2, 1.0))


def _has_steps(document: Document[Tabled]) -> TypeGuard[Document[Turning]]:
    return isinstance(document.encoding, Turning)


def _steps(document: Document[Turning]) -> Panel:
    encoding = document.encoding
    position = document.reference_position
    row_numbers = encoding.table(positions=position)
    shown_pairs = min(encoding.pairs, MAX_STEPS)
    rows = [_step(document, pair, row_numbers) for pair in range(shown_pairs)]

    decimals = document.of(Table).decimals
    widest_number = plain(-1, decimals)
    total = "" if shown_pairs == encoding.pairs else f"{number(encoding.pairs)} pairs"
    listing = Listing(
        ("pair *i*", "1/*ωᵢ*", "angle *ωᵢt* (rad)", "sin", "cos", "columns *j*"),
        tuple(rows),
        room=("", "", _longest_angle(encoding, decimals), widest_number, widest_number, ""),
        total=total,
    )
    first_numbers = [plain(value, 2) for value in np.asarray(row_numbers)[:MAX_NUMBERS]]
    if encoding.dim > MAX_NUMBERS:
        first_numbers.append("…")
    fact = f"({', '.join(first_numbers)})"
    return Panel.of_listing(listing, f"Step by step: PE({number(position)})", fact)


def _step(document: Document[Turning], pair: int, row_numbers: Array) -> tuple[str, ...]:
    """Return the line of one pair in the listing."""
    encoding = document.encoding
    decimals = document.of(Table).decimals
    sine_column = int(encoding.columns.sines[pair])
    columns = [sine_column]
    cosine_text = "—"
    # With odd d the last sine has no cosine.
    if pair < len(encoding.columns.cosines):
        cosine_column = int(encoding.columns.cosines[pair])
        columns.append(cosine_column)
        cosine_text = plain(row_numbers[cosine_column], decimals)
    angle = exact_angle(encoding, document.reference_position, pair)
    return (
        number(pair),
        plain(1 / exact_frequency(encoding, pair), decimals),
        plain(angle, decimals),
        plain(row_numbers[sine_column], decimals),
        cosine_text,
        ", ".join(number(column) for column in columns),
    )


def _longest_angle(encoding: Turning, decimals: int) -> str:
    """Return the longer text of the fastest pair's angles at the first and the last position."""
    ends = (encoding.positions[0], encoding.positions[-1])
    texts = [plain(exact_angle(encoding, position, 0), decimals) for position in ends]
    return max(texts, key=len)


def _tables(document: Document[Tabled]) -> tuple[Columns, ...]:
    if not _has_steps(document):
        return ()
    encoding = document.encoding
    position = document.reference_position
    row_numbers = encoding.table(positions=position)
    order = encoding.columns
    pairs = range(encoding.pairs)
    # With odd d the last sine has no cosine.
    missing_cosines = [np.nan] * (encoding.pairs - len(order.cosines))
    columns: dict[str, Column] = {
        "pair": pairs,
        "frequency": encoding.frequencies(),
        "angle": [float(exact_angle(encoding, position, pair)) for pair in pairs],
        "sin": row_numbers[order.sines],
        "cos": [*row_numbers[order.cosines], *missing_cosines],
    }
    labels = {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "angle": f"ωt at t = {position} (rad)",
    }
    return (Columns("steps", columns, labels),)


def _explain(document: Document[Tabled]) -> str:
    name = table_name(document)
    repetition = content_note(document)
    is_plain = document.embedded.has_no_content
    if not _has_steps(document):
        added = "" if is_plain else ", content included"
        no_steps = " No rule of these rows is known, so there are no steps."
        if isinstance(document.encoding, Sincos):
            no_steps = ""
        return f"Every number of {name}{added}.{no_steps}{repetition}"
    about_content = " The steps make PE alone; the content is added afterwards."
    return (
        f"Every number of {name}. Below, one row is built step by step: the reciprocal of each "
        "pair's frequency, the position divided by it, the sine and the cosine of that angle, "
        f"then the pairs laid out in columns.{'' if is_plain else about_content}{repetition}"
    )


PANE = Pane(
    "table",
    Tabled,
    "the numbers of vectors, and how one row of them is made step by step",
    in_brief="Their numbers, step by step",
    reads=attrgetter("embedded", "view.colormap", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Table,
    choices=("table.decimals", "table.coloured"),
    tables=_tables,
    main="table",
    parts=("numbers", "steps"),
    given="rows",
)
