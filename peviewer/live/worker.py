"""Work off the window's thread: a callable with progress and Cancel, its result delivered in the window's thread."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, QTimerEvent, Signal

from peviewer.base.log import log_error
from peviewer.base.refusals import CompleteError
from peviewer.base.work import Cancelled, Work, cancellable, reporting_to, start

PATIENCE = 0.03
"""Seconds that all views together compute or wait for results in one turn of the event loop."""
LOOKED_EVERY = 10  # milliseconds
CANCELLED_AFTER = (
    0.5  # seconds from which outdated work is cancelled; what is done sooner is shown meanwhile
)
MAX_THREADS = 2
"""So many jobs of workers run at once: of each thread the allocator keeps what it freed, up to 100 MB."""

T = TypeVar("T")
_NOTHING = object()


class Job(QObject):
    """One piece of work on another thread; one of `done`, `failed` and `cancelled` is emitted on the thread it is of.

    It looks now and then how far the work is, and deletes itself once that has ended: the other
    thread knows nothing of Qt, whose objects would be freed there while this thread uses them.

    may_never_end: whether it runs code of somebody else, which may never end. Once that is dropped
    nothing waits for it, not even the end of the program; its thread is left to itself, as Python
    has no way to end one.
    """

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    ended = Signal()
    """After one of these: its thread is free, or left to itself."""
    progressed = Signal(float, float)
    """The share done, and the seconds left."""

    def __init__(
        self,
        work: Callable[[Work], object],
        text: str = "",
        parent: QObject | None = None,
        *,
        may_never_end: bool = False,
    ) -> None:
        super().__init__(parent)
        self.text, self._may_never_end = text, may_never_end
        self.took = math.inf  # seconds
        self._work = work
        self.outcome: tuple[Any, Exception | None] = None, None
        self._has_reported = self.is_over = self.is_dropped = False
        self._stop = threading.Event()
        self._progress: deque[tuple[float, float]] = deque(maxlen=1)
        self._result: Future[object] | None = None

    @property
    def has_begun(self) -> bool:
        return self._result is not None

    @property
    def has_ended(self) -> bool:
        return self._has_reported or self.is_dropped

    def start(self) -> None:
        work, stop, progress = self._work, self._stop, self._progress

        def run() -> object:
            tracker = Work(1.0, lambda *reported: progress.append(reported), stop.is_set)
            try:
                with reporting_to(tracker):
                    return work(tracker)
            except Exception as error:
                if stop.is_set() and not isinstance(error, Cancelled):
                    log_error("work failed that nobody waits for", error)
                raise

        self._begun = time.monotonic()
        self._result = start(run, self.text, may_never_end=self._may_never_end)
        self.startTimer(LOOKED_EVERY)

    def cancel(self) -> None:
        self._stop.set()

    def drop(self) -> None:
        """Cancel at once: the thread ends by itself, and its result is ignored."""
        self._stop.set()
        if self.has_ended:
            return
        self.is_dropped = True
        self.cancelled.emit()
        if self._result is None or self._may_never_end:
            self._end()

    def finish_within(self, seconds: float) -> bool:
        """Block until the work has ended, and its signal is emitted, for so long at most.

        Else the signal follows.
        """
        if self._result is None or not wait([self._result], seconds).done:
            return False
        self._look()
        return True

    def wait(self) -> None:
        if self._result is not None:
            wait([self._result])

    def timerEvent(self, _event: QTimerEvent) -> None:
        self._look()

    def _look(self) -> None:
        if self._progress and not self.is_dropped:
            self.progressed.emit(*self._progress.pop())
        if self._result is not None and self._result.done() and not self._has_reported:
            self._has_reported, self.took = True, time.monotonic() - self._begun
            self.outcome = self._outcome(self._result)
            if not self.is_dropped:
                self._report(*self.outcome)
            self._end()

    def _outcome(self, result: Future[object]) -> tuple[object, Exception | None]:
        error = result.exception()
        if error is None:
            return result.result(), None
        if isinstance(error, Exception):
            return None, error
        return None, CompleteError(
            f"{self.text.rstrip('…')}: {type(error).__name__}"
        )  # somebody else's code may exit

    def _end(self) -> None:
        if not self.is_over:
            self.is_over = True
            self.deleteLater()
            self.ended.emit()

    def _report(self, result: object, error: Exception | None) -> None:
        if error is None:
            self.done.emit(result)
        elif isinstance(error, Cancelled):
            self.cancelled.emit()
        else:
            self.failed.emit(error)


class Result(Generic[T]):
    """The latest value of one computation of a view, repeated whenever its key changes."""

    def __init__(self, worker: "Worker") -> None:
        self.value: T | None = None
        self.error: Exception | None = None
        self.took = 0.0
        self._worker = worker
        self._key = _NOTHING

    def request(self, key: object, work: Callable[[], T]) -> T | None:
        """Return the value of a key: the new one if it is there in time, else the last one.

        The worker emits `ready` once it is there.
        """
        if self._key is _NOTHING or self._key != key:
            self.renew(work)
            self._key = key
        return self.collect()

    def renew(self, work: Callable[[], T], text: str = "") -> None:
        """Compute the value anew, to be collected at once or when the worker emits `ready`.

        text: what a busy indicator says.
        """
        is_quick = self.took < _seconds_left() and self._worker.computes_at_once
        self.took = math.inf
        self.drop()
        if not (is_quick and self._is_done_here(work)):
            self._worker.begin(self, work, text)

    def collect(self) -> T | None:
        error, self.error = self.error, None
        if error is not None:
            raise error
        return self.value

    def drop(self) -> None:
        """Want what was requested no longer."""
        self._key, self.error = _NOTHING, None
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
            self.took = job.took

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
        self.took = time.monotonic() - begun
        return True


class _Shared:
    """State of all workers; they live in one thread, the window's."""

    seconds_spent: ClassVar[float] = 0.0
    """How long views have computed and waited in this turn of the event loop."""
    announcing: ClassVar[deque["Worker"]] = deque()
    """Workers with a late result, announced one a turn: timers and keys are handled between two redrawn views."""
    jobs: ClassVar[list[Job]] = []
    """Under way, or to be begun in this order."""


def _seconds_left() -> float:
    """Return how long views may still compute or wait in this turn of the event loop."""
    return max(0.0, PATIENCE - _Shared.seconds_spent)


@contextmanager
def _time_counted() -> Iterator[None]:
    """Count how long the block takes among what views may take of this turn."""
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

    may_never_end: see :class:`Job`; what is outdated is left to end then, as it would not stop.
    """

    is_quick = False
    """Whether it computes closed forms: they pass through no thread, unless the last one took too long."""
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
        """Whether the view shows less than it asked for."""
        return bool(self._wanted) or self in _Shared.announcing

    @property
    def computes_at_once(self) -> bool:
        """Whether it computes closed forms, and nothing is under way or waits."""
        return self.is_quick and not (self._jobs or self._closed)

    @property
    def job(self) -> Job | None:
        return next(iter(self._jobs), None)

    def begin(self, result: Result[Any], work: Callable[[], object], text: str) -> None:
        """Compute something, and wait for it as long as this turn allows; a closed worker does nothing."""
        if self._closed:
            return
        job = Job(lambda _: work(), text, self, may_never_end=self._may_never_end)
        job.ended.connect(self._on_ended)
        self._wanted[result], self._jobs[job] = job, result
        _Shared.jobs.append(job)
        _begin_next()
        self._awaited = job
        with _time_counted():
            job.finish_within(_seconds_left())
        self._awaited = None
        self._report.start()

    def drop(self, result: Result[Any]) -> None:
        """Want a result no longer: if it is queued, it is never begun."""
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

        again: in the next turn, before those that wait, as the view goes on with what it has begun.
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
