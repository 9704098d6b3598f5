"""The table of sines and cosines as a program writes it: angles that are rounded, and nothing corrected."""

import numpy as np

LAYOUTS = "interleaved", "concatenated", "flipped"


def plain_sines(positions, dim, base=1e4, layout="interleaved"):
    """Return a row for each position; with odd `dim` the last sine has no cosine."""
    angles = np.asarray(positions, dtype=float)[:, None] * base ** (-np.arange(0, dim, 2) / dim)
    sines = np.sin(angles)
    cosines = np.cos(angles)[:, : dim // 2]
    if layout == "concatenated":
        return np.hstack([sines, cosines])
    if layout == "flipped":
        return np.hstack([cosines, sines])
    table = np.empty((len(angles), dim))
    table[:, 0::2] = sines
    table[:, 1::2] = cosines
    return table


def single_sines(positions, dim, base=1e4):
    """Return the same with positions, frequencies and angles in single precision, as a tutorial has it."""
    exponents = np.arange(0, dim, 2, dtype=np.float32) * np.float32(-np.log(base) / dim)
    angles = np.asarray(positions, dtype=np.float32)[:, None] * np.exp(exponents)
    table = np.empty((len(angles), dim), dtype=np.float32)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def as_bfloat16(table):
    """Return a table rounded to bfloat16, as numbers in single precision."""
    bits = np.asarray(table, dtype=np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).view(np.float32)
