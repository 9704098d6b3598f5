"""Work on another thread, with a busy indicator and Cancel if it takes long."""

import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from peviewer.base.parameters import CompleteError
from peviewer.base.work import Cancelled, Work, abandon, cancellable, start, throttled

NOTICED_MS = 250
MOMENT = 0.05
"""Seconds that the window waits for work that seldom takes longer."""


class Job(QObject):
    """One piece of work on another thread; exactly one of `done`, `failed` and `cancelled` is emitted.

    The signals are emitted on the thread that made the job, which deletes itself
    once the work has ended.

    foreign: whether it runs code of somebody else, which may never end. Once that is dropped nothing waits for it, not
    even the end of the program; its thread is left to itself, as Python has no way to end one.
    """

    done = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    progressed = Signal(float, float)
    """The share done, and the seconds left."""
    _returned = Signal()

    def __init__(
        self, work: Callable[[Work], object], text: str = "", parent: QObject | None = None, *, foreign: bool = False
    ) -> None:
        super().__init__(parent)
        self.text = text
        self._work, self._foreign = work, foreign
        self._outcome: tuple[object, Exception | None] = None, None
        self._has_reported = False
        self._stop = threading.Event()
        self._dropped = False
        self._returned.connect(self._on_returned)
        self._ended: threading.Event | None = None

    @property
    def has_ended(self) -> bool:
        """Whether one of its signals has been emitted."""
        return self._has_reported or self._dropped

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
            if self._foreign and self._ended is not None:
                abandon(self._ended)
            self.cancelled.emit()

    def finish_in_a_moment(self) -> bool:
        """Block for a moment; see :meth:`finish_within`."""
        return self.finish_within(MOMENT)

    def finish_within(self, seconds: float) -> bool:
        """Block until the work has ended, for so long at most; where it has, its signal is emitted before it returns.

        Where it has not, the signal follows.
        """
        if self._ended is None or not self._ended.wait(seconds):
            return False
        self._on_returned()
        return True

    def wait(self) -> None:
        """Block until the work has ended, if it has begun."""
        if self._ended is not None:
            self._ended.wait()

    def _run(self) -> None:
        try:
            with cancellable(self._stop.is_set):
                result = self._work(Work(1.0, throttled(self.progressed.emit), self._stop.is_set))
            self._outcome = result, None
        except Exception as raised:
            self._outcome = None, raised
        except BaseException as raised:  # code of somebody else may raise what is no error
            self._outcome = None, CompleteError(f"{self.text.rstrip('…')}: {type(raised).__name__}")
        with suppress(RuntimeError):  # the window is gone, and the job with it
            self._returned.emit()

    def _on_returned(self) -> None:
        if self._has_reported:
            return
        self._has_reported = True
        self.deleteLater()
        (result, error), self._outcome = self._outcome, (None, None)
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
        self.follow(job)
        job.start()

    def follow(self, job: Job) -> None:
        """Show a job, until it has ended."""
        self._job = job
        self._label.setText(job.text)
        for ended in (job.done, job.failed, job.cancelled):
            ended.connect(self._on_ended)
        self._late.start()

    def _on_ended(self) -> None:
        self._late.stop()
        self._job = None
        self.hide()
