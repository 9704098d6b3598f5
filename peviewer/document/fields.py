"""Names and values that people type: fields of a Document, and what it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from peviewer.base.names import NEAREST, nearest_name, nearest_names
from peviewer.base.refusals import refused
from peviewer.base.typed_values import read_value
from peviewer.base.usual_names import usual_name
from peviewer.document.animation import field_specification
from peviewer.document.comparing import in_size_of
from peviewer.document.comparison import MOST_VALUES, fields_of
from peviewer.document.document import Document
from peviewer.document.error import DocumentError, named_scheme
from peviewer.document.moved_fields import MOVED
from peviewer.document.sections import has_control
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme


def path_of(document: Document, name: str, scheme: str = "", beside: Sequence[str] = ()) -> str:
    """Return the path of a field from the path itself or from its last word.

    The encoding's own field comes before all others, and one that has a control before those that
    have none. A path of an earlier version is returned as it is.

    scheme: the scheme that is chosen at the same time; the Document's own where it is empty.
    beside: other names that could have been given instead, so that a misspelt one can be meant.
    """
    kind = named_scheme(scheme) if scheme else type(document.encoding)
    paths = _paths(document, kind)
    if name in MOVED or name in paths:
        return name
    candidates = [path for path in paths if path.partition(".")[2] == name]
    if f"encoding.{name}" in candidates:
        return f"encoding.{name}"
    with_control = [
        path for path in candidates if has_control(path, field_specification(document, path))
    ]
    for found in (candidates, with_control):
        if len(found) == 1:
            return found[0]
    if candidates:
        listed = " or ".join(candidates[:NEAREST])
        raise DocumentError(f"{name} is not one field: it could be {listed}")
    _refuse_field_of_other_scheme(name, kind, beside)
    raise DocumentError(f"{name} is not a field{_nearest_hint(name, paths, beside)}")


def _paths(document: Document, kind: type[Scheme]) -> list[str]:
    """Return the paths of all fields, with those of a kind of scheme as the encoding's."""
    classes = {name: type(section) for name, section in document.sections().items()}
    classes["encoding"] = kind
    paths: list[str] = []
    for name, section_class in classes.items():
        paths += [f"{name}.{field}" for field in section_class.model_fields]
    return paths


def _refuse_field_of_other_scheme(name: str, kind: type[Scheme], beside: Sequence[str]) -> None:
    """Raise an error that names the schemes with a field, unless another name may be meant."""
    section, point, field = name.rpartition(".")
    may_be_of_scheme = section == "encoding" or not point
    if not may_be_of_scheme or usual_name(name, beside):
        return
    if field == "at":
        raise DocumentError(
            f"{kind.title} has whole positions, one after the other: at needs a closed form, as "
            "scheme=sinusoidal"
        )
    schemes = [known for known, other in SCHEMES.items() if field in other.model_fields]
    if schemes:
        raise DocumentError(
            f"{name} is a field of {', '.join(schemes[:NEAREST])}, not of {kind.scheme_name()}: "
            f"choose the scheme too, as in scheme={schemes[0]}"
        )


def _nearest_hint(name: str, paths: Sequence[str], beside: Sequence[str]) -> str:
    """Return a hint at the nearest names, of the named section or of all fields."""
    section, point, _ = name.rpartition(".")
    within = [path for path in paths if point and path.startswith(f"{section}.")]
    if nearest_name(name, within):
        return nearest_names(name, within)
    names = paths if point else [path.removeprefix("encoding.") for path in paths]
    if nearest_name(name, [*beside, *names]):
        return nearest_names(name, [*beside, *names])
    own_names = [path.removeprefix("encoding.") for path in paths if path.startswith("encoding.")]
    listed = ", ".join([field for field in own_names if field != "scheme"][:NEAREST])
    return f"; those of the encoding are {listed} …; peviewer fields lists all"


def paths_of(document: Document, values: dict[str, str]) -> dict[str, str]:
    """Return values of fields by their paths; a scheme among them decides which fields exist."""
    scheme = values.get("scheme", values.get("encoding.scheme", ""))
    return {path_of(document, name, scheme): value for name, value in values.items()}


def compared(document: Document, several: object, against: object) -> Document:
    """Return the Document with several values of a field, or with another scheme as B."""
    if several is not None and against is not None:
        raise DocumentError("{} and {} exclude each other: give one of them", "several", "against")
    if several is not None:
        return with_several(document, str(several))
    if isinstance(against, str):
        return compare_with(document, against)
    if against is None:
        return document
    other = in_size_of(document.encoding, against) if isinstance(against, Scheme) else against
    return document.edited({"compare.against": other})


def compare_with(document: Document, text: str) -> Document:
    """Return the Document compared with another scheme, or with its own and some fields changed."""
    try:
        fields = {
            f"encoding.{name.removeprefix('encoding.')}": value
            for name, value in fields_of(text).items()
        }
        scheme = str(fields.get("encoding.scheme", ""))
        changes = {path_of(document, name, scheme): value for name, value in fields.items()}
        against = _other_scheme(document, changes)
    except DocumentError as error:
        raise DocumentError(f"against {str(error).replace('encoding.', '')}") from None
    except ValueError as error:
        raise DocumentError(refused("against", text, f"it must be {error}")) from None
    return document.edited({"compare.against": against})


def _other_scheme(document: Document, changes: dict[str, object]) -> Scheme:
    """Return the scheme that fields name, with what is shared with the Document's own."""
    own = document.encoding
    if isinstance(own, Rope) and own.measured is not None:
        # An array is held against what was asked for: it shares its size alone.
        size = {f"encoding.{name}": value for name, value in own.source_size.items()}
        usual = document.without_comparison.model_copy(update={"encoding": Rope()})
        return usual.edited({**size, **changes}).encoding
    # Compared with its own encoding, B takes what both share.
    base = document.without_comparison.edited({"compare.against": own})
    return base.edited(changes).encoding


def with_several(document: Document, text: str) -> Document:
    """Return the Document with the curves of several values of one parameter of the encoding.

    >>> [scheme.dim for scheme in with_several(Document(), "dim=64, 128, 256").compare.several]
    [64, 128, 256]
    """
    name, equals, values = text.partition("=")
    typed_values = [value for value in values.split(",") if value.strip()]
    if not equals or not 2 <= len(typed_values) <= MOST_VALUES:
        form = (
            f"a parameter and two to {MOST_VALUES} values, as in dim=64,128,256 or "
            "scaling=none,yarn"
        )
        raise DocumentError(refused("several", text, f"it must be {form}"))
    try:
        path = path_of(document, f"encoding.{name.strip().removeprefix('encoding.')}")
        field = path.partition(".")[2]
        schemes = [with_value(document, field, read_value(value)) for value in typed_values]
    except DocumentError as error:
        raise DocumentError(f"several {str(error).replace('encoding.', '')}") from None
    return document.edited({"compare.several": schemes})


def with_value(document: Document, field: str, value: object) -> Scheme:
    """Return the encoding with another value of a field, to be compared with it.

    It is the same encoding if it has that value.
    """
    own = document.encoding
    changed = document.without_comparison.edited({f"encoding.{field}": value}).encoding
    if getattr(changed, field) == getattr(own, field):
        return own
    values_beside = own.companion_values(field, getattr(changed, field))
    return changed.replace(**values_beside) if values_beside else changed
