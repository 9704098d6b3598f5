"""Quantities of the rows of a table: their distances, and the dimensions that hardly move."""

from __future__ import annotations

from math import floor
from typing import Any

import numpy as np

from peviewer.base.numbers import number, plain
from peviewer.document.document import Document
from peviewer.figures.quantities.requirements import (
    NotHere,
    Quantity,
    encoding_of,
    shiftable_of,
    whole_pairs_of,
)
from peviewer.model.between.pairwise import lag_profile, pairwise
from peviewer.model.claims.turning import last_falling_lag
from peviewer.model.encodings.turning import Turning

# A table with more rows or cells is not computed whole: its quantities are then not available.
FEW_ROWS = 400

FEW_CELLS = 100_000

# The standard deviation below which a dimension hardly moves.
QUIET = 0.01


def _distance(document: Document, decimals: int) -> str:
    return plain(float(lag_profile(whole_pairs_of(document), [1.0])[0]), decimals)


def _falling_lags(document: Document) -> str:
    encoding = whole_pairs_of(document)
    last = last_falling_lag(encoding)
    if last is None:
        raise NotHere
    return number(last)


def _table(document: Document) -> np.ndarray[Any, Any]:
    encoding = encoding_of(document, Turning)
    if encoding.length > FEW_ROWS or encoding.length * encoding.dim > FEW_CELLS:
        raise NotHere
    return document.embedded.table()


def _quiet_columns(document: Document) -> tuple[Any, Any]:
    """Return which sines and which cosines hardly move."""
    columns = shiftable_of(document).columns
    quiet = _table(document).std(axis=0) < QUIET
    return quiet[columns.sines], quiet[columns.cosines]


def _count_quiet_dimensions(document: Document) -> int:
    return sum(int(quiet.sum()) for quiet in _quiet_columns(document))


def _count_quiet_pairs(document: Document, *, sines: bool) -> int:
    """Return in how many of the slow pairs the cosine hardly moves.

    With `sines` only pairs count whose sine hardly moves either; otherwise only the others.
    """
    quiet_sines, quiet_cosines = _quiet_columns(document)
    slow = shiftable_of(document).turns_within() < 1
    return int((slow & quiet_cosines & (quiet_sines == sines)).sum())


def _least_cosine(document: Document) -> str:
    least = float(pairwise(_table(document), "cosine").min())
    return plain(floor(1000 * least) / 1000, 3)


ROWS: dict[str, Quantity] = {
    "neighbour_distance": lambda document: _distance(document, 3),
    "exact_neighbour_distance": lambda document: _distance(document, 8),
    "falling_lags": _falling_lags,
    "quiet_dimensions": lambda document: number(_count_quiet_dimensions(document)),
    "quiet_pairs": lambda document: number(_count_quiet_pairs(document, sines=True)),
    "half_quiet_pairs": lambda document: number(_count_quiet_pairs(document, sines=False)),
    "least_cosine": _least_cosine,
}
