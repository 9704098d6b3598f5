"""Edits that are computed on another thread before they are made; the latest one counts."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.slow_edits import SlowEdit, compute
from peviewer.document.document import Document
from peviewer.live.job import Job
from peviewer.live.worker import Result, Worker


class PendingEdits(QObject):
    """Computes edits that take long, and makes each once it has been computed.

    An edit that comes while another one is computed is merged with that one.

    Parameters
    ----------
    parent : QObject
        The owner, such as a session.
    document : callable
        Returns the present Document; it may be called on another thread.
    make : callable
        Makes an edit that has been computed.
    refuse : callable
        Takes the error for which an edit cannot be made.
    """

    started = Signal(object)
    """A :class:`Job` that takes longer than a moment."""

    cancelled = Signal()
    """The user cancelled the computation, so the pending edits are not made."""

    def __init__(
        self,
        parent: QObject,
        *,
        document: Callable[[], Document],
        make: Callable[[SlowEdit], None],
        refuse: Callable[[Exception], None],
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._make = make
        self._refuse = refuse
        self._worker = Worker(self, may_never_end=True)
        self._worker.ready.connect(self._make_computed)
        self._computed: Result[SlowEdit] = Result(self._worker)
        self._pending: SlowEdit | None = None
        self._job: Job | None = None

    @property
    def are_there(self) -> bool:
        """Whether an edit waits for its computation."""
        return self._pending is not None

    def compute(self, edit: SlowEdit) -> None:
        """Compute an edit, together with those that wait, and make it afterwards."""
        self._pending = pending = edit.merged_with(self._pending)

        def work() -> SlowEdit:
            compute(self._document(), pending.changes)
            return pending

        encoding = self._document().encoding
        self._computed.renew(work, f"Computing {encoding.display_name}…")
        self._make_computed()

    def drop(self) -> bool:
        """Cancel the pending computation, because something else is shown now.

        Return whether there was one.
        """
        pending, self._pending = self._pending, None
        self._worker.cancel()
        self._computed.drop()
        return pending is not None

    def close(self) -> None:
        """Drop pending edits, and end the thread."""
        self.drop()
        self._worker.close()

    def _make_computed(self) -> None:
        """Make the edit that has been computed, if any; the latest one follows."""
        try:
            computed_edit = self._computed.collect()
        except Exception as error:
            self._pending = None
            self._refuse(error)
            return
        self._computed.value = None
        if computed_edit is self._pending:
            self._pending = None
        if computed_edit is not None:
            self._make(computed_edit)
        former_job, self._job = self._job, self._worker.job
        if self._job is not None and self._job is not former_job:
            self._job.cancelled.connect(self._on_cancelled)
            self.started.emit(self._job)

    def _on_cancelled(self) -> None:
        if self.drop():
            self.cancelled.emit()
