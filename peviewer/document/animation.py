"""Fields that are numbers: the ends of their sliders, and how they are animated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from peviewer.base.numbers import plain
from peviewer.base.specification import Specification, specification, specifications
from peviewer.document.document import Document
from peviewer.document.play import FieldTrack
from peviewer.document.sections import PANE_SECTIONS, can_be_animated
from peviewer.model.binary import COUNTED_BITS
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Paired

Range = tuple[float, float]


# The usual ends of sliders; a typed number beyond them widens the slider.
USUAL_LENGTH = 10_000
USUAL_DIM = 4096

_OF_MARKS = "seen positions"
_COUNTED = ("positions", "pairs", "bits", "heads", "layers")
SHIFT = "shift.phi"

# About the time in which a number moves over its whole range.
_SECONDS = 10

_SPEEDS = [float(f"{step}e{power}") for power in range(-2, 6) for step in (1, 2, 5)] + [1e6]

# The sections, besides its own, on which a field's range and control depend.
FOLLOWED_SECTIONS = "encoding compare content play view attention binary layers"


def _own_positions(document: Document) -> Range:
    scheme = document.encoding
    return scheme.first, scheme.first + scheme.length - 1


def _seen_positions(document: Document) -> Range:
    """Return the first and the last common position, or those of the zoomed part."""
    common = document.common_positions
    low, high = document.view.zoom.get("position", _own_positions(document))
    first = max(common[0], math.ceil(low))
    last = min(common[-1], math.floor(high))
    return (first, last) if first < last else (common[0], common[-1])


def _lengths(document: Document) -> Range:
    return -document.encoding.length, document.encoding.length


def _ten_lengths(document: Document) -> Range:
    return -10 * document.encoding.length, 10 * document.encoding.length


def _length_range(document: Document) -> Range:
    scheme = document.encoding
    return 1, min(_widened(USUAL_LENGTH, 10, scheme.length), scheme.max_length)


def _dim_range(document: Document) -> Range:
    scheme = document.encoding
    dim = scheme.dim if isinstance(scheme, Tabled | Paired) else 0
    return 2, _widened(USUAL_DIM, 4, dim)


def _pair_range(document: Document) -> Range:
    scheme = document.encoding
    return 0, scheme.pairs - 1 if isinstance(scheme, Paired) else 0


def _bit_range(document: Document) -> Range:
    is_alone = document.get("binary.shows") == "counter"
    count = COUNTED_BITS if is_alone else int(document.get("binary.bits"))
    return 0, count - 1


def _head_range(document: Document) -> Range:
    return 1, document.heads


def _layer_range(document: Document) -> Range:
    return 0, max(1, document.layers.count) - 1


_FOLLOWED_RANGES: dict[str, Callable[[Document], Range]] = {
    "positions": _own_positions,
    "seen positions": _seen_positions,
    "length": _lengths,
    "ten lengths": _ten_lengths,
    "own length": _length_range,
    "own dim": _dim_range,
    "pairs": _pair_range,
    "bits": _bit_range,
    "heads": _head_range,
    "layers": _layer_range,
}
"""The ends of sliders that follow the Document, by the name in the field's declaration."""


def _widened(usual: int, factor: int, value: int) -> int:
    """Return the end of a slider: the usual one, or a multiple of it.

    The multiple reaches a larger typed number.

    The end is the same for all numbers up to it, so it stays while one is dragged or played.
    """
    while usual < value:
        usual *= factor
    return usual


def slider_range(spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider."""
    low, high = _FOLLOWED_RANGES[spec.follows](document) if spec.follows else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def shown_value(spec: Specification, document: Document, path: str) -> Any:
    """Return a field's value as figures show it, with the nearest existing position, pair or bit.

    >>> document = Document(encoding={"length": 12})
    >>> position = field_specification(document, "cursor.position")
    >>> document.cursor.position, shown_value(position, document, "cursor.position")
    (50, 11)
    """
    value = document.get(path)
    existing_range = existing_values(spec, document)
    if existing_range is None:
        return value
    first, last = existing_range
    return int(min(max(value, first), last))


def existing_values(spec: Specification, document: Document) -> Range | None:
    """Return the first and the last position, pair, bit or head that a field may name.

    Return None for other fields.
    """
    if spec.follows == _OF_MARKS:
        return document.common_positions[0], document.common_positions[-1]
    return _FOLLOWED_RANGES[spec.follows](document) if spec.follows in _COUNTED else None


def replaced_values(document: Document, paths: Iterable[str]) -> list[str]:
    """Return sentences on fields that name a position, pair, bit or head that does not exist.

    Each says which one is shown instead.

    >>> short = Document(encoding={"length": 60}, cursor={"position": 10_000})
    >>> replaced_values(short, ["cursor.position", "shift.phi"])
    ['Position t = 10\u2009000 is none of 0 to 59: 59 is shown']
    """
    lines: list[str] = []
    known_paths = document.paths()
    for path in paths:
        # Other paths come from an earlier version.
        if path in known_paths:
            lines += _replaced_value(document, path)
    return lines


def _replaced_value(document: Document, path: str) -> list[str]:
    """Return a line on what is shown instead of a field's value; empty where the value exists."""
    spec = field_specification(document, path)
    value = document.get(path)
    existing_range = existing_values(spec, document)
    if existing_range is None or existing_range[0] <= value <= existing_range[1]:
        return []
    first, last = map(plain, existing_range)
    shown = plain(shown_value(spec, document, path))
    name = field_label(document, path)
    return [f"{name} = {plain(value)} is none of {first} to {last}: {shown} is shown"]


def section_reader(section: str) -> Callable[[Document], object]:
    """Return a function that reads a section and everything its controls depend on."""

    def read(document: Document) -> object:
        fields = document.section(section)
        followed = {spec.follows for spec in specifications(type(fields)) if spec.follows}
        names = sorted(followed | {name.removeprefix("seen ") for name in followed})
        # The kind of scheme decides which fields have an effect.
        ends = [_FOLLOWED_RANGES[name](document) for name in names]
        return fields, type(document.encoding), document.play.tracks, ends

    return read


def animated_fields(document: Document) -> dict[str, str]:
    """Return the labels of the numbers that have a control and an effect, by path.

    The shift comes first.
    """
    labels: dict[str, str] = {}
    for path in sorted(document.paths(), key=lambda path: path != SHIFT):
        spec = field_specification(document, path)
        if can_be_animated(path, spec) and document.applies(path, spec):
            labels[path] = field_label(document, path)
    return labels


def field_label(document: Document, path: str) -> str:
    """Return the label of a number, with its pane's name if it belongs to one."""
    section = path.partition(".")[0]
    spec = field_specification(document, path)
    title = spec.title
    if section in PANE_SECTIONS:
        title = f"{section.capitalize()}: {title.lower()}"
    return f"{title} {spec.symbol}" if spec.symbol else title


def field_specification(document: Document, path: str) -> Specification:
    section, _, name = path.partition(".")
    return specification(type(document.section(section)), name)


def animation_range(document: Document, path: str) -> tuple[float, float]:
    """Return the ends between which a number is played; by default those of its slider."""
    spec = field_specification(document, path)
    track = document.play.track(path)
    low, high = slider_range(spec, document)
    start = low if track.start is None else track.start
    stop = high if track.stop is None else track.stop
    ends = existing_values(spec, document) or (spec.minimum, spec.maximum)
    return _within(ends, start), _within(ends, stop)


def _within(ends: Range, value: float) -> float:
    return min(max(value, ends[0]), ends[1])


def slider_ends(document: Document, path: str) -> tuple[float, float]:
    """Return the ends of a field's slider, the smaller one first.

    The number is played between these ends.

    A number has one range, whichever control moves it; where that is a single number, it has its
    declaration's.

    >>> def phi_ends(start, stop):
    ...     track = {"start": start, "stop": stop}
    ...     return slider_ends(Document(play={"tracks": {"shift.phi": track}}), "shift.phi")
    >>> phi_ends(30, -30), phi_ends(30, 30)
    ((-30.0, 30.0), (-200, 200))
    """
    spec = field_specification(document, path)
    if can_be_animated(path, spec) and animation_distance(document, path):
        low, high = sorted(animation_range(document, path))
        return low, high
    return slider_range(spec, document)


def animation_speed(document: Document, path: str) -> float:
    """Return how far a number moves per second.

    The speed is in the field's unit, or in factors of ten on a logarithmic scale.

    >>> paths = ("shift.phi", "cursor.position", "encoding.base")
    >>> [animation_speed(Document(), path) for path in paths]
    [20.0, 20.0, 0.5]
    """
    chosen = document.play.track(path).speed
    if chosen is not None:
        return chosen
    return round_speed(animation_distance(document, path) / _SECONDS)


def animation_distance(document: Document, path: str) -> float:
    """Return the distance from end to end in the unit of :func:`animation_speed`."""
    start, stop = animation_range(document, path)
    if field_specification(document, path).scale == "log":
        return abs(math.log10(stop / start)) if start > 0 < stop else 0.0
    return abs(stop - start)


def round_speed(target: float, direction: int = 0) -> float:
    """Return the nearest of 0.01, 0.02, 0.05, 0.1 …; or the next one above (1) or below (−1)."""
    if direction > 0:
        faster = [speed for speed in _SPEEDS if speed > target]
        return faster[0] if faster else _SPEEDS[-1]
    if direction < 0:
        slower = [speed for speed in _SPEEDS if speed < target]
        return slower[-1] if slower else _SPEEDS[0]
    if target <= 0:
        return _SPEEDS[0]
    return min(_SPEEDS, key=lambda speed: abs(math.log(speed / target)))


def animation_change(document: Document, path: str, field: str, value: float) -> dict[str, object]:
    """Return the edit that sets one property of how a number is played.

    The property is ``"start"``, ``"stop"`` or ``"speed"``.
    """
    tracks = document.play.tracks
    track = tracks.get(path, FieldTrack()).model_copy(update={field: value})
    return {"play.tracks": {**tracks, path: track}}
