"""How panes mark the shift: a row and the row *φ* on, or their lag; nothing where φ is 0 or leads out of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import steady, whole
from peviewer.figures.grammar import Diagonal, Direction, Rule
from peviewer.figures.panels.axes import within

if TYPE_CHECKING:
    from peviewer.document.document import Document

ON = "*t* + *φ*"
"""What the row φ on is called."""


def at(position: float) -> str:
    """Return what the row of the reference position is called.

    Examples
    --------
    >>> at(50)
    '*t* = 50'
    """
    return f"*t* = {whole(round(position))}"


def row_on(document: Document, position: int) -> float | None:
    """Return the row φ on from a position of the table; None where there is none, or it is the same.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [row_on(Document().edited({"shift.phi": phi}), 50) for phi in (0, 10.5, 150, -50, -51)]
    [None, 60.5, None, 0.0, None]
    """
    phi, places = document.shift.phi, document.encoding.positions
    found = position + phi
    return found if phi and places[0] - 0.5 <= found <= places[-1] + 0.5 else None


def compared(document: Document) -> int:
    """Return the row that the shift is shown on: the chosen one, or the first of a table that does not have that.

    From the last row, though it be the nearest, every step forward leads out of the table.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [compared(Document().edited({"encoding.length": length})) for length in (200, 12)]
    [50, 0]
    """
    row, places = document.shift.row, document.encoding.positions
    return row if places[0] <= row <= places[-1] else places[0]


def rows(document: Document, direction: Direction) -> tuple[Rule, ...]:
    """Return what marks the compared row, and dashed the row φ on, each with its number."""
    position = compared(document)
    there = on(document, direction, position)
    return (Rule(direction, position, at(position), moves="shift.row"), *there) if there else ()


def on(document: Document, direction: Direction, position: int) -> tuple[Rule, ...]:
    """Return what marks the row φ on from a position that is marked already."""
    found = row_on(document, position)
    if found is None:
        return ()
    named = f"{ON} = {steady(found)}"
    return (Rule(direction, found, named, dashed=True, moves="shift.phi", origin=position),)


def lag(document: Document) -> tuple[Diagonal, ...]:
    """Return what marks the lag φ among all pairs of positions."""
    phi, places = document.shift.phi, document.encoding.positions
    if not phi or abs(phi) > places[-1] - places[0]:
        return ()
    return (Diagonal(phi, f"lag *φ* = {steady(phi)}", dashed=True, moves="shift.phi"),)


def explain_rows(document: Document, line: str = "row") -> str:
    """Return a sentence about what :func:`rows` marks, a space before it; empty where that is nothing."""
    position = compared(document)
    found = row_on(document, position)
    if found is None:
        return ""
    return f" Marked are {line} *t* = {whole(position)} and, dashed, {line} *t* + *φ* = {steady(found)}."


def explain_lag(document: Document) -> str:
    """Return a sentence about what :func:`lag` and :func:`on` mark, a space before it; empty where that is nothing."""
    if not lag(document):
        return ""
    apart = f"*φ* = {steady(document.shift.phi)} apart"
    there = row_on(document, within(document.cursor.position, document)) is not None
    on_curve = f"; on the curve it is {ON}" if there else ""
    return f" The dashed line across runs through all pairs of positions that are {apart}{on_curve}."
