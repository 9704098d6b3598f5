"""Edits of a scheme that may take long to make: on another thread, one after another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.background import Job
from peviewer.base.parameters import CompleteError
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.own import OwnScheme
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.stored import Stored


def takes_long(document: Document, changes: Mapping[str, object]) -> bool:
    """Whether a Document with these changes may take long to make: A or B is then by code, or of a file."""
    if isinstance(other := changes.get("compare.against"), Scheme) and other.takes_long:
        return True
    if not any(path.startswith("encoding.") for path in changes):
        return False
    kind = SCHEMES.get(str(changes.get("encoding.scheme", "")), type(document.encoding))
    return kind.takes_long


def work_out(document: Document, changes: Mapping[str, object]) -> Document:
    """Return a Document with these changes, and work out what takes long of it, which is kept."""
    made = document.edited(changes)
    work_out_again(made)
    if isinstance(made.encoding, Stored) and "properties" in made.view.panes:
        _ = made.encoding.goes_on  # which that pane asks for
    return made


def runs_code(document: Document) -> bool:
    """Whether A or B of a Document is by code of somebody else."""
    return isinstance(document.encoding, OwnScheme) or isinstance(document.compare.against, OwnScheme)


def work_out_again(document: Document) -> None:
    """Run the code that A or B is by, where what it gave is kept no longer: the window asks for it."""
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
        """Return this edit, and one that came before it and was not begun, as one."""
        if earlier is None:
            return self
        changes, undoable = {**earlier.changes, **self.changes}, self.undoable or earlier.undoable
        return replace(self, changes=changes, undoable=undoable)


class SlowEdits(QObject):
    """The edit that is being worked out, and what is to be edited after it.

    What it calls runs code of somebody else, which may never end: cancelled, its thread is left to itself, and what is
    shown stays as it is.
    """

    started = Signal(object)
    """A :class:`Job` that takes longer than a moment."""
    cancelled = Signal()
    """The user did not wait."""

    def __init__(
        self, make: Callable[[SlowEdit], object], refuse: Callable[[Exception], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._make, self._refuse = make, refuse
        self._job: Job | None = None
        self._next: SlowEdit | None = None

    @property
    def job(self) -> Job | None:
        """What is being worked out, if anything."""
        return self._job

    def add(self, document: Document, edit: SlowEdit) -> None:
        """Make an edit; where one is being worked out, after that, together with all that come until then."""
        self._next = edit.after(self._next)
        if self._job is None:
            self._begin(document)

    def drop(self) -> bool:
        """Drop what is being worked out, as something else is shown now; return whether there was any."""
        job, self._job, self._next = self._job, None, None
        if job is not None:
            job.drop()
        return job is not None

    def go_on(self, document: Document) -> None:
        """Begin what came meanwhile, if anything."""
        if self._job is None and self._next is not None:
            self._begin(document)

    def _begin(self, document: Document) -> None:
        edit, self._next = self._next, None
        assert edit is not None
        title = document.encoding.own_name or document.encoding.title
        job = self._job = Job(lambda _: work_out(document, edit.changes), f"Working out {title}…", self, foreign=True)
        job.done.connect(lambda _: self._end(lambda: self._make(edit)))
        job.failed.connect(lambda error: self._end(lambda: self._refuse(error)))
        job.cancelled.connect(partial(self._on_cancelled, job))
        job.start()
        if not job.finish_in_a_moment():
            self.started.emit(job)

    def _end(self, then: Callable[[], object]) -> None:
        self._job = None
        then()

    def _on_cancelled(self, job: Job) -> None:
        if self._job is job:
            self._job = self._next = None
            self.cancelled.emit()
