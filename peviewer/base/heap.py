"""Keep the program small on Linux, where the C library otherwise holds on to much that was let go of."""

import ctypes
import sys

# Of <malloc.h>.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8

LARGE = 1 << 20
"""An array of so many bytes has pages of its own, which go back to the system with it; fetching them takes time."""
SPARE = 16 << 20
"""So many bytes are kept at the end of the heap for what comes next."""


def share_one_heap() -> None:
    """Let all threads use one heap; call before they begin.

    By itself glibc gives each thread a heap of its own, and keeps ever larger
    arrays in it once such have been let go of: after some hundred random actions
    550 MB lay free in twenty heaps, and 110 MB were in use. Elsewhere this does nothing.
    """
    if not sys.platform.startswith("linux"):
        return
    option = getattr(ctypes.CDLL(None), "mallopt", None)  # not every C library of Linux has it
    if option is not None:
        for name, value in ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, LARGE), (_TRIM_THRESHOLD, SPARE)):
            option(name, value)


def give_back() -> None:
    """Give the system what is free between what is in use, too: some ten milliseconds, after work that took much."""
    if sys.platform.startswith("linux") and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
