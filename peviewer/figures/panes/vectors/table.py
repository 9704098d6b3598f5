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
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.angles import exact_angle, exact_frequency

MOST_DECIMALS = 14  # of a number below 1, in double precision
MOST_STEPS = 64  # pairs in the listing, from the fastest


class Table(Parameters):
    """The numbers themselves."""

    decimals: int = parameter(
        4,
        title="Decimals",
        hidden=True,
        ge=0,
        le=MOST_DECIMALS,
        help="How many digits follow the decimal point.",
    )
    coloured: bool = parameter(
        False, title="Coloured", hidden=True, help="Colour every cell by its value."
    )


def _decimals(document: Document[Tabled]) -> int:
    """Return the number of decimals: the chosen one, limited by the precision of the largest numbers."""
    return max(
        0, min(document.of(Table).decimals, MOST_DECIMALS - ceil(log10(table_levels(document)[1])))
    )


def _draw(document: Document[Tabled]) -> Figure:
    name, colours = (
        table_name(document),
        document.view.colormap if document.of(Table).coloured else None,
    )
    raster, first = document.embedded.raster(), document.encoding.first
    numbers = Numbers(
        raster, _decimals(document), row0=first, levels=table_levels(document), colormap=colours
    )
    panel = Panel(dimension_axis(document), position_axis(document), (numbers,))
    if not _has_steps(document):
        return Figure(f"The numbers of {name}", ((panel,),))
    return Figure(f"The numbers of {name}", ((panel,), (_steps(document),)), heights=(1.2, 1.0))


def _has_steps(document: Document[Tabled]) -> TypeGuard[Document[Turning]]:
    return isinstance(document.encoding, Turning)


def _steps(document: Document[Turning]) -> Panel:
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
            ", ".join(
                number(int(side[pair])) for side in (order.sines, order.cosines) if pair < len(side)
            ),
        )
        for pair in range(shown)
    )
    columns = ("pair *i*", "1/*ωᵢ*", "angle *ωᵢt* (rad)", "sin", "cos", "columns *j*")
    ends = [plain(exact_angle(encoding, encoding.positions[end], 0), decimals) for end in (0, -1)]
    room = ("", "", max(ends, key=len), *[plain(-1, decimals)] * 2, "")
    every = "" if shown == encoding.pairs else f"{number(encoding.pairs)} pairs"
    listing = Listing(columns, rows, room=room, total=every)
    flat = ", ".join(plain(value, 2) for value in np.asarray(row)[:6]) + (
        ", …" if encoding.dim > 6 else ""
    )
    return Panel.of_listing(listing, f"Step by step: PE({number(position)})", f"({flat})")


def _tables(document: Document[Tabled]) -> tuple[Columns, ...]:
    if not _has_steps(document):
        return ()
    encoding, position = document.encoding, document.reference_position
    row, order, pairs = encoding.table(positions=position), encoding.columns, range(encoding.pairs)
    lone = [np.nan] * (
        encoding.pairs - len(order.cosines)
    )  # with odd d the last sine has no cosine
    columns: dict[str, Column] = {
        "pair": pairs,
        "frequency": encoding.frequencies(),
        "angle": [float(exact_angle(encoding, position, pair)) for pair in pairs],
        "sin": row[order.sines],
        "cos": [*row[order.cosines], *lone],
    }
    labels = {
        "pair": "pair i",
        "frequency": "ω (rad/position)",
        "angle": f"ωt at t = {position} (rad)",
    }
    return (Columns("steps", columns, labels),)


def _explain(document: Document[Tabled]) -> str:
    if not _has_steps(document):
        added = "" if document.embedded.plain else ", content included"
        no_steps = " No rule of these rows is known, so there are no steps."
        if isinstance(document.encoding, Sincos):
            no_steps = ""
        return f"Every number of {table_name(document)}{added}.{no_steps}{content_note(document)}"
    content = (
        ""
        if document.embedded.plain
        else " The steps make PE alone; the content is added afterwards."
    )
    return (
        f"Every number of {table_name(document)}. Below, one row is built step by step: the reciprocal of each pair's "
        "frequency, the position divided by it, the sine and the cosine of that angle, then the pairs laid out in "
        f"columns.{content}{content_note(document)}"
    )


PANE = Pane(
    "table",
    Tabled,
    "the numbers of vectors, and how one row of them is made step by step",
    reads=attrgetter("embedded", "view.colormap", "cursor.position"),
    draw=_draw,
    explain=_explain,
    formula=table_formula,
    section=Table,
    choices=("table.decimals", "table.coloured"),
    tables=_tables,
    main="table",
    parts=("numbers", "steps"),
)
