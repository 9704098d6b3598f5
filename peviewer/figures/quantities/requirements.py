"""Requirements that quantities have of a Document, and how their numbers are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from peviewer.base.numbers import number, plain, steady
from peviewer.base.words import in_number
from peviewer.document.document import Document
from peviewer.model.encodings.turning import Paired, Turning

Quantity = Callable[[Document], str]
"""A number of a Document, written for people to read."""

USUAL_BASE = 10_000.0

S = TypeVar("S")


class NotHere(ValueError):
    """The Document has no such quantity, because its scheme lacks what it counts."""


def encoding_of(document: Document, kind: type[S]) -> S:
    if not isinstance(document.encoding, kind):
        raise NotHere
    return document.encoding


def compared_of(document: Document, kind: type[S]) -> S:
    if not isinstance(document.compare.against, kind):
        raise NotHere
    return document.compare.against


def whole_pairs_of(document: Document) -> Turning:
    """Return a plain table of whole pairs: the distance of two rows is a function of their lag."""
    encoding = encoding_of(document, Turning)
    if not document.embedded.by_lag:
        raise NotHere
    return encoding


def several_pairs_of(document: Document) -> Paired:
    encoding = encoding_of(document, Paired)
    if encoding.pairs < 2:
        raise NotHere
    return encoding


def rounded(value: float) -> str:
    """Write a number with two decimals, or as a whole one."""
    return steady(round(float(value), 2))


def wavelength_text(value: float) -> str:
    """Write a wavelength."""
    return plain(value, 2 if value < 1000 else 0)


def times_text(factor: float) -> str:
    return "twice" if factor == 2 else f"{rounded(factor)} times"


def percent_text(share: float) -> str:
    return f"{round(100 * share)} %"


def shiftable_of(document: Document) -> Turning:
    """Return the encoding of a Document, for which M(φ) exists; raise NotHere for any other."""
    encoding = encoding_of(document, Turning)
    if encoding.dim % 2:
        raise NotHere
    return encoding


def shiftable_document(document: Document) -> Document[Turning]:
    shiftable_of(document)
    return cast("Document[Turning]", document)


def count_text(count: int, pairs: int) -> str:
    """Return a count of pairs with its verb, as "3 of 64 are"."""
    if pairs < 2:
        raise NotHere
    return f"{number(count)} of the {number(pairs)} pairs {in_number(count, 'is')}"
