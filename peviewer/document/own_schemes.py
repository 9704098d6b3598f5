"""The Document after the code of its scheme has changed: the new class with the user's choices."""

from __future__ import annotations

from contextlib import suppress

from pydantic import ValidationError

from peviewer.base.parameters import explain
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.own import OwnScheme
from peviewer.model.encodings.scheme import Scheme


def renewed(document: Document, name: str, kind: type[Scheme]) -> Document:
    """Return the Document with A and B of that name rebuilt from a class, with what was chosen of its fields."""
    compare, sections = document.compare, dict[str, object]()
    if document.encoding.scheme == name:
        sections["encoding"] = _anew(document.encoding, kind)
    if compare.against is not None and compare.against.scheme == name:
        sections["compare"] = compare.model_copy(update={"against": _anew(compare.against, kind)})
    return document.model_copy(update=sections) if sections else document


def up_to_date(document: Document) -> Document:
    """Return the Document with A and B of the present classes, as far as these allow the chosen values."""
    own = [some for some in (document.encoding, document.compare.against) if isinstance(some, OwnScheme)]
    for scheme in own:
        kind = SCHEMES.get(scheme.scheme)
        if kind is not None and kind is not type(scheme):
            with suppress(DocumentError):
                document = renewed(document, scheme.scheme, kind)
    return document


def _anew(scheme: Scheme, kind: type[Scheme]) -> Scheme:
    before = type(scheme).model_fields
    chosen = {name: value for name, value in scheme if name in kind.model_fields and value != before[name].default}
    try:
        return kind.model_validate(chosen)
    except ValidationError as error:
        raise DocumentError(explain(error, kind, "encoding.")) from None
