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

# What is added to the message when a file fails that was run before.
STAYS_AS_BEFORE = "; what is shown is from before"


# The sections of the Document that `own_files` depends on.
OWN_FILES = "encoding compare"


def own_files(document: Document) -> dict[str, Path]:
    """Return the files that define schemes of a Document, by the schemes' names."""
    own = (scheme for scheme in document.compared if isinstance(scheme, OwnScheme) and scheme.file)
    return {scheme.scheme: Path(scheme.file) for scheme in own}


class SchemeFiles(QObject):
    """The files whose classes are schemes: run after the user agreed, and run again on request.

    If a file has an error, `failed` names file and line, and everything shown stays. Code runs on
    another thread. If it takes long, the window says so and offers Cancel; code that never ends
    goes on by itself after that.
    """

    reported = Signal(str)
    """A sentence about what was done."""
    failed = Signal(str)
    """One line about what is wrong with a file."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window

    def may_run(self, files: Iterable[str], why: str) -> bool:
        """Ask whether the code of these files may be run; True where there are none."""
        return all(_agreed(file, why, self._window) for file in files)

    def load(self, path: Path, name: str = "", *, failure: str = "") -> str | None:
        """Run a file and return the name of its scheme.

        Return None where that fails; `failed` then says why.

        name: the scheme of this file that is shown already, if any. failure: what is added to the
        message about an error.
        """
        try:
            kind = waited_for(
                lambda: self._read_and_compute(path, name),
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
        """Run the files of the schemes that are shown again, and show the new classes."""
        for name, file in own_files(self._session.document).items():
            if new_name := self.load(file, name, failure=STAYS_AS_BEFORE):
                if new_name != name:
                    SCHEMES.pop(name, None)
                self.reported.emit(f"Read {file.name} again")

    def _read_and_compute(self, path: Path, name: str = "") -> type[OwnScheme]:
        """Run a file and return its class; called on another thread than the window's.

        Documents that show the scheme `name` are rebuilt here with the new class: that computes and
        caches its table, and raises the errors in its code.
        """
        kind = read_scheme(path)
        for document in (self._session.document, self._session.baseline):
            rebuilt(document, name or kind.scheme_name(), kind)
        return kind

    def _show(self, kind: type[OwnScheme], name: str) -> None:
        """Make a class a scheme, and show it wherever the scheme `name` is shown."""
        former = SCHEMES.get(kind.scheme_name())
        add_scheme(kind)
        try:
            self._session.rebuild(name, kind)
        except ValueError:
            if former is not None:
                SCHEMES[kind.scheme_name()] = former
            raise


def run_last(files: Iterable[str]) -> None:
    """Run the files that the last session's schemes need, if the user agrees."""
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
