"""Autosave: what a window shows is written after each change, for the next start."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from os.path import exists
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer, Signal

from peviewer.base.files import read_ordinary, set_aside, write
from peviewer.base.log import log_error, passing_over
from peviewer.base.version import __version__
from peviewer.base.work import Cancelled
from peviewer.document.document import Document
from peviewer.document.sessions import FORMAT, unloaded_code
from peviewer.document.tables import have_changed, table_files, take_changed_tables

DELAY_MS = 1000
# The most files of closed windows that are kept.
KEPT = 5
# The most files that are looked at when the program starts: locking one takes milliseconds.
LOOKED_AT = 20
_DOCUMENTS = "document", "baseline"


class Saved(BaseModel):
    """The saved state of one window.

    `baseline` is what was opened, `step` the step of a story that it was opened as or empty,
    `file` the session file it belongs to or empty, `geometry` as the window writes it;
    `closed` is False if its process was killed, `version` is that of the program that wrote it.
    """

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    document: Document
    baseline: Document
    title: str = ""
    step: str = ""
    file: str = Field("", pattern=r"^[^\x00]*$")
    """A path has no NUL character."""
    geometry: dict[str, str] = {}
    closed: bool = True
    version: str = __version__

    def to_json(self) -> str:
        documents = {name: json.loads(getattr(self, name).to_json()) for name in _DOCUMENTS}
        return json.dumps(
            {**documents, **self.model_dump(exclude=set(_DOCUMENTS))}, ensure_ascii=False
        )

    @classmethod
    def from_json(cls, text: str) -> "Saved":
        """Read what :meth:`to_json` wrote; a ValueError says in one line what is wrong."""
        return cls.from_data(json.loads(text))

    @classmethod
    def from_data(cls, data: Any) -> "Saved":
        """Return the saved state for data from JSON."""
        if not isinstance(data, dict):
            raise ValueError("no table of fields")
        documents = {name: Document.from_session(data.get(name)) for name in _DOCUMENTS}
        try:
            return cls.model_validate({**data, **documents})
        except ValidationError as error:
            raise ValueError(error.errors()[0]["msg"]) from None


class Autosave(QObject):
    """The file of one window, locked while the window is open.

    It is written whole at most a second after a change.
    """

    complaintChanged = Signal(str)
    """One line on why the file could not be written; empty once it could."""

    def __init__(self, path: Path, lock: QLockFile) -> None:
        super().__init__()
        self.path = path
        self._lock = lock
        self._written = self.complaint = ""
        self.source: Callable[[], Saved] | None = None
        """A function that returns the present state of the window."""
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self.write)

    def schedule(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def write(self) -> None:
        """Write the present state now, unless the file holds it already."""
        self._timer.stop()
        if self.source is not None and (saved := self.source()).to_json() != self._written:
            self.write_saved(saved)

    def write_saved(self, saved: Saved) -> None:
        """Write a state, even if the file holds it already.

        So this file becomes the one that was written last.
        """
        text = saved.to_json()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write(self.path, text.encode())
        except OSError as error:
            log_error(f"{self.path} was not written", error)
            cause = f"{error.strerror}, {error.filename}" if error.strerror else str(error)
            self._set_complaint(f"What is open is not kept for the next start: {cause}")
        else:
            self._written = text
            self._set_complaint("")

    def _set_complaint(self, complaint: str) -> None:
        if complaint != self.complaint:
            self.complaint = complaint
            self.complaintChanged.emit(complaint)

    def close(self) -> None:
        self._timer.stop()
        self.source = None
        self._lock.unlock()


def autosave_folder() -> Path:
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    return Path(base) / "peviewer" / "open"


def new(folder: Path) -> Autosave:
    path = folder / f"{secrets.token_hex(6)}.json"
    with passing_over(OSError, what_failed=f"{folder} was not made"):
        folder.mkdir(parents=True, exist_ok=True)
    lock = _lock(path)
    lock.tryLock(0)
    return Autosave(path, lock)


class Taken(NamedTuple):
    """The result of :func:`take`.

    `saved` is None for a new file, and `complaint` says if a file was broken.
    """

    autosave: Autosave
    saved: Saved | None
    complaint: str = ""


class _LeftClosedError(Exception):
    """What was open is not opened, and its file is left as it is; the message says why."""


class _LaterVersionError(Exception):
    """What was open cannot be read as a later version of peviewer wrote it.

    The message says what is unknown.
    """


class _Examined(NamedTuple):
    """The content of a file as JSON, and facts to be known before it is shown."""

    data: Any
    code: list[str]
    changed_tables: list[str]


Run = Callable[[list[str]], object]
Wait = Callable[[Callable[[], Any]], Any]


def take(folder: Path, run: Run = lambda _: None, wait: Wait = lambda read: read()) -> Taken:
    """Take over the file of the window that was closed last.

    The file of a window that was never closed comes first.

    The oldest files of closed windows are deleted. Where code may not run or a table is not there,
    the file is left as it is, and a new one taken. What a later version wrote is left to that
    version.

    run: runs files whose code makes what was open, if that is agreed to; a ValueError says why they
    were not run. wait: returns what reading returns, which may take long; raises Cancelled where
    nobody waits for it.
    """
    taken: tuple[Autosave, Saved | None] | None = None
    complaint = ""
    count = 1
    for path, lock, closed in islice(_unlocked(wait(partial(_last_first, folder))), LOOKED_AT):
        if taken is None:
            try:
                saved, about = _read(path, run, wait)
                taken, complaint = (Autosave(path, lock), saved), complaint or about
                continue
            except (_LeftClosedError, Cancelled) as why:
                log_error(f"{path} was not restored", why)
                taken = new(folder), None
                complaint = (
                    complaint or f"{str(why) or 'Cancelled'}: what was open last is kept in {path}"
                )
            except _LaterVersionError as unknown:
                log_error(f"{path} was not restored", unknown)
                version = "in a later version of peviewer"
                kept = f"What was open last, {version}, is kept for that in {path}"
                complaint = complaint or f"{kept}: {unknown}"
            except (OSError, ValueError, RecursionError) as error:
                log_error(f"{path} was not restored", error)
                complaint = complaint or _set_aside(path, error)
        elif closed and count == KEPT:
            with passing_over(OSError, what_failed=f"{path} was not deleted"):
                path.unlink()
        else:
            count += closed
        lock.unlock()
    autosave, restored = taken or (new(folder), None)
    return Taken(autosave, restored, complaint)


def _read(path: Path, run: Run, wait: Wait) -> tuple[Saved, str]:
    """Return the state of a window, and a sentence about its tables if they have changed since."""
    examined: _Examined = wait(partial(_examine, path))
    try:
        run(examined.code)
    except ValueError as error:
        raise _LeftClosedError(str(error)) from None
    try:
        saved: Saved = wait(partial(Saved.from_data, examined.data))
    except ValueError as error:
        if isinstance(examined.data, dict) and _is_of_later_version(examined.data):
            raise _LaterVersionError(str(error)) from None
        raise
    return saved, have_changed(examined.changed_tables)


def _examine(path: Path) -> _Examined:
    data = json.loads(read_ordinary(path))
    documents = [data.get(name) for name in _DOCUMENTS] if isinstance(data, dict) else []
    tables = [table for document in documents for table in table_files(document)]
    if missing := [table for table in tables if not exists(table)]:
        raise _LeftClosedError(f"{missing[0]} is not there")
    try:
        code = dict.fromkeys(file for document in documents for file in unloaded_code(document))
        changed = [table for document in documents for table in take_changed_tables(document)]
    except ValueError as error:
        raise _LeftClosedError(str(error)) from None
    return _Examined(data, list(code), changed)


def _is_of_later_version(data: dict[str, Any]) -> bool:
    documents = [data.get(name) for name in _DOCUMENTS]
    formats = [document.get("peviewer") for document in documents if isinstance(document, dict)]
    has_later_format = any(isinstance(known, int) and known > FORMAT for known in formats)
    return has_later_format or _release(data.get("version")) > _release(__version__)


def _release(version: object) -> tuple[int, ...]:
    """Return the numbers of a version, as (0, 1, 0); an empty tuple without a version."""
    parts = str(version).split(".")[:3]
    return tuple(int(part) for part in parts if part.isdecimal() and len(part) < 10)


def _last_first(folder: Path) -> list[tuple[Path, bool]]:
    """Return the files of windows and whether each was closed.

    Files that were never closed come first, then those that were written last.
    """
    paths: list[tuple[bool, int, Path]] = []
    with passing_over(OSError, what_failed=f"{folder} was not looked through"):
        paths = sorted(
            (_was_closed(path), -path.stat().st_mtime_ns, path) for path in folder.glob("*.json")
        )
    return [(path, closed) for closed, _, path in paths]


def _unlocked(files: Iterable[tuple[Path, bool]]) -> Iterator[tuple[Path, QLockFile, bool]]:
    """Yield the files that no window has open, locked now."""
    for path, closed in files:
        lock = _lock(path)
        if lock.tryLock(0):
            yield path, lock, closed


def _was_closed(path: Path) -> bool:
    """Whether the window of a file was closed; False for a broken file, which is then set aside."""
    try:
        return bool(json.loads(read_ordinary(path)).get("closed", True))
    except (OSError, ValueError, RecursionError, AttributeError) as error:
        log_error(f"{path} was not read", error)
        return False


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(f"{path}.lock")
    # A lock counts as stale only once its process has ended, however old it is.
    lock.setStaleLockTime(0)
    return lock


def _set_aside(path: Path, error: Exception) -> str:
    aside = set_aside(path)
    why = str(getattr(error, "strerror", None) or error)
    if isinstance(error, (RecursionError, UnicodeDecodeError, json.JSONDecodeError)):
        why = "it is not a peviewer session"
    if aside is None:
        return f"What was open last ({path}) cannot be read and is left alone: {why}"
    return f"What was open last could not be read and is now {aside}: {why}"
