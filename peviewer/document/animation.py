"""Numeric fields: the ends of their sliders, which may follow the Document, and how they are animated."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from peviewer.base.parameters import Parameters, Specification, specification, specifications
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS, FieldAnimation, can_be_animated
from peviewer.model.encodings.scheme import Paired, Tabled

Range = tuple[float, float]


USUAL_LENGTH, USUAL_DIM = 10_000, 4096
_COUNTED = {"seen positions": "positions", "positions": "positions", "pairs": "pairs", "bits": "bits",
            "heads": "heads"}  # fmt: skip
"""What there are first and last ones of, for the fields that name one of them."""
SHIFT = "shift.phi"
_SECONDS = 10  # about the time in which a number moves over its whole range
_SPEEDS = [float(f"{step}e{power}") for power in range(-2, 6) for step in (1, 2, 5)] + [1e6]


def _position_range(document: Document) -> Range:
    return document.encoding.first, document.encoding.first + document.encoding.length - 1


def _seen(document: Document) -> Range:
    first, last = _position_range(document)
    low, high = document.view.zoom.get("position", (first, last))
    seen = max(first, math.ceil(low)), min(last, math.floor(high))
    return seen if seen[0] < seen[1] else (first, last)


def _widened(usual: int, factor: int, value: int) -> int:
    """Return the end of a slider: the usual one, or a multiple of it that reaches a larger typed number.

    The end is the same for all numbers up to it, so it stays while one is dragged or played.
    """
    while usual < value:
        usual *= factor
    return usual


def _dim(document: Document) -> int:
    return document.encoding.dim if isinstance(document.encoding, Tabled | Paired) else 0


_FOLLOWED: dict[str, Callable[[Document], Range]] = {
    "length": lambda document: (-document.encoding.length, document.encoding.length),
    "own length": lambda document: (
        1,
        min(_widened(USUAL_LENGTH, 10, document.encoding.length), document.encoding.longest),
    ),
    "own dim": lambda document: (2, _widened(USUAL_DIM, 4, _dim(document))),
    "ten lengths": lambda document: (-10 * document.encoding.length, 10 * document.encoding.length),
    "positions": _position_range,
    "seen positions": _seen,
    "pairs": lambda document: (0, document.encoding.pairs - 1 if isinstance(document.encoding, Paired) else 0),
    "bits": lambda document: (0, int(document.get("binary.bits")) - 1),
    "heads": lambda document: (1, document.heads),
}
"""What a declaration's ``follows`` may name, and the ends of a slider then."""
FOLLOWED_SECTIONS = "encoding content play view binary"
"""What ranges and rows of sections follow, besides the section itself."""


def slider_range(spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider.

    >>> from peviewer.document.document import Document
    >>> document = Document()
    >>> slider_range(specification(type(document.shift), "phi"), document)
    (-200, 200)
    """
    low, high = _FOLLOWED[spec.follows](document) if spec.follows else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def shown_value(spec: Specification, document: Document, path: str) -> Any:
    """Return a field's value as figures show it, with the nearest existing position, pair or bit.

    >>> from peviewer.document.document import Document
    >>> document = Document().edited({"encoding.length": 12})
    >>> position = specification(type(document.cursor), "position")
    >>> document.cursor.position, shown_value(position, document, "cursor.position")
    (50, 11)
    """
    value = document.get(path)
    if spec.follows not in _COUNTED:
        return value
    first, last = _FOLLOWED[_COUNTED[spec.follows]](document)
    return int(min(max(value, first), last))


def section_reader(section: str) -> Callable[[Document], object]:
    """Return a function that reads a section and the parts of the Document on which its controls depend."""

    def read(document: Document) -> object:
        fields = document.section(section)
        ends = [ends(document) for ends in _followed(type(fields))]
        # The kind of scheme decides which fields have an effect.
        return fields, type(document.encoding), document.play.courses, *ends

    return read


@lru_cache(maxsize=64)
def _followed(section: type[Parameters]) -> tuple[Callable[[Document], Range], ...]:
    names = [spec.follows for spec in specifications(section) if spec.follows]
    return tuple(_FOLLOWED[name] for name in dict.fromkeys([*names, *(_COUNTED.get(name, name) for name in names)]))


def animated_fields(document: Document) -> dict[str, str]:
    """Return the labels of the numbers of a Document that can move, by path, the shift first.

    They are those that have a control, in the parameters or in a pane's header,
    and do something.
    """
    labels = {}
    for path in sorted(document.paths(), key=lambda path: path != SHIFT):
        spec = field_specification(document, path)
        if can_be_animated(path, spec) and document.applies(path, spec):
            labels[path] = field_label(document, path)
    return labels


def field_label(document: Document, path: str) -> str:
    """Return the label of a number, with its pane's name if it belongs to one."""
    section, spec = path.partition(".")[0], field_specification(document, path)
    title = spec.title if section not in PANE_SECTIONS else f"{section.capitalize()}: {spec.title.lower()}"
    return " ".join(filter(None, (title, spec.symbol)))


def field_specification(document: Document, path: str) -> Specification:
    section, _, name = path.partition(".")
    return specification(type(document.section(section)), name)


def animation_range(document: Document, path: str) -> tuple[float, float]:
    """Return the ends between which a number is played; by default those of its slider."""
    if path == SHIFT:
        return document.shift.start, document.shift.stop
    spec, played = field_specification(document, path), document.play.courses.get(path, FieldAnimation())
    low, high = slider_range(spec, document)
    chosen = low if played.start is None else played.start, high if played.stop is None else played.stop
    start, stop = (min(max(end, spec.minimum), spec.maximum) for end in chosen)
    return start, stop


def slider_ends(document: Document, path: str) -> tuple[float, float]:
    """Return the ends of a field's slider, the smaller one first: those between which its number is played.

    A number has one range, whichever control moves it; where that is a single number, it has its declaration's.

    >>> from peviewer.document.document import Document
    >>> slider_ends(Document().edited({"shift.start": 30, "shift.stop": -30}), "shift.phi")
    (-30.0, 30.0)
    >>> slider_ends(Document().edited({"shift.start": 30, "shift.stop": 30}), "shift.phi")
    (-200, 200)
    """
    spec = field_specification(document, path)
    if can_be_animated(path, spec) and animation_distance(document, path):
        low, high = sorted(animation_range(document, path))
        return low, high
    return slider_range(spec, document)


def animation_speed(document: Document, path: str) -> float:
    """Return how far a number moves per second, in its unit or in factors of ten on a logarithmic scale.

    >>> from peviewer.document.document import Document
    >>> [animation_speed(Document(), path) for path in ("shift.phi", "cursor.position", "encoding.base")]
    [20.0, 20.0, 0.5]
    """
    if path == SHIFT:
        return document.shift.speed
    chosen = document.play.courses.get(path, FieldAnimation()).speed
    return round_speed(animation_distance(document, path) / _SECONDS) if chosen is None else chosen


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
    return min(_SPEEDS, key=lambda speed: abs(math.log(speed / target))) if target > 0 else _SPEEDS[0]


def animation_change(document: Document, path: str, field: str, value: float) -> dict[str, object]:
    """Return the edit that sets one field (``"start"``, ``"stop"``, ``"speed"``) of how a number is played."""
    if path == SHIFT:
        return {f"shift.{field}": value}
    courses = document.play.courses
    played = courses.get(path, FieldAnimation()).model_copy(update={field: value})
    return {"play.courses": {**courses, path: played}}
