"""Computations of views off the window's thread; only the latest result of each counts."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.base.log import log_error
from peviewer.base.work import Cancelled, cancellable
from peviewer.live.job import Job

TURN_SECONDS = 0.03
"""How long all views together may compute or wait in one turn of the event loop."""
CANCELLED_AFTER = 0.5
"""After these seconds outdated work is cancelled; results that come sooner are still shown."""
MAX_THREADS = 2
"""The most jobs at once: the allocator keeps up to 100 MB that a thread has freed."""

T = TypeVar("T")
_NOTHING = object()


class Result(Generic[T]):
    """The latest value of one computation of a view, repeated whenever its key changes."""

    def __init__(self, worker: "Worker") -> None:
        self.value: T | None = None
        self.error: Exception | None = None
        self._seconds_taken = 0.0
        self._worker = worker
        self._key = _NOTHING

    def request(self, key: object, work: Callable[[], T]) -> T | None:
        """Return the value for a key: the new one if it is ready in time, or else the last one.

        The worker emits `ready` once it is there.
        """
        if self._key is _NOTHING or self._key != key:
            self.renew(work)
            self._key = key
        return self.collect()

    def renew(self, work: Callable[[], T], text: str = "") -> None:
        """Compute the value anew, to be collected at once or when the worker emits `ready`.

        text: the words of a busy indicator.
        """
        is_quick = self._seconds_taken < _seconds_left() and self._worker.computes_at_once
        self._seconds_taken = math.inf
        self.drop()
        if not (is_quick and self._is_done_here(work)):
            self._worker.begin(self, work, text)

    def collect(self) -> T | None:
        error, self.error = self.error, None
        if error is not None:
            raise error
        return self.value

    def drop(self) -> None:
        """Give up the requested value."""
        self._key = _NOTHING
        self.error = None
        self._worker.drop(self)

    def take(self, job: Job, *, is_wanted: bool) -> None:
        value, error = job.outcome
        if error is None:
            self.value = value
        elif isinstance(error, Cancelled):
            pass
        elif is_wanted:
            self.error = error
        else:
            log_error("an outdated result failed", error)
        if is_wanted:
            self._seconds_taken = job.seconds_taken

    def _is_done_here(self, work: Callable[[], T]) -> bool:
        """Compute the value for as long as this turn allows; return whether that sufficed."""
        begun = time.monotonic()
        end = begun + _seconds_left()
        try:
            with _time_counted(), cancellable(lambda: time.monotonic() > end):
                self.value = work()
        except Cancelled:
            return False
        except Exception as error:
            self.error = error
        self._seconds_taken = time.monotonic() - begun
        return True


class _Shared:
    """State of all workers; they live in one thread, the window's."""

    seconds_spent: ClassVar[float] = 0.0
    """How long views have computed and waited in this turn of the event loop."""
    announcing: ClassVar[deque["Worker"]] = deque()
    """Workers with a late result, announced one a turn.

    Timers and keys are handled between two redrawn views.
    """
    jobs: ClassVar[list[Job]] = []
    """The jobs that are running, or that will begin in this order."""


def _seconds_left() -> float:
    """Return how long views may still compute or wait in this turn of the event loop."""
    return max(0.0, TURN_SECONDS - _Shared.seconds_spent)


@contextmanager
def _time_counted() -> Iterator[None]:
    """Count the time of the block as time that views have taken in this turn."""
    if not _Shared.seconds_spent:
        QTimer.singleShot(0, _begin_turn)
    begun = time.monotonic()
    try:
        yield
    finally:
        _Shared.seconds_spent += time.monotonic() - begun


def _begin_turn() -> None:
    _Shared.seconds_spent = 0.0


class Worker(QObject):
    """Runs what one view requests, one after the other, the latest request of each kind alone.

    The view waits a moment: what is done by then is drawn at once, as if there
    were no thread. What takes longer is announced by ``ready``, for one view a
    turn of the event loop; until then the view shows what it has.

    may_never_end: see :class:`Job`; outdated work is then left to itself, because it would not
    stop.
    """

    is_quick = False
    """Whether it computes closed forms.

    They pass through no thread, unless the last one took too long.
    """
    ready = Signal()
    """A late result is there: request or collect it again."""
    pendingChanged = Signal(bool)

    def __init__(self, parent: QObject | None = None, *, may_never_end: bool = False) -> None:
        super().__init__(parent)
        self._may_never_end = may_never_end
        self._jobs: dict[Job, Result[Any]] = {}  # not ended
        self._wanted: dict[Result[Any], Job] = {}
        self._awaited: Job | None = None
        self._reported = self._closed = False
        self._report = QTimer(self, singleShot=True, interval=0)
        self._report.timeout.connect(self._report_pending)
        self._announcement = QTimer(self, singleShot=True, interval=0)
        self._announcement.timeout.connect(self._announce)

    @property
    def pending(self) -> bool:
        """Whether the view still waits for something it asked for."""
        return bool(self._wanted) or self in _Shared.announcing

    @property
    def computes_at_once(self) -> bool:
        """Whether it computes closed forms, and nothing is under way or waits."""
        return self.is_quick and not (self._jobs or self._closed)

    @property
    def job(self) -> Job | None:
        return next(iter(self._jobs), None)

    def begin(self, result: Result[Any], work: Callable[[], object], text: str) -> None:
        """Compute something, and wait for it as long as this turn allows.

        A closed worker does nothing.
        """
        if self._closed:
            return
        job = Job(work, text, self, may_never_end=self._may_never_end)
        job.ended.connect(self._on_ended)
        self._wanted[result] = job
        self._jobs[job] = result
        _Shared.jobs.append(job)
        _begin_next()
        self._awaited = job
        with _time_counted():
            job.finish_within(_seconds_left())
        self._awaited = None
        self._report.start()

    def drop(self, result: Result[Any]) -> None:
        """Give up a result; if its job is queued, it never begins."""
        job = self._wanted.pop(result, None)
        if job is None:
            return
        if not job.has_begun:
            job.drop()
        elif not self._may_never_end:
            QTimer.singleShot(round(1e3 * CANCELLED_AFTER), job, job.cancel)
        self._report.start()

    def cancel(self) -> bool:
        given_up, self._wanted = self._wanted, {}
        for job in [*reversed(self._jobs)]:
            job.drop()
        self._stop_announcing()
        self._report.start()
        return any(result.value is None for result in given_up)

    def close(self) -> None:
        """Discard all work; return once what is under way has ended."""
        self._closed = True
        running = [job for job in self._jobs if job.has_begun]
        self.cancel()
        for job in running:
            if not self._may_never_end:
                job.wait()
            _end(job)
        self._report.stop()

    def _report_pending(self) -> None:
        if self._reported != self.pending:
            self._reported = self.pending
            self.pendingChanged.emit(self._reported)

    def _on_ended(self) -> None:
        for job, result in [(job, result) for job, result in self._jobs.items() if job.is_over]:
            del self._jobs[job]
            is_wanted = self._wanted.get(result) is job
            if is_wanted:
                del self._wanted[result]
            if not job.is_dropped:
                result.take(job, is_wanted=is_wanted)
                if job is not self._awaited:
                    self.announce_in_turn()
            _end(job)

    def announce_in_turn(self, *, again: bool = False) -> None:
        """Emit `ready` in a turn of the event loop that no other view uses.

        again: in the next turn, before other waiting views: this view goes on with what it has
        begun.
        """
        if self._closed or self in _Shared.announcing:
            return
        waiting = _Shared.announcing
        if again and waiting:
            waiting[0]._announcement.stop()
        if again:
            waiting.appendleft(self)
        else:
            waiting.append(self)
        self._report.start()
        waiting[0]._announcement.start()

    def _announce(self) -> None:
        self._stop_announcing()
        self._report.start()
        self.ready.emit()

    def _stop_announcing(self) -> None:
        self._announcement.stop()
        waiting = _Shared.announcing
        if self in waiting:
            waiting.remove(self)
            if waiting:
                waiting[0]._announcement.start()


def _begin_next() -> None:
    running = [job for job in _Shared.jobs if job.has_begun]
    for job in _Shared.jobs:
        if len(running) < MAX_THREADS and all(
            job.parent() is not other.parent() for other in running
        ):
            job.start()
            running.append(job)


def _end(job: Job) -> None:
    if job in _Shared.jobs:
        _Shared.jobs.remove(job)
    _begin_next()
