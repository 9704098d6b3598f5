"""About the smallest and the largest value of a statistic, for the ends of an axis."""

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.model.claims.statistics.moments import Kind, Moments
from peviewer.model.claims.statistics.sampled import (
    COLUMNS,
    directions_of,
    part_of_rows,
    sampled_columns,
    typical_positions,
)
from peviewer.model.content.embedded import Embedded

Array = NDArray[np.float64]


@lru_cache(maxsize=16)
def extent(embedded: Embedded, kind: Kind) -> tuple[float, float]:
    """Return about the smallest and the largest value of a statistic over all positions.

    Taken from up to 128 positions and 512 dimensions of the encoding; what
    random content adds is put at four standard deviations.
    """
    encoding, content = embedded.encoding, embedded.content
    known = Embedded(encoding) if content.kind == "normal" else embedded
    places = typical_positions(encoding)
    columns = sampled_columns(encoding, COLUMNS)
    factor = content.factor(encoding.dim) if content.kind == "normal" else 0.0
    if kind == "range":
        rows = directions_of(known, places, columns)
        values = 1 - (1 - np.ptp(rows @ rows.T, axis=1)) / (1 + 2 * factor**2)
        stray = 4 / encoding.dim**0.5 if factor else 0.0
        return float(values.min()), min(2.0, float(values.max()) + stray)
    rows = part_of_rows(known, places, columns)
    mean, square = rows.mean(axis=1), np.square(rows).mean(axis=1) + factor**2
    shake = 4 * factor / encoding.dim**0.5
    swing = shake * (2 * (1 + factor**2)) ** 0.5
    low, high = Moments(mean, square - swing, encoding.dim), Moments(mean, square + swing, encoding.dim)
    if kind == "mean":
        return float(mean.min()) - shake, float(mean.max()) + shake
    return float(low.of(kind).min()), float(high.of(kind).max())


@lru_cache(maxsize=16)
def comparison_extent(embedded: Embedded, metric: Literal["dot", "sse"]) -> tuple[float, float]:
    """Return about the smallest and the largest value of a comparison of any two positions, as :func:`extent` does.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> comparison_extent(Embedded(Sinusoidal(length=2, dim=2)), "sse")
    (0.0, 0.9193953882637205)
    """
    encoding, content = embedded.encoding, embedded.content
    known = Embedded(encoding) if content.kind == "normal" else embedded
    factor = content.factor(encoding.dim) if content.kind == "normal" else 0.0
    columns = sampled_columns(encoding, COLUMNS)
    rows = part_of_rows(known, typical_positions(encoding), columns)
    dots = rows @ rows.T * (encoding.dim / len(columns))
    added, stray = encoding.dim * factor**2, 4 * factor * (2 * encoding.dim * (1 + factor**2)) ** 0.5
    if metric == "dot":
        return float(dots.min()) - stray, float(dots.max()) + added + stray
    squares = np.diag(dots)
    distances = squares[:, None] + squares[None, :] - 2 * dots
    return 0.0, float(distances.max()) + 2 * (added + stray)
