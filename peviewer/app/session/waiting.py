"""Wait for work on another thread; a dialog shows how far it is, and Cancel, where that takes longer than a moment."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from peviewer.app.session.background import NOTICED_MS, Job
from peviewer.base.work import Cancelled, Work, followed, time_left

T = TypeVar("T")
WIDTH = 420  # pixels: names of files fit, and the dialog stays as wide as it is
_STEPS = 1000


def waited_for(work: Callable[[], T], text: str, parent: QWidget | None = None, *, foreign: bool = False) -> T:
    """Return what some work returns, which is done on another thread."""
    results: list[T] = []
    errors: list[Exception] = []

    def run(following: Work) -> T:
        with followed(following):
            return work()

    job = Job(run, text, parent, foreign=foreign)
    job.done.connect(results.append)
    job.failed.connect(errors.append)
    job.start()
    if not job.finish_within(NOTICED_MS / 1000):
        _show(job, parent)
    if errors:
        raise errors[0]
    if not results:
        raise Cancelled
    return results[0]


class WaitingDialog(QDialog):
    """Shows what is being done and how far it is, until it has ended; Cancel, Escape and closing it end the work."""

    def __init__(self, job: Job, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("waiting")
        self.setWindowTitle("peviewer")
        self.setModal(True)
        self._job = job
        self._label = QLabel(job.text)
        self._bar = QProgressBar(maximum=0, textVisible=False)
        self.cancel_button = QPushButton("Cancel")
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self._bar, 1)
        line.addWidget(self.cancel_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._label)
        layout.addLayout(line)
        self.setFixedWidth(WIDTH)
        self.cancel_button.clicked.connect(self.reject)
        self.rejected.connect(job.drop)
        job.progressed.connect(self._show_progress)
        for ended in (job.done, job.failed):
            ended.connect(lambda _: self.accept())

    def _show_progress(self, share: float, left: float) -> None:
        self._bar.setMaximum(_STEPS)
        self._bar.setValue(round(share * _STEPS))
        self._label.setText(f"{self._job.text}  {time_left(left)}")


def _show(job: Job, parent: QWidget | None) -> None:
    dialog = WaitingDialog(job, parent)
    dialog.exec()
    if not job.has_ended:  # the program was closed meanwhile
        job.drop()
    dialog.deleteLater()
