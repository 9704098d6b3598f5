"""Files of schemes of one's own: run once that was agreed to, and run again on request."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from peviewer.app.session.session import Session
from peviewer.app.session.slow_edits import rebuilt
from peviewer.app.session.waiting import waited_for
from peviewer.base.refusals import CompleteError
from peviewer.base.work import Cancelled
from peviewer.document.document import Document
from peviewer.model.encodings.bases.own_scheme import OwnScheme
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.files import add_scheme, read_scheme

BEFORE = "; what is shown is from before"


# The sections that it reads.
OWN_FILES = "encoding compare"


def own_files(document: Document) -> dict[str, Path]:
    """Return the files whose classes are the schemes of a Document, by the names of these."""
    own = (scheme for scheme in document.compared if isinstance(scheme, OwnScheme) and scheme.file)
    return {scheme.scheme: Path(scheme.file) for scheme in own}


class SchemeFiles(QObject):
    """The files whose classes are schemes: run once that was agreed to, and run again on request.

    Of an error in one `failed` says file and line, and what is shown stays. Code runs on another
    thread: where it takes long the window says so, with Cancel; what never ends is left to itself
    then.
    """

    reported = Signal(str)
    """What was done."""
    failed = Signal(str)
    """One line: what is wrong with a file."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    def may_run(self, files: Iterable[str], why: str) -> bool:
        """Ask whether the code of these files may be run; True where there are none."""
        return all(_agreed(file, why, self._window) for file in files)

    def load(self, path: Path, name: str = "", *, failure: str = "") -> str | None:
        """Run a file and return the name of its scheme.

        It is None where it is no scheme, and `failed` says why.

        name: of the scheme of this file that is shown already. failure: what is said besides of an
        error.
        """
        try:
            kind = waited_for(
                lambda: self._tried(path, name),
                f"Running {path.name}…",
                self._window,
                may_never_end=True,
            )
            self._show(kind, name or kind.scheme_name())
        except ValueError as error:
            self.failed.emit(f"{error}{failure}")
            return None
        except Cancelled:
            self.reported.emit(f"Cancelled: {path.name} was not opened")
            return None
        return kind.scheme_name()

    def reload(self) -> None:
        """Run the files of the schemes on show again, and show what their classes are now."""
        for name, file in own_files(self._session.document).items():
            if now := self.load(file, name, failure=BEFORE):
                if now != name:
                    # Its class has another name now.
                    SCHEMES.pop(name, None)
                self.reported.emit(f"Read {file.name} again")

    def _tried(self, path: Path, name: str = "") -> type[OwnScheme]:
        """Run a file off the window's thread.

        What is shown of the scheme of that name is computed there, too.
        """
        kind = read_scheme(path)
        for document in (self._session.document, self._session.baseline):
            rebuilt(document, name or kind.scheme_name(), kind)
        return kind

    def _show(self, kind: type[OwnScheme], name: str) -> None:
        """Make a class that was tried a scheme, and show it wherever that of a name is shown."""
        before = SCHEMES.get(kind.scheme_name())
        add_scheme(kind)
        try:
            self._session.rebuild(name, kind)
        except ValueError:
            if before is not None:
                SCHEMES[kind.scheme_name()] = before
            raise


def run_last(files: Iterable[str]) -> None:
    """Run the files whose code makes what was open last, if that is agreed to."""
    for file in files:
        if not _agreed(file, "What was open last is code."):
            raise CompleteError(f"The code of {Path(file).name} was not run")
        try:
            kind = waited_for(
                partial(read_scheme, file), f"Running {Path(file).name}…", may_never_end=True
            )
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
