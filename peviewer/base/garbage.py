"""Threads that leave much garbage wait until it has been collected, where another thread does so for them."""

import gc
import threading
from collections.abc import Callable

MANY = 10_000
"""So many objects lie about at most, or what one reading of some ten formulas leaves."""
PATIENCE = 5.0
"""So many seconds a thread waits: whoever collects may be waiting for it."""

_turn = threading.Condition()
_call: Callable[[], object] | None = None


def collected_on_call(call: Callable[[], object] | None) -> None:
    """Let threads call somebody who collects garbage, and answers by :func:`collected`; None where Python does.

    Parameters
    ----------
    call : callable or None
        Called in the thread that waits.
    """
    global _call
    _call = call
    collected()


def collected() -> None:
    """Let those go on who wait."""
    with _turn:
        _turn.notify_all()


def make_room() -> None:
    """Wait for garbage to be collected, where much of it lies about: what makes tens of thousands of objects asks so.

    Matplotlib's reading of a formula leaves a thousand objects that only
    collecting lets go of. While the window's thread, which alone collects, is
    kept by Qt for a second, a page would leave tens of megabytes; and Python
    gives little of such a peak back.

    Examples
    --------
    >>> make_room()  # Python collects by itself
    """
    call = _call
    if call is None or gc.get_count()[0] < MANY or threading.current_thread() is threading.main_thread():
        return
    with _turn:
        call()
        _turn.wait(PATIENCE)
