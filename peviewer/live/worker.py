"""Work off the window's thread: a view requests a result, waits a moment, and is notified of a late one."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.base.work import Cancelled, cancellable

PATIENCE = 0.03  # seconds that all views together wait for results in one turn of the event loop
QUICK = 0.004  # seconds below which similar work is done in the window's thread the next time
CANCELLED_AFTER = 0.5  # seconds from which outdated work is cancelled; what is done sooner is shown meanwhile

MAX_THREADS = 2
THREADS = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="worker")
"""Shared by all workers: of each thread the allocator keeps what it freed, up to 100 MB."""

T = TypeVar("T")


class Task:
    """One piece of work: wanted until its result has a newer one, late once its view no longer waits for it."""

    def __init__(self, result: "Result[Any]", key: object, work: Callable[[], object]) -> None:
        self.result, self.key = result, key
        self.wanted, self.late = True, False
        self.error: Exception | None = None
        self.done = threading.Event()
        self.took = math.inf
        self._work = work
        self._started = 0.0

    def run(self) -> None:
        self._run(self._is_unwanted)

    def run_quickly(self) -> bool:
        """Run for at most `PATIENCE`; return whether the task is done."""
        end = time.monotonic() + PATIENCE
        self._run(lambda: time.monotonic() > end)
        if self.took < math.inf:
            self.done.set()
        return self.done.is_set()

    def _run(self, unwanted: Callable[[], bool]) -> None:
        self._started = time.monotonic()
        try:
            with cancellable(unwanted):
                value = self._work()
        except Cancelled:
            return
        except Exception as error:
            self.error = error
        else:
            self.result.value = value
        self.took = time.monotonic() - self._started

    def cancel(self) -> None:
        """End the work at its next check for cancellation."""
        self.wanted, self._started = False, -math.inf

    def _is_unwanted(self) -> bool:
        return not self.wanted and time.monotonic() - self._started > CANCELLED_AFTER


class Result(Generic[T]):
    """The latest value of one computation of a view, repeated whenever its key changes."""

    def __init__(self, worker: "Worker") -> None:
        self.value: T | None = None
        self._worker = worker
        self._task: Task | None = None
        self._like: object = None

    def request(self, key: object, work: Callable[[], T], like: object) -> T | None:
        """Return the new value if it is there in time, else the last one: the worker emits `ready` once it is there."""
        if self._task is None or self._task.key != key:
            quick = self._task is not None and self._task.took < QUICK and self._like == like
            self.drop()
            self._task, self._like = Task(self, key, work), like
            if not (quick and self._worker.is_idle and self._task.run_quickly()):
                self._worker.begin(self._task)
        return self.collect()

    def collect(self) -> T | None:
        """Return the latest value, after waiting for the requested one as long as `PATIENCE` allows."""
        if self._task is not None:
            self._worker.wait(self._task)
            error, self._task.error = self._task.error, None
            if error is not None:
                raise error
        return self.value

    def drop(self) -> None:
        if self._task is not None:
            self._worker.drop(self._task)
            self._task = None


class _Shared:
    """State of all workers; they live in one thread, the window's."""

    waited: ClassVar[float] = 0.0
    """Seconds that views have waited in this turn of the event loop."""
    is_turn_taken: ClassVar[bool] = False
    """Whether a view has taken this turn of the event loop to build what it shows."""
    announcing: ClassVar[deque["Worker"]] = deque()
    """Workers with a late result, announced one a turn: timers and keys are handled between two redrawn views."""


class Worker(QObject):
    """Runs the tasks of one view on another thread, one after the other.

    The view waits a moment: what is done by then is drawn at once, as if there
    were no thread. What takes longer is announced by ``ready``, for one view a
    turn of the event loop; until then the view shows what it has.
    """

    ready = Signal()
    """A late result is there: request or collect it again."""
    pendingChanged = Signal(bool)
    _returned = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[Task] = deque()
        self._running: Task | None = None
        self._late: set[Task] = set()
        self._reported = self._closed = False
        self._lock = threading.Lock()
        self._work: Future[None] | None = None  # while there is any
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._end_turn)
        self._returned.connect(self._on_returned)
        self._announcement = QTimer(self, singleShot=True, interval=0)
        self._announcement.timeout.connect(self._announce)

    @property
    def pending(self) -> bool:
        """Whether the view shows less than it asked for."""
        return bool(self._late) or self in _Shared.announcing

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way or waits."""
        return not (self._queue or self._running or self._closed)

    def begin(self, task: Task) -> None:
        """Queue a task; a closed worker marks it as done."""
        if self._closed:
            task.done.set()
            return
        with self._lock:
            self._queue.append(task)
            if self._work is None:
                self._work = THREADS.submit(self._run_queue)

    def wait(self, task: Task) -> None:
        """Wait until a task is done or `PATIENCE` is used up."""
        if task.done.is_set():
            return
        start = time.monotonic()
        running = self._running
        busy = bool(self._late) or (running is not None and running.late)
        task.done.wait(0 if busy else max(0.0, PATIENCE - _Shared.waited))
        _Shared.waited += time.monotonic() - start
        with self._lock:  # the thread reads `late` when it marks the task as done
            task.late = not task.done.is_set()
        if task.late:
            self._late.add(task)
        self._turn.start()

    def drop(self, task: Task) -> None:
        """Discard a task: if it is queued, it is never started."""
        task.wanted = False
        if task.done.is_set() and not task.late:
            return
        with self._lock:
            if task in self._queue:
                self._queue.remove(task)
        self._late.discard(task)
        self._turn.start()

    def cancel(self) -> bool:
        """Give up what is under way and what waits: results keep their last value; return whether one has none."""
        with self._lock:
            given_up = [*self._queue, *self._late, *([self._running] if self._running is not None else [])]
            self._queue.clear()
            for task in given_up:
                task.cancel()
                task.late = False
                task.done.set()
        self._late.clear()
        self._stop_announcing()
        self._turn.start()
        return any(task.result.value is None for task in given_up)

    def close(self) -> None:
        """Discard all tasks; return once the running one has ended."""
        with self._lock:
            self._closed = True
            self._queue.clear()
            if self._running is not None:
                self._running.cancel()
            work = self._work
        if work is not None and not work.cancel():
            work.result()
        self._announcement.stop()
        self._stop_announcing()

    def _run_queue(self) -> None:
        while True:
            with self._lock:
                if not self._queue:
                    self._work = None
                    return
                task = self._running = self._queue.popleft()
            task.run()
            with self._lock:
                task.done.set()
                self._running = None
                is_late = task.late and not self._closed
            del task  # frees what it refers to before the next one is there
            if is_late:
                self._returned.emit()

    def take_turn(self) -> bool:
        """Return whether a view may build all it shows in this turn of the event loop: the first one that asks may."""
        is_free, _Shared.is_turn_taken = not _Shared.is_turn_taken, True
        self._turn.start()
        return is_free

    def _end_turn(self) -> None:
        _Shared.waited, _Shared.is_turn_taken = 0.0, False
        if self._reported != self.pending:
            self._reported = self.pending
            self.pendingChanged.emit(self._reported)

    def _on_returned(self) -> None:
        self._late = {task for task in self._late if not task.done.is_set()}
        self.announce_in_turn()

    def announce_in_turn(self) -> None:
        """Emit `ready` in a turn of the event loop that no other view uses."""
        if not self._closed and self not in _Shared.announcing:
            _Shared.announcing.append(self)
            self._turn.start()
            if len(_Shared.announcing) == 1:
                self._announcement.start()

    def _announce(self) -> None:
        self._stop_announcing()
        self._turn.start()
        self.ready.emit()

    def _stop_announcing(self) -> None:
        waiting = _Shared.announcing
        if self in waiting:
            waiting.remove(self)
            if waiting:
                waiting[0]._announcement.start()
