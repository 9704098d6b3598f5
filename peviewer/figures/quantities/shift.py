"""Quantities of the shift: where it leads, its matrix, and how far that is off."""

from __future__ import annotations

from math import floor

import numpy as np

from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_unit
from peviewer.document.animation import SHIFT, animation_range
from peviewer.document.document import Document
from peviewer.figures.quantities.requirements import (
    NotHere,
    Quantity,
    shiftable_document,
    shiftable_of,
    whole_pairs_of,
)
from peviewer.model.embedded import worst_shift_error
from peviewer.model.shifting import packed_operators


def _shifted_position(document: Document) -> str:
    # This raises NotHere for an encoding that has no M(φ).
    shiftable_of(document)
    return steady(document.reference_position + document.shift.phi)


def _shift_in_words(document: Document) -> str:
    # This raises NotHere for an encoding that has no M(φ).
    shiftable_of(document)
    phi = document.shift.phi
    if not phi:
        return "nowhere"
    return f"{in_unit(steady(abs(phi)), 'positions')} {'back' if phi < 0 else 'on'}"


def _operator_entries(document: Document) -> int:
    first, _ = packed_operators(whole_pairs_of(document), document.shift.phi)
    return 2 * int(np.count_nonzero(first))


def _row_error(document: Document) -> str:
    """Return how far row t, turned, is off from row t + φ."""
    turning = shiftable_document(document)
    embedded = turning.embedded
    position = turning.reference_position
    phi = turning.shift.phi
    turned_row = embedded.shifted(embedded.table([position]), phi, turning.operator)
    expected_row = embedded.table([position + phi])
    return plain(float(np.abs(turned_row - expected_row).max()), 3)


def _operator_error(document: Document) -> str:
    """Return how far the worst of the rows is off whose t + φ lies in the table."""
    turning = shiftable_document(document)
    phi = turning.shift.phi
    inside = floor(turning.encoding.length - 1 - abs(phi)) + 1
    worst = worst_shift_error(turning.embedded, turning.operator, phi)
    # With many rows only some are tried: then there is no such quantity.
    if inside < 1 or len(worst.positions) < inside:
        raise NotHere
    return plain(worst.error, 3)


SHIFT_QUANTITIES: dict[str, Quantity] = {
    "shifted_position": _shifted_position,
    "shift_in_words": _shift_in_words,
    "played_from": lambda document: steady(animation_range(document, SHIFT)[0]),
    "played_to": lambda document: steady(animation_range(document, SHIFT)[1]),
    "matrix_entries": lambda document: number(shiftable_of(document).dim ** 2),
    "operator_entries": lambda document: number(_operator_entries(document)),
    "packed_products": lambda document: number(2 * shiftable_of(document).dim),
    "row_error": _row_error,
    "operator_error": _operator_error,
}
