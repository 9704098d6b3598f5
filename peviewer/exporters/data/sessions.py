"""Find the Document in files of numbers: at their beginning, or in a small member."""

from __future__ import annotations

import zipfile
import zlib
from typing import TYPE_CHECKING

import numpy as np

from peviewer.exporters.formats import CSV_START
from peviewer.exporters.metadata.media import LARGEST, MARGIN

if TYPE_CHECKING:
    from pathlib import Path

NPZ_MEMBER = "document"


def of_csv(path: Path) -> bytes | None:
    """Read the first line."""
    with path.open("rb") as file:
        line = file.readline(MARGIN)
    return line.removeprefix(CSV_START) if line.endswith(b"\n") else None


def of_npz(path: Path) -> bytes | None:
    """Read one small member: a text, whose length is looked at before it is believed."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(f"{NPZ_MEMBER}.npy") as member:
            np.lib.format.read_magic(member)
            shape, _, kind = np.lib.format.read_array_header_1_0(member)
            if shape or kind.kind != "U" or kind.itemsize > 4 * LARGEST:
                return None
            return member.read(kind.itemsize).decode("utf-32-le").rstrip("\0").encode()
    except (KeyError, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile):
        return None
