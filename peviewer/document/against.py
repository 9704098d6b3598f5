"""What the encoding is compared with, as people write it: ``"scheme=alibi,heads=8"``, or only what differs."""

from __future__ import annotations

from peviewer.base.parameters import shown
from peviewer.document.compare import fields_of
from peviewer.document.document import Document, DocumentError


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
        fields = fields_of(text)
        other = document.edited(
            {f"encoding.{name.removeprefix('encoding.')}": value for name, value in fields.items()}
        ).encoding
    except DocumentError as error:
        raise DocumentError(str(error).replace("encoding.", "against ", 1)) from None
    except ValueError as error:
        raise DocumentError(f"against = {shown(text)} is not allowed: it must be {error}") from None
    return document.edited({"compare.against": other})
