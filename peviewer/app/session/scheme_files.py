"""Files of schemes of one's own: run once that was agreed to, and run again whenever they are saved."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from peviewer.app.session.background import Job
from peviewer.app.session.session import Session
from peviewer.app.session.waiting import waited_for
from peviewer.base.parameters import CompleteError
from peviewer.base.work import Cancelled
from peviewer.document.own_schemes import renewed
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.files import add_scheme, read_scheme
from peviewer.model.encodings.own import OwnScheme

WAIT_MS = 100  # editors write a file in several steps
BEFORE = "; what is shown is from before"
Stamp = tuple[int, int] | None


class SchemeFiles(QObject):
    """The files whose classes are schemes, watched: saving one shows its class as it is then.

    Of an error in it `failed` says file and line, and what is shown stays. Code runs on another thread: where it takes
    long the window says so, with Cancel; what never ends is left to itself then.
    """

    reported = Signal(str)  # what was done
    failed = Signal(str)  # one line: what is wrong with a file
    started = Signal(object)  # a Job that runs a saved file again, and takes longer than a moment

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._stamps: dict[Path, Stamp] = {}
        self._names: dict[Path, str] = {}
        self._jobs: dict[Path, Job] = {}
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self.read_saved)
        self._watcher.fileChanged.connect(lambda _: self._timer.start())
        self._watcher.directoryChanged.connect(lambda _: self._timer.start())
        for kind in SCHEMES.values():
            if issubclass(kind, OwnScheme) and kind.file:
                self._follow(Path(kind.file), kind.called())

    def may_run(self, files: Iterable[str], why: str) -> bool:
        """Ask whether the code of these files may be run; True where there are none."""
        return all(_agreed(file, why, self._window) for file in files)

    def load(self, path: Path) -> str | None:
        """Run a file and return the name of its scheme; None where it is no scheme, and `failed` says why."""
        try:
            kind = waited_for(lambda: self._tried(path), f"Running {path.name}…", self._window, foreign=True)
            self._show(kind, kind.called())
        except ValueError as error:
            self.failed.emit(str(error))
            return None
        except Cancelled:
            self.reported.emit(f"Cancelled: {path.name} was not opened")
            return None
        self._follow(Path(kind.file), kind.called())
        return kind.called()

    def _tried(self, path: Path, name: str = "") -> type[OwnScheme]:
        """Run a file, whose scheme had a name before, and work out what is shown of that by its class, off the window.

        What is worked out is kept: the window shows it at once then.
        """
        kind = read_scheme(path)
        for document in (self._session.document, self._session.baseline):
            renewed(document, name or kind.called(), kind)
        return kind

    def _show(self, kind: type[OwnScheme], name: str) -> None:
        """Make a class that was tried a scheme, and show it wherever that of a name is shown."""
        before = SCHEMES.get(kind.called())
        add_scheme(kind)
        try:
            self._session.renew(name, kind)
        except ValueError:
            if before is not None:
                SCHEMES[kind.called()] = before
            raise

    def _follow(self, file: Path, name: str) -> None:
        self._names[file], self._stamps[file] = name, _stamp(file)
        self._watcher.addPaths([str(file), str(file.parent)])

    def read_saved(self) -> None:
        """Run again what was saved since."""
        for file, before in list(self._stamps.items()):
            now = _stamp(file)
            if now is not None and str(file) not in self._watcher.files():
                self._watcher.addPath(str(file))  # most editors put another file in its place
            if now is not None and now != before:
                self._stamps[file] = now
                self._read_again(file)

    def _read_again(self, file: Path) -> None:
        if (running := self._jobs.pop(file, None)) is not None:
            running.drop()  # it runs what the file was before
        name = self._names[file]
        job = self._jobs[file] = Job(lambda _: self._tried(file, name), f"Running {file.name}…", self, foreign=True)
        job.done.connect(partial(self._on_read_again, file, name))
        job.failed.connect(partial(self._on_failed, file))
        job.cancelled.connect(partial(self._on_cancelled, job, file))
        job.start()
        if not job.finish_in_a_moment():
            self.started.emit(job)

    def _on_read_again(self, file: Path, name: str, kind: type[OwnScheme]) -> None:
        self._jobs.pop(file, None)
        try:
            self._show(kind, name)
        except ValueError as error:
            self._on_failed(file, error)
            return
        if kind.called() != name:  # its class has another name now
            SCHEMES.pop(name, None)
            self._names[file] = kind.called()
        self.reported.emit(f"Read {file.name} again")

    def _on_failed(self, file: Path, error: Exception) -> None:
        self._jobs.pop(file, None)
        if not isinstance(error, ValueError):
            raise error
        self.failed.emit(f"{error}{BEFORE}")

    def _on_cancelled(self, job: Job, file: Path) -> None:
        if self._jobs.get(file) is job:
            del self._jobs[file]
            self.failed.emit(f"Cancelled: {file.name} was not read again{BEFORE}")

    def finish(self) -> None:
        """Let go of what still runs, before the window is deleted."""
        for job in [*self._jobs.values()]:
            job.blockSignals(True)
            job.drop()


def run_last(files: Iterable[str]) -> None:
    """Run the files whose code makes what was open last, if that is agreed to.

    Raises
    ------
    ValueError
        If one of them may not run, or is no scheme; one line says why.
    """
    for file in files:
        if not _agreed(file, "What was open last is code."):
            raise CompleteError(f"The code of {Path(file).name} was not run")
        try:
            kind = waited_for(partial(read_scheme, file), f"Running {Path(file).name}…", foreign=True)
        except Cancelled:
            raise CompleteError(f"The code of {Path(file).name} was cancelled") from None
        add_scheme(kind)


def _agreed(file: str, why: str, window: QWidget | None = None) -> bool:
    box = QMessageBox(QMessageBox.Icon.Warning, "Run code", f"{why} Run it?", parent=window)
    box.setInformativeText(f"{file}\nAll that is in the file is run, and can do what you can do.")
    run = box.addButton("Run", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    agreed = box.clickedButton() is run
    box.deleteLater()
    return agreed


def _stamp(file: Path) -> Stamp:
    """Return what a file is known by to be as it was; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
