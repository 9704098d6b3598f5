"""What the encoding is compared with, as people write it: ``"scheme=alibi,heads=8"``, or only what differs."""

from __future__ import annotations

from peviewer.base.parameters import shown
from peviewer.document.compare import fields_of
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of


def against(document: Document, text: str) -> Document:
    """Return the Document compared with another scheme, or with its own and some fields changed.

    Raises
    ------
    DocumentError
        If there is no such scheme or field, or a value is not allowed.

    Examples
    --------
    >>> against(Document(), "base=100").compare.against.base
    100.0
    >>> against(Document(), "encoding.base=9") == against(Document(), "base=9")
    True
    >>> against(Document(), "dim=0")
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: against dim = 0 is not allowed: it must be a whole number from ...
    """
    try:
        fields = {f"encoding.{name.removeprefix('encoding.')}": value for name, value in fields_of(text).items()}
        scheme = str(fields.get("encoding.scheme", ""))
        other = document.edited({path_of(document, name, scheme): value for name, value in fields.items()}).encoding
    except DocumentError as error:
        raise DocumentError(f"against {str(error).replace('encoding.', '')}") from None
    except ValueError as error:
        raise DocumentError(f"against = {shown(text)} is not allowed: it must be {error}") from None
    return document.edited({"compare.against": other})
