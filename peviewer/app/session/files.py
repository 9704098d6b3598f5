"""Open and save sessions: ``*.peview`` files, and exported files with their Document."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from peviewer.app.session.scheme_files import SchemeFiles
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.session.slow_edits import compute
from peviewer.app.session.waiting import failure_text, waited_for
from peviewer.base.files import ExportError, write
from peviewer.base.log import log_error
from peviewer.base.work import Cancelled
from peviewer.document.arrays.showing import show_array
from peviewer.document.configurations.reading import open_config, parts_beside
from peviewer.document.document import Document, DocumentError
from peviewer.document.sessions import SESSION_SUFFIX
from peviewer.document.tables import have_changed, lacking_array
from peviewer.exporters.formats import FORMATS
from peviewer.exporters.reading import OpenedFile, open_file
from peviewer.figures.panes.catalog import follow_scheme
from peviewer.model.stored.choice import Choice
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.formats import SUFFIXES
from peviewer.model.stored.reading import check_table

T = TypeVar("T")
Say = Callable[[Exception], str]
# Suffixes of exported files; .json is not among them: such a file may be a session to save to.
EXPORTED = tuple(dict.fromkeys(f".{known.suffix}" for known in FORMATS if known.reader))
OPENED = (SESSION_SUFFIX, ".json", *EXPORTED)
_TABLE_FILTER = f"Tables ({' '.join('*' + suffix for suffix in SUFFIXES)});;All files (*)"
CODE = ".py"
# The most arrays of a file that are listed, known tables first: ten thousand would hold up the
# window.
OFFERED = 1000
_SCHEME_FILTER = f"Schemes in Python (*{CODE})"
_FILTER = (
    f"Sessions and exported files ({' '.join('*' + suffix for suffix in OPENED)});;All files (*)"
)


class SessionFiles(QObject):
    """Opens and saves the session's file, and knows whether it is up to date."""

    reported = Signal(str)
    """What was done."""
    failed = Signal(str)
    """One line: what could not be done."""
    noted = Signal(str)
    """One line on what has changed its meaning in a file that was opened."""
    offered = Signal(Path, list)
    """A configuration was opened that has other parts, too: its path and these parts."""
    asked = Signal()
    """A table was opened, and only the user knows what its rows are."""
    recentChanged = Signal()

    def __init__(self, session: Session, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self._window = window
        self._path: Path | None = None
        self.schemes = SchemeFiles(session, window)
        for signal, passed_on in (
            (self.schemes.reported, self.reported),
            (self.schemes.failed, self.failed),
        ):
            signal.connect(passed_on)
        self._opened = ""
        """The session's title when the file was set."""
        self.saved_document = session.document
        """The Document in that file."""

    @property
    def path(self) -> Path | None:
        """The file that was opened or saved last, unless a preset was opened since."""
        return self._path if self._session.title == self._opened else None

    @property
    def title(self) -> str:
        return self.path.name if self.path else self._session.current_title

    @property
    def unsaved(self) -> bool:
        return self.path is not None and not self._session.undo_stack.isClean()

    def restore(self, path: Path) -> None:
        """Set the file of the last window again; its Document may have changed since."""
        try:
            saved = waited_for(
                lambda: open_file(path).shown,
                f"Opening {path.name}…",
                self._window,
                may_never_end=True,
            )
        except (DocumentError, Cancelled) as error:
            # The file is gone, but its Document is open and can be saved again.
            log_error(f"{path} was not restored", error)
            return
        self._set_saved(path, saved)

    def take(self, path: Path, saved: Document | None) -> None:
        """Treat the file with which the window started like one that was opened in it.

        Its Document is `saved`.
        """
        if saved is not None and path.suffix.lower() == SESSION_SUFFIX:
            self._set_saved(path, saved)
        self._remember(path)

    def _set_saved(self, path: Path, saved: Document) -> None:
        self._set_file(path)
        self.saved_document = saved
        if saved != self._session.document:
            self._session.undo_stack.resetClean()

    def choose_and_open(self) -> None:
        self._choose("Open session", _FILTER, self.open)

    def choose_and_open_table(self) -> None:
        self._choose("Open table", _TABLE_FILTER, self.open_table)

    def choose_and_compare(self) -> None:
        self._choose("Compare with a table", _TABLE_FILTER, partial(self.open_table, as_b=True))

    def choose_and_open_scheme(self) -> None:
        self._choose("Open scheme: its code will be run", _SCHEME_FILTER, self.open_scheme)

    def _choose(self, title: str, kinds: str, open_: Callable[[Path], object]) -> None:
        folder = str(self.path.parent) if self.path else ""
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        if name:
            open_(Path(name))

    def open_table(self, path: Path, *, as_b: bool = False) -> bool:
        """Show a table of a file, whatever else it holds, or compare with it.

        If the file is broken, `failed` says why.
        """
        opened = self._read(path, as_table=True)
        return opened is not None and self._show_table(opened, as_b=as_b)

    def open_part(self, path: Path, part: str) -> bool:
        """Show a part of a configuration, such as its tower for pictures."""
        opened = self._read(path)
        return opened is not None and self._show_table(opened, part=part)

    def _show_table(self, opened: OpenedFile, *, part: str = "", as_b: bool = False) -> bool:
        """Show an array of a file, or what a configuration names.

        If a file has several arrays, the user is asked for one.
        """
        before = self._session.document
        path = opened.path
        show = partial(open_config, before, path, part)
        if opened.kind != "config":
            choice = self._choose_array(opened)
            if choice is None:
                return False
            show = partial(show_array, before, path, choice)
        waiting = f"Reading {path.name}…"
        shown = self._waited_for(show, waiting, path, say=str)
        if shown is None:
            return False
        document, about = shown
        title = document.encoding.own_name or path.name
        if as_b:
            self._session.edit({"compare.against": document.encoding}, text=f"compare with {title}")
            return self._remember(path)
        document = follow_scheme(before, document)
        self._session.open(document, title)
        if document.encoding.question:
            self.asked.emit()
        if about:
            self.noted.emit(about)
        if opened.kind == "config" and not part:
            parts = self._waited_for(partial(parts_beside, path), waiting, path, say=str)
            self.offered.emit(path, parts or [])
        return self._remember(path)

    def open_scheme(self, path: Path) -> bool:
        """Show the scheme of a file, after the user has allowed to run its code.

        If the file is broken, `failed` says why.
        """
        if not self.schemes.may_run([str(path)], f"{path.name} is code."):
            return False
        name = self.schemes.load(path)
        if name is None:
            return False
        before = self._session.document
        changes = {"encoding.scheme": name}
        document = self._waited_for(
            partial(compute, before, changes), f"Running {path.name}…", path, may_never_end=True
        )
        if document is None:
            return False
        document = follow_scheme(before, document)
        self._session.open(document, document.encoding.title)
        return self._remember(path)

    def _choose_array(self, opened: OpenedFile) -> Choice | None:
        choices = opened.choices[:OFFERED]
        if sum(not choice.why_not for choice in choices) == 1:
            return choices[0]
        titles = [choice.title for choice in choices]
        label = f"Array of {opened.path.name}:"
        title, agreed = QInputDialog.getItem(self._window, "Open table", label, titles, 0, False)
        return choices[titles.index(title)] if agreed else None

    def open(self, path: Path) -> bool:
        """Open a session, an exported file or a table.

        A broken file changes nothing, and `failed` says why.
        """
        if path.suffix.lower() == CODE:
            return self.open_scheme(path)
        opened = self._read(path)
        if opened is None:
            return False
        return self._show_session(opened) if opened.kind == "session" else self._show_table(opened)

    def _read(self, path: Path, *, as_table: bool = False) -> OpenedFile | None:
        """Read a file and return it; of a table also the arrays are read."""

        def read() -> OpenedFile:
            opened = open_file(path)
            if opened.kind == "table" or (as_table and opened.kind == "session"):
                check_table(opened.choices, path)
            return opened

        return self._waited_for(read, f"Reading {path.name}…", path, say=str)

    def _show_session(self, opened: OpenedFile) -> bool:
        """Show a session, after the user has allowed to run the code that it names."""
        path = opened.path
        code = opened.unloaded_code
        if not self.schemes.may_run(code, f"The encoding of {path.name} is code."):
            return False
        if not all(self.schemes.load(Path(file)) for file in code):
            return False
        document = self._waited_for(
            lambda: opened.shown, f"Opening {path.name}…", path, may_never_end=True
        )
        if document is None:
            return False
        self._session.open(document, path.name)
        if opened.changed_tables:
            self.noted.emit(have_changed(opened.changed_tables))
        self._set_file(None if path.suffix.lower() in EXPORTED else path)
        return self._remember(path)

    def _waited_for(
        self,
        work: Callable[[], T],
        text: str,
        path: Path,
        *,
        may_never_end: bool = False,
        say: Say = failure_text,
    ) -> T | None:
        """Return the result of work on a file.

        If the work fails or is cancelled, `failed` or `reported` says so and the result is None.

        may_never_end: whether code may run, which may never end. say: how an error is said.
        """
        try:
            return waited_for(work, text, self._window, may_never_end=may_never_end)
        except (TableError, DocumentError) as error:
            self.failed.emit(say(error))
        except Cancelled:
            self.reported.emit(f"Cancelled: {path.name} was not opened")
        return None

    def _remember(self, path: Path) -> bool:
        self._settings.remember_recent(path)
        self.recentChanged.emit()
        return True

    def save(self) -> bool:
        return self.save_to(self.path) if self.path else self.choose_and_save()

    def choose_and_save(self) -> bool:
        dialog = QFileDialog(self._window, "Save session")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"Sessions (*{SESSION_SUFFIX})")
        dialog.setDefaultSuffix(SESSION_SUFFIX)
        dialog.selectFile(self.path.name if self.path else f"session{SESSION_SUFFIX}")
        chosen = dialog.exec()
        names = dialog.selectedFiles()
        # Without this the dialog would live as long as the window.
        dialog.deleteLater()
        return bool(chosen) and self.save_to(Path(names[0]))

    def save_to(self, path: Path) -> bool:
        try:
            write(path, (self._session.document.to_json() + "\n").encode())
        except ExportError as error:
            self.failed.emit(failure_text(error))
            return False
        self._set_file(path)
        self._remember(path)
        self.reported.emit(f"Saved {path.name}")
        if lacking := lacking_array(self._session.document):
            self.noted.emit(lacking)
        return True

    def _set_file(self, path: Path | None) -> None:
        self._path = path
        self._opened = self._session.title
        self.saved_document = self._session.document
        self._session.undo_stack.setClean()
