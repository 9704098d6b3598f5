"""A desk: where one view has its pictures worked out, and for which it waits only while that is soon done."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.base.work import Cancelled, cancellable

PATIENCE = 0.03  # seconds that all views together wait in one turn of the event loop for what they ask for
QUICK = 0.004  # seconds below which work is done at once the next time too, if it is alike
CANCELLED_AFTER = 0.5  # seconds from which unwanted work is cancelled; done sooner, it is shown until newer work is

MOST = 6  # threads: of the memory that NumPy frees, the allocator keeps some for each
THREADS = ThreadPoolExecutor(MOST, thread_name_prefix="desk")
"""Of all desks: with a thread each, 200 MB more were kept free after 4,000 random actions."""

T = TypeVar("T")


class Task:
    """One piece of work: wanted until its errand has a newer one, late once its view no longer waits for it."""

    def __init__(self, errand: "Errand[Any]", key: object, work: Callable[[], object]) -> None:
        self.errand, self.key = errand, key
        self.wanted, self.late = True, False
        self.error: Exception | None = None
        self.done = threading.Event()
        self.took = math.inf
        self._work = work
        self._begun = 0.0

    def run(self) -> None:
        """Work, and leave the answer to the errand."""
        self._run(self._is_unwanted)

    def run_quickly(self) -> bool:
        """Work likewise, but stop as soon as patience is at an end; return whether it is done."""
        end = time.monotonic() + PATIENCE
        self._run(lambda: time.monotonic() > end)
        if self.took < math.inf:
            self.done.set()
        return self.done.is_set()

    def _run(self, unwanted: Callable[[], bool]) -> None:
        self._begun = time.monotonic()
        try:
            with cancellable(unwanted):
                answer = self._work()
        except Cancelled:
            return
        except Exception as error:
            self.error = error
        else:
            self.errand.answer = answer
        self.took = time.monotonic() - self._begun

    def cancel(self) -> None:
        """End as soon as the work asks whether to go on."""
        self.wanted, self._begun = False, -math.inf

    def _is_unwanted(self) -> bool:
        return not self.wanted and time.monotonic() - self._begun > CANCELLED_AFTER


class Errand(Generic[T]):
    """One thing that a view has worked out, again whenever what it depends on changes."""

    def __init__(self, desk: "Desk") -> None:
        self.answer: T | None = None
        self._desk = desk
        self._task: Task | None = None
        self._like: object = None

    def ask(self, key: object, work: Callable[[], T], like: object) -> T | None:
        """Return the answer where it is soon known, else the last one there was; the desk tells when there is a newer.

        Parameters
        ----------
        key : object
            What the answer depends on, comparable with ``==``.
        work : callable
            Gives the answer, on another thread: it may not touch anything that lives on the screen.
        like : object
            What decides how long it takes, comparable with ``==``: where that is
            as it was, and it was quick, no other thread is troubled with it.

        Raises
        ------
        Exception
            What the work raised, once.
        """
        if self._task is None or self._task.key != key:
            quick = self._task is not None and self._task.took < QUICK and self._like == like
            self.drop()
            self._task, self._like = Task(self, key, work), like
            if not (quick and self._desk.is_idle and self._task.run_quickly()):
                self._desk.begin(self._task)
        return self.collect()

    def collect(self) -> T | None:
        """Return the latest answer there is, waiting for the one that was asked for as long as patience allows."""
        if self._task is not None:
            self._desk.wait(self._task)
            error, self._task.error = self._task.error, None
            if error is not None:
                raise error
        return self.answer

    def drop(self) -> None:
        """No longer want what was asked for."""
        if self._task is not None:
            self._desk.drop(self._task)
            self._task = None


class _Together:
    """What the desks of all views share; views live in one thread, the window's."""

    waited: ClassVar[float] = 0.0
    """For so many seconds views have waited in this turn of the event loop."""
    answering: ClassVar[deque["Desk"]] = deque()
    """Those that have something to tell, one a turn: each view may draw anew, and timers and keys come between."""


class Desk(QObject):
    """Work for one view on another thread, one task after the other.

    The view waits a moment: what is done by then is drawn at once, as if there
    were no thread. What takes longer comes late: the view shows what it has, and
    is told by ``answered``, one view a turn of the event loop. Nothing a pane works
    out stops the window for longer, however many panes there are.
    """

    answered = Signal()
    """What came late is there: ask again."""
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
        self._turn.timeout.connect(self._on_turn)
        self._returned.connect(self._on_returned)
        self._answer = QTimer(self, singleShot=True, interval=0)
        self._answer.timeout.connect(self._on_answer)

    @property
    def pending(self) -> bool:
        """Whether the view shows less than it asked for."""
        return bool(self._late) or self in _Together.answering

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way or waits."""
        return not (self._queue or self._running or self._closed)

    def begin(self, task: Task) -> None:
        """Put a task behind those that wait; once the desk is closed nothing comes of it."""
        if self._closed:
            task.done.set()
            return
        with self._lock:
            self._queue.append(task)
            if self._work is None:
                self._work = THREADS.submit(self._work_through)

    def wait(self, task: Task) -> None:
        """Wait until a task is done, or patience is at an end."""
        if task.done.is_set():
            return
        start = time.monotonic()
        running = self._running
        busy = bool(self._late) or (running is not None and running.late)
        task.done.wait(0 if busy else max(0.0, PATIENCE - _Together.waited))
        _Together.waited += time.monotonic() - start
        with self._lock:  # between two words about being done
            task.late = not task.done.is_set()
        if task.late:
            self._late.add(task)
        self._turn.start()

    def drop(self, task: Task) -> None:
        """Let go of a task: one that waits is not begun any more."""
        task.wanted = False
        if task.done.is_set() and not task.late:
            return
        with self._lock:
            if task in self._queue:
                self._queue.remove(task)
        self._late.discard(task)
        self._turn.start()

    def close(self) -> None:
        """Work no more; returns once what was under way has ended."""
        with self._lock:
            self._closed = True
            self._queue.clear()
            if self._running is not None:
                self._running.cancel()
            work = self._work
        if work is not None and not work.cancel():
            work.result()
        self._answer.stop()
        self._leave_answering()

    def _work_through(self) -> None:
        """Do all that waits."""
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
            del task  # what it holds is not to wait for the next
            if is_late:
                self._returned.emit()

    def _on_turn(self) -> None:
        _Together.waited = 0.0
        if self._reported != self.pending:
            self._reported = self.pending
            self.pendingChanged.emit(self._reported)

    def _on_returned(self) -> None:
        self._late = {task for task in self._late if not task.done.is_set()}
        self.take_turn()

    def take_turn(self) -> None:
        """Tell that something is there in a turn of the event loop that no other view uses."""
        if not self._closed and self not in _Together.answering:
            _Together.answering.append(self)
            self._turn.start()
            if len(_Together.answering) == 1:
                self._answer.start()

    def _on_answer(self) -> None:
        self._leave_answering()
        self._turn.start()
        self.answered.emit()

    def _leave_answering(self) -> None:
        """Let the next one tell, in the next turn."""
        waiting = _Together.answering
        if self in waiting:
            waiting.remove(self)
            if waiting:
                waiting[0]._answer.start()
