"""The marks of the reference position *t*, of *t* + *φ* and of the lag *φ*.

The mark of a position outside the table is at its edge.
"""

from __future__ import annotations

from dataclasses import replace

from peviewer.base.numbers import plain, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import Diagonal, Direction, Rule
from peviewer.figures.panels.given_places import given_positions, reference_place, row_at
from peviewer.model.encodings.turning import Paired

SHIFTED = "*t* + *φ*"
"""The name of the shifted row."""
OUTSIDE = ", outside"
"""The end of the label of a mark outside the table."""
# A mark outside the table is drawn this far inside its edge: the smaller of two shares.
_SHARE_OF_CELL = 0.25

_SHARE_OF_TABLE = 1 / 400


def position_label(document: Document) -> str:
    """Return the label of the reference position."""
    return f"*t* = {document.encoding.position_text(document.reference_position)}"


def shifted_position(document: Document) -> float | None:
    """Return t + φ for the reference position t; None outside the table.

    Of given positions it is the row of t + φ; None if that is no given one.
    """
    given = given_positions(document)
    if given:
        return row_at(given, reference_place(document) + document.shift.phi)
    positions = document.encoding.positions
    shifted = document.reference_position + document.shift.phi
    is_inside = positions[0] - 0.5 <= shifted <= positions[-1] + 0.5
    return shifted if is_inside else None


def _longest_position_label(document: Document) -> str:
    """Return the longest label that a reference position can have."""
    encoding = document.encoding
    ends = {encoding.positions[0], encoding.positions[-1]}
    last_word = encoding.first + min(encoding.length, len(encoding.words))
    with_words = range(encoding.first, last_word)
    texts = [encoding.position_text(position) for position in (*ends, *with_words)]
    return f"*t* = {max(texts, key=len)}"


def _longest_shifted_label(document: Document) -> str:
    """Return the longest label of t + φ within the table, with one decimal as in motion."""
    given = given_positions(document)
    if given:
        return max((f"{SHIFTED} = {steady(place)}" for place in given), key=len)
    positions = document.encoding.positions
    texts = [f"{SHIFTED} = {plain(end, 1)}" for end in (positions[0], positions[-1])]
    return max(texts, key=len)


def reference_rule(document: Document, direction: Direction) -> Rule:
    return Rule(
        direction,
        document.reference_position,
        position_label(document),
        moves="cursor.position",
        longest=_longest_position_label(document),
    )


def _can_be_shifted(document: Document) -> bool:
    """Whether the scheme can be shifted; a stored table has nothing between its positions."""
    return isinstance(document.encoding, Paired)


def shift_rules(document: Document, direction: Direction) -> tuple[Rule, ...]:
    """Return the line of t, and that of t + φ if the scheme can be shifted."""
    rule = reference_rule(document, direction)
    if not _can_be_shifted(document) or _is_between_rows(document):
        return (rule,)
    return (rule, shifted_rule(document, direction))


def _is_between_rows(document: Document) -> bool:
    """Whether t + φ is none of the given positions, and so has no row."""
    return bool(given_positions(document)) and shifted_position(document) is None


def shifted_rule(document: Document, direction: Direction) -> Rule:
    """Return the line of t + φ, at the edge where that is outside the table.

    The line has no name if φ = 0.
    """
    place = reference_place(document)
    phi = document.shift.phi
    label = f"{SHIFTED} = {steady(place + phi)}" if phi else ""
    shifted = shifted_position(document)
    rule = Rule(
        direction,
        0.0,
        label,
        dashed=bool(phi),
        # Rows of given positions are not as far apart as these.
        moves="" if given_positions(document) else "shift.phi",
        origin=document.reference_position,
        longest=_longest_shifted_label(document),
    )
    if shifted is not None:
        return replace(rule, at=shifted)
    edge = _edge_mark(document)
    return replace(rule, at=edge, label=label + OUTSIDE, short=label, outside=True)


def _edge_mark(document: Document) -> float:
    """Return the place at the table's edge that marks a t + φ outside the table."""
    positions = document.encoding.positions
    from_edge = min(_SHARE_OF_CELL, _SHARE_OF_TABLE * len(positions))
    beyond_centre = 0.5 - from_edge
    if document.shift.phi > 0:
        return positions[-1] + beyond_centre
    return positions[0] - beyond_centre


def lag_diagonal(document: Document) -> tuple[Diagonal, ...]:
    """Return the diagonal of the lag φ, at most the farthest one; none if nothing is shifted."""
    if not _can_be_shifted(document):
        return ()
    phi = document.shift.phi
    farthest_lag = _farthest_lag(document)
    # A diagonal at 0 can be dragged, but has no name: nothing is shifted.
    short = f"lag *φ* = {steady(phi)}" if phi else ""
    label = short + OUTSIDE if abs(phi) > farthest_lag else short
    marked_lag = min(max(phi, -farthest_lag), farthest_lag)
    diagonal = Diagonal(
        marked_lag,
        label,
        dashed=True,
        moves="shift.phi",
        short=short,
        longest=f"lag *φ* = {plain(-farthest_lag, 1)}",
    )
    return (diagonal,)


def _farthest_lag(document: Document) -> int:
    positions = document.encoding.positions
    return positions[-1] - positions[0]


def explain_rows(document: Document, line: str = "row") -> str:
    """Return a sentence about the visible lines of :func:`shift_rules`, with a space before it."""
    phi = document.shift.phi
    if not phi or not _can_be_shifted(document) or _is_between_rows(document):
        return f" Marked is {line} {position_label(document)}."
    beginning = f" Marked are {line} {position_label(document)} and, dashed,"
    shifted_text = steady(reference_place(document) + phi)
    if shifted_position(document) is not None:
        return f"{beginning} {line} *t* + *φ* = {shifted_text}."
    outside = f"{line} *t* + *φ* = {shifted_text} is outside the table"
    return f"{beginning} the edge: {outside}."


def explain_lag(document: Document) -> str:
    """Return a sentence about :func:`lag_diagonal`, with a space before it.

    Return an empty text if no two positions are φ apart.
    """
    phi = document.shift.phi
    if not phi or not _can_be_shifted(document) or abs(phi) > _farthest_lag(document):
        return ""
    shifted = shifted_position(document)
    on_curve = "" if shifted is None else f"; on the curve it is {SHIFTED}"
    pairs = f"all pairs of positions that are *φ* = {steady(phi)} apart"
    return f" The dashed line across runs through {pairs}{on_curve}."
