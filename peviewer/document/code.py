"""Sessions whose encoding is code of a file: the files that they name, and whether these are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.own import OwnScheme


def named_schemes(data: Any) -> Iterator[dict[str, Any]]:
    """Yield A and B of a session that was read from JSON."""
    sections = data if isinstance(data, dict) else {}
    compare = sections.get("compare")
    for scheme in (sections.get("encoding"), compare.get("against") if isinstance(compare, dict) else None):
        if isinstance(scheme, dict):
            yield scheme


def absent_class(data: Any) -> str:
    """Return the name of a session's scheme that is a missing class without a file; empty if there is none."""
    names = (str(scheme.get("scheme")) for scheme in named_schemes(data) if scheme.get("source") == "")
    return next((name for name in names if name not in SCHEMES), "")


def unloaded_code(data: Any) -> list[str]:
    """Return the files of code that a session in JSON names and that are not loaded."""
    named = [(str(scheme.get("scheme")), str(scheme.get("source") or "")) for scheme in named_schemes(data)]
    return list(dict.fromkeys(source for name, source in named if source and not _is_loaded(name, source)))


def _is_loaded(name: str, source: str) -> bool:
    """Whether the class of that name is loaded from that file, or from any other if the file no longer exists."""
    kind = SCHEMES.get(name)
    if kind is None or not Path(source).exists():
        return kind is not None
    return issubclass(kind, OwnScheme) and bool(kind.file) and Path(kind.file).resolve() == Path(source).resolve()
