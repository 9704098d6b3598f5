"""Fields as people name them: by their whole path, or by the name alone where that is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.parameters import specification
from peviewer.base.words import near, nearest_names
from peviewer.base.words.names import NEAREST
from peviewer.document.document import DocumentError, named_scheme
from peviewer.document.earlier import ALIASES
from peviewer.document.played import has_control
from peviewer.model.encodings.catalog import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Collection

    from peviewer.document.document import Document


def path_of(document: Document, name: str, scheme: str = "") -> str:
    """Return the path of a field that was named by it, or by its last word alone.

    The encoding's own field comes before all others, and one that has a control before those that have none.

    Parameters
    ----------
    document : Document
        Whose fields they are.
    name : str
        As it was typed: ``"base"`` or ``"encoding.base"``.
    scheme : str
        The scheme that is chosen at the same time; the Document's own where it is empty.

    Raises
    ------
    DocumentError
        If there is no such field, or several; one line names those that could be meant.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> path_of(Document(), "base"), path_of(Document(), "phi"), path_of(Document(), "heads", "alibi")
    ('encoding.base', 'shift.phi', 'encoding.heads')
    >>> path_of(Document(), "repeats")
    Traceback (most recent call last):
        ...
    peviewer.document.document.DocumentError: repeats is not a field; did you mean shift.repeat?
    """
    name = ALIASES.get(name, name)
    kind = named_scheme(scheme) if scheme else type(document.encoding)
    own = {section: type(of).model_fields for section, of in document.sections().items()}
    fields: dict[str, Collection[str]] = {**own, "encoding": kind.model_fields}
    section, point, field = name.rpartition(".")
    if point and field in fields.get(section, ()):
        return name
    having = [] if point else [section for section, names in fields.items() if name in names]
    if "encoding" in having or len(having) == 1:
        return f"encoding.{name}" if "encoding" in having else f"{having[0]}.{name}"
    with_control = [
        one for one in having if has_control(f"{one}.{name}", specification(type(document.section(one)), name))
    ]
    if len(with_control) == 1:
        return f"{with_control[0]}.{name}"
    if having:
        raise DocumentError(
            f"{name} is not one field: it could be {_listed([f'{one}.{name}' for one in having], 'or')}"
        )
    others = [known for known, other in SCHEMES.items() if field in other.model_fields]
    if others and (not point or section == "encoding"):
        raise DocumentError(
            f"{name} is a field of {_listed(others, 'and')}, not of {kind.model_fields['scheme'].default}: "
            f"choose the scheme too, as in scheme={others[0]}"
        )
    paths = [f"{section}.{field}" for section, names in fields.items() for field in names]
    within = [path for path in paths if path.startswith(f"{section}.")] if point else []
    raise DocumentError(f"{name} is not a field{nearest_names(name, within if near(name, within) else paths)}")


def paths_of(document: Document, given: dict[str, str]) -> dict[str, str]:
    """Return what is given for fields by their paths; a scheme among it decides which fields there are.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> paths_of(Document(), {"heads": "4", "scheme": "alibi", "row": "3"})
    {'encoding.heads': '4', 'encoding.scheme': 'alibi', 'cursor.position': '3'}
    """
    scheme = given.get("scheme", given.get("encoding.scheme", ""))
    return {path_of(document, name, scheme): value for name, value in given.items()}


def _listed(words: list[str], link: str) -> str:
    *first, last = words[:NEAREST]
    return f"{', '.join(first)} {link} {last}" if first else last
