"""Long work: its progress, its cancellation, and the threads that do it.

The words for it are the same everywhere. *Work* is a function to be called. It says by
:func:`report_progress` and :func:`check_cancelled` how far it is and whether to go on, and need not
know who asked for it. A *job* is one call of it on another thread. Its *progress* is the share that
is done, with the seconds left. A job that is *cancelled* raises :class:`Cancelled` at its next
step; one that is *dropped* may go on, but nobody waits for it. A *result* is the latest value of
one computation, for a *key*. While a newer one is *pending*, what is shown stays.
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
"""A function called with the share that is done (0 … 1) and the seconds that are left.

If it raises, the work ends.
"""

IsCancelled = Callable[[], bool]
"""A function that is asked between two steps whether the work is to stop."""

# The seconds between reports of progress, and between checks whether the work is cancelled.
PROGRESS_INTERVAL = 0.05
ASKED_EVERY = 0.02

_current: ContextVar[Work | None] = ContextVar("work", default=None)

# Threads are reused: each new one would read matplotlib's fonts again.
_threads = ThreadPoolExecutor(thread_name_prefix="work")


class Cancelled(Exception):
    """The work was cancelled; nothing of it is left behind.

    This is no error: the user asked for the end.
    """


class Work:
    """Follows one piece of work: how much of it is done, and whether it was cancelled.

    After it was cancelled, its next step raises :class:`Cancelled`.
    """

    def __init__(
        self, progress: Progress | None = None, is_cancelled: IsCancelled | None = None
    ) -> None:
        self._progress = progress
        self._is_cancelled = is_cancelled
        self._begun = time.monotonic()

    def check(self) -> None:
        if self._is_cancelled is not None and self._is_cancelled():
            raise Cancelled

    def report(self, share: float) -> None:
        self.check()
        if self._progress is not None and share > 0:
            seconds = time.monotonic() - self._begun
            self._progress(share, seconds * (1 - share) / share)

    def part(self, begin: float, end: float) -> Work:
        """Return work whose whole progress counts as this work's from share `begin` to `end`."""
        length = end - begin
        return Work(lambda share, _: self.report(begin + share * length), self._is_cancelled)


@contextmanager
def reporting_to(work: Work) -> Iterator[None]:
    """Let the functions below report to `work` within the block.

    They raise after it was cancelled.
    """
    token = _current.set(work)
    try:
        yield
    finally:
        _current.reset(token)


def cancellable(is_cancelled: IsCancelled) -> AbstractContextManager[None]:
    """Let :func:`check_cancelled` raise within the block once `is_cancelled` returns true."""
    return reporting_to(Work(is_cancelled=is_cancelled))


def check_cancelled() -> None:
    """Raise Cancelled if the result of this thread is no longer needed.

    Long loops call this at each turn.
    """
    if (work := _current.get()) is not None:
        work.check()


def report_progress(share: float) -> None:
    """Report the finished share of this thread's work; raise as :func:`check_cancelled` does."""
    if (work := _current.get()) is not None:
        work.report(min(1.0, share))


@contextmanager
def part_of_work(begin: float, end: float) -> Iterator[None]:
    """Let progress reported in the block move this thread's work from share `begin` to `end`."""
    work = _current.get()
    if work is None:
        yield
        return
    with reporting_to(work.part(begin, end)):
        yield
        report_progress(1)


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
