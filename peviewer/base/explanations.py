"""What declarations of fields say of a value that they do not allow, in one clear line."""

import typing

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from peviewer.base.names import nearest_name, nearest_names
from peviewer.base.parameters import Parameters
from peviewer.base.refusals import CompleteError, refused
from peviewer.base.specification import Specification, specification

# Parts of what is allowed that a control says in fewer words.
_SHORTER = (
    ("a finite number greater", "greater"),
    ("a finite number of ", ""),
    ("a finite number", "a number"),
)


def requirement(spec: Specification) -> str:
    """Return the allowed values of a field, as its control shows them."""
    allowed = spec.allowed()
    for long, short in _SHORTER:
        allowed = allowed.replace(long, short)
    return f"{spec.title} must be {allowed}"


def as_control_says(refusal: str, spec: Specification) -> str:
    """Return a refusal of a value that names the control's title and not the field's path.

    >>> from peviewer.model.encodings.alibi import Alibi
    >>> refusal = refused("encoding.heads", 0, "it must be at least 1")
    >>> as_control_says(refusal, specification(Alibi, "heads"))
    'Heads must be at least 1'
    """
    _, separator, allowed = refusal.partition(" is not allowed: it must be ")
    return f"{spec.title} must be {allowed}" if separator else refusal


def explain(error: ValidationError, model: type[Parameters], prefix: str = "") -> str:
    """Turn pydantic's report into one clear line.

    The prefix comes before the field's name, as ``"encoding."``.
    """
    first = first_error(error)
    # A complete message names what is wrong itself, so no field is named before it.
    if isinstance(raised := first.get("ctx", {}).get("error"), CompleteError):
        return str(raised)

    location = [str(part) for part in first["loc"]]
    # A field of a mapping's entry, as play.tracks.shift.phi.speed, is explained by the entry's own
    # class.
    if len(location) > 2 and (entry := _entry_class(model, location[0])) is not None:
        model = entry
        prefix = f"{prefix}{location[0]}.{location[1][:60]}."
        location = location[2:]

    message = first["msg"].removeprefix("Value error, ")
    if not location or not location[0]:
        return f"{prefix}{message}"
    name = location[0]
    if name not in model.model_fields:
        return f"{prefix}{name[:60]} is not a field{nearest_names(name, list(model.model_fields))}"

    spec = specification(model, name)
    value = first["input"]
    # What a field of its own kind allows, neither a number nor a choice, its validator says best.
    validator_says_it = spec.kind == "other" and first["type"] == "value_error"
    allowed = message if validator_says_it else spec.allowed()
    meant = nearest_name(value, spec.choices) if isinstance(value, str) else None
    question = f"; did you mean {meant}?" if meant else ""
    return refused(f"{prefix}{name}", value, f"it must be {allowed}{question}")


def _entry_class(model: type[Parameters], name: str) -> type[Parameters] | None:
    """Return the class of the entries of a field that is a mapping; None of any other field."""
    field = model.model_fields.get(name)
    if field is None or typing.get_origin(field.annotation) is not dict:
        return None
    _, entry = typing.get_args(field.annotation)
    return entry if isinstance(entry, type) and issubclass(entry, Parameters) else None


def first_error(error: ValidationError) -> ErrorDetails:
    """Return pydantic's first error, and drop the tracebacks of validators' own errors.

    pydantic keeps those errors where the garbage collector does not look. With their tracebacks
    they would keep alive every frame that holds the error they became, as one that passes it on to
    another thread.
    """
    details = error.errors()
    for detail in details:
        raised = detail.get("ctx", {}).get("error")
        while isinstance(raised, BaseException):
            raised.__traceback__ = None
            raised = raised.__context__
    return details[0]
