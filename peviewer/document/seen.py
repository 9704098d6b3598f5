"""What part of a table is looked at, as people write it: positions 0:64 are those from 0 up to 63."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain, parameter, shown
from peviewer.base.words import whole
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.scheme import Paired, Tabled

if TYPE_CHECKING:
    from collections.abc import Mapping

_FORM = "FIRST:END, as in 0:64; either may be left out"
_ENDS = re.compile(r"\s*([-−]?\d{1,16})?\s*:\s*([-−]?\d{1,16})?\s*", re.ASCII)


class Seen(Parameters):
    """Which positions, dimensions and pairs are shown; the end is not among them, as in Python.

    Examples
    --------
    >>> Seen(positions="0:64", dimensions=(8, 16)).of(Document()).view.zoom
    {'position': (-0.5, 63.5), 'dimension': (7.5, 15.5)}
    >>> Seen(positions="190:").of(Document()).view.zoom
    {'position': (189.5, 199.5)}
    """

    positions: str | tuple[int, int] | None = parameter(
        None, title="Positions", form=_FORM, typed=True, help="Which positions are shown, as in 0:64."
    )
    dimensions: str | tuple[int, int] | None = parameter(
        None, title="Dimensions", form=_FORM, typed=True, help="Which dimensions are shown, as in 0:64."
    )
    pairs: str | tuple[int, int] | None = parameter(
        None, title="Pairs", form=_FORM, typed=True, help="Which pairs are shown, as in 0:32."
    )

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise DocumentError(explain(error, type(self))) from None

    def of(self, document: Document) -> Document:
        """Return a Document that shows them, in every pane.

        Raises
        ------
        DocumentError
            If there are none of these, or what was given is no such part.
        """
        given = {name: value for name, value in self if value is not None}
        if not given:
            return document
        zoom = {
            quantity: window
            for quantity, window in document.view.zoom.items()
            if f"{quantity.rpartition('/')[2]}s" not in given  # a pane's own window would go first
        }
        for name, value in given.items():
            zoom[name.removesuffix("s")] = _window(name, value, _all(document, name))
        return document.edited({"view.zoom": zoom})


def _all(document: Document, name: str) -> range:
    """Return all that could be shown."""
    scheme = document.encoding
    if name == "positions":
        return scheme.positions
    found: Mapping[str, int] = {
        "dimensions": scheme.dim if isinstance(scheme, Tabled | Paired) else 0,
        "pairs": scheme.pairs if isinstance(scheme, Paired) else 0,
    }
    if not found[name]:
        raise DocumentError(f"{name} is not allowed: {scheme.title} has none")
    return range(found[name])


def _window(name: str, value: str | tuple[int, int], known: range) -> tuple[float, float]:
    if isinstance(value, str):
        ends = _ENDS.fullmatch(value)
        if ends is None:
            raise DocumentError(f"{name} = {shown(value)} is not allowed: it must be {_FORM}")
        low, high = (int(end.replace("−", "-")) if end else None for end in ends.groups())
    else:
        low, high = value
    low, high = known.start if low is None else low, known.stop if high is None else high
    if not max(low, known.start) < min(high, known.stop):
        there = f"{whole(known.start)}:{whole(known.stop)}"
        raise DocumentError(f"{name} = {shown(value)} is not allowed: none of {there} lies in it")
    return low - 0.5, high - 0.5
