"""The numbers themselves, and how one row of them is made, step by step."""

import numpy as np

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Listing, Numbers, Panel
from peviewer.figures.panes.axes import dimension_axis, position_axis, within
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import levels, name
from peviewer.model.content.cells import TableCells

STEPS = 64  # pairs spelled out, from the fastest


def _draw(document: Document) -> Figure:
    table = document.table
    colours = document.view.colormap if table.coloured else None
    numbers = Numbers(
        TableCells(document.embedded),
        table.decimals,
        row0=document.encoding.first,
        levels=levels(document),
        colormap=colours,
    )
    panel = Panel(dimension_axis(document, "table"), position_axis(document, "table"), (numbers,))
    return Figure(
        "table",
        f"The numbers of {name(document)}",
        ((panel,), (_steps(document),)),
        heights=(1.2, 1.0),
        formula=r"PE(t, 2i) = \sin(t / b^{2i/d}),\quad PE(t, 2i+1) = \cos(t / b^{2i/d})",
    )


def _steps(document: Document) -> Panel:
    """Return how the row under the cursor is made: denominators, angles, sines and cosines, stacked, then flattened."""
    encoding, decimals = document.encoding, document.table.decimals
    position = within(document.cursor.position, document)
    order = encoding.columns
    shown = min(encoding.pairs, STEPS)
    frequencies = encoding.frequencies()[:shown]
    angles = position * frequencies
    row = encoding.table(positions=position)
    sines, cosines = row[order.sines], row[order.cosines]
    rows = tuple(
        (
            whole(pair),
            f"{1 / frequencies[pair]:,.{decimals}f}".replace(",", "\u2009"),
            _fixed(angles[pair], decimals),
            _fixed(sines[pair], decimals),
            _fixed(cosines[pair], decimals) if pair < len(cosines) else "—",
            ", ".join(whole(int(side[pair])) for side in (order.sines, order.cosines) if pair < len(side)),
        )
        for pair in range(shown)
    )
    listing = Listing(("pair i", "1/ωᵢ", "angle ωᵢt (rad)", "sin", "cos", "flattened to columns j"), rows)
    blank = Axis("listing", "", (0.0, 1.0))
    fact = "" if shown == encoding.pairs else f"the first {whole(shown)} of {whole(encoding.pairs)} pairs"
    flat = ", ".join(_fixed(value, 2) for value in np.asarray(row)[:6]) + (", …" if encoding.dim > 6 else "")
    return Panel(blank, blank, (listing,), f"Step by step: PE({number(position, 12)}) = ({flat})", fact)


def _fixed(value: float, decimals: int) -> str:
    return f"{value:,.{decimals}f}".replace("-", "−").replace(",", "\u2009")


PANE = Pane(
    name="table",
    title="Table",
    summary="the numbers themselves, and how one row is made step by step",
    explain=(
        "Every number, at any size: scroll, select, copy. Below, one row is built as one would by hand: "
        "a denominator for each pair, the position divided by it, the sine and the cosine of that angle, "
        "stacked in pairs and laid out in columns."
    ),
    formula="PE(t, 2i) = sin(t/b^(2i/d)),  PE(t, 2i+1) = cos(t/b^(2i/d))",
    reads=lambda document: (document.embedded, document.table, document.view, document.cursor.position),
    draw=_draw,
    choices=("table.decimals", "table.coloured"),
)
