"""Work on another thread, with a busy indicator and Cancel if it takes long."""

import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from peviewer.base.work import Cancelled, Work, cancellable, start, throttled

NOTICED_MS = 250


class Job(QObject):
    """One piece of work on another thread; exactly one of `done`, `failed` and `cancelled` is emitted.

    The signals are emitted on the thread that made the job, which deletes itself
    once the work has ended.
    """

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    progressed = Signal(float, float)
    """The share done, and the seconds left."""
    _returned = Signal(object, object)

    def __init__(self, work: Callable[[Work], object], text: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self._work = work
        self._stop = threading.Event()
        self._dropped = False
        self._returned.connect(self._on_returned)
        self._ended: threading.Event | None = None

    def start(self) -> None:
        self._ended = start(self._run, self.text or "work")

    def cancel(self) -> None:
        """Ask the work to stop at its next step; `cancelled` follows once it has."""
        self._stop.set()

    def drop(self) -> None:
        """Cancel at once: the thread ends by itself, and its result is ignored."""
        self._stop.set()
        if not self._dropped:
            self._dropped = True
            self.cancelled.emit()

    def wait(self) -> None:
        """Block until the work has ended, if it has begun."""
        if self._ended is not None:
            self._ended.wait()

    def _run(self) -> None:
        try:
            with cancellable(self._stop.is_set):
                result, error = self._work(Work(1.0, throttled(self.progressed.emit), self._stop.is_set)), None
        except Exception as raised:
            result, error = None, raised
        with suppress(RuntimeError):  # the window is gone, and the job with it
            self._returned.emit(result, error)

    def _on_returned(self, result: object, error: Exception | None) -> None:
        self.deleteLater()
        if not self._dropped:
            self._report(result, error)

    def _report(self, result: object, error: Exception | None) -> None:
        if error is None:
            self.done.emit(result)
        elif isinstance(error, Cancelled):
            self.cancelled.emit()
        else:
            self.failed.emit(error)


class Busy(QWidget):
    """A busy indicator for one job at a time, with Cancel; hidden until the job has taken a moment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self._label = QLabel()
        self._bar = QProgressBar(maximum=0, textVisible=False)
        self._bar.setFixedWidth(96)
        self._cancel = QPushButton("Cancel")
        self._cancel.setObjectName("cancelJob")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        for part in (self._label, self._bar, self._cancel):
            layout.addWidget(part)
        self._late = QTimer(self, singleShot=True, interval=NOTICED_MS)
        self._late.timeout.connect(self.show)
        self._cancel.clicked.connect(lambda: self._job and self._job.drop())
        self.hide()

    @property
    def job(self) -> Job | None:
        """The job that runs, if any."""
        return self._job

    def run(self, job: Job) -> None:
        """Start a job."""
        self._job = job
        self._label.setText(job.text)
        for ended in (job.done, job.failed, job.cancelled):
            ended.connect(self._on_ended)
        self._late.start()
        job.start()

    def _on_ended(self) -> None:
        self._late.stop()
        self._job = None
        self.hide()
