"""The turns of the hands in the Clocks pane, as its fields and the Document determine them."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import Turns
from peviewer.figures.panels.clock_faces import QueryAndKey
from peviewer.model.encodings.turning import Paired, Rotating
from peviewer.model.turning.pairs import Complex, exact_phasors


class Clocks(Parameters):
    """Pairs as hands of clocks."""

    turn: Literal["shift", "position"] = parameter(
        "shift",
        title="Turn with",
        hidden=True,
        labels={"shift": "With φ", "position": "With t"},
        help="Whether the hands stand at ω·(t+φ) or at ω·t.",
    )
    count: int = parameter(
        8,
        title="Clocks",
        hidden=True,
        ge=1,
        le=24,
        help="How many pairs have a clock, from fast to slow.",
    )
    pair: int = parameter(
        0,
        title="Pair",
        symbol="i",
        follows="pairs",
        hidden=True,
        ge=0,
        le=32_767,
        slider=(0, 127),
        help="The pair whose rotation is written out.",
    )


def turns_by_shift(document: Document[Paired]) -> bool:
    return document.of(Clocks).turn == "shift"


def start_position(document: Document[Paired]) -> float:
    """Return the position that the hands start from."""
    return float(document.reference_position) if turns_by_shift(document) else 0.0


def turned_by(document: Document[Paired]) -> float:
    """Return by how many positions the hands are turned."""
    if turns_by_shift(document):
        return document.shift.phi
    return float(document.reference_position)


def hand_turns(document: Document[Paired], omegas: list[float]) -> Turns:
    if turns_by_shift(document):
        return Turns("shift.phi", document.shift.phi, tuple(omegas))
    return Turns("cursor.position", document.reference_position, tuple(omegas), whole=True)


class Hands(NamedTuple):
    """The hands of pairs before and after their turn, and the turn, as cos + i·sin."""

    before: Complex
    after: Complex
    turn: Complex


def turned_hands(document: Document[Paired], pairs: list[int]) -> Hands:
    encoding = document.encoding
    positions = np.array([start_position(document), turned_by(document)])
    frequencies = encoding.frequencies()[pairs]
    before, turn = exact_phasors(
        positions, frequencies, encoding.frequency_rounding_errors()[pairs]
    )
    return Hands(before, before * turn, turn)


def query_and_key_of(document: Document[Paired]) -> QueryAndKey | None:
    """Return the query and the key of a rotary scheme.

    Return None for other schemes, which have one hand on each clock.
    """
    encoding = document.encoding
    if not isinstance(encoding, Rotating):
        return None
    query = document.reference_position
    key = document.nearest_position(document.cursor.other)
    if turns_by_shift(document):
        phi_field = ("shift.phi", document.shift.phi)
        return QueryAndKey(encoding, query, key, document.shift.phi, phi_field, phi_field)
    query_field = ("cursor.position", query)
    key_field = ("cursor.other", key)
    return QueryAndKey(encoding, query, key, 0.0, query_field, key_field)


def has_no_cosine(encoding: Paired, pair: int) -> bool:
    """Whether a pair is a sine without a cosine, as the last one is with odd d."""
    return pair >= encoding.dim // 2
