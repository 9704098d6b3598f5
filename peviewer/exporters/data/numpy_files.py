"""NumPy's own files of numbers: one array, or all of them by their keys."""

from __future__ import annotations

import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from peviewer.exporters.data.arrays import Line, Matrix, Record
from peviewer.exporters.data.content import Add, Content, columns_of, describe_all, points_of, strips
from peviewer.exporters.formats import LARGEST_SESSION

NPZ_MEMBER = "document"
_AGES_AGO = (1980, 1, 1, 0, 0, 0)  # the date of every member of a .npz: equal data makes equal files


def write_npy(file: BinaryIO, content: Content, add: Add) -> None:
    """Write the chosen array: a matrix, the points of a curve as rows of x and y, or a table with named fields."""
    if isinstance(content.chosen, Matrix):
        _stream(file, content.chosen, add)
    elif isinstance(content.chosen, Line):
        _array(file, points_of(content.chosen, add))
    elif isinstance(content.chosen, Record):
        columns = {name: np.asarray(column) for name, column in content.chosen.columns.items()}
        table = np.empty(content.chosen.length, [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        _array(file, table)


def write_npz(file: BinaryIO, content: Content, add: Add) -> None:
    """Write all arrays by their keys, their description as JSON text ``about``, and the Document as ``document``."""
    with zipfile.ZipFile(file, "w", allowZip64=True) as archive:

        def member(key: str) -> Any:
            return archive.open(zipfile.ZipInfo(f"{key}.npy", _AGES_AGO), "w", force_zip64=True)

        with member(NPZ_MEMBER) as out:
            _array(out, np.array(content.session))
        with member("about") as out:
            _array(out, np.array(json.dumps(describe_all(content), ensure_ascii=False)))
        for part in content.parts:
            if isinstance(part, Matrix):
                with member(part.key) as out:
                    _stream(out, part, add)
            for key, values in columns_of(part, add):
                with member(f"{part.key}.{key}") as out:
                    _array(out, values)


def of_npz(path: Path) -> bytes | None:
    """Read one small member, a text whose claimed length is checked first."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(f"{NPZ_MEMBER}.npy") as member:
            np.lib.format.read_magic(member)
            shape, _, kind = np.lib.format.read_array_header_1_0(member)
            if shape or kind.kind != "U" or kind.itemsize > 4 * LARGEST_SESSION:
                return None
            return member.read(kind.itemsize).decode("utf-32-le").rstrip("\0").encode()
    except (KeyError, ValueError, EOFError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile):
        return None


def _stream(out: Any, matrix: Matrix, add: Add) -> None:
    header = {"descr": "<f8", "fortran_order": False, "shape": matrix.shape}
    np.lib.format.write_array_header_1_0(out, header)
    for _, strip in strips(matrix, add):
        out.write(np.ascontiguousarray(strip, "<f8").data)


def _array(out: Any, values: NDArray[Any]) -> None:
    np.lib.format.write_array(out, values, allow_pickle=False)
