"""Numeric fields: the ends of their sliders, which may follow the Document, and how they are animated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from peviewer.base.numbers import plain
from peviewer.base.specification import Specification, specification, specifications
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS, FieldTrack, can_be_animated
from peviewer.model.binary import COUNTED_BITS
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.encodings.turning import Paired

Range = tuple[float, float]


USUAL_LENGTH, USUAL_DIM = 10_000, 4096
_OF_MARKS = "seen positions"
_COUNTED = "positions", "pairs", "bits", "heads", "layers"
SHIFT = "shift.phi"
_SECONDS = 10  # about the time in which a number moves over its whole range
_SPEEDS = [float(f"{step}e{power}") for power in range(-2, 6) for step in (1, 2, 5)] + [1e6]
FOLLOWED_SECTIONS = "encoding compare content play view attention binary layers"
"""What ranges and rows of sections follow, besides the section itself."""


def _followed(follows: str, document: Document) -> Range:
    """Return the ends of a slider that follow the Document, by what the field's declaration names."""
    scheme = document.encoding
    positions = scheme.first, scheme.first + scheme.length - 1
    match follows:
        case "positions":
            return positions
        case "seen positions":
            common = document.common_positions
            low, high = document.view.zoom.get("position", positions)
            seen = max(common[0], math.ceil(low)), min(common[-1], math.floor(high))
            return seen if seen[0] < seen[1] else (common[0], common[-1])
        case "length":
            return -scheme.length, scheme.length
        case "ten lengths":
            return -10 * scheme.length, 10 * scheme.length
        case "own length":
            return 1, min(_widened(USUAL_LENGTH, 10, scheme.length), scheme.longest)
        case "own dim":
            return 2, _widened(
                USUAL_DIM, 4, scheme.dim if isinstance(scheme, Tabled | Paired) else 0
            )
        case "pairs":
            return 0, scheme.pairs - 1 if isinstance(scheme, Paired) else 0
        case "bits":
            is_alone = document.get("binary.shows") == "counter"
            return 0, (COUNTED_BITS if is_alone else int(document.get("binary.bits"))) - 1
        case "heads":
            return 1, document.heads
        case "layers":
            return 0, max(1, document.layers.count) - 1
    raise ValueError(follows)


def _widened(usual: int, factor: int, value: int) -> int:
    """Return the end of a slider: the usual one, or a multiple of it that reaches a larger typed number.

    The end is the same for all numbers up to it, so it stays while one is dragged or played.
    """
    while usual < value:
        usual *= factor
    return usual


def slider_range(spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider."""
    low, high = _followed(spec.follows, document) if spec.follows else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def shown_value(spec: Specification, document: Document, path: str) -> Any:
    """Return a field's value as figures show it, with the nearest existing position, pair or bit.

    >>> document = Document(encoding={"length": 12})
    >>> position = field_specification(document, "cursor.position")
    >>> document.cursor.position, shown_value(position, document, "cursor.position")
    (50, 11)
    """
    value = document.get(path)
    if (there := values_there(spec, document)) is None:
        return value
    first, last = there
    return int(min(max(value, first), last))


def values_there(spec: Specification, document: Document) -> Range | None:
    """Return the first and the last position, pair, bit or head that a field may name.

    None for other fields.
    """
    if spec.follows == _OF_MARKS:
        return document.common_positions[0], document.common_positions[-1]
    return _followed(spec.follows, document) if spec.follows in _COUNTED else None


def replaced_values(document: Document, paths: Iterable[str]) -> list[str]:
    """Return a line for each field that names a position, pair, bit or head that is not there: what is shown instead.

    >>> short = Document(encoding={"length": 60}, cursor={"position": 10_000})
    >>> replaced_values(short, ["cursor.position", "shift.phi"])
    ['Position t = 10\u2009000 is none of 0 to 59: 59 is shown']
    """
    lines = []
    known = document.paths()
    for path in paths:
        if path not in known:  # one of an earlier version
            continue
        spec = field_specification(document, path)
        value, there = document.get(path), values_there(spec, document)
        if there is None or there[0] <= value <= there[1]:
            continue
        shown = shown_value(spec, document, path)
        first, last = map(plain, there)
        name = field_label(document, path)
        lines.append(
            f"{name} = {plain(value)} is none of {first} to {last}: {plain(shown)} is shown"
        )
    return lines


def section_reader(section: str) -> Callable[[Document], object]:
    """Return a function that reads a section and the parts of the Document on which its controls depend."""

    def read(document: Document) -> object:
        fields = document.section(section)
        follows = {spec.follows for spec in specifications(type(fields)) if spec.follows}
        names = sorted(follows | {name.removeprefix("seen ") for name in follows})
        # The kind of scheme decides which fields have an effect.
        ends = [_followed(name, document) for name in names]
        return fields, type(document.encoding), document.play.tracks, ends

    return read


def animated_fields(document: Document) -> dict[str, str]:
    """Return the labels of the numbers of a Document that have a control and an effect, by path, the shift first."""
    labels = {}
    for path in sorted(document.paths(), key=lambda path: path != SHIFT):
        spec = field_specification(document, path)
        if can_be_animated(path, spec) and document.applies(path, spec):
            labels[path] = field_label(document, path)
    return labels


def field_label(document: Document, path: str) -> str:
    """Return the label of a number, with its pane's name if it belongs to one."""
    section, spec = path.partition(".")[0], field_specification(document, path)
    title = (
        spec.title
        if section not in PANE_SECTIONS
        else f"{section.capitalize()}: {spec.title.lower()}"
    )
    return " ".join(filter(None, (title, spec.symbol)))


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
    ends = values_there(spec, document) or (spec.minimum, spec.maximum)
    return _within(ends, start), _within(ends, stop)


def _within(ends: Range, value: float) -> float:
    return min(max(value, ends[0]), ends[1])


def slider_ends(document: Document, path: str) -> tuple[float, float]:
    """Return the ends of a field's slider, the smaller one first: those between which its number is played.

    A number has one range, whichever control moves it; where that is a single number, it has its
    declaration's.

    >>> slider_ends(Document(play={"tracks": {"shift.phi": {"start": 30, "stop": -30}}}), "shift.phi")
    (-30.0, 30.0)
    >>> slider_ends(Document(play={"tracks": {"shift.phi": {"start": 30, "stop": 30}}}), "shift.phi")
    (-200, 200)
    """
    spec = field_specification(document, path)
    if can_be_animated(path, spec) and animation_distance(document, path):
        low, high = sorted(animation_range(document, path))
        return low, high
    return slider_range(spec, document)


def animation_speed(document: Document, path: str) -> float:
    """Return how far a number moves per second, in its unit or in factors of ten on a logarithmic scale.

    >>> [animation_speed(Document(), path) for path in ("shift.phi", "cursor.position", "encoding.base")]
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
        return next((speed for speed in _SPEEDS if speed > target), _SPEEDS[-1])
    if direction < 0:
        return next((speed for speed in reversed(_SPEEDS) if speed < target), _SPEEDS[0])
    return (
        min(_SPEEDS, key=lambda speed: abs(math.log(speed / target))) if target > 0 else _SPEEDS[0]
    )


def animation_change(document: Document, path: str, field: str, value: float) -> dict[str, object]:
    """Return the edit that sets one field (``"start"``, ``"stop"``, ``"speed"``) of how a number is played."""
    tracks = document.play.tracks
    track = tracks.get(path, FieldTrack()).model_copy(update={field: value})
    return {"play.tracks": {**tracks, path: track}}
