"""Output of commands: sentences on a terminal, the end by signals, and the file of ``-o``."""

import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from peviewer.base.files import ExportError
from peviewer.base.work import Cancelled, Progress, Work, reporting_to, throttled, time_left
from peviewer.cli.parser import Parser, UsageError

T = TypeVar("T")

# The statuses with which the process ends.
DONE = 0
FAILED = 1
REFUSED = 2

ENDING_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that end a program; its status is 128 more than their number, as shells have it."""

BAR_WIDTH = 32

# Seconds before the bar appears: short work needs none.
BAR_DELAY = 0.3


def at_length(work: Callable[[], T]) -> T:
    """Return the result of long work, with a progress bar.

    Ctrl+C and other signals end the work between two steps, and no files are left.
    """
    with progress_bar() as progress, interruption() as signal_number:
        try:
            with reporting_to(Work(progress, lambda: bool(signal_number()))):
                return work()
        except Cancelled:
            raise KeyboardInterrupt(signal_number() or signal.SIGINT) from None


def note(text: str) -> None:
    """Print a line that is no error to stderr; print nothing for an empty text."""
    if text and sys.stderr is not None:
        print(f"peviewer: note: {text}", file=sys.stderr)


def tell(text: str) -> None:
    """Print a line about what was done, if somebody sees it."""
    if is_watched():
        print(text, file=sys.stderr)


def is_watched() -> bool:
    """Whether somebody sees the output: it goes to a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Return a function that draws the share that is done (0 … 1) and the seconds left.

    The line is removed afterwards.
    """
    if not is_watched():
        yield None
        return
    start = time.monotonic()

    def draw(share: float, left: float) -> None:
        if time.monotonic() - start < BAR_DELAY:
            return
        filled = round(BAR_WIDTH * share)
        bar = "█" * filled + "░" * (BAR_WIDTH - filled)
        line = f"{bar} {share:4.0%}  {time_left(left)}"
        print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    try:
        yield throttled(draw)
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _raise(number: int, _frame: object) -> None:
    raise KeyboardInterrupt(number)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let signals that end a program raise KeyboardInterrupt with their number, as Ctrl+C does.

    Files are closed then.
    """
    with _handled(_raise, signal.SIG_DFL):
        yield


@contextmanager
def interruption() -> Iterator[Callable[[], int]]:
    """Return a function that returns the signal by which the program is to end, or 0.

    A signal that is sent again raises as usual.

    An exception that a signal raises is lost where it meets a destructor or a
    callback of a library: the work would then go on.
    """
    signal_number = 0

    def remember(number: int, frame: object) -> None:
        nonlocal signal_number
        if signal_number:
            _raise(number, frame)
        signal_number = number

    with _handled(remember, signal.default_int_handler, _raise):
        yield lambda: signal_number


@contextmanager
def _handled(handler: Callable[[int, object], None], *replaced: object) -> Iterator[None]:
    """Handle ending signals with `handler`, where one of the `replaced` handlers does now."""
    usual_handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in ENDING_SIGNALS:
            if signal.getsignal(number) in replaced:
                usual_handlers[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, usual_handler in usual_handlers.items():
            signal.signal(number, usual_handler)


def add_output(parser: Parser, help: str) -> None:
    """Add the flag ``-o``, which must be given."""
    parser.add(
        "-o",
        "--output",
        metavar="FILE",
        help=help,
        missing="-o FILE is missing: name what to write",
    )


@contextmanager
def target_file(output: str, usual_format: str) -> Iterator[Path]:
    """Return the file that a command writes for `output`.

    For ``-`` (in the usual format) or ``svg:-`` it is a file that goes into the pipe once it is
    whole.
    """
    if not _is_piped(output):
        yield Path(output)
        return
    if sys.stdout.isatty():
        raise UsageError("a terminal cannot show a file: name one (-o FILE), or put a pipe behind")
    with tempfile.TemporaryDirectory() as folder:
        format, _, _ = output.rpartition(":")
        file = Path(folder) / f"pipe.{format or usual_format}"
        try:
            yield file
        except ExportError as error:
            raise UsageError(str(error).replace(str(file), output)) from None
        if file.is_file():
            sys.stdout.flush()
            with file.open("rb") as content:
                shutil.copyfileobj(content, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def tell_written(output: str, file: Path, *facts: str) -> None:
    """Print on a terminal which file was written, remarks on it, and its size.

    Print nothing about a pipe.
    """
    if _is_piped(output):
        return
    from peviewer.base.numbers import storage

    tell(", ".join([f"wrote {file}", *facts, storage(file.stat().st_size)]))


def _is_piped(output: str) -> bool:
    return output.rpartition(":")[2] == "-"
