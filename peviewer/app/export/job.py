"""Work on a thread that says how far it is, can be stopped, and leaves nothing behind when it is."""

import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

OFTEN = 0.05


class Stopped(Exception):
    """The user cancelled."""


class Progress:
    """What the work tells how far it is; telling raises :class:`Stopped` once the user has cancelled."""

    def __init__(self, heard: Callable[[float, float], None]) -> None:
        self._heard = heard
        self._stop = threading.Event()
        self._begun = time.monotonic()
        self._last = 0.0

    def __call__(self, done: float, total: float) -> None:
        """Say how much of the work is done."""
        self.proceed()
        now = time.monotonic()
        if done >= total or now - self._last >= OFTEN:
            self._last = now
            share = done / total if total else 1.0
            self._heard(share, (now - self._begun) * (1 - share) / share if share else -1.0)

    def proceed(self) -> None:
        """Go on, unless the user has cancelled."""
        if self._stop.is_set():
            raise Stopped

    def stop(self) -> None:
        """Let the next word about progress end the work."""
        self._stop.set()


class ExportJob(QObject):
    """One piece of work; exactly one of `done`, `failed` and `cancelled` is emitted, once its thread has ended."""

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    progressed = Signal(float, float)
    """The share that is done, and the seconds that are left (negative: not known yet)."""
    _returned = Signal(object, object)

    def __init__(self, work: Callable[[Progress], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._progress = Progress(self.progressed.emit)
        self._returned.connect(self._on_returned)
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)

    def start(self) -> None:
        """Begin; the signals are emitted on the thread that made the job."""
        self._thread.start()

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self._progress.stop()

    def wait(self) -> None:
        """Block until the thread has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            result, error = self._work(self._progress), None
        except Exception as raised:
            result, error = None, raised
        self._returned.emit(result, error)

    def _on_returned(self, result: object, error: Exception | None) -> None:
        if isinstance(error, Stopped):
            self.cancelled.emit()
        elif error is not None:
            self.failed.emit(error)
        else:
            self.done.emit(result)


def time_left(seconds: float) -> str:
    """Say how long something will take, as people do.

    Examples
    --------
    >>> time_left(4.2), time_left(75), time_left(3700), time_left(-1), time_left(0.2)
    ('5 s left', '2 min left', '1 h 2 min left', '', 'nearly done')
    """
    if seconds < 0:
        return ""
    if seconds < 0.5:
        return "nearly done"
    if seconds < 60:
        return f"{-int(-seconds // 1)} s left"
    minutes = -int(-seconds // 60)
    return f"{minutes} min left" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min left"


def cause(error: Exception) -> str:
    """Say in one line why work ended early: our own words, or the system's."""
    text = " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "There is not enough memory for this: choose a smaller size"
    if isinstance(error, ValueError | OSError) and text:
        return text[:1].upper() + text[1:]
    return f"This could not be made: {text or type(error).__name__}"
