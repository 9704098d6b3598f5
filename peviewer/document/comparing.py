"""Which parts of a comparison stay when fields change.

There is either B or several values, and both follow changes of the encoding.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from peviewer.base.specification import Specification, specifications
from peviewer.document.comparison import Compare
from peviewer.model.encodings.scheme import Scheme

# The fields with the source of a table: another source makes another encoding.
_SOURCES = {"encoding.path", "encoding.key", "encoding.data"}


def sized_like(kind: type[Scheme], compared: Sequence[Scheme]) -> dict[str, float]:
    """Return the size of the first among `compared` that was read from a file.

    It is in the fields of the scheme `kind`; a number that these do not allow becomes the
    nearest allowed one.
    """
    size = next((scheme.source_size for scheme in compared if scheme.source_size), {})
    nearest_size: dict[str, float] = {}
    for spec in specifications(kind):
        if spec.name in size and spec.kind == "int" and spec.name not in kind.derived_fields:
            nearest_size[spec.name] = spec.nearest(size[spec.name])
    return nearest_size


def in_size_of(other: Scheme, scheme: Scheme) -> Scheme:
    """Return a scheme in the size of another one that was read, unless its own size was chosen."""
    if scheme.source_size:
        return scheme
    size = sized_like(type(scheme), [other])
    unchosen = {name: value for name, value in size.items() if name not in scheme.model_fields_set}
    return scheme.replace(**unchosen) if unchosen else scheme


def compared_after(
    compare: Compare, changes: Mapping[str, object], before: Scheme, after: Scheme
) -> Compare:
    """Return the section Compare after `changes`, by which the encoding `before` became `after`.

    B or several values stay, whichever was chosen last. Several values end with another scheme or
    table.
    """
    if changes.get("compare.against") is not None:
        return compare.model_copy(update={"several": ()})
    if changes.get("compare.several"):
        return compare.model_copy(update={"against": None})
    if not compare.several or after is before:
        return compare
    is_another_kind = type(after) is not type(before)
    if is_another_kind or not _SOURCES.isdisjoint(changes):
        return compare.model_copy(update={"several": ()})
    several = tuple(_following(compare.several, changes, before, after))
    return compare.model_copy(update={"several": several})


def _following(
    several: Sequence[Scheme], changes: Mapping[str, object], before: Scheme, after: Scheme
) -> Iterator[Scheme]:
    """Yield encodings with the changes of the Document's own encoding.

    The field whose values they list stays. Encodings for which a change is not allowed are
    left out.
    """
    listed = listed_field([*several, before])
    new_values = {path.removeprefix("encoding."): value for path, value in changes.items()}
    for scheme in several:
        common_values = {
            name: value
            for name, value in new_values.items()
            if name in type(scheme).model_fields and name != listed
        }
        values_beside = after.companion_values(listed, getattr(scheme, listed))
        with suppress(ValueError):
            yield scheme.replace(**common_values | values_beside)


def listed_field(schemes: Sequence[Scheme]) -> str:
    """Return the field whose values some schemes list: the first in which they differ."""
    fields = varied_fields(schemes)
    return fields[0].name if fields else "scheme"


def varied_fields(schemes: Sequence[Scheme]) -> list[Specification]:
    """Return the fields in which schemes of one kind differ; those that a user chooses come first.

    Schemes of several kinds have none.
    """
    kind = type(schemes[0])
    if any(type(scheme) is not kind for scheme in schemes):
        return []
    varied: list[Specification] = []
    for spec in specifications(kind):
        values = {getattr(scheme, spec.name) for scheme in schemes}
        if len(values) > 1:
            varied.append(spec)
    return sorted(varied, key=lambda spec: spec.hidden)
