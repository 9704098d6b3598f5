"""Long work: its progress, its cancellation, and the threads that do it.

The words for it are the same everywhere. *Work* is a function to be called. A *job* is one call of
it on another thread. Its *progress* is the share that is done, with the seconds left. A job that is
*cancelled* raises :class:`Cancelled` at its next step; one that is *dropped* may go on, but nobody
waits for it. A *result* is the latest value of one computation, for a *key*. While a newer one is
*pending*, what is shown stays.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from peviewer.base.log import log_error

T = TypeVar("T")
Progress = Callable[[float, float], object]
"""Called with the share that is done (0 … 1) and the seconds that are left.

What it raises ends the work.
"""

IsCancelled = Callable[[], bool]
"""Asked between two steps whether the work is to stop."""

# Seconds between reports of progress, and between questions whether the work is cancelled.
PROGRESS_INTERVAL = 0.05
ASKED_EVERY = 0.02

_current: ContextVar[Work | None] = ContextVar("work", default=None)

# Threads are used again: each new one would read matplotlib's fonts anew.
_threads = ThreadPoolExecutor(thread_name_prefix="work")


class Cancelled(Exception):
    """The work was cancelled; nothing of it is left behind.

    It is no error: it ends the work at the user's request.
    """


class Work:
    """Some work of a known size, in the unit of its steps.

    Once cancelled, its next step raises :class:`Cancelled`.
    """

    def __init__(
        self,
        total: float = 1.0,
        progress: Progress | None = None,
        cancelled: IsCancelled | None = None,
    ) -> None:
        self.total, self.done = total, 0.0
        self._progress, self._cancelled = progress, cancelled
        self._begun = time.monotonic()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled is not None and self._cancelled()

    def check(self) -> None:
        if self.is_cancelled:
            raise Cancelled

    def reach(self, done: float) -> None:
        self.check()
        self.done = done
        share = min(1.0, done / self.total) if self.total else 1.0
        if self._progress is not None and share:
            self._progress(share, (time.monotonic() - self._begun) * (1 - share) / share)

    def add(self, more: float) -> None:
        self.reach(self.done + more)

    def end(self) -> None:
        self.reach(self.total)

    def part(self, share: float) -> Work:
        """Return the next part of this work as work of its own."""
        before = self.done
        return Work(1.0, lambda done, _: self.reach(before + share * done), self._cancelled)

    def do(self, write: Callable[..., bool]) -> None:
        """Run `write` as all of this work; raise Cancelled if it returns False."""
        if not write(
            progress=lambda share, _: self.reach(share * self.total), cancelled=self._cancelled
        ):
            raise Cancelled


@contextmanager
def reporting_to(work: Work) -> Iterator[None]:
    """Let :func:`report_progress` report to some work within the block.

    It raises once that is cancelled.
    """
    token = _current.set(work)
    try:
        yield
    finally:
        _current.reset(token)


def cancellable(is_cancelled: IsCancelled) -> AbstractContextManager[None]:
    """Let :func:`check_cancelled` raise within the block once its result is no longer needed."""
    return reporting_to(Work(cancelled=is_cancelled))


def check_cancelled() -> None:
    """Raise Cancelled if the result of this thread is no longer needed.

    Long loops call this at each turn.
    """
    if (work := _current.get()) is not None:
        work.check()


def report_progress(share: float) -> None:
    """Report the finished share of this thread's work; raise as :func:`check_cancelled` does."""
    if (work := _current.get()) is not None:
        work.reach(share * work.total)


def throttled(progress: Progress) -> Progress:
    """Return a function that passes on progress at most a few times a second.

    It always passes on the last value.
    """
    last = -math.inf

    def pass_on(share: float, left: float) -> None:
        nonlocal last
        now = time.monotonic()
        if share == 1 or now - last >= PROGRESS_INTERVAL:
            last = now
            progress(share, left)

    return pass_on


def time_left(seconds: float) -> str:
    """Return a remaining time in words.

    >>> time_left(4.2), time_left(75), time_left(3700), time_left(0.2)
    ('5 s left', '2 min left', '1 h 2 min left', 'nearly done')
    """
    if seconds < 0.5:
        return "nearly done"
    if seconds < 60:
        return f"{-int(-seconds // 1)} s left"
    minutes = -int(-seconds // 60)
    return f"{minutes} min left" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min left"


def start(work: Callable[[], T], name: str, *, may_never_end: bool = False) -> Future[T]:
    """Begin some work on another thread; the end of the program waits for it.

    may_never_end: whether it may never end, such as users' code: it has a thread of its own, for
    which nothing waits.
    """
    if not may_never_end:
        return _threads.submit(work)
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # raised where the result is asked for
            result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return result


def run_abandonable(work: Callable[[], T], name: str) -> T:
    """Return the result of work that cannot be cancelled and may never end, such as users' code.

    If this thread can be cancelled, the work runs on another one, which is then left to itself.
    """
    if _current.get() is None:
        return work()
    result = start(work, name, may_never_end=True)
    try:
        while not result.done():
            wait([result], ASKED_EVERY)
            check_cancelled()
    except Cancelled:
        result.add_done_callback(_log_failure)
        raise
    return result.result()


def _log_failure(result: Future[Any]) -> None:
    if (error := result.exception()) is not None:
        log_error("work failed that nobody waits for", error)
