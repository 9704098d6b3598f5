"""Where an export is written: a file whose extension says the format."""

from __future__ import annotations

import os
from pathlib import Path

from peviewer.base.files import ExportError
from peviewer.exporters.formats import Format, KindName, format_of, formats


def check(target: Path, kind: KindName) -> Format:
    """Return the format of a target, one of a kind of export."""
    try:
        target.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:  # a name that the system does not take: too long, or a link to itself
        raise ExportError(f"cannot write {target}: {error.strerror}") from None
    if target.is_dir():
        raise ExportError(f"cannot write {target}: it is a folder")
    if target.exists() and not target.is_file():
        thing = kind if kind in ("picture", "clip", "deck") else "file"
        raise ExportError(f"cannot write {target}: a device is no place for a {thing}")
    file_format = format_of(kind, target.suffix)
    if file_format is None:
        known = ", ".join(f".{suffix}" for suffix in formats(kind))
        raise ExportError(f"cannot write {target}: the extension must be one of {known}")
    folder = target.resolve().parent
    if not folder.is_dir():
        raise ExportError(f"cannot write {target}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"cannot write {target}: the folder {folder} is not writable")
    if target.exists() and not os.access(target, os.W_OK):
        raise ExportError(f"cannot write {target}: the file is write-protected")
    return file_format
