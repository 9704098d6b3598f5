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


def unloaded_code(data: Any) -> list[str]:
    """Return the files of code that a session in JSON names and that are not loaded."""
    unloaded = []
    for scheme in named_schemes(data):
        source, kind = str(scheme.get("source") or ""), SCHEMES.get(str(scheme.get("scheme")))
        file = kind.file if kind is not None and issubclass(kind, OwnScheme) else ""
        is_loaded = Path(file).resolve() == Path(source).resolve() if Path(source).exists() else kind is not None
        if source and not is_loaded:
            unloaded.append(source)
    return list(dict.fromkeys(unloaded))
