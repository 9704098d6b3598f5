"""What stays of a comparison when fields change: of B and several values one at most, and these follow the encoding."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from peviewer.base.specification import Specification, specifications
from peviewer.document.sections import Compare
from peviewer.model.encodings.scheme import Scheme

_SOURCES = {
    "encoding.path",
    "encoding.key",
    "encoding.data",
}  # of tables: another one is another encoding


def sized_like(kind: type[Scheme], compared: Sequence[Scheme]) -> dict[str, float]:
    """Return the size of the first of some schemes that was read, by the fields of another kind of scheme.

    Where that does not allow a number it is the nearest one.
    """
    size = next((scheme.size_read for scheme in compared if scheme.size_read), {})
    fields = [spec for spec in specifications(kind) if spec.name in size and spec.kind == "int"]
    return {
        spec.name: spec.nearest(size[spec.name]) for spec in fields if spec.name not in kind.derived
    }


def in_size_of(other: Scheme, scheme: Scheme) -> Scheme:
    """Return a scheme in the size that another one was read with, where its own was not chosen."""
    if scheme.size_read:
        return scheme
    size = sized_like(type(scheme), [other])
    free = {name: value for name, value in size.items() if name not in scheme.model_fields_set}
    return scheme.replace(**free) if free else scheme


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
    is_another = type(after) is not type(before) or not _SOURCES.isdisjoint(changes)
    following = () if is_another else tuple(_following(compare.several, changes, before, after))
    return compare.model_copy(update={"several": following})


def _following(
    several: Sequence[Scheme], changes: Mapping[str, object], before: Scheme, after: Scheme
) -> Iterator[Scheme]:
    """Yield encodings with what changed in the Document's own, except for the field whose values they list.

    Those for which that is not allowed are left out.
    """
    listed = listed_field([*several, before])
    changed = {path.removeprefix("encoding."): value for path, value in changes.items()}
    for scheme in several:
        shared = {name for name in changed if name in type(scheme).model_fields and name != listed}
        common = {name: changed[name] for name in shared}
        with suppress(ValueError):
            yield scheme.replace(**common | after.beside(listed, getattr(scheme, listed)))


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
    differing = [
        spec
        for spec in specifications(kind)
        if len({getattr(scheme, spec.name) for scheme in schemes}) > 1
    ]
    return sorted(differing, key=lambda spec: spec.hidden)
