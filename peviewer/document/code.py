"""Sessions whose encoding is code of a file: which file they name, and the Document with its class as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peviewer.model.encodings.catalog import SCHEMES

if TYPE_CHECKING:
    from collections.abc import Iterator


def named_schemes(data: Any) -> Iterator[dict[str, Any]]:
    """Yield A and B of a session that was read from JSON."""
    sections = data if isinstance(data, dict) else {}
    compare = sections.get("compare")
    for scheme in (sections.get("encoding"), compare.get("against") if isinstance(compare, dict) else None):
        if isinstance(scheme, dict):
            yield scheme


def absent_class(data: Any) -> str:
    """Return the scheme of a session that is a class of no file, and not here; empty where none is."""
    names = (str(scheme.get("scheme")) for scheme in named_schemes(data) if scheme.get("source") == "")
    return next((name for name in names if name not in SCHEMES), "")


def unloaded_code(data: Any) -> list[str]:
    """Return the files of code that a session read from JSON names, and that are not loaded."""
    schemes = [scheme for scheme in named_schemes(data) if scheme.get("scheme") not in SCHEMES]
    return list(dict.fromkeys(str(source) for scheme in schemes if (source := scheme.get("source"))))
