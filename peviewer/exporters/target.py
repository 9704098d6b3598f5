"""Where an export is written: a file whose extension says the format, or a folder of numbered files."""

from __future__ import annotations

import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from peviewer.base.files import ExportError
from peviewer.exporters.formats import KindName, format_of, formats

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from pathlib import Path

    from peviewer.exporters.formats import Format


def check(target: Path, kind: KindName) -> Format:
    """Return the format of a target, one of a kind of export.

    Raises
    ------
    ExportError
        If it cannot be written there.
    """
    _reach(target)
    if target.is_dir():
        raise ExportError(f"cannot write {target}: it is a folder")
    if target.exists() and not target.is_file():
        raise ExportError(f"cannot write {target}: a device is no place for a {_thing(kind)}")
    found = format_of(kind, target.suffix)
    if found is None:
        known = ", ".join(f".{suffix}" for suffix in formats(kind))
        raise ExportError(f"cannot write {target}: the extension must be one of {known}")
    folder = target.resolve().parent
    if not folder.is_dir():
        raise ExportError(f"cannot write {target}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"cannot write {target}: the folder {folder} is not writable")
    if target.exists() and not os.access(target, os.W_OK):
        raise ExportError(f"cannot write {target}: the file is write-protected")
    return found


def _thing(kind: KindName) -> str:
    return kind if kind in ("picture", "clip", "deck") else "file"


def _reach(target: Path) -> None:
    """Refuse a name that the system does not take: too long, or a link to itself."""
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror}") from None


def is_folder(target: Path) -> bool:
    """Whether a target means files in a folder, and not one file.

    Examples
    --------
    >>> from pathlib import Path
    >>> is_folder(Path("slides")), is_folder(Path("slides.pptx"))
    (True, False)
    """
    return target.is_dir() or not (target.suffix or target.exists())


@contextmanager
def numbered_files(target: Path, named: re.Pattern[str]) -> Iterator[Path]:
    """Open a folder to write files into, which take their places once the block has ended.

    What an earlier run left goes then: files that are named so and carry a
    Document; others stay. Where the block raises, all stays as it was.

    Parameters
    ----------
    target : pathlib.Path
        The folder, made where there is none.
    named : re.Pattern
        What the names of such files match.

    Raises
    ------
    ExportError
        If they cannot be written.
    """
    target = target.resolve()
    made = not target.exists()
    part = target / f".{secrets.token_hex(6)}.part"
    moved = False
    try:
        part.mkdir(parents=made and target.parent.is_dir())
        yield part
        files = sorted(part.iterdir())
        stale = set(_earlier(target, named)) - {target / file.name for file in files}
        for file in files:
            file.replace(target / file.name)
            moved = True
        for file in stale:
            file.unlink(missing_ok=True)
    except ExportError as error:
        # It names a file that nobody will see.
        raise ExportError(f"cannot write {target}: {str(error).rpartition(': ')[2]}") from None
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
        if made and not moved:
            with suppress(OSError):
                target.rmdir()


def _earlier(folder: Path, named: re.Pattern[str]) -> Iterator[Path]:
    """Yield what peviewer wrote under such names."""
    for file in folder.iterdir():
        if named.fullmatch(file.name) and file.is_file():
            known = format_of("picture", file.suffix) or format_of("clip", file.suffix)
            if known is not None and known.session(file):
                yield file
