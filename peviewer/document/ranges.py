"""The ends of the sliders: a field's own, or where it makes sense those that follow the Document."""

from collections.abc import Callable
from functools import lru_cache

from peviewer.base.parameters import Parameters, Specification, specifications
from peviewer.document.document import Document
from peviewer.model.encodings.scheme import Paired

Range = tuple[float, float]


def _positions(document: Document) -> Range:
    return document.encoding.first, document.encoding.first + document.encoding.length - 1


_FOLLOWED: dict[str, Callable[[Document], Range]] = {
    "length": lambda document: (-document.encoding.length, document.encoding.length),
    "positions": _positions,
    "pairs": lambda document: (0, document.encoding.pairs - 1 if isinstance(document.encoding, Paired) else 0),
    "bits": lambda document: (0, int(document.get("binary.bits")) - 1),
}
"""What a declaration's ``follows`` may name, and the ends of a slider then."""


def slider_range(spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider.

    Parameters
    ----------
    spec : Specification
        The field's own slider and bounds, and what they follow.
    document : Document
        What the range depends on: the encoding's positions, the number of bits.

    Examples
    --------
    >>> from peviewer.base.parameters import specification
    >>> document = Document()
    >>> slider_range(specification(type(document.shift), "phi"), document)
    (-200, 200)
    """
    low, high = _FOLLOWED[spec.follows](document) if spec.follows else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def reading(section: str) -> Callable[[Document], object]:
    """Return what reads a section, and the rest of the Document as far as its rows and ranges follow it."""
    return lambda document: (
        document.section(section),
        type(document.encoding),  # what a scheme gives decides which fields do something
        *[ends(document) for ends in _followed(type(document.section(section)))],
    )


@lru_cache(maxsize=64)
def _followed(section: type[Parameters]) -> tuple[Callable[[Document], Range], ...]:
    return tuple(_FOLLOWED[spec.follows] for spec in specifications(section) if spec.follows)
