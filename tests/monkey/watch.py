"""What a run is judged by: exceptions and warnings wherever they come from, memory, widgets."""

import contextlib
import ctypes
import faulthandler
import gc
import sys
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import qInstallMessageHandler
from PySide6.QtWidgets import QApplication

# What Qt's offscreen platform says by itself.
CHATTER = "This plugin does not support"
STANDSTILL = 300.0
"""So many seconds after the last action began, nothing more will come of it."""


@dataclass
class Complaints:
    """What nothing caught, and what Qt had to say; each with the action after which it came."""

    action: str = ""
    exceptions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def raised(self, error: BaseException | None) -> None:
        text = "".join(traceback.format_exception(error)) if error else "an unknown exception"
        self.exceptions.append(f"after {self.action}:\n{text}")

    def warned(self, text: str) -> None:
        if not text.startswith(CHATTER):
            self.warnings.append(f"after {self.action}: {text}")


@contextlib.contextmanager
def complaints() -> Iterator[Complaints]:
    """Hear all that nobody else would."""
    heard = Complaints()
    before = qInstallMessageHandler(lambda _kind, _where, text: heard.warned(text))
    with (
        patch.object(sys, "excepthook", lambda _kind, error, _trace: heard.raised(error)),
        patch.object(sys, "unraisablehook", lambda fault: heard.raised(fault.exc_value)),
        patch.object(threading, "excepthook", lambda fault: heard.raised(fault.exc_value)),
        # A pane that cannot be drawn says so and prints why; print_exc does so by this, too.
        patch.object(traceback, "print_exception", lambda *told, **_: heard.raised(_error(told))),
    ):
        yield heard
    qInstallMessageHandler(before)


def _error(told: tuple[object, ...]) -> BaseException | None:
    return next((one for one in told if isinstance(one, BaseException)), None)


def still_moving() -> None:
    """Print what every thread does, and end the process with 1, where the next such call is not made in time."""
    faulthandler.dump_traceback_later(STANDSTILL, exit=True, file=sys.__stderr__)


class _Allocated(ctypes.Structure):
    """What glibc says of its memory."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def in_use() -> float:
    """Return how many megabytes the allocator has handed out for more than our caches.

    0 where it does not say.
    """
    _empty_caches()
    gc.collect()
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (AttributeError, TypeError):
        return 0.0
    ask.restype = _Allocated
    told = ask()
    return float(told.uordblks + told.hblkhd) / 1e6


def _empty_caches() -> None:
    """Forget what the model and its figures keep to be used again: how much that is depends on what came last."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(("peviewer.model", "peviewer.figures")):
            for cached in vars(module).values():
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()


def resident() -> float:
    """Return how many megabytes the process has; 0 where that cannot be asked."""
    if sys.platform == "win32":
        return 0.0
    import resource  # Windows has none

    statistics = Path("/proc/self/statm")
    if statistics.exists():
        return int(statistics.read_text().split()[1]) * resource.getpagesize() / 1e6
    return (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    )  # the most there ever was: macOS tells no more


def widgets() -> Counter[str]:
    """Return how many widgets there are of each class."""
    return Counter(type(widget).__name__ for widget in QApplication.allWidgets())
