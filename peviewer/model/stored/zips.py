"""Where in an archive the bytes of an entry begin that is not compressed."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from peviewer.model.stored.entry import TableError

if TYPE_CHECKING:
    import zipfile
    from typing import IO

_LOCAL = struct.Struct("<4s5H3I2H")  # what an entry begins with: its last two numbers are lengths of what follows


def entry_offset(file: IO[bytes], info: zipfile.ZipInfo, size: int) -> int:
    """Return at which byte of an archive of so many bytes those of an entry begin, all of which are in it.

    Raises
    ------
    TableError
        If there is no such entry there.
    """
    file.seek(info.header_offset)
    head = file.read(_LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(b"PK\3\4"):
        raise TableError("it is a broken archive")
    *_, name, extra = _LOCAL.unpack(head)
    begin: int = info.header_offset + _LOCAL.size + name + extra
    if begin + info.file_size > size:
        raise TableError("it ends too early")
    return begin
