"""The ends of the sliders: a field's own, or where it makes sense those that follow the Document."""

from collections.abc import Callable

from peviewer.base.parameters import Specification
from peviewer.document.document import Document
from peviewer.model.encodings.scheme import Paired

Range = tuple[float, float]


def _positions(document: Document) -> Range:
    return document.encoding.first, document.encoding.first + document.encoding.length - 1


_FOLLOWING: dict[str, Callable[[Document], Range]] = {
    "shift.phi": lambda document: (-document.encoding.length, document.encoding.length),
    "shift.row": _positions,
    "cursor.position": _positions,
    "clocks.pair": lambda document: (0, document.encoding.pairs - 1 if isinstance(document.encoding, Paired) else 0),
    "vectors.first": _positions,
    "cursor.bit": lambda document: (0, int(document.get("binary.bits")) - 1),
}


def slider_range(path: str, spec: Specification, document: Document) -> Range:
    """Return the ends of a field's slider.

    Parameters
    ----------
    path : str
        The field's path, as in ``"cursor.bit"``.
    spec : Specification
        The field's own slider and bounds.
    document : Document
        What the range depends on: the encoding's positions, the number of bits.

    Examples
    --------
    >>> from peviewer.base.parameters import specification
    >>> document = Document()
    >>> slider_range("shift.phi", specification(type(document.shift), "phi"), document)
    (-200, 200)
    """
    low, high = _FOLLOWING[path](document) if path in _FOLLOWING else spec.slider
    return max(low, spec.minimum), min(high, spec.maximum)


def reading(section: str) -> Callable[[Document], object]:
    """Return what reads a section, and the rest of the Document as far as its rows and ranges follow it."""
    following = [ends for path, ends in _FOLLOWING.items() if path.startswith(f"{section}.")]
    return lambda document: (
        document.section(section),
        type(document.encoding),  # what a scheme gives decides which fields do something
        *[ends(document) for ends in following],
    )
