"""Files of ``resources/``, and files that are written whole or not at all."""

import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from peviewer.base.log import log_error, passing_over

_PACKAGE = Path(__file__).resolve().parents[1]
_PART_NAME = re.compile(r"\.[0-9a-f]{12}\.part")

# A day in seconds.
_DAY = 24 * 60 * 60


def resource(*parts: str) -> Path:
    """Return the path of one file or folder of ``resources/``."""
    for root in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"resource {'/'.join(parts)} is missing: reinstall peviewer")


class ExportError(OSError):
    """A file that could not be written; the message names the file and the cause."""


@contextmanager
def atomic_file(target: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces its target when the block ends.

    If the block raises, nothing is left behind. The file may be read and written by those who may
    read and write the target.
    """
    final = target.resolve()
    part = final.with_name(f".{secrets.token_hex(6)}.part")
    _clear_old_parts(final.parent)
    try:
        with part.open("xb") as file:
            if final.exists():
                _copy_mode(final, part)
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(final)
    except ExportError:
        raise
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        # If the folder is gone, the part is gone too.
        with passing_over(OSError, what_failed=f"{part} was not deleted"):
            part.unlink(missing_ok=True)


def _copy_mode(path: Path, copy: Path) -> None:
    # A file system without modes refuses to set one.
    with passing_over(OSError, what_failed=f"the mode of {path} was not kept"):
        copy.chmod(stat.S_IMODE(path.stat().st_mode))


def _clear_old_parts(folder: Path) -> None:
    """Delete parts of files that were never finished, if they are more than a day old."""
    what_failed = f"parts of unfinished files were not deleted from {folder}"
    with passing_over(OSError, what_failed=what_failed):
        for part in folder.glob(".*.part"):
            if not _PART_NAME.fullmatch(part.name):
                continue
            age = time.time() - part.stat().st_mtime
            if age > _DAY:
                part.unlink()


def read_ordinary(path: Path) -> bytes:
    """Return the content of a file; an OSError for a pipe or a device, which would block."""
    # `stat` raises if there is no such file.
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
    return path.read_bytes()


def set_aside(path: Path) -> Path | None:
    """Rename a file that cannot be used to ``….broken``.

    Return its new path; None if it cannot be renamed.
    """
    aside = path.with_name(f"{path.name}.broken")
    try:
        path.replace(aside)
    except OSError as error:
        log_error(f"{path} was not renamed", error)
        return None
    return aside


def write(target: Path, content: bytes) -> None:
    with atomic_file(target) as file:
        file.write(content)
