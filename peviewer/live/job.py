"""One piece of work on another thread, its progress and its result told in the window's thread."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimerEvent, Signal

from peviewer.base.log import log_error
from peviewer.base.refusals import CompleteError
from peviewer.base.work import Cancelled, Work, reporting_to, start

LOOKED_EVERY = 10
"""The milliseconds between two checks whether the other thread is done."""


class Job(QObject):
    """One call of some work on another thread.

    One of `done`, `failed` and `cancelled` is emitted on the thread that the job is of. The job
    looks now and then how far the work is, and deletes itself once that has ended: the other
    thread knows nothing of Qt, whose objects would be freed there while this thread uses them.

    may_never_end: whether it runs code of somebody else, which may never end. Once that is dropped
    nothing waits for it, not even the end of the program; its thread is left to itself, as Python
    has no way to end one.
    """

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    ended = Signal()
    """Emitted after one of these signals: the thread is free, or left to itself."""
    progressed = Signal(float, float)
    """The share done, and the seconds left."""

    def __init__(
        self,
        work: Callable[[], object],
        text: str = "",
        parent: QObject | None = None,
        *,
        may_never_end: bool = False,
    ) -> None:
        super().__init__(parent)
        self.text = text
        self.outcome: tuple[Any, Exception | None] = None, None
        self.seconds_taken = math.inf
        self.is_dropped = False
        self.is_over = False
        self._work = work
        self._may_never_end = may_never_end
        self._has_reported = False
        self._stop = threading.Event()
        self._progress: deque[tuple[float, float]] = deque(maxlen=1)
        self._future: Future[object] | None = None

    @property
    def has_begun(self) -> bool:
        return self._future is not None

    @property
    def has_ended(self) -> bool:
        """Whether nobody waits for it any more, though its thread may still be at work."""
        return self._has_reported or self.is_dropped

    def start(self) -> None:
        self._start_time = time.monotonic()
        # The thread gets no reference to this object of Qt.
        call = partial(_call, self._work, self._progress, self._stop)
        self._future = start(call, self.text, may_never_end=self._may_never_end)
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
        if self._future is None or self._may_never_end:
            self._end()

    def finish_within(self, seconds: float) -> bool:
        """Block for at most `seconds`, until the work has ended and its signal was emitted.

        If the time is too short, the signal follows later.
        """
        if self._future is None or not wait([self._future], seconds).done:
            return False
        self._look()
        return True

    def wait(self) -> None:
        if self._future is not None:
            wait([self._future])

    def timerEvent(self, _event: QTimerEvent) -> None:
        self._look()

    def _look(self) -> None:
        if self._progress and not self.is_dropped:
            self.progressed.emit(*self._progress.pop())
        if self._future is None or not self._future.done() or self._has_reported:
            return
        self._has_reported = True
        self.seconds_taken = time.monotonic() - self._start_time
        self.outcome = self._outcome(self._future)
        if not self.is_dropped:
            self._report(*self.outcome)
        self._end()

    def _outcome(self, future: Future[object]) -> tuple[object, Exception | None]:
        error = future.exception()
        if error is None:
            return future.result(), None
        if isinstance(error, Exception):
            return None, error
        # A user's code may call exit().
        return None, CompleteError(f"{self.text.rstrip('…')}: {type(error).__name__}")

    def _report(self, value: object, error: Exception | None) -> None:
        if error is None:
            self.done.emit(value)
        elif isinstance(error, Cancelled):
            self.cancelled.emit()
        else:
            self.failed.emit(error)

    def _end(self) -> None:
        if not self.is_over:
            self.is_over = True
            # If the work held the last reference to the parent, the parent would be deleted while
            # this child of it is, and would delete the child once more.
            del self._work
            self.deleteLater()
            self.ended.emit()


def _call(
    work: Callable[[], object], progress: deque[tuple[float, float]], stop: threading.Event
) -> object:
    """Return what the work returns; put its latest progress into a queue of one."""
    try:
        with reporting_to(Work(lambda *reported: progress.append(reported), stop.is_set)):
            return work()
    except Exception as error:
        if stop.is_set() and not isinstance(error, Cancelled):
            log_error("work failed that nobody waits for", error)
        raise
