"""The context in which pages are painted: one thread at a time, with settings of matplotlib's.

All threads share these settings.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.font_manager import FontProperties, findfont, get_font

from peviewer.base.work import check_cancelled

_lock = threading.RLock()
CANCEL_INTERVAL = 0.05
"""The seconds between two checks of a waiting thread whether its work is cancelled."""


@contextmanager
def painting(settings: Mapping[Any, Any]) -> Iterator[None]:
    """Let the block lay out, paint or save with some of matplotlib's settings.

    Other threads that want to paint wait.
    """
    while not _lock.acquire(timeout=CANCEL_INTERVAL):
        check_cancelled()
    try:
        # Each setting takes time, on every frame of a clip, so those in force are not set again.
        changes = {key: value for key, value in settings.items() if mpl.rcParams[key] != value}
        with mpl.rc_context(changes):
            try:
                yield
            finally:
                _drop_glyphs()
    finally:
        _lock.release()


def _drop_glyphs() -> None:
    """Drop the glyphs that formulas have loaded with the settings in force.

    Every formula that matplotlib sets loads its letters once more, and keeps
    them: some 50 kB a page, 50 MB after a thousand frames of a clip.
    """
    faces = (FontProperties(), FontProperties(style="italic"), FontProperties(weight="bold"))
    for face in faces:
        get_font(findfont(face)).clear()
