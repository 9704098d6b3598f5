"""The Table pane: the numbers themselves, and how one row of them is made, step by step."""

from __future__ import annotations

from math import ceil, log10
from typing import TypeGuard

import numpy as np

from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import MINUS, number, plain
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Listing, Numbers, Panel
from peviewer.figures.panels.axes import dimension_axis, position_axis
from peviewer.figures.panels.table import repetition_note, table_formula, table_levels, table_name
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.angles import exact_angle, exact_frequency

MOST_DECIMALS = 14  # of a number below 1, in double precision
MOST_STEPS = 64  # pairs in the listing, from the fastest


class Table(Parameters):
    """The numbers themselves."""

    decimals: int = parameter(
        4, title="Decimals", hidden=True, ge=0, le=MOST_DECIMALS, help="How many digits follow the decimal point."
    )
    coloured: bool = parameter(False, title="Coloured", hidden=True, help="Colour every cell by its value.")


def _decimals(document: Document[Tabled]) -> int:
    """Return the number of decimals: the chosen one, limited by the precision of the largest numbers."""
    return max(0, min(document.of(Table).decimals, MOST_DECIMALS - ceil(log10(table_levels(document)[1]))))


def _draw(document: Document[Tabled]) -> Figure:
    table = document.of(Table)
    colours = document.view.colormap if table.coloured else None
    numbers = Numbers(
        document.embedded.raster(),
        _decimals(document),
        row0=document.encoding.first,
        levels=table_levels(document),
        colormap=colours,
    )
    panel = Panel(dimension_axis(document), position_axis(document), (numbers,))
    if not _has_steps(document):
        return Figure(f"The numbers of {table_name(document)}", ((panel,),))
    return Figure(f"The numbers of {table_name(document)}", ((panel,), (_steps(document),)), heights=(1.2, 1.0))


def _has_steps(document: Document[Tabled]) -> TypeGuard[Document[Turning]]:
    return isinstance(document.encoding, Turning)


def _steps(document: Document[Turning]) -> Panel:
    """Return how the row at the cursor is made: inverse frequencies, angles, sines and cosines, and their columns."""
    encoding, decimals = document.encoding, document.of(Table).decimals
    position = document.reference_position
    order = encoding.columns
    shown = min(encoding.pairs, MOST_STEPS)
    row = encoding.table(positions=position)
    sines, cosines = row[order.sines], row[order.cosines]
    rows = tuple(
        (
            number(pair),
            plain(1 / exact_frequency(encoding, pair), decimals),
            plain(exact_angle(encoding, position, pair), decimals),
            plain(sines[pair], decimals),
            plain(cosines[pair], decimals) if pair < len(cosines) else "—",
            ", ".join(number(int(side[pair])) for side in (order.sines, order.cosines) if pair < len(side)),
        )
        for pair in range(shown)
    )
    columns = ("pair *i*", "1/*ωᵢ*", "angle *ωᵢt* (rad)", "sin", "cos", "columns *j*")
    room = ("", "", _longest_angle(encoding, decimals), *[plain(-1, decimals)] * 2, "")
    every = "" if shown == encoding.pairs else f"{number(encoding.pairs)} pairs"
    listing = Listing(columns, rows, room=room, total=every)
    flat = ", ".join(_signed(value) for value in np.asarray(row)[:6]) + (", …" if encoding.dim > 6 else "")
    return Panel.of_listing(listing, f"Step by step: PE({number(position)})", f"({flat})")


def _tables(document: Document[Tabled]) -> tuple[Columns, ...]:
    if not _has_steps(document):
        return ()
    encoding, position = document.encoding, document.reference_position
    row, order, pairs = encoding.table(positions=position), encoding.columns, range(encoding.pairs)
    lone = [np.nan] * (encoding.pairs - len(order.cosines))  # with odd d the last sine has no cosine
    columns: dict[str, Column] = {
        "pair": pairs,
        "frequency": encoding.frequencies(),
        "inverse_frequency": [float(1 / exact_frequency(encoding, pair)) for pair in pairs],
        "angle": [float(exact_angle(encoding, position, pair)) for pair in pairs],
        "sin": row[order.sines],
        "cos": [*row[order.cosines], *lone],
        "sine_column": order.sines,
        "cosine_column": [*map(int, order.cosines), *(-1 for _ in lone)],
    }
    labels = {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "inverse_frequency": "1/ω (positions/rad)",
        "angle": f"ωt at t = {position} (rad)",
        "cosine_column": "−1 where there is none",
    }
    return (Columns("steps", columns, labels),)


def _signed(value: float) -> str:
    """Return a number with a plus or minus sign, as a text of constant width."""
    text = plain(value, 2)
    return text if text.startswith(MINUS) else f"+{text}"


def _longest_angle(encoding: Turning, decimals: int) -> str:
    """Return the longest text of an angle: that of the fastest pair at one of the ends."""
    places = encoding.positions
    return max((plain(exact_angle(encoding, end, 0), decimals) for end in (places[0], places[-1])), key=len)


def _explain(document: Document[Tabled]) -> str:
    if not _has_steps(document):
        added = "" if document.embedded.plain else ", content included"
        by_rule = isinstance(document.encoding, Sincos)
        no_steps = "" if by_rule else " No rule made these rows, so there are no steps to show."
        return f"Every number of {table_name(document)}{added}.{no_steps}{repetition_note(document)}"
    content = "" if document.embedded.plain else " The steps make PE alone; the content is added afterwards."
    return (
        f"Every number of {table_name(document)}. Below, one row is built step by step: the reciprocal of each pair's "
        "frequency, the position divided by it, the sine and the cosine of that angle, then the pairs laid out in "
        f"columns.{content}{repetition_note(document)}"
    )


PANE = Pane(
    name="table",
    title="Table",
    summary="the numbers themselves, and how one row is made step by step",
    shows="the numbers of vectors",
    needs=Tabled,
    reads=lambda document: (document.embedded, document.of(Table), document.view.colormap, document.cursor.position),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Table,
    choices=("table.decimals", "table.coloured"),
    tables=_tables,
    main="table",
    parts=("numbers", "steps"),
)
