"""What stays of a comparison when fields change.

Of B and several values it is one at most, and these follow the encoding.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from peviewer.base.specification import Specification, specifications
from peviewer.document.comparison import Compare
from peviewer.model.encodings.scheme import Scheme

# Where a table is of: with another source it is another encoding.
_SOURCES = {"encoding.path", "encoding.key", "encoding.data"}


def sized_like(kind: type[Scheme], compared: Sequence[Scheme]) -> dict[str, float]:
    """Return the size of the first of some schemes that was read.

    It is by the fields of another kind of scheme; where that does not allow a number it is the
    nearest one.
    """
    size = next((scheme.source_size for scheme in compared if scheme.source_size), {})
    nearest_size: dict[str, float] = {}
    for spec in specifications(kind):
        if spec.name in size and spec.kind == "int" and spec.name not in kind.derived_fields:
            nearest_size[spec.name] = spec.nearest(size[spec.name])
    return nearest_size


def in_size_of(other: Scheme, scheme: Scheme) -> Scheme:
    """Return a scheme in the size that another one was read with, where its own was not chosen."""
    if scheme.source_size:
        return scheme
    size = sized_like(type(scheme), [other])
    unchosen = {name: value for name, value in size.items() if name not in scheme.model_fields_set}
    return scheme.replace(**unchosen) if unchosen else scheme


def compared_after(
    compare: Compare, changes: Mapping[str, object], before: Scheme, after: Scheme
) -> Compare:
    """Return what is compared after some `changes` of fields, by which one encoding became another.

    What was chosen last stays, B or several values. Several values end with another scheme or
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
    """Yield encodings with what changed in the Document's own.

    The field whose values they list is left as it is. Those for which a change is not allowed are
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
    """Return the fields in which schemes of one kind differ, those that a user chooses first.

    None of several kinds.
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
