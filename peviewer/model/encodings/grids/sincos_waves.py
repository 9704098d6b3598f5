"""The waves of sines and cosines over a grid: how each turns, and which columns it has."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from peviewer.model.encodings.grids.coordinates import TIMES
from peviewer.model.encodings.grids.sincos_fields import SincosFields
from peviewer.model.encodings.scheme import Array


@lru_cache(maxsize=8)
def wave_vectors(scheme: SincosFields) -> Array:
    """Return w of every pair, shape (pairs, axes of the grid), in radians for each coordinate.

    Read-only.
    """
    times = TIMES[scheme.times]
    if scheme.rates == "drawn":
        shape = scheme.pair_counts[0], len(scheme.grid)
        drawn = np.random.default_rng(scheme.seed).standard_normal(shape)
        drawn[:, : len(scheme.grid) - scheme.axes] = 0.0
        return np.asarray(drawn * (times * scheme.spread))
    vectors = np.zeros((sum(scheme.pair_counts), len(scheme.grid)))
    start = 0
    for axis, count in zip(scheme.axes_in_column_order, scheme.pair_counts, strict=True):
        steps = np.arange(count)
        rates = scheme.base ** (-steps / count) if scheme.rates == "powers" else 2.0**steps
        vectors[start : start + count, axis] = times * rates
        start += count
    vectors.setflags(write=False)
    return vectors


@lru_cache(maxsize=8)
def wave_columns(scheme: SincosFields) -> NDArray[np.int64]:
    """Return each column's pair, whether it is the cosine, and its axis, shape (d, 3).

    A coordinate has pair −1. Read-only.
    """
    counts = scheme.pair_counts
    pair_count = sum(counts)
    # Of each wave, first all sines, then all cosines.
    is_cosine = np.repeat([0, 1], pair_count)
    pair = np.tile(np.arange(pair_count), 2)
    group = np.tile(np.repeat(np.arange(len(counts)), counts), 2)
    pair_in_group = np.tile(np.concatenate([np.arange(count) for count in counts]), 2)
    sorting_keys = {
        "concatenated": (pair_in_group, is_cosine, group),
        "interleaved": (is_cosine, pair_in_group, group),
        "functions": (pair_in_group, group, is_cosine),
        "frequencies": (group, is_cosine, pair_in_group),
    }
    layout = "functions" if scheme.rates == "drawn" else scheme.layout
    order = np.lexsort(sorting_keys[layout])
    axis = np.array(scheme.axes_in_column_order)[group]
    waves = np.stack([pair, is_cosine, axis], axis=-1)[order]

    first_axis = len(scheme.grid) - scheme.axes
    coordinates = np.zeros((scheme.coordinate_count, 3), dtype=np.int64)
    coordinates[:, 0] = -1
    coordinates[:, 2] = first_axis + np.arange(scheme.coordinate_count)
    columns = np.concatenate([coordinates, waves])[: scheme.dim]
    columns.setflags(write=False)
    return columns
