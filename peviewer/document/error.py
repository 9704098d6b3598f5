"""The error of a Document: the user's input cannot be used."""

from peviewer.base.names import UnknownName
from peviewer.base.refusals import FieldsError, abbreviated
from peviewer.model.encodings.catalog import scheme
from peviewer.model.encodings.scheme import Scheme


class DocumentError(FieldsError):
    """The user's input cannot be used; the message is one clear line."""


# Python's messages name the module from which users import it, that of the Document.
DocumentError.__module__ = "peviewer.document.document"


def named_scheme(name: str) -> type[Scheme]:
    """Return the scheme of that name."""
    try:
        return scheme(name)
    except UnknownName as error:
        refused_name = abbreviated(name)
        message = f"encoding.scheme = {refused_name} is not allowed{error.hint}"
        raise DocumentError(message) from None
