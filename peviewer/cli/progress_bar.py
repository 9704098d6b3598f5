"""A line on a terminal that says how far long work is; nothing where stderr is no terminal."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from peviewer.base.work import throttled, time_left

if TYPE_CHECKING:
    from collections.abc import Iterator

    from peviewer.base.work import Progress

WIDTH = 32
LATE = 0.3  # seconds before the line appears: short work needs none


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """Return what draws the share that is done (0 … 1) and the seconds left; the line is gone afterwards."""
    if sys.stderr is None or not sys.stderr.isatty():
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
