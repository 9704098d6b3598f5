"""Means of sinusoids over runs of positions, for whole pictures at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, isqrt

import numpy as np
from numpy.typing import NDArray

from peviewer.base.work import check_cancelled
from peviewer.model.turning.pairs import Complex

Array = NDArray[np.float64]
Singles = NDArray[np.float32]
_TURN = np.longdouble("6.283185307179586476925286766559")

# How many numbers of a picture are computed at a time.
_STRIP = 100_000


def aliased(frequencies: Array) -> Array:
    """Return the frequencies, from −π to π, that look the same at whole positions.

    Where a pair makes more than half a turn from one position to the next, a slower wave runs
    through the same numbers. Only the slower one has a mean over a pixel of 2.5 positions (see
    :func:`dirichlet`).
    """
    if _are_slow(frequencies):
        return frequencies
    whole_turns = np.rint(frequencies / _TURN) * _TURN
    return np.asarray(frequencies - whole_turns, np.float64)


def _are_slow(frequencies: Array) -> bool:
    """Whether no pair makes more than half a turn from one position to the next."""
    return bool(max(frequencies.max(initial=0), -frequencies.min(initial=0)) <= np.pi)


def dirichlet(frequencies: Array, run: float) -> Array:
    """Return D_n(ω) = sin(nω/2)/(n·sin(ω/2)), a sinusoid's factor when n neighbours are averaged.

    The mean over k = 0 … n−1 of e^{iω(t+k)} is e^{iω(t+(n−1)/2)}·D_n(ω); n = `run` may be real.
    """
    if run <= 1:
        return np.ones_like(frequencies)
    # Near whole turns both sines would be nothing but rounding errors.
    is_whole_run = run == int(run)
    if is_whole_run and not _are_slow(frequencies):
        turns = np.rint(frequencies / _TURN).astype(np.float64)
        signs: Array = 1 - 2 * ((run - 1) * turns % 2)
        return dirichlet(aliased(frequencies), run) * signs
    denominators = run * np.sin(frequencies / 2)
    is_safe = np.abs(denominators) > 1e-12 * run
    safe_denominators = np.where(is_safe, denominators, 1.0)
    return np.where(is_safe, np.sin(run * frequencies / 2) / safe_denominators, 1.0)


@dataclass(frozen=True, eq=False)
class Waves:
    """Complex exponentials of terms over evenly spaced rows, the product of two short tables.

    Shapes are (columns, rows, terms) of `coarse` and (columns, 2·terms, rows) of `fine`.
    """

    # Every n-th row, averaged over the rows' runs.
    coarse: NDArray[np.complex64]

    # The n rows in between, cosines above sines.
    fine: Singles

    @classmethod
    def over(
        cls, frequencies: Array, top: float, spacing: float, height: int, run: float | None = None
    ) -> "Waves":
        """Return the waves of (w, terms) frequencies at `height` rows from `top`.

        Each row is the mean of `run` positions, by default as many as rows are apart.
        """
        run = spacing if run is None else run
        frequencies = aliased(frequencies)
        block = max(1, isqrt(height))
        fine_rows = spacing * np.arange(block)
        coarse_rows = top + spacing * block * np.arange(ceil(height / block))
        columns, terms = frequencies.shape
        coarse = np.empty((columns, len(coarse_rows), terms), np.complex64)
        fine = np.empty((columns, 2, terms, block), np.float32)
        for strip in _strips(columns, terms * max(block, len(coarse_rows))):
            check_cancelled()
            turns = frequencies[strip] / (2 * np.pi)
            factors = dirichlet(frequencies[strip], run).astype(np.float32)
            coarse_turns = coarse_rows[None, :, None] * turns[:, None, :]
            cosines, sines = cosines_and_sines(coarse_turns)
            coarse.real[strip] = cosines
            coarse.imag[strip] = sines
            coarse[strip] *= factors[:, None, :]
            fine_turns = fine_rows[None, None, :] * turns[:, :, None]
            cosines, sines = cosines_and_sines(fine_turns)
            fine[strip, 0] = cosines
            fine[strip, 1] = sines
        return cls(coarse, fine.reshape(columns, 2 * terms, block))

    def weighted(self, weights: Complex, height: int) -> Singles:
        """Return Σ Re(weight·wave) over the terms: (height, w) pixels for (w, terms) weights."""
        columns, coarse_rows, terms = self.coarse.shape
        images = []
        for strip in _strips(columns, coarse_rows * terms):
            coarse = self.coarse[strip] * weights[strip].astype(np.complex64)[:, None, :]
            # The real part of the complex product.
            stacked = np.concatenate([coarse.real, -coarse.imag], axis=2)
            images.append(np.matmul(stacked, self.fine[strip]))
        image = images[0] if len(images) == 1 else np.concatenate(images)
        return image.reshape(columns, -1)[:, :height].T


def _strips(columns: int, numbers_each: int) -> Iterator[slice]:
    """Yield strips of pixel columns that fit the memory, given `numbers_each` per column."""
    strip_width = max(1, _STRIP // max(1, numbers_each))
    for start in range(0, columns, strip_width):
        yield slice(start, start + strip_width)


def cosines_and_sines(turns: Array) -> tuple[Singles, Singles]:
    """Return cosines and sines of angles in turns, right to about 10⁻⁷; `turns` is overwritten."""
    # Sines in single precision are many times faster. What rounding takes from their angles is put
    # back.
    turns -= np.round(turns)
    turns *= 2 * np.pi
    angles = turns.astype(np.float32)
    turns -= angles
    rests = turns.astype(np.float32)
    cosines = np.cos(angles)
    sines = np.sin(angles)
    return cosines - rests * sines, sines + rests * cosines
