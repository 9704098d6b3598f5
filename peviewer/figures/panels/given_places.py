"""Where the reference position and the shifted one are, in a table of given positions, too."""

from __future__ import annotations

import numpy as np

from peviewer.document.document import Document
from peviewer.model.encodings.bases.given_positions import GivenPositions


def given_positions(document: Document) -> tuple[float, ...]:
    """Return the positions that are given one by one; none where they follow each other."""
    encoding = document.encoding
    return encoding.at if isinstance(encoding, GivenPositions) else ()


def reference_place(document: Document) -> float:
    """Return the reference position *t*; of given positions, that of the reference row."""
    row = document.reference_position
    given = given_positions(document)
    return given[row] if given else float(row)


def row_at(given: tuple[float, ...], place: float) -> int | None:
    """Return the row of a given position that differs from `place` by rounding alone.

    >>> row_at((0.0, 0.3, 2.7), 0.3 + 2.4), row_at((0.0, 0.3, 2.7), 1.0)
    (2, None)
    """
    distances = np.abs(np.array(given) - place)
    nearest = int(distances.argmin())
    rounding = 4 * np.spacing(max(map(abs, (*given, place))))
    return nearest if distances[nearest] <= rounding else None
