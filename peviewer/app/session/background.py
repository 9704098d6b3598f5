"""Work off the window's thread, with a busy sign and Cancel once it takes long enough to notice."""

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

NOTICED_MS = 250


class Job(QObject):
    """One piece of work on a thread of its own; exactly one of its three signals is emitted."""

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    _returned = Signal(object, object)

    def __init__(self, work: Callable[[], object], text: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self._work = work
        self._cancelled = False
        self._returned.connect(self._on_returned)
        self._thread = threading.Thread(target=self._run, name=text, daemon=True)

    def start(self) -> None:
        """Begin; the signals are emitted on the thread that made the job."""
        self._thread.start()

    def cancel(self) -> None:
        """Drop the result: the thread ends by itself and nothing comes of it."""
        if not self._cancelled:
            self._cancelled = True
            self.cancelled.emit()

    def wait(self) -> None:
        """Block until the thread has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            result, error = self._work(), None
        except Exception as raised:
            result, error = None, raised
        self._returned.emit(result, error)

    def _on_returned(self, result: object, error: Exception | None) -> None:
        if self._cancelled:
            return
        if error is None:
            self.done.emit(result)
        else:
            self.failed.emit(error)


class Busy(QWidget):
    """A busy sign for one job at a time, with Cancel; hidden while nothing takes long."""

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
        self._cancel.clicked.connect(lambda: self._job and self._job.cancel())
        self.hide()

    @property
    def job(self) -> Job | None:
        """The job under way, if any."""
        return self._job

    def run(self, job: Job) -> None:
        """Start a job, and show it once it takes long enough to notice."""
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
