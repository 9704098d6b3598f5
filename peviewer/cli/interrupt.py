"""Ctrl+C as a question that long work asks between two steps, not as an exception that strikes anywhere."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.base.work import Question


@contextmanager
def interruption() -> Iterator[Question]:
    """Return what says whether the user has pressed Ctrl+C; pressed again, it raises as usual.

    An exception that a signal raises is lost where it meets a destructor or a
    callback of a library: the work would then go on.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = threading.Event()

    def press(*_: object) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, usual)
