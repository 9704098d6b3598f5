"""Documents with a rotation of a file: its frequencies alone, or its cosines and sines."""

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.model.encodings.rope import Rope
from peviewer.model.stored.choice import Choice
from peviewer.model.stored.entry import TableError, as_numbers, rounding_of, without_ones
from peviewer.model.turning.measured import Measured
from peviewer.model.turning.precision import BFLOAT16
from peviewer.model.turning.recognition import EvenPairs, as_powers, even_rotation

Array = NDArray[np.float64]
USUAL_BASE = 10_000.0

# Frequencies that differ by less, relatively, are equal in single precision.
_LEAST_ROUNDING = 1e-6

# The relative error of computing an angle in single precision.
_SINGLE = 2.0**-24

_LARGEST_BASE = 1e12

# How many of the fastest pairs tell a base: scalings leave their frequencies as they are.
_TOLD_BY = 3

# Up to here bfloat16 has every whole number.
_EXACT_POSITIONS = 256

# A pair is so far from even turning at most, as a share of its radius.
_ROUND = 0.05

Layout = Literal["", "concatenated", "interleaved"]
_LAYOUTS: dict[Layout, str] = {
    "": "halves or neighbours, which it does not tell",
    "concatenated": "halves",
    "interleaved": "neighbours",
}
_PRECISIONS = {
    2.0**-8: "bfloat16",
    2.0**-11: "half precision",
    2.0**-24: "single precision",
    2.0**-53: "double precision",
}


def with_frequencies(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with the frequencies of pairs, and a sentence about them.

    They are compared with the frequencies of a base.
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

    measured = Measured(
        frequencies=tuple(frequencies.tolist()),
        errors=(0.0,) * len(frequencies),
        **_known_to(frequencies, choice),
    )
    shown = shown.replace(measured=measured)
    opened = document.opening(document.edited(_fields(shown)).encoding)
    first = _first_that_differs(shown, beside, rounding)
    if not first:
        return opened, about
    return opened.edited({"compare.against": beside}), f"{about} {first}"


def _known_to(numbers: Array, choice: Choice) -> dict[str, Any]:
    """Return by how much the numbers of an array are rounded, and by what type."""
    rounding = rounding_of(choice.entry.kind)
    are_singles = bool((numbers.astype(np.float32) == numbers).all())
    if are_singles:
        rounding = max(rounding, _SINGLE)
    return {"rounding": rounding, "precision": _PRECISIONS.get(rounding, "its numbers")}


def _rope(frequencies: Array, **fields: object) -> Rope:
    """Return RoPE with as many pairs as frequencies; nothing tells of a trained length."""
    return Rope(dim=2 * len(frequencies), trained=0, **fields)


def _fields(rope: Rope) -> dict[str, object]:
    given = {name: getattr(rope, name) for name in rope.model_fields_set}
    return {f"encoding.{name}": value for name, value in {"scheme": "rope", **given}.items()}


def _exactness(error: float) -> str:
    return f"to {number(error, 1)}" if error else "exactly"


def _base_of_fastest(frequencies: Array, rounding: float) -> float:
    """Return the base of which the fastest frequencies are powers: scalings keep these.

    If there is none, return the usual base.
    """
    count = len(frequencies)
    if count < _TOLD_BY or not 0 < frequencies[1] < 1:
        return USUAL_BASE
    base = float(f"{frequencies[1] ** -count:.6g}")
    powers = base ** (-np.arange(_TOLD_BY) / count)
    is_told = np.allclose(frequencies[:_TOLD_BY], powers, rtol=rounding, atol=0)
    return base if is_told and base < _LARGEST_BASE else USUAL_BASE


def _first_that_differs(shown: Rope, beside: Rope, rounding: float) -> str:
    """Return a sentence on the first pair whose frequency differs, and by what factor.

    The sentence is empty if none differs.
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
    """Cosines plus i times sines of pairs at every position, and how they turn.

    `layout` says which columns of queries they are for.
    """

    pairs: NDArray[np.complex128]  # positions × pairs
    layout: Layout
    turning: EvenPairs
    are_swapped: bool = False
    are_positions_bfloat16: bool = False

    @property
    def text(self) -> str:
        """What is told of the layout and of faults, as parts of a sentence."""
        layout = _LAYOUTS[self.layout]
        swapped = "sine and cosine swapped" if self.are_swapped else ""
        cast = "positions in bfloat16" if self.are_positions_bfloat16 else ""
        return ", ".join(filter(None, (layout, swapped, cast)))

    @property
    def is_negative(self) -> bool:
        """Whether angles have the other sign: their positions fall from 0, row by row."""
        return self.turning.step < 0 and _first_position(self.turning) <= 0

    def positions(self) -> Array:
        """Return the position of each row."""
        rows = np.arange(len(self.pairs), dtype=np.float64)
        positions = _first_position(self.turning) + self.turning.step * rows
        return BFLOAT16.rounded(positions) if self.are_positions_bfloat16 else positions

    def errors(self, frequencies: Array) -> Array:
        """Return the largest distance of each pair from turning at a frequency."""
        angles = self.positions()[:, None] * frequencies
        return np.asarray(np.abs(self.pairs - self.turning.radii * np.exp(1j * angles)).max(axis=0))

    def measured(self, frequencies: Array, choice: Choice, still_pairs: int) -> Measured:
        """Return how the waves of an array differ from those of RoPE with some frequencies."""
        start = _first_position(self.turning)
        stored = self.pairs.view(np.float64)
        return Measured(
            frequencies=tuple(frequencies.tolist()),
            errors=tuple((self.errors(frequencies) / self.turning.radii).tolist()),
            rows=len(self.pairs),
            first=-start if self.is_negative else start,
            step=1 if self.is_negative else self.turning.step,
            sign=-1 if self.is_negative else 1,
            factor=float(self.turning.radii.mean()),
            are_swapped=self.are_swapped,
            are_positions_bfloat16=self.are_positions_bfloat16,
            layout=self.layout,
            still_pairs=still_pairs,
            **_known_to(stored, choice),
        )


def with_rotation(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with the scheme of stored cosines and sines, and a sentence on it."""
    pairs, layout = _pairs_once(_stored_waves(choice))
    return with_waves(document, choice, pairs, layout)


def with_waves(
    document: Document,
    choice: Choice,
    pairs: NDArray[np.complex128],
    layout: Layout,
    still_pairs: int = -1,
) -> tuple[Document, str]:
    """Return a Document with the scheme of turning pairs, and a sentence on it.

    If the pairs have a fault, such as sines in the place of cosines, the Document compares them
    with RoPE without it. `still_pairs` is how many pairs do not turn, −1 where nobody knows.
    """
    waves = _turning_waves(pairs, layout)
    if waves is None:
        why = "is no rotation: pairs do not turn evenly with rows"
        raise TableError(f"{choice.key or 'the array'} of {choice.path.name} {why}")

    turning = waves.turning
    rope = _turning_like(waves)
    is_of_base = np.allclose(
        rope.frequencies(), rope.unscaled_frequencies(), rtol=_LEAST_ROUNDING, atol=0
    )
    parts = [
        f"RoPE, base {number(rope.base)}" if is_of_base else "RoPE with frequencies of no base",
        waves.text,
        f"times {number(rope.attention)}" if rope.attention else "",
        turning.position_text(),
        _exactness(float(waves.errors(rope.frequencies()).max())),
    ]
    what = "cosines and sines" if choice.kind == "rotation" else "turns of queries or keys"
    about = f"These are the {what} of {', '.join(filter(None, parts))}."
    measured = waves.measured(rope.frequencies(), choice, still_pairs)
    share: dict[str, object] = {}
    if still_pairs > 0:
        dim = 2 * (rope.pairs + still_pairs)
        share = {"dim": dim, "rotated": "part", "share": 2 * rope.pairs / dim}
    shown = rope.replace(measured=measured, **share)
    opened = document.opening(document.edited(_fields(shown)).encoding)
    has_fault = waves.are_swapped or waves.are_positions_bfloat16 or turning.step < 0
    if not has_fault:
        return opened, about
    right = shown.replace(measured=None, first=0)
    return opened.edited({"compare.against": right}), about


def _turning_waves(pairs: NDArray[np.complex128], layout: Layout) -> _Waves | None:
    """Return how pairs turn, also with sines in the place of cosines or rounded positions.

    Return None if they do not turn.
    """
    read = _read_waves(pairs, layout)
    if read is not None and not np.isnan(read.turning.start):
        return read
    swapped = _read_waves(1j * pairs.conj(), layout)
    if swapped is not None and not np.isnan(swapped.turning.start):
        return swapped._replace(are_swapped=True)
    return read


def _read_waves(pairs: NDArray[np.complex128], layout: Layout) -> _Waves | None:
    turning = even_rotation(pairs)
    if turning is not None:
        return _Waves(pairs, layout, turning)
    turning = even_rotation(pairs[:_EXACT_POSITIONS])
    if turning is None:
        return None
    waves = _Waves(pairs, layout, turning, are_positions_bfloat16=True)
    is_even = bool((waves.errors(turning.frequencies) <= _ROUND * turning.radii).all())
    return waves if is_even else None


def _stored_waves(choice: Choice) -> NDArray[np.complex128]:
    """Return the cosines plus i times sines of one array, real or complex, or of two."""
    sides = without_ones(choice.entry.shape)
    if choice.entry.kind.startswith("complex"):
        return choice.load_as_it_is().astype(np.complex128).reshape(sides)
    stored = choice.numbers().reshape(sides)
    if choice.sines is not None:
        sines = choice.sines.load().reshape(stored.shape)
        return stored + 1j * as_numbers(sines, choice.sines.kind)
    if stored.ndim == 3:
        return np.asarray(stored[:, :, 0] + 1j * stored[:, :, 1])
    half = stored.shape[1] // 2
    return np.asarray(stored[:, :half] + 1j * stored[:, half:])


def _pairs_once(columns: NDArray[np.complex128]) -> tuple[NDArray[np.complex128], Layout]:
    """Return the waves of pairs, and their layout.

    They may be stored once, twice in halves, or twice side by side.
    """
    half = columns.shape[1] // 2
    if columns.shape[1] % 2 == 0:
        if np.array_equal(columns[:, :half], columns[:, half:]):
            return np.ascontiguousarray(columns[:, :half]), "concatenated"
        if np.array_equal(columns[:, 0::2], columns[:, 1::2]):
            return np.ascontiguousarray(columns[:, 0::2]), "interleaved"
    return np.ascontiguousarray(columns), ""


def _first_position(turning: EvenPairs) -> int:
    """Return the position of the first row; 0 where phases do not tell it."""
    return 0 if np.isnan(turning.start) else round(turning.start)


def _turning_like(waves: _Waves) -> Rope:
    """Return RoPE that turns like waves.

    It has a base if one explains them, and otherwise given frequencies.
    """
    turning = waves.turning
    start = _first_position(turning)
    fields: dict[str, object] = {
        "length": len(waves.pairs),
        "first": abs(start) if waves.is_negative else start,
        "layout": waves.layout or "concatenated",
    }
    frequencies = turning.frequencies
    base = _base_of_waves(waves)
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


def _base_of_waves(waves: _Waves) -> float:
    """Return the base that explains waves as well as frequencies of their own do.

    Return 0 if no base does.
    """
    turning = waves.turning
    powers = as_powers(turning.frequencies)
    if powers is None:
        return 0.0
    places = np.arange(len(turning.frequencies)) / len(turning.frequencies)
    largest_angle = turning.farthest(len(waves.pairs)) * float(turning.frequencies.max())
    of_angles = 2 * _SINGLE * float(np.nan_to_num(largest_angle, nan=1.0))
    noise = 2 * float(turning.errors.max())
    allowed = max(_LEAST_ROUNDING, noise, of_angles) * float(turning.radii.max())
    error = float(waves.errors(powers.base**-places).max())
    return powers.base if error <= allowed else 0.0
