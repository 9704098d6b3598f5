"""The shift over a grid: M(φ) with a number of places along each axis turns every pair by its own angle."""

import numpy as np
from numpy.typing import ArrayLike

from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array


def shift_over_grid(encoding: Sincos, vectors: Array, moved: ArrayLike) -> Array:
    """Return vectors, shape (…, d), moved by some places along each axis; all pairs must be whole.

    >>> encoding = Sincos(rows=9, columns=9, dim=16)
    >>> moved = shift_over_grid(encoding, encoding.at([[2, 3]]), [1, 2.5])
    >>> bool(np.allclose(moved, encoding.at([[3, 5.5]])))
    True
    """
    sines, cosines = np.empty((2, encoding.dim // 2), np.int64)
    for place, column in enumerate(encoding.wave_columns()):
        (cosines if column.is_cosine else sines)[column.pair] = place
    angles = encoding.turns() @ np.asarray(moved, dtype=np.float64)
    sine, cosine = vectors[..., sines], vectors[..., cosines]
    shifted: Array = np.empty_like(vectors)
    shifted[..., sines] = sine * np.cos(angles) + cosine * np.sin(angles)
    shifted[..., cosines] = cosine * np.cos(angles) - sine * np.sin(angles)
    return shifted
