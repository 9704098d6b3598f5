"""Sessions as JSON: whether a text is one, which schemes it names, and which code it needs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from peviewer.base.refusals import CompleteError, abbreviated
from peviewer.document.error import DocumentError
from peviewer.model.encodings.bases.own_scheme import OwnScheme
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.stored.loading import check_same

FORMAT = 2
READ_FORMATS = (1, 2)
FORMAT_KEY = "peviewer"

# How the name of a session's file ends.
SESSION_SUFFIX = ".peview"

# The key of the choices with which an exported file was made.
MADE = "made"


def parse_json(text: str | bytes) -> Any:
    """Return the content of a session from its JSON text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(f"not a peviewer session: {error}") from None
    except (ValueError, RecursionError):
        message = "not a peviewer session: it is no JSON that can be read"
        raise DocumentError(message) from None


def check_session(data: Any) -> None:
    """Refuse data that is no session, or a session of another format."""
    if not isinstance(data, dict) or FORMAT_KEY not in data:
        raise DocumentError(f"not a peviewer session: the key '{FORMAT_KEY}' is missing")
    if data[FORMAT_KEY] not in READ_FORMATS:
        written = abbreviated(data[FORMAT_KEY])
        raise DocumentError(
            f"another version of peviewer wrote this session (format {written}, not {FORMAT})"
        )


def check_files(session: Any) -> None:
    """Refuse a session that needs code that is not loaded, or whose tables are of changed files."""
    unloaded_files = unloaded_code(session)
    if unloaded_files:
        file = unloaded_files[0]
        raise DocumentError(
            f"its encoding is code of {file}, which runs only where it is named: "
            f"add --scheme {file}"
        )
    for fields in named_schemes(session):
        path = fields.get("path")
        fingerprint = fields.get("fingerprint")
        has_both = isinstance(path, str) and isinstance(fingerprint, str) and path and fingerprint
        if not has_both:
            continue
        try:
            check_same(str(path), str(fingerprint))
        except CompleteError as error:
            raise DocumentError(str(error)) from None


def named_schemes(data: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields of each part of a session, read from JSON, that may name a file.

    These are the encoding, the schemes compared with it, the rules of layers, and the
    content.
    """
    sections = data if isinstance(data, dict) else {}
    compare = _mapping(sections.get("compare"))
    layers = _mapping(sections.get("layers"))
    schemes = [
        sections.get("encoding"),
        compare.get("against"),
        *_list(compare.get("several")),
        *_list(layers.get("rules")),
        sections.get("content"),
    ]
    for fields in schemes:
        if isinstance(fields, dict):
            yield fields


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def unloaded_code(data: Any) -> list[str]:
    """Return the files of code that a session in JSON names and that are not loaded."""
    unloaded_files: dict[str, None] = {}
    for fields in named_schemes(data):
        source = str(fields.get("source") or "")
        if source and not _is_loaded(source, str(fields.get("scheme"))):
            unloaded_files[source] = None
    return list(unloaded_files)


def _is_loaded(source: str, scheme_name: str) -> bool:
    """Whether a file of code is loaded that defines the scheme `scheme_name`.

    If the file is gone, any scheme with that name counts.
    """
    scheme_class = SCHEMES.get(scheme_name)
    if not Path(source).exists():
        return scheme_class is not None
    file = ""
    if scheme_class is not None and issubclass(scheme_class, OwnScheme):
        file = scheme_class.file
    return Path(file).resolve() == Path(source).resolve()
