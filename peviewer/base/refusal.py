"""Refuse a declared value in few words: the field, the value, and from where to where it may be."""

import math
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from peviewer.base.parameters import Parameters, explain, specification
from peviewer.base.words import plain

UNITS = {"px": " pixels"}


def named(fields: Iterable[str], values: Sequence[object]) -> dict[str, object]:
    """Return values that were given in order by the names of their fields.

    Examples
    --------
    >>> named(("width", "height"), (640,))
    {'width': 640}
    """
    known = list(fields)
    if len(values) > len(known):
        raise TypeError(f"{len(values)} values in order are too many: they are {', '.join(known)}")
    return dict(zip(known, values, strict=False))


def refused(error: ValidationError, model: type[Parameters]) -> str:
    """Turn pydantic's report into one line that is shorter than that of a Document's field.

    Examples
    --------
    >>> from peviewer.base.parameters import parameter
    >>> class Toy(Parameters):
    ...     font_size: float = parameter(20, title="Type size", help="Of titles.", ge=4, le=200)
    >>> try:
    ...     Toy(font_size=1)
    ... except ValidationError as error:
    ...     print(refused(error, Toy))
    font size = 1 is not allowed: it must be from 4 to 200
    """
    first = error.errors()[0]
    name, value = str(first["loc"][0]) if first["loc"] else "", first["input"]
    spec = specification(model, name) if name in model.model_fields else None
    if spec is None or not isinstance(value, int | float) or not math.isfinite(spec.minimum + spec.maximum):
        return explain(error, model)
    limits = f"from {plain(spec.minimum)} to {plain(spec.maximum)}{UNITS.get(spec.unit, '')}"
    return f"{name.replace('_', ' ')} = {value:g} is not allowed: it must be {limits}"
