"""The Document after the code of its scheme has changed: the new class with the user's choices."""

from __future__ import annotations

from pydantic import ValidationError

from peviewer.base.parameters import explain
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.own import OwnScheme
from peviewer.model.encodings.scheme import Scheme


def renewed(document: Document, name: str, kind: type[Scheme]) -> Document:
    """Return the Document with A and B of that name rebuilt from a class, with what was chosen of its fields."""
    compare = document.compare
    if document.encoding.scheme == name:
        document = document.model_copy(update={"encoding": _anew(document.encoding, kind)})
    if compare.against is not None and compare.against.scheme == name:
        compare = compare.model_copy(update={"against": _anew(compare.against, kind)})
        document = document.model_copy(update={"compare": compare})
    return document


def up_to_date(document: Document) -> Document:
    """Return the Document with A and B of the present classes, as far as these allow the chosen values."""
    for scheme in (document.encoding, document.compare.against):
        if not isinstance(scheme, OwnScheme):
            continue
        kind = SCHEMES.get(scheme.scheme)
        if kind is not None and kind is not type(scheme):
            try:
                document = renewed(document, scheme.scheme, kind)
            except DocumentError:
                continue
    return document


def _anew(scheme: Scheme, kind: type[Scheme]) -> Scheme:
    before = type(scheme).model_fields
    chosen = {name: value for name, value in scheme if name in kind.model_fields and value != before[name].default}
    try:
        return kind.model_validate(chosen)
    except ValidationError as error:
        raise DocumentError(explain(error, kind, "encoding.")) from None
