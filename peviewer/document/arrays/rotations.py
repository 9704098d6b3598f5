"""Documents with a rotation of a file: its frequencies alone, or its cosines and sines."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.model.encodings.rope import Rope
from peviewer.model.stored.choice import Choice, without_ones
from peviewer.model.stored.entry import TableError, as_numbers, rounding_of
from peviewer.model.turning.recognition import EvenPairs, as_powers, even_rotation

Array = NDArray[np.float64]
USUAL_BASE = 10_000.0

# Frequencies that differ by less, relatively, are equal in single precision.
_LEAST_ROUNDING = 1e-6

# What computing an angle in single precision costs, relatively.
_SINGLE = 2.0**-24

_LARGEST_BASE = 1e12

# How many of the fastest pairs tell a base: scalings leave their frequencies as they are.
_TOLD_BY = 3


def with_frequencies(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with the frequencies of pairs, and a sentence about them.

    Beside them are those of a base.
    """
    frequencies = choice.numbers().reshape(-1)
    rounding = max(_LEAST_ROUNDING, 2 * rounding_of(choice.entry.kind))
    counted = in_unit(number(len(frequencies)), "frequencies")
    powers = as_powers(frequencies)
    if powers and powers.error <= rounding:
        of_base = f"base {number(powers.base)}, {_exactness(powers.error)}"
        about = f"These are {counted} of RoPE, {of_base}."
        shown = _rope(frequencies, base=powers.base)
        beside = _rope(frequencies, base=USUAL_BASE)
    else:
        about = f"These are {counted} that are no powers of a base."
        base = _base_of_fastest(frequencies, rounding)
        given = tuple(frequencies.tolist())
        shown = _rope(frequencies, base=base, scaling="given", given=given)
        beside = _rope(frequencies, base=base)

    opened = document.opening(document.edited(_fields(shown)).encoding)
    first = _first_that_differs(shown, beside, rounding)
    if not first:
        return opened, about
    return opened.edited({"compare.against": beside}), f"{about} {first}"


def _rope(frequencies: Array, **fields: object) -> Rope:
    """Return RoPE with as many pairs as frequencies; nothing tells of a trained length."""
    return Rope(dim=2 * len(frequencies), trained=0, **fields)


def _fields(rope: Rope) -> dict[str, object]:
    given = {name: getattr(rope, name) for name in rope.model_fields_set}
    return {f"encoding.{name}": value for name, value in {"scheme": "rope", **given}.items()}


def _exactness(error: float) -> str:
    return f"to {number(error, 1)}" if error else "exactly"


def _base_of_fastest(frequencies: Array, rounding: float) -> float:
    """Return the base of which the fastest frequencies are powers, as a scaling leaves them.

    Else the usual one.
    """
    count = len(frequencies)
    if count < _TOLD_BY or not 0 < frequencies[1] < 1:
        return USUAL_BASE
    base = float(f"{frequencies[1] ** -count:.6g}")
    powers = base ** (-np.arange(_TOLD_BY) / count)
    is_told = np.allclose(frequencies[:_TOLD_BY], powers, rtol=rounding, atol=0)
    return base if is_told and base < _LARGEST_BASE else USUAL_BASE


def _first_that_differs(shown: Rope, beside: Rope, rounding: float) -> str:
    """Return which pair is the first to differ from another's, and by what factor, as a sentence.

    It is empty if none does.
    """
    ratios = shown.frequencies() / beside.frequencies()
    differing = np.flatnonzero(np.abs(ratios - 1) > rounding)
    if not len(differing):
        return ""
    pair = int(differing[0])
    times = f"{number(float(ratios[pair]), 4)} times as fast"
    first = f"pair {number(pair)} is the first that differs, {times}"
    about = f"Beside base {number(beside.base)} {first}."
    if shown.scaling == "none" and abs(shown.base / beside.base**2 - 1) <= rounding:
        return f"{about} That is the exponent doubled."
    return about


class _Waves(NamedTuple):
    """Cosines plus i times sines of pairs at every position.

    `layout` says which columns of queries they are for.
    """

    pairs: NDArray[np.complex128]  # positions × pairs
    layout: str  # a choice of RoPE's field
    layout_told: str  # a part of a sentence


def with_rotation(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with the scheme of stored cosines and sines, and a sentence on it."""
    waves = _waves(_stored_waves(choice))
    turning = even_rotation(waves.pairs)
    if turning is None:
        why = "is no rotation: pairs do not turn evenly with rows"
        raise TableError(f"{choice.key or 'the array'} of {choice.path.name} {why}")

    rope = _turning_like(turning, waves)
    is_of_base = np.allclose(
        rope.frequencies(), rope.unscaled_frequencies(), rtol=_LEAST_ROUNDING, atol=0
    )
    parts = [
        f"RoPE, base {number(rope.base)}" if is_of_base else "RoPE with frequencies of no base",
        waves.layout_told,
        f"times {number(rope.attention)}" if rope.attention else "",
        turning.position_text(),
        _exactness(_error(waves, turning, rope.frequencies())),
    ]
    about = f"These are the cosines and sines of {', '.join(filter(None, parts))}."
    return document.opening(document.edited(_fields(rope)).encoding), about


def _stored_waves(choice: Choice) -> NDArray[np.complex128]:
    """Return the cosines plus i times sines of an array.

    Its sines may be another array or beside them.
    """
    stored = choice.numbers().reshape(without_ones(choice.entry.shape))
    if choice.sines is not None:
        sines = choice.sines.load().reshape(stored.shape)
        return stored + 1j * as_numbers(sines, choice.sines.kind)
    if stored.ndim == 3:
        return np.asarray(stored[:, :, 0] + 1j * stored[:, :, 1])
    half = stored.shape[1] // 2
    return np.asarray(stored[:, :half] + 1j * stored[:, half:])


def _waves(columns: NDArray[np.complex128]) -> _Waves:
    """Return the waves of pairs.

    They may be stored once, twice in halves, or twice side by side.
    """
    half = columns.shape[1] // 2
    if columns.shape[1] % 2 == 0:
        if np.array_equal(columns[:, :half], columns[:, half:]):
            return _Waves(columns[:, :half], "concatenated", "halves")
        if np.array_equal(columns[:, 0::2], columns[:, 1::2]):
            return _Waves(columns[:, 0::2], "interleaved", "neighbours")
    return _Waves(columns, "concatenated", "halves or neighbours, which it does not tell")


def _first_position(turning: EvenPairs) -> int:
    """Return the position of the first row, of which phases may tell nothing."""
    return 0 if np.isnan(turning.start) else round(turning.start)


def _turning_like(turning: EvenPairs, waves: _Waves) -> Rope:
    """Return RoPE that turns like waves.

    It is of a base where one explains them, and else of given frequencies.
    """
    fields: dict[str, object] = {
        "length": len(waves.pairs),
        "first": _first_position(turning),
        "layout": waves.layout,
    }
    frequencies = turning.frequencies
    base = _base_of_waves(turning, waves)
    if base:
        frequencies = base ** (-np.arange(len(frequencies)) / len(frequencies))
    factor = float(turning.radii.mean())
    is_scaled = abs(factor - 1) > max(_LEAST_ROUNDING, 2 * float(turning.errors.max()))
    if base and not is_scaled:
        return _rope(frequencies, base=base, **fields)
    if is_scaled:
        fields["attention"] = factor
    base = base or _base_of_fastest(frequencies, _LEAST_ROUNDING)
    given = tuple(frequencies.tolist())
    return _rope(frequencies, base=base, scaling="given", given=given, **fields)


def _base_of_waves(turning: EvenPairs, waves: _Waves) -> float:
    """Return the base that explains waves as well as frequencies of their own do.

    0 if none does.
    """
    powers = as_powers(turning.frequencies)
    if powers is None:
        return 0.0
    places = np.arange(len(turning.frequencies)) / len(turning.frequencies)
    largest_angle = turning.farthest(len(waves.pairs)) * float(turning.frequencies.max())
    of_angles = 2 * _SINGLE * float(np.nan_to_num(largest_angle, nan=1.0))
    noise = 2 * float(turning.errors.max())
    allowed = max(_LEAST_ROUNDING, noise, of_angles) * float(turning.radii.max())
    return powers.base if _error(waves, turning, powers.base**-places) <= allowed else 0.0


def _error(waves: _Waves, turning: EvenPairs, frequencies: Array) -> float:
    """Return the largest distance of waves from those of frequencies."""
    rows = np.arange(len(waves.pairs))
    positions = _first_position(turning) + turning.step * rows
    angles = positions[:, None] * frequencies
    return float(np.abs(waves.pairs - turning.radii * np.exp(1j * angles)).max())
