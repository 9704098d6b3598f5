"""Files of schemes of one's own: run once that was agreed to, and run again whenever they are saved."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from peviewer.app.session.session import Session
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.files import load_scheme
from peviewer.model.encodings.own import OwnScheme

WAIT_MS = 100  # editors write a file in several steps
Stamp = tuple[int, int] | None


class SchemeFiles(QObject):
    """The files whose classes are schemes, watched: saving one shows its class as it is then.

    Of an error in it `failed` says file and line, and what is shown stays.
    """

    reported = Signal(str)  # what was done
    failed = Signal(str)  # one line: what is wrong with a file

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._stamps: dict[Path, Stamp] = {}
        self._names: dict[Path, str] = {}
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
        kind = self._run(path)
        if kind is None:
            return None
        self._follow(Path(kind.file), kind.called())
        return kind.called()

    def _run(self, path: Path, name: str = "", said: str = "") -> type[OwnScheme] | None:
        """Run a file, whose scheme had a name before, and show its class wherever that is shown."""
        before = dict(SCHEMES)
        try:
            kind = load_scheme(path)
            self._session.renew(name or kind.called(), kind)
        except ValueError as error:
            SCHEMES.update({known: before[known] for known in SCHEMES.keys() & before.keys()})
            self.failed.emit(f"{error}{said}")
            return None
        return kind

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
        name = self._names[file]
        kind = self._run(file, name, "; what is shown is from before")
        if kind is None:
            return
        if kind.called() != name:  # its class has another name now
            SCHEMES.pop(name, None)
            self._names[file] = kind.called()
        self.reported.emit(f"Read {file.name} again")


def run_last(files: Iterable[str]) -> None:
    """Run the files whose code makes what was open last, if that is agreed to.

    Raises
    ------
    ValueError
        If one of them is no scheme; one line says why.
    """
    for file in files:
        if _agreed(file, "What was open last is code."):
            load_scheme(file)


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
