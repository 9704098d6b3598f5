"""The marks of the reference position *t*, of *t* + *φ* and of the lag *φ*.

At the edge for one outside the table.
"""

from __future__ import annotations

from typing import Any

from peviewer.base.numbers import steady
from peviewer.document.document import Document
from peviewer.figures.grammar import Diagonal, Direction, Rule
from peviewer.model.encodings.turning import Paired

SHIFTED = "*t* + *φ*"
"""The name of the shifted row."""
OUTSIDE = ", outside"
"""The end of the label of a mark outside the table."""
_FROM_EDGE = (
    0.25,
    1 / 400,
)  # shares of a cell and of the table; the smaller is the distance from the edge


def position_label(document: Document) -> str:
    """Return the label of the reference position."""
    return f"*t* = {document.encoding.position_text(document.reference_position)}"


def shifted_position(document: Document) -> float | None:
    """Return t + φ for the reference position t; None outside the table."""
    places, shifted = document.encoding.positions, document.reference_position + document.shift.phi
    return shifted if places[0] - 0.5 <= shifted <= places[-1] + 0.5 else None


def reference_rule(document: Document, direction: Direction) -> Rule:
    return Rule(
        direction, document.reference_position, position_label(document), moves="cursor.position"
    )


def _is_moved(document: Document) -> bool:
    """Whether the scheme can be shifted; a stored table has nothing between its positions."""
    return isinstance(document.encoding, Paired)


def shift_rules(document: Document, direction: Direction) -> tuple[Rule, ...]:
    moved = shifted_rule(document, direction) if _is_moved(document) else ()
    return (reference_rule(document, direction), *moved)


def shifted_rule(document: Document, direction: Direction) -> tuple[Rule, ...]:
    """Return the line of t + φ, at the edge where that is outside the table.

    Unnamed where φ = 0.
    """
    position, phi, places = (
        document.reference_position,
        document.shift.phi,
        document.encoding.positions,
    )
    inside = shifted_position(document)
    out = 0.5 - min(_FROM_EDGE[0], _FROM_EDGE[1] * len(places))
    edge = places[-1] + out if phi > 0 else places[0] - out
    label = f"{SHIFTED} = {steady(position + phi)}" if phi else ""
    look: dict[str, Any] = {"dashed": bool(phi), "moves": "shift.phi", "origin": position}
    if inside is None:
        return (Rule(direction, edge, label + OUTSIDE, short=label, outside=True, **look),)
    return (Rule(direction, inside, label, **look),)


def lag_diagonal(document: Document) -> tuple[Diagonal, ...]:
    """Return the diagonal of the lag φ, at most the farthest one; none if nothing is shifted."""
    if not _is_moved(document):
        return ()
    phi, places = document.shift.phi, document.encoding.positions
    farthest = places[-1] - places[0]
    label = f"lag *φ* = {steady(phi)}{OUTSIDE if abs(phi) > farthest else ''}"
    return (Diagonal(min(max(phi, -farthest), farthest), label, dashed=True, moves="shift.phi"),)


def explain_rows(document: Document, line: str = "row") -> str:
    """Return a sentence about the visible lines of :func:`shift_rules`, with a space before it."""
    position, phi, shifted = (
        document.reference_position,
        document.shift.phi,
        shifted_position(document),
    )
    if not phi or not _is_moved(document):
        return f" Marked is {line} {position_label(document)}."
    first = f" Marked are {line} {position_label(document)} and, dashed,"
    if shifted is None:
        return (
            f"{first} the edge: {line} *t* + *φ* = {steady(position + phi)} is outside the table."
        )
    return f"{first} {line} *t* + *φ* = {steady(shifted)}."


def explain_lag(document: Document) -> str:
    """Return a sentence about :func:`lag_diagonal`, with a space before it; empty where no positions are φ apart."""
    phi, places, shifted = (
        document.shift.phi,
        document.encoding.positions,
        shifted_position(document),
    )
    if not phi or not _is_moved(document) or abs(phi) > places[-1] - places[0]:
        return ""
    on_curve = "" if shifted is None else f"; on the curve it is {SHIFTED}"
    return f" The dashed line across runs through all pairs of positions that are *φ* = {steady(phi)} apart{on_curve}."
