"""A line on a terminal that says how far long work is; nothing where stderr is no terminal."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WIDTH = 32
OFTEN = 0.1  # seconds between two looks
LATE = 0.3  # seconds before the line appears: short work needs none


@contextmanager
def progress_bar() -> Iterator[Callable[[float, float], None] | None]:
    """Return what draws the share that is done (0 … 1) and the seconds left; the line is gone afterwards."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    last = time.monotonic() + LATE - OFTEN

    def draw(share: float, left: float) -> None:
        nonlocal last
        if time.monotonic() - last >= OFTEN:
            last = time.monotonic()
            filled = round(WIDTH * share)
            line = f"{'█' * filled}{'░' * (WIDTH - filled)} {share:4.0%}  {_clock(left)} left"
            print(f"\r{line}\033[K", end="", file=sys.stderr, flush=True)

    try:
        yield draw
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    """Write minutes and seconds.

    Examples
    --------
    >>> _clock(0.2), _clock(125)
    ('0:01', '2:05')
    """
    whole = max(1, round(seconds))
    return f"{whole // 60}:{whole % 60:02}"
