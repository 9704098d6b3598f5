"""What a terminal is told while a command works and once it is done, how Ctrl+C ends it, and with which status."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peviewer.base.work import throttled, time_left

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from peviewer.base.work import Progress, Question

DONE, FAILED, REFUSED, INTERRUPTED = 0, 1, 2, 130  # what the process ends with

WIDTH = 32
LATE = 0.3  # seconds before the bar appears: short work needs none


def at_length(work: Callable[..., bool]) -> int:
    """Do long work with a progress bar; Ctrl+C ends it between two steps, and nothing is left."""
    with progress_bar() as progress, interruption() as cancelled:
        return DONE if work(progress=progress, cancelled=cancelled) else INTERRUPTED


def note(text: str) -> None:
    """Say in a line what is no error, whoever looks on; nothing if there is no text."""
    if text and sys.stderr is not None:
        print(f"peviewer: note: {text}", file=sys.stderr)


def tell(text: str) -> None:
    """Say in a line what was done, where somebody looks on."""
    if _is_watched():
        print(text, file=sys.stderr)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Return what draws the share that is done (0 … 1) and the seconds left; the line is gone afterwards."""
    if not _is_watched():
        yield None
        return
    begun = time.monotonic()

    def draw(share: float, left: float) -> None:
        if time.monotonic() - begun >= LATE:
            filled = round(WIDTH * share)
            line = f"{'█' * filled}{'░' * (WIDTH - filled)} {share:4.0%}  {time_left(left)}"
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    try:
        yield throttled(draw)
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


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
