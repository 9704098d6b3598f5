"""What an argument names to be read or written: the path of a file, or an open one."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOBase
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from peviewer.base.refusals import refused
from peviewer.document.document import DocumentError
from peviewer.exporters.formats import KindName, formats

# The formats that are written into an open file if none is given.
USUAL_FORMATS: dict[KindName, str] = {"picture": "png", "data": "csv"}


def file_at(name: str, path: object) -> Path:
    """Return the path that an argument is.

    >>> file_at("target", 5)
    Traceback (most recent call last):
    peviewer.document.document.DocumentError: target = 5 is not allowed: it must be the path ...
    """
    if not isinstance(path, str | PathLike):
        raise DocumentError(refused(name, path, "it must be the path of a file"))
    return Path(path)


@contextmanager
def writable(target: Any, kind: KindName, format: str | None = None) -> Iterator[Path]:
    """Return the file to write for a target, which may be a file that is open for writing.

    An open file gets all content at once, in a format that its name need not tell.
    """
    if not hasattr(target, "write"):
        if format is not None:
            allowed = "it is for open files; a path's extension says its format"
            raise DocumentError(refused("format", format, allowed))
        yield file_at("target", target)
        return
    known = list(formats(kind))
    suffix = format or USUAL_FORMATS[kind]
    if suffix not in known:
        raise DocumentError(refused("format", format, f"it must be one of {', '.join(known)}"))
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"open.{suffix}"
        yield file
        content = file.read_bytes()
        target.write(content.decode() if isinstance(target, TextIOBase) else content)
