"""The ends of the sliders: a field's own, or where it makes sense those that follow the Document."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from peviewer.base.parameters import Parameters, Specification, specifications
from peviewer.document.document import Document
from peviewer.model.encodings.scheme import Paired, Tabled

Range = tuple[float, float]


USUAL_LENGTH, USUAL_DIM = 10_000, 4096


def _positions(document: Document) -> Range:
    return document.encoding.first, document.encoding.first + document.encoding.length - 1


def _seen(document: Document) -> Range:
    """Return the first and the last position that is zoomed to."""
    first, last = _positions(document)
    low, high = document.view.zoom.get("position", (first, last))
    seen = max(first, math.ceil(low)), min(last, math.floor(high))
    return seen if seen[0] < seen[1] else (first, last)


def _widened(usual: int, factor: int, value: int) -> int:
    """Return the end of a slider: the usual one, or where a number beyond it was typed, as many times that as it takes.

    All numbers up to there have the same end, so that it stays while one of them is dragged or played.
    """
    while usual < value:
        usual *= factor
    return usual


def _dim(document: Document) -> int:
    return document.encoding.dim if isinstance(document.encoding, Tabled | Paired) else 0


_FOLLOWED: dict[str, Callable[[Document], Range]] = {
    "length": lambda document: (-document.encoding.length, document.encoding.length),
    "own length": lambda document: (1, _widened(USUAL_LENGTH, 10, document.encoding.length)),
    "own dim": lambda document: (2, _widened(USUAL_DIM, 4, _dim(document))),
    "ten lengths": lambda document: (-10 * document.encoding.length, 10 * document.encoding.length),
    "positions": _positions,
    "seen positions": _seen,
    "pairs": lambda document: (0, document.encoding.pairs - 1 if isinstance(document.encoding, Paired) else 0),
    "bits": lambda document: (0, int(document.get("binary.bits")) - 1),
}
"""What a declaration's ``follows`` may name, and the ends of a slider then."""
_COUNTED = {"seen positions": "positions", "positions": "positions", "pairs": "pairs", "bits": "bits"}
"""What there are first and last ones of, for the fields that name one of them."""


def slider_range(spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider.

    Parameters
    ----------
    spec : Specification
        The field's own slider and bounds, and what they follow.
    document : Document
        What the range depends on: the encoding's positions, those that are zoomed to, the number of bits.

    Examples
    --------
    >>> from peviewer.base.parameters import specification
    >>> document = Document()
    >>> slider_range(specification(type(document.shift), "phi"), document)
    (-200, 200)
    """
    low, high = _FOLLOWED[spec.follows](document) if spec.follows else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def shown_value(spec: Specification, document: Document, path: str) -> Any:
    """Return a field's value as figures show it: of a position, a pair or a bit that there is not, the nearest one.

    Examples
    --------
    >>> from peviewer.base.parameters import specification
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


def reading(section: str) -> Callable[[Document], object]:
    """Return what reads a section, and the rest of the Document as far as its rows and ranges follow it."""
    return lambda document: (
        document.section(section),
        type(document.encoding),  # what a scheme gives decides which fields do something
        document.play.courses,
        *[ends(document) for ends in _followed(type(document.section(section)))],
    )


@lru_cache(maxsize=64)
def _followed(section: type[Parameters]) -> tuple[Callable[[Document], Range], ...]:
    found = [spec.follows for spec in specifications(section) if spec.follows]
    return tuple(_FOLLOWED[name] for name in dict.fromkeys([*found, *(_COUNTED.get(name, name) for name in found)]))
