"""Previews are made one after the other, off the window's thread; the latest request wins."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from peviewer.app.session.background import Job

SETTLED_MS = 120


class PreviewQueue(QObject):
    """Previews made one after the other, off the window's thread; another request cancels the one under way."""

    done = Signal(object)
    failed = Signal(object)
    busyChanged = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._waiting: Callable[[], object] | None = None
        self._start_timer = QTimer(self, singleShot=True, interval=SETTLED_MS)
        self._start_timer.timeout.connect(self._start)

    @property
    def busy(self) -> bool:
        return self._job is not None or self._waiting is not None

    def request(self, work: Callable[[], object]) -> None:
        """Request a preview, instead of any earlier one."""
        self._waiting = work
        if self._job is None:
            self._start_timer.start()
        else:
            self._job.cancel()
        self.busyChanged.emit(True)

    def stop(self) -> None:
        """Cancel every request."""
        self._waiting = None
        self._start_timer.stop()
        if self._job is not None:
            self._job.drop()
        else:
            self.busyChanged.emit(False)

    def end(self) -> None:
        """Cancel every request, and wait for the thread."""
        job = self._job
        self.stop()
        if job is not None:
            job.wait()

    def _start(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            return
        self._job = Job(lambda _: waiting(), "preview", self)
        self._job.done.connect(self._on_done)
        self._job.failed.connect(self._on_failed)
        self._job.cancelled.connect(self._on_ended)
        self._job.start()

    def _on_done(self, shown: object) -> None:
        if self._on_ended():
            self.done.emit(shown)

    def _on_failed(self, error: object) -> None:
        if self._on_ended():
            self.failed.emit(error)

    def _on_ended(self) -> bool:
        """Forget the job that ended; return whether it was the last request."""
        self._job = None
        if self._waiting is not None:
            self._start_timer.start()
            return False
        self.busyChanged.emit(False)
        return True
