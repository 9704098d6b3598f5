"""Edits of a scheme that may take long to make."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from peviewer.base.parameters import CompleteError
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.own import OwnScheme
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.stored import Stored


def takes_long(document: Document, changes: Mapping[str, object]) -> bool:
    """Whether a Document with these changes may take long to make: A or B is then by code, or of a file."""
    if isinstance(compared := changes.get("compare.against"), Scheme) and compared.takes_long:
        return True
    if not any(path.startswith("encoding.") for path in changes):
        return False
    kind = SCHEMES.get(str(changes.get("encoding.scheme", "")), type(document.encoding))
    return kind.takes_long


def work_out(document: Document, changes: Mapping[str, object]) -> Document:
    """Return a Document with these changes, after computing its slow parts, which are cached."""
    edited = document.edited(changes)
    work_out_again(edited)
    if isinstance(edited.encoding, Stored) and "properties" in edited.view.panes:
        _ = edited.encoding.goes_on  # which that pane asks for
    return edited


def runs_code(document: Document) -> bool:
    return isinstance(document.encoding, OwnScheme) or isinstance(document.compare.against, OwnScheme)


def work_out_again(document: Document) -> None:
    """Run the code of A and B if its results are no longer cached, as the window needs them."""
    for scheme in (document.encoding, document.compare.against):
        if isinstance(scheme, OwnScheme):
            try:
                scheme.check()
            except CompleteError as error:
                raise DocumentError(str(error)) from None


@dataclass(frozen=True)
class SlowEdit:
    """An edit, as :meth:`Session.edit` takes it."""

    changes: Mapping[str, object]
    merge: str
    undoable: bool
    text: str

    def after(self, earlier: "SlowEdit | None") -> "SlowEdit":
        """Return this edit, and one that came before it and was not made, as one."""
        if earlier is None:
            return self
        changes, undoable = {**earlier.changes, **self.changes}, self.undoable or earlier.undoable
        return replace(self, changes=changes, undoable=undoable)
