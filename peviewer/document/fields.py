"""What people type about a Document: fields by name, a scheme to compare with, the part of a table that is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from peviewer.base.names import NEAREST, nearest_name, nearest_names
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter, redeclared
from peviewer.base.refusals import explain, refused
from peviewer.base.typed_values import read_value
from peviewer.base.usual_names import usual_name
from peviewer.document.animation import field_specification
from peviewer.document.document import Document, DocumentError, named_scheme
from peviewer.document.moved_fields import MOVED
from peviewer.document.sections import MOST_VALUES, OTHER, Colormap, View, fields_of, has_control
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired

_RANGE_FORM = "FIRST:END, as in 0:64; either may be left out"
_ENDS = re.compile(r"\s*([-−]?\d{1,16})?\s*:\s*([-−]?\d{1,16})?\s*", re.ASCII)


def path_of(document: Document, name: str, scheme: str = "", beside: Sequence[str] = ()) -> str:
    """Return the path of a field from the path itself or from its last word.

    The encoding's own field comes before all others, and one that has a control before those that
    have none. A path of an earlier version is returned as it is.

    scheme: the scheme that is chosen at the same time; the Document's own where it is empty.
    beside: other names that could have been given instead, so that a misspelt one can be meant.
    """
    kind = named_scheme(scheme) if scheme else type(document.encoding)
    kinds = {
        **{section: type(fields) for section, fields in document.sections().items()},
        "encoding": kind,
    }
    paths = [
        f"{section}.{field}" for section, fields in kinds.items() for field in fields.model_fields
    ]
    if name in MOVED:
        return name
    if name in paths:
        return name
    ending = [path for path in paths if path.partition(".")[2] == name]
    if f"encoding.{name}" in ending:
        return f"encoding.{name}"
    controlled = [path for path in ending if has_control(path, field_specification(document, path))]
    for known in (ending, controlled):
        if len(known) == 1:
            return known[0]
    if ending:
        raise DocumentError(f"{name} is not one field: it could be {' or '.join(ending[:NEAREST])}")
    section, point, field = name.rpartition(".")
    others = [known for known, other in SCHEMES.items() if field in other.model_fields]
    if others and not usual_name(name, beside) and (section == "encoding" or not point):
        raise DocumentError(
            f"{name} is a field of {', '.join(others[:NEAREST])}, not of {kind.called()}: "
            f"choose the scheme too, as in scheme={others[0]}"
        )
    within = [path for path in paths if point and path.startswith(f"{section}.")]
    paths = [path.removeprefix("encoding.") for path in paths] if not point else paths
    known = within if nearest_name(name, within) else [*beside, *paths]
    raise DocumentError(f"{name} is not a field{nearest_names(name, known)}")


def paths_of(document: Document, values: dict[str, str]) -> dict[str, str]:
    """Return values of fields by their paths; a scheme among them decides which fields exist."""
    scheme = values.get("scheme", values.get("encoding.scheme", ""))
    return {path_of(document, name, scheme): value for name, value in values.items()}


def compare_with(document: Document, text: str) -> Document:
    """Return the Document compared with another scheme, or with its own and some fields changed."""
    try:
        fields = {
            f"encoding.{name.removeprefix('encoding.')}": value
            for name, value in fields_of(text).items()
        }
        scheme = str(fields.get("encoding.scheme", ""))
        typed = {path_of(document, name, scheme): value for name, value in fields.items()}
        own = document.alone.edited(
            {"compare.against": document.encoding}
        )  # so that B takes what both share
        other = own.edited(typed).encoding
    except DocumentError as error:
        raise DocumentError(f"against {str(error).replace('encoding.', '')}") from None
    except ValueError as error:
        raise DocumentError(refused("against", text, f"it must be {error}")) from None
    return document.edited({"compare.against": other})


def with_several(document: Document, text: str) -> Document:
    """Return the Document with the curves of several values of one parameter of the encoding.

    >>> [scheme.dim for scheme in with_several(Document(), "dim=64, 128, 256").compare.several]
    [64, 128, 256]
    """
    name, equals, values = text.partition("=")
    typed = [value for value in values.split(",") if value.strip()]
    if not equals or not 2 <= len(typed) <= MOST_VALUES:
        form = f"a parameter and two to {MOST_VALUES} values, as in dim=64,128,256 or scaling=none,yarn"
        raise DocumentError(refused("several", text, f"it must be {form}"))
    try:
        field = path_of(document, f"encoding.{name.strip().removeprefix('encoding.')}").partition(
            "."
        )[2]
        schemes = [with_value(document, field, read_value(value)) for value in typed]
    except DocumentError as error:
        raise DocumentError(f"several {str(error).replace('encoding.', '')}") from None
    return document.edited({"compare.several": schemes})


def with_value(document: Document, field: str, value: object) -> Scheme:
    """Return the encoding with another value of a field, to be compared with it.

    The same one where it has that.
    """
    own = document.encoding
    changed = document.alone.edited({f"encoding.{field}": value}).encoding
    if getattr(changed, field) == getattr(own, field):
        return own
    beside = own.beside(field, getattr(changed, field))
    return changed.replace(**beside) if beside else changed


RANGES = "positions", "dimensions", "pairs"


Ends = str | tuple[int, int]


def _ends(title: str, example: str) -> Any:
    help_text = f"Which {title.lower()} are shown, as in {example}."
    return parameter(None, title=title, form=_RANGE_FORM, typed=True, help=help_text)


class VisibleRange(Parameters):
    """The positions, dimensions and pairs that are shown, and the colours.

    Ends are exclusive, as in Python.
    """

    positions: Ends | None = _ends("Positions", "0:64")
    dimensions: Ends | None = _ends("Dimensions", "0:64")
    pairs: Ends | None = _ends("Pairs", "0:32")
    colormap: Colormap | None = redeclared(View, "colormap", None)

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise DocumentError(explain(error, type(self))) from None

    def of(self, document: Document) -> Document:
        """Return a Document that shows them, in every pane."""
        if self.colormap is not None:
            document = document.edited({"view.colormap": self.colormap})
        ranges = {name: getattr(self, name) for name in RANGES if getattr(self, name) is not None}
        zoom = {
            quantity: window
            for quantity, window in document.view.zoom.items()
            if f"{quantity.rpartition('/')[2].removeprefix(OTHER)}s"
            not in ranges  # a narrower one would win
        }
        for name, value in ranges.items():
            zoom[name.removesuffix("s")] = _window(name, value, _all(document.encoding)[name])
        return document.edited({"view.zoom": zoom})


def _all(scheme: Scheme) -> dict[str, range]:
    return {
        "positions": scheme.positions,
        "dimensions": range(scheme.dim if isinstance(scheme, Tabled | Paired) else 0),
        "pairs": range(scheme.pairs if isinstance(scheme, Paired) else 0),
    }


def _window(name: str, value: Ends, known: range) -> tuple[float, float]:
    if not known:
        raise DocumentError(f"{name} is not allowed: this scheme has none")
    if isinstance(value, str):
        ends = _ENDS.fullmatch(value)
        if ends is None:
            raise DocumentError(refused(name, value, f"it must be {_RANGE_FORM}"))
        low, high = (int(end.replace("−", "-")) if end else None for end in ends.groups())
    else:
        low, high = value
    low, high = known.start if low is None else low, known.stop if high is None else high
    if not max(low, known.start) < min(high, known.stop):
        there = f"{number(known.start)}:{number(known.stop)}"
        raise DocumentError(refused(name, value, f"none of {there} lies in it"))
    return low - 0.5, high - 0.5
