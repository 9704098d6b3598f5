"""Whether a rotation of an array is that of RoPE, and in what it differs."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.claims.report import Property
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.rotary.fields import SCALING_NAMES
from peviewer.model.encodings.scheme import Array, Scheme
from peviewer.model.encodings.stored import Stored
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.accuracy import accuracy_of_digits, accuracy_of_type
from peviewer.model.turning.measured import Measured
from peviewer.model.turning.recognition import EvenPairs, as_powers

NAME = "rotation"
"""The name of the claim."""

# Rows of an array that are compared.
_ROWS = 4096
# An error is so many times the rounding of a number at most.
_ROUNDINGS = 8
_LAYOUTS = {"concatenated": "halves", "interleaved": "neighbours"}
_TRAINED = tuple(2**power for power in range(10, 19))


class Agreement(NamedTuple):
    """How a rotation agrees with RoPE, with a sentence on it."""

    agreeing: int
    pairs: int
    # The largest difference of a cosine and sine, or of a frequency relative to its own.
    largest: float
    detail: str
    holds: bool

    def claim(self) -> Property:
        return Property(NAME, self.holds, self.largest, self.detail)


def measured_rotation(scheme: Scheme) -> Measured | None:
    """Return what the array behind a scheme tells of a rotation; None if there is none."""
    if isinstance(scheme, Rope):
        return scheme.measured
    pairs = scheme.even_pairs if isinstance(scheme, Stored) else None
    if pairs is None:
        return None
    assert isinstance(scheme, Stored)
    return _measured_table(scheme, pairs)


def _measured_table(scheme: Stored, pairs: EvenPairs) -> Measured:
    start = 0.0 if np.isnan(pairs.start) else pairs.start
    table = scheme.stored
    accuracy = accuracy_of_digits(table) or accuracy_of_type(table)
    return Measured(
        frequencies=tuple(pairs.frequencies.tolist()),
        errors=tuple((pairs.errors / pairs.radii).tolist()),
        rounding=accuracy.relative + accuracy.absolute,
        precision=accuracy.words or "double precision",
        rows=scheme.length,
        first=start,
        step=pairs.step,
        factor=float(pairs.radii.mean()),
    )


def rotations(a: Scheme, b: Scheme | None) -> tuple[Measured, Rope] | None:
    """Return a rotation of an array, and the RoPE that it is held against.

    That is the other one of two schemes, or else the one that the array is shown as.
    """
    others = ((a, b), (b, a)) if b is not None else ((a, a),)
    for scheme, other in others:
        measured = None if scheme is None else measured_rotation(scheme)
        if measured is not None and isinstance(other, Rope):
            return measured, other
    return None


@lru_cache(maxsize=32)
def agreement(measured: Measured, rope: Rope) -> Agreement:
    """Return how a measured rotation agrees with RoPE's."""
    common = min(len(measured.frequencies), rope.pairs)
    differences = _differences(measured, rope, common)
    is_alike = differences <= _tolerances(measured, rope, common)
    causes = [*_causes(measured, rope, common)]
    first = np.flatnonzero(~is_alike)
    holds = not causes and not len(first)
    largest = float(differences.max(initial=0.0))
    if holds:
        pairs = in_unit(number(common), "pairs")
        detail = f"every pair agrees within the rounding of {measured.precision}; {pairs}"
        return Agreement(common, common, largest, detail, holds)
    if not causes:
        causes = [f"pair {number(int(first[0]))} is the first that differs"]
    is_laid_out_alike = measured.layout in ("", rope.layout)
    agreeing = int(is_alike.sum()) if is_laid_out_alike else 0
    return Agreement(agreeing, rope.pairs, largest, "; ".join(causes), holds)


def _differences(measured: Measured, rope: Rope, common: int) -> Array:
    """Return how far each pair of the array is at most from RoPE's."""
    own = np.array(measured.frequencies[:common])
    expected = rope.frequencies()[:common]
    if not measured.rows:
        return np.abs(own / expected - 1)
    rows = linspace_indices(measured.rows, _ROWS).astype(np.float64)
    angles = (rope.first + rows)[:, None] * expected
    waves = rope.attention_factor * np.exp(1j * angles)
    apart = np.abs(measured.waves(rows)[:, :common] - waves).max(axis=0)
    return np.asarray(apart + measured.factor * np.array(measured.errors[:common]))


def _tolerances(measured: Measured, rope: Rope, common: int) -> Array:
    """Return how far pairs may be apart by rounding of numbers, exponents and angles."""
    frequencies = rope.frequencies()[:common]
    of_numbers = _ROUNDINGS * measured.rounding
    of_frequencies = (_ROUNDINGS + np.abs(np.log(frequencies))) * measured.unit_roundoff
    if not measured.rows:
        return np.asarray(of_numbers + of_frequencies)
    angles = frequencies * max(measured.farthest(), abs(rope.first))
    return np.asarray(rope.attention_factor * (of_numbers + angles * of_frequencies))


def _causes(measured: Measured, rope: Rope, common: int) -> Iterator[str]:
    """Yield in what a rotation differs from RoPE's, in parts of a sentence."""
    turning = len(measured.frequencies)
    if turning != rope.pairs:
        yield f"{in_unit(number(turning), 'pairs')} turn, not {number(rope.pairs)}"
    elif measured.still_pairs not in (-1, rope.still_pairs):
        still = in_unit(number(measured.still_pairs), "pairs")
        yield f"{still} do not turn, not {number(rope.still_pairs)}"
    if measured.layout not in ("", rope.layout):
        yield f"pairs are {_LAYOUTS[measured.layout]}, not {_LAYOUTS[rope.layout]}"
    if measured.are_swapped:
        yield "sines stand where cosines should, and cosines where sines should"
    if measured.sign < 0:
        yield "angles have the other sign"
    if measured.step < 0:
        yield "positions fall from row to row"
    if measured.are_positions_bfloat16:
        yield "positions are rounded to bfloat16"
    if measured.rows and measured.first != rope.first:
        first = number(measured.first)
        yield f"the first row is position {first}, not {number(rope.first)}"
    yield from _of_frequencies(measured, rope, common)
    noise = _ROUNDINGS * (measured.rounding + max(measured.errors, default=0.0))
    if measured.rows and abs(measured.factor / rope.attention_factor - 1) > noise:
        yield f"times {number(measured.factor)}, not {number(rope.attention_factor)}"


def _of_frequencies(measured: Measured, rope: Rope, common: int) -> Iterator[str]:
    """Yield what the frequencies are of, and the first that differs with its factor."""
    own = np.array(measured.frequencies[:common])
    ratios = own / rope.frequencies()[:common]
    noise = _frequency_noise(measured)[:common]
    differing = np.flatnonzero(np.abs(ratios - 1) > noise)
    if not len(differing):
        return
    if len(measured.frequencies) == rope.pairs:
        yield from _of_base_or_scaling(measured, rope, ratios, noise)
    pair = int(differing[0])
    factor = number(float(ratios[pair]), 4)
    yield f"pair {number(pair)} is the first that differs, {factor} times as fast"


def _frequency_noise(measured: Measured) -> Array:
    """Return by what share a frequency may differ: by rounding, and as rows tell it."""
    frequencies = np.array(measured.frequencies)
    logarithms = np.abs(np.log(np.maximum(frequencies, 1e-300)))
    rounding = measured.rounding if not measured.rows else 0.0
    noise = _ROUNDINGS * rounding + (_ROUNDINGS + logarithms) * measured.unit_roundoff
    if not measured.rows:
        return np.asarray(noise)
    errors = measured.rounding + np.array(measured.errors)
    spread = np.sqrt(12 / max(measured.rows, 2) ** 3)
    of_rows = _ROUNDINGS * errors * spread / np.maximum(frequencies, 1e-300)
    return np.asarray(noise + of_rows)


def _of_base_or_scaling(
    measured: Measured, rope: Rope, ratios: Array, noise: Array
) -> Iterator[str]:
    """Yield the base or the scaling that explains all frequencies, if one does."""
    mean = float(ratios.mean())
    is_even = bool((np.abs(ratios / mean - 1) <= 2 * noise).all())
    if is_even and len(ratios) > 1:
        yield f"every pair is {'slower' if mean < 1 else 'faster'} by {_factor(mean)}"
        return
    own = np.array(measured.frequencies)
    powers = as_powers(own)
    if powers and powers.error <= 2 * float(noise.max()):
        doubled = ": the exponent is doubled" if _is_near(powers.base, rope.base**2) else ""
        yield f"base {number(powers.base)}, not {number(rope.base)}{doubled}"
        return
    if scaled := _scaled(own, rope, noise):
        factor = number(scaled.factor)
        trained = number(scaled.trained)
        name = SCALING_NAMES[scaled.scaling]
        yield f"{name}’s scaling, factor {factor}, trained length {trained}, is not asked for"


def _factor(ratio: float) -> str:
    return number(max(ratio, 1 / ratio))


def _is_near(number: float, other: float) -> bool:
    return abs(number / other - 1) <= 1e-6


def _scaled(frequencies: Array, rope: Rope, noise: Array) -> Rope | None:
    """Return RoPE of the same base with the scaling that gives some frequencies; None if none."""
    plain = rope.unscaled_frequencies()
    factor = float(f"{plain[-1] / frequencies[-1]:.4g}")
    if factor <= 1:
        return None
    for scaling in ("llama3", "yarn"):
        for trained in _TRAINED:
            unscaled = rope.replace(scaling="none")
            scaled = unscaled.replace(scaling=scaling, factor=factor, trained=trained)
            if (np.abs(scaled.frequencies() / frequencies - 1) <= 2 * noise).all():
                return scaled
    return None
