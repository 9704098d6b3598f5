"""Edits of a scheme that may take long to make, and schemes whose code was run again."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from pydantic import ValidationError

from peviewer.base.explanations import explain
from peviewer.base.refusals import CompleteError
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.bases.own_scheme import OwnScheme
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.stored import Stored


def takes_long(document: Document, changes: Mapping[str, object]) -> bool:
    """Whether building a Document with these changes may take long.

    That is so if A, B or the content comes from code or a file.
    """
    compared = changes.get("compare.against")
    listed = changes.get("compare.several")
    schemes = [compared, *(listed if isinstance(listed, Sequence) else ())]
    if any(isinstance(scheme, Scheme) and scheme.takes_long for scheme in schemes):
        return True
    if changes.get("content.path"):
        return True
    if not any(path.startswith("encoding.") for path in changes):
        return False
    kind = SCHEMES.get(str(changes.get("encoding.scheme", "")), type(document.encoding))
    return kind.takes_long


def compute(document: Document, changes: Mapping[str, object]) -> Document:
    """Return a Document with these changes, after computing its slow parts, which are cached."""
    edited = document.edited(changes)
    recompute_cached(edited)
    if isinstance(edited.encoding, Stored) and "properties" in edited.view.panes:
        # The pane "properties" asks whether a stored encoding goes on: its answer is cached here.
        _ = edited.encoding.extends_beyond_length
    return edited


def runs_code(document: Document) -> bool:
    return any(isinstance(scheme, OwnScheme) for scheme in document.compared)


def recompute_cached(document: Document) -> None:
    """Run the code of all compared schemes whose results are no longer cached."""
    for scheme in document.compared:
        if isinstance(scheme, OwnScheme):
            try:
                scheme.check()
            except CompleteError as error:
                raise DocumentError(str(error)) from None


def rebuilt(document: Document, name: str, kind: type[Scheme]) -> Document:
    """Return the Document with all schemes of that name rebuilt from a class.

    They keep the chosen values of their fields.
    """
    compare = document.compare
    sections = dict[str, object]()
    if document.encoding.scheme == name:
        sections["encoding"] = _anew(document.encoding, kind)
    if compare.against is not None and compare.against.scheme == name:
        sections["compare"] = compare.model_copy(update={"against": _anew(compare.against, kind)})
    elif any(scheme.scheme == name for scheme in compare.several):
        several = tuple(
            _anew(scheme, kind) if scheme.scheme == name else scheme for scheme in compare.several
        )
        sections["compare"] = compare.model_copy(update={"several": several})
    return document.model_copy(update=sections) if sections else document


def rebuilt_where_stale(document: Document) -> Document:
    """Return the Document with its schemes rebuilt from their present classes.

    A scheme whose class refuses its values stays as it is.
    """
    own = [scheme for scheme in document.compared if isinstance(scheme, OwnScheme)]
    for scheme in own:
        kind = SCHEMES.get(scheme.scheme)
        if kind is not None and kind is not type(scheme):
            with suppress(DocumentError):
                document = rebuilt(document, scheme.scheme, kind)
    return document


def _anew(scheme: Scheme, kind: type[Scheme]) -> Scheme:
    before = type(scheme).model_fields
    chosen = {
        name: value
        for name, value in scheme.by_field().items()
        if name in kind.model_fields and value != before[name].default
    }
    try:
        return kind.model_validate(chosen)
    except ValidationError as error:
        raise DocumentError(explain(error, kind, "encoding.")) from None


@dataclass(frozen=True)
class SlowEdit:
    """The arguments of an edit, as :meth:`Session.edit` takes them."""

    changes: Mapping[str, object]
    merge: str
    undoable: bool
    text: str

    def merged_with(self, earlier: "SlowEdit | None") -> "SlowEdit":
        """Return this edit merged with an earlier one that was not made yet."""
        if earlier is None:
            return self
        changes = {**earlier.changes, **self.changes}
        undoable = self.undoable or earlier.undoable
        return replace(self, changes=changes, undoable=undoable)
