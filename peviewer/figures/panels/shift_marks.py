"""How panes mark the reference position *t* and the row *φ* on, or their lag: outside the table, at its edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.words import steady, whole
from peviewer.figures.grammar import Diagonal, Direction, Rule
from peviewer.figures.panels.axes import within

if TYPE_CHECKING:
    from peviewer.document.document import Document

ON = "*t* + *φ*"
"""What the row φ on is called."""
OUTSIDE = ", outside"
"""What is said beside a mark that waits at the edge."""
_FROM_EDGE = 0.25, 1 / 400  # of a cell, of the table: the lesser is between its edge and a mark that waits there


def at(position: float) -> str:
    """Return what the row of the reference position is called.

    Examples
    --------
    >>> at(50)
    '*t* = 50'
    """
    return f"*t* = {whole(round(position))}"


def reference(document: Document) -> int:
    """Return the reference position: that of the Document, or the nearest of a table that does not have it.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [reference(Document().edited({"encoding.length": length})) for length in (200, 12, 1)]
    [50, 11, 0]
    """
    return within(document.cursor.position, document)


def row_on(document: Document) -> float | None:
    """Return the row φ on from the reference position; None where the table has none.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [row_on(Document().edited({"shift.phi": phi})) for phi in (0, 10.5, 150, -50, -51)]
    [50.0, 60.5, None, 0.0, None]
    """
    places = document.encoding.positions
    found = reference(document) + document.shift.phi
    return found if places[0] - 0.5 <= found <= places[-1] + 0.5 else None


def line(document: Document, direction: Direction) -> Rule:
    """Return what marks the reference position, with its number; who drags it, moves that of all panes."""
    position = reference(document)
    return Rule(direction, position, at(position), moves="cursor.position")


def rows(document: Document, direction: Direction) -> tuple[Rule, ...]:
    """Return what marks the reference position and, dashed, the row φ on, each with its number."""
    return (line(document, direction), *on(document, direction))


def on(document: Document, direction: Direction) -> tuple[Rule, ...]:
    """Return what marks the row φ on: where the table has none it waits at the edge and says where it would be.

    With φ = 0 it lies on the line of the reference position, and both are one.
    """
    position, phi, places = reference(document), document.shift.phi, document.encoding.positions
    inside = row_on(document)
    out = 0.5 - min(_FROM_EDGE[0], _FROM_EDGE[1] * len(places))
    edge = places[-1] + out if phi > 0 else places[0] - out
    named = f"{ON} = {steady(position + phi)}{OUTSIDE if inside is None else ''}" if phi else ""
    stands = edge if inside is None else inside
    return (Rule(direction, stands, named, dashed=bool(phi), moves="shift.phi", origin=position),)


def lag(document: Document) -> tuple[Diagonal, ...]:
    """Return what marks the lag φ among all pairs of positions: beyond the farthest it waits there, and says so."""
    phi, places = document.shift.phi, document.encoding.positions
    farthest = places[-1] - places[0]
    outside = OUTSIDE if abs(phi) > farthest else ""
    named = f"lag *φ* = {steady(phi)}{outside}" if phi else ""
    return (Diagonal(min(max(phi, -farthest), farthest), named, dashed=True, moves="shift.phi"),)


def explain_rows(document: Document, line: str = "row") -> str:
    """Return a sentence about what :func:`rows` marks, a space before it."""
    position, found = reference(document), row_on(document)
    first = f" Marked {'are' if document.shift.phi else 'is'} {line} *t* = {whole(position)}"
    if not document.shift.phi:
        return f"{first}."
    if found is None:
        there = steady(position + document.shift.phi)
        return f"{first} and, dashed, the edge: {line} *t* + *φ* = {there} is outside the table."
    return f"{first} and, dashed, {line} *t* + *φ* = {steady(found)}."


def explain_lag(document: Document) -> str:
    """Return a sentence about what :func:`lag` marks, a space before it; empty where no two positions are φ apart."""
    phi, places = document.shift.phi, document.encoding.positions
    if not phi or abs(phi) > places[-1] - places[0]:
        return ""
    on_curve = f"; on the curve it is {ON}" if row_on(document) is not None else ""
    return f" The dashed line across runs through all pairs of positions that are *φ* = {steady(phi)} apart{on_curve}."
