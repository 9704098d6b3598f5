"""Threads that are kept for the next piece of work, and end with the program."""

import atexit
import queue
import threading
import time
from collections.abc import Callable

IDLE = "idle"
"""What a thread is called that waits for work."""

PATIENCE = 10.0
"""So many seconds the program waits at its end for work that is to stop: what is asked often does so at once."""

_waiting: list["_Kept"] = []  # lists are appended to and popped from whole
_under_way: set[threading.Event] = set()  # likewise


def start(work: Callable[[], object], name: str) -> threading.Event:
    """Begin some work on a thread that has none, or on a new one.

    Threads are kept because matplotlib keeps its fonts, a third of a megabyte
    each, for every thread anew.

    Parameters
    ----------
    work : callable
        What to do. It sees to its own errors.
    name : str
        What its thread is called meanwhile.

    Returns
    -------
    threading.Event
        Set once the work has ended.

    Examples
    --------
    >>> done = []
    >>> start(lambda: done.append(1), "counting").wait(), done
    (True, [1])
    """
    try:
        kept = _waiting.pop()
    except IndexError:
        kept = _Kept()
        kept.start()
    return kept.take(work, name)


@atexit.register
def settle(patience: float = PATIENCE) -> bool:
    """Wait until no work is under way: a thread in the midst of a library ends the whole program by a crash.

    Parameters
    ----------
    patience : float
        So many seconds at most.

    Returns
    -------
    bool
        Whether nothing is under way any longer.

    Examples
    --------
    >>> done = []
    >>> _ = start(lambda: done.append(1), "counting")
    >>> settle(), done
    (True, [1])
    """
    until = time.monotonic() + patience
    return all(ended.wait(max(0.0, until - time.monotonic())) for ended in [*_under_way])


class _Kept(threading.Thread):
    """A thread that does one piece of work after another."""

    def __init__(self) -> None:
        super().__init__(name=IDLE, daemon=True)
        self._tasks: queue.SimpleQueue[tuple[Callable[[], object], str, threading.Event]] = queue.SimpleQueue()

    def take(self, work: Callable[[], object], name: str) -> threading.Event:
        """Begin some work; return what is set once it has ended."""
        ended = threading.Event()
        _under_way.add(ended)
        self._tasks.put((work, name, ended))
        return ended

    def run(self) -> None:
        """Work until the program ends."""
        while True:
            work, self.name, ended = self._tasks.get()
            try:
                work()
            except BaseException:
                _end(ended)  # whoever waits is not to wait for ever
                raise
            self.name = IDLE
            _waiting.append(self)
            _end(ended)
            del work, ended  # what they hold is not to wait for the next


def _end(ended: threading.Event) -> None:
    _under_way.discard(ended)
    ended.set()
