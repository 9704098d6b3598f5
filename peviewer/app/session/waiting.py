"""Dialogs and bars that show work on another thread, with Cancel, if it takes long."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QDialog, QLabel, QProgressBar, QPushButton, QWidget

from peviewer.app.look.parts import in_column, in_row
from peviewer.base.work import Cancelled, time_left
from peviewer.live.job import Job
from peviewer.live.pending import PATIENCE_MS

T = TypeVar("T")
# Work that is done within this time needs no event loop.
BLOCKED_MS = 50
# The width of the dialog in pixels: names of files fit, so that it need not grow.
WIDTH = 420
_STEPS = 1000


def waited_for(
    work: Callable[[], T], text: str, parent: QWidget | None = None, *, may_never_end: bool = False
) -> T:
    """Return what the work returns on another thread.

    If it takes longer than a moment, a dialog shows it.
    """
    job = Job(work, text, parent, may_never_end=may_never_end)
    job.start()
    if not job.finish_within(BLOCKED_MS / 1000):
        _wait_unnoticed(job)
    if not job.has_ended:
        _show(job, parent)
    if job.is_dropped:
        raise Cancelled
    result: T
    result, error = job.outcome
    if error is not None:
        raise error
    return result


def _wait_unnoticed(job: Job) -> None:
    """Let the window paint until the work has ended, or until it has taken a moment.

    Keys and clicks are handled afterwards.
    """
    loop = QEventLoop()
    job.ended.connect(loop.quit)
    QTimer.singleShot(max(0, PATIENCE_MS - BLOCKED_MS), loop, loop.quit)
    loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def failure_text(error: Exception) -> str:
    """Return one line on why work failed: the error's own words, or the system's."""
    text = " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "There is not enough memory for this: choose a smaller size"
    if isinstance(error, ValueError | OSError) and text:
        return text[:1].upper() + text[1:]
    return f"This could not be made: {text or type(error).__name__}"


class JobBar(QProgressBar):
    """Shows the progress of a job; until the job reports any, only that it goes on."""

    def __init__(self) -> None:
        super().__init__(maximum=0, textVisible=False)

    def follow(self, job: Job) -> None:
        self.setMaximum(0)
        job.progressed.connect(self._show_share)

    def _show_share(self, share: float, _seconds_left: float) -> None:
        self.setMaximum(_STEPS)
        self.setValue(round(share * _STEPS))


class WaitingDialog(QDialog):
    """Shows the name and the progress of work until it has ended.

    Cancel, Escape and closing it end the work.
    """

    def __init__(self, job: Job, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("waiting")
        self.setWindowTitle("peviewer")
        self.setModal(True)
        self.job = job
        self._label = QLabel(job.text)
        bar = JobBar()
        bar.follow(job)
        self.cancel_button = QPushButton("Cancel")
        line = in_row((bar, 1), self.cancel_button, spacing=12)
        in_column(self._label, line, inside=self, margins=(16, 14, 16, 14), spacing=10)
        self.setFixedWidth(WIDTH)
        self.cancel_button.clicked.connect(self.reject)
        self.rejected.connect(job.drop)
        job.progressed.connect(self._show_time_left)
        for ended in (job.done, job.failed):
            ended.connect(lambda _: self.accept())

    def _show_time_left(self, _share: float, seconds: float) -> None:
        self._label.setText(f"{self.job.text}  {time_left(seconds)}")


def _show(job: Job, parent: QWidget | None) -> None:
    dialog = WaitingDialog(job, parent)
    dialog.exec()
    if not job.has_ended:
        # The program was closed meanwhile.
        job.drop()
    dialog.deleteLater()


class Busy(QWidget):
    """A busy indicator for one job at a time, with Cancel.

    Hidden until the job has taken a moment.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.job: Job | None = None
        self.label = QLabel()
        bar = JobBar()
        bar.setFixedWidth(96)
        self._cancel = QPushButton("Cancel")
        self._cancel.setObjectName("cancelJob")
        in_row(self.label, bar, self._cancel, inside=self, margins=(0, 0, 8, 0))
        self._late = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._late.timeout.connect(self.show)
        self._cancel.clicked.connect(lambda: self.job and self.job.drop())
        self.hide()

    def run(self, job: Job) -> None:
        self.follow(job)
        job.start()

    def follow(self, job: Job) -> None:
        self.job = job
        self.label.setText(job.text)
        for ended in (job.done, job.failed, job.cancelled):
            ended.connect(self._on_ended)
        self._late.start()

    def _on_ended(self) -> None:
        self._late.stop()
        self.job = None
        self.hide()
