"""Messages about wrong values, in one clear line; and parameters that people construct in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError, model_validator

from peviewer.base.parameters.declaration import Parameters, Specification, in_order, specification
from peviewer.base.words import nearest_name, nearest_names

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


_SHORTER = (("a finite number greater", "greater"), ("a finite number of ", ""), ("a finite number", "a number"))
Published = Mapping[str, Mapping[str, Mapping[str, object]]]
"""By field and choice the fields that have constants with it."""


class CompleteError(ValueError):
    """An error whose message is complete, so that no field is named before it."""


def requirement(spec: Specification) -> str:
    r"""Return the allowed values of a field, as its control shows them."""
    allowed = spec.allowed()
    for long, short in _SHORTER:
        if allowed.startswith(long):
            return f"{spec.title} must be {short}{allowed.removeprefix(long)}"
    return f"{spec.title} must be {allowed}"


def abbreviated(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "…"


def refused(name: str, value: object, why: str) -> str:
    """Return the message about a value that is not allowed.

    >>> refused("bits", 65, "it must be a whole number from 1 to 64")
    'bits = 65 is not allowed: it must be a whole number from 1 to 64'
    """
    return f"{name} = {abbreviated(value)} is not allowed: {why}"


def explain(error: ValidationError, model: type[Parameters], prefix: str = "") -> str:
    """Turn pydantic's report into one clear line.

    prefix: put before the field's name, as in ``"encoding."``.
    """
    first = _first(error)
    name = str(first["loc"][0]) if first["loc"] else ""
    if isinstance(raised := first.get("ctx", {}).get("error"), CompleteError):
        return str(raised)
    if name not in model.model_fields:
        if not name:
            return f"{prefix}{first['msg'].removeprefix('Value error, ')}"
        return f"{prefix}{name[:60]} is not a field{nearest_names(name, list(model.model_fields))}"
    spec = specification(model, name)
    own = spec.kind == "other" and first["type"] == "value_error"  # a validator's own words
    allowed = first["msg"].removeprefix("Value error, ") if own else spec.allowed()
    meant = nearest_name(first["input"], spec.choices) if isinstance(first["input"], str) else None
    asked = f"; did you mean {meant}?" if meant else ""
    return refused(f"{prefix}{name}", first["input"], f"it must be {allowed}{asked}")


def _first(error: ValidationError) -> ErrorDetails:
    """Return pydantic's first error, and drop the tracebacks of validators' own errors.

    pydantic keeps those errors where the garbage collector does not look. With their tracebacks they would keep alive
    every frame that holds the error they became, as one that passes it on to another thread.
    """
    details = error.errors()
    for detail in details:
        raised = detail.get("ctx", {}).get("error")
        while isinstance(raised, BaseException):
            raised.__traceback__ = None
            raised = raised.__context__
    return details[0]


def filled(published: Published, fields: Mapping[str, object]) -> dict[str, object]:
    """Return the given fields, with the constants of their choices for the others."""
    constants: dict[str, object] = {}
    for name, choices in published.items():
        constants |= choices.get(str(fields.get(name)), {})
    return {**constants, **fields}


def followed(published: Published, current: Parameters, changes: Mapping[str, object]) -> dict[str, object]:
    """Return the constants that come with newly made choices, for fields that are at a default or a constant now.

    >>> from peviewer.base.parameters import Parameters, parameter
    >>> class Toy(Parameters):
    ...     form: str = parameter("none", title="Form", help="What.")
    ...     radius: int = parameter(1, title="Radius", help="How wide.")
    >>> constants = {"form": {"round": {"radius": 4}, "oval": {"radius": 7}}}
    >>> [followed(constants, Toy(radius=radius), {"form": "round"}) for radius in (1, 7, 3)]
    [{'radius': 4}, {'radius': 4}, {}]
    """
    constants: dict[str, object] = {}
    for name, choices in published.items():
        chosen = str(changes.get(name))
        if name not in changes or chosen == getattr(current, name):
            continue
        for field, constant in choices.get(chosen, {}).items():
            usual = [known[field] for known in choices.values() if field in known]
            if getattr(current, field) in [type(current).model_fields[field].default, *usual]:
                constants[field] = constant
    return constants


class Constructed(Parameters):
    """Parameters whose constructor raises a ValueError that names the field, the value and what is allowed.

    >>> from peviewer.base.parameters import parameter
    >>> class Toy(Constructed):
    ...     ordered: ClassVar[tuple[str, ...]] = ("size",)
    ...     size: int = parameter(3, title="Size", help="How big.", ge=1, le=9)
    >>> Toy(5).size
    5
    >>> Toy(0)
    Traceback (most recent call last):
        ...
    ValueError: size = 0 is not allowed: it must be a whole number from 1 to 9
    """

    ordered: ClassVar[tuple[str, ...]] = ()
    """The fields that may be given without their names, those of them that a class has."""
    published: ClassVar[Published] = {}  # constants that come with a choice, for fields that are not given

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, data: Any) -> Any:
        return filled(cls.published, data) if isinstance(data, dict) and cls.published else data

    if not TYPE_CHECKING:  # checkers know the fields and their types only of the constructor that pydantic makes

        def __init__(self, *values: Any, **fields: Any) -> None:
            kind = type(self)
            known = [name for name in kind.ordered if name in kind.model_fields]
            by_place = in_order(known, values)
            if twice := [name for name in fields if name in by_place]:
                raise TypeError(f"{twice[0]} is given twice: once by its place, and once by its name")
            try:
                super().__init__(**by_place, **fields)
            except ValidationError as error:
                complete = isinstance(_first(error).get("ctx", {}).get("error"), CompleteError)
                raise (CompleteError if complete else ValueError)(explain(error, kind)) from None
