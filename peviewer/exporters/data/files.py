"""Files of numbers: comma-separated values below their description, and NumPy's own."""

import csv
import io
import json
import zipfile
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import unstarred
from peviewer.exporters.data.arrays import Line, Matrix, Part, Record, word
from peviewer.exporters.data.content import (
    PIECE,
    Add,
    Content,
    columns_of,
    describe,
    describe_all,
    pieces,
    points_of,
    strips,
)
from peviewer.exporters.formats import CSV_START, LARGEST_SESSION, MARGIN
from peviewer.model.stored.formats import MOST_HEADER, read_header
from peviewer.model.stored.opened import StoredFile

NPZ_MEMBER = "document"
LETTER = 4  # bytes of one, as NumPy stores texts
_AGES_AGO = (
    1980,
    1,
    1,
    0,
    0,
    0,
)  # the date of every member of a .npz: equal data makes equal files


def write_csv(file: BinaryIO, content: Content, add: Add) -> None:
    """Write a matrix with its coordinates, the points of all curves one below the other, or a table.

    Of several encodings each line begins with the key of the array that it is of.

    Lines that start with # come first: the session, so that one file can be opened again, and what
    the columns are. ``pandas.read_csv(path, comment="#")`` reads the rest, and so do R and polars
    by their words for that.
    """
    file.write(CSV_START + content.session.encode() + b"\n")
    parts = content.parts_of("csv")
    for part in parts:
        file.write(f"# {part.key}: {_in_words(part)}\n".encode())
    if matrices := [part for part in parts if isinstance(part, Matrix)]:
        lines = _matrix_lines(matrices, add)
    elif records := [part for part in parts if isinstance(part, Record)]:
        lines = map(_csv, _record_rows(records))
    else:
        lines = map(_csv, _line_rows([part for part in parts if isinstance(part, Line)], add))
    for some in lines:
        file.write(some)


def of_csv(file: StoredFile) -> bytes | None:
    """Read the first line."""
    line = file.readline(MARGIN)
    return line.removeprefix(CSV_START) if line.endswith(b"\n") else None


def _in_words(part: Part) -> str:
    """Return the description of an array on one line."""
    about = describe(part)
    axes = (f"{name} = {axis['label'] or axis['quantity']}" for name, axis in about["axes"].items())
    return "; ".join(filter(None, (part.label, ", ".join(axes), about.get("sampled"))))


def _csv(rows: list[list[Any]]) -> bytes:
    """Write rows, each number with the fewest digits that restore it exactly."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _matrix_lines(matrices: Sequence[Matrix], add: Add) -> Iterator[bytes]:
    axis = matrices[0].rows.axis
    corner = word(unstarred(axis.label).split()[0] if axis.label else axis.quantity)
    named = ["word"] if axis.words[1] else []
    columns = sorted(set().union(*(matrix.columns.coordinates().tolist() for matrix in matrices)))
    are_several = len(matrices) > 1
    yield _csv([[*(["array"] if are_several else []), corner, *named, *columns]])
    for matrix in matrices:
        before = [matrix.key] if are_several else []
        own = matrix.columns.coordinates().tolist()
        left, right = (bisect_left(columns, own[0]), len(columns) - bisect_right(columns, own[-1]))
        step = max(1, PIECE // matrix.shape[1])
        for start, strip in strips(matrix, add):
            places = matrix.rows.coordinates(start, start + len(strip)).tolist()
            names = [[place, axis.word(place)] if named else [place] for place in places]
            for k in range(0, len(strip), step):
                rows = zip(names[k : k + step], strip[k : k + step].tolist(), strict=True)
                yield _csv(
                    [
                        [*before, *name, *[""] * left, *numbers, *[""] * right]
                        for name, numbers in rows
                    ]
                )


def _line_rows(lines: list[Line], add: Add) -> Iterator[list[list[Any]]]:
    yield [["curve", "x", "y"]]
    for line in lines:
        for x, y in line.stretches():
            for some_x, some_y in zip(pieces(x), pieces(y), strict=True):
                yield [[line.key, *point] for point in zip(some_x, some_y, strict=True)]
            add(2 * len(x))


def _record_rows(records: Sequence[Record]) -> Iterator[list[list[Any]]]:
    names = list(dict.fromkeys(name for record in records for name in record.columns))
    are_several = len(records) > 1
    yield [[*(["array"] if are_several else []), *map(word, names)]]
    for record in records:
        nothing = [""] * record.length
        columns = [np.asarray(record.columns.get(name, nothing)).tolist() for name in names]
        keys = [[record.key] * record.length] if are_several else []
        yield list(map(list, zip(*keys, *columns, strict=True)))


def text_size(part: Part) -> int:
    """Return the approximate number of bytes of a part as text, from some of one row."""
    if isinstance(part, Matrix):
        height, width = part.shape
        [row] = part.strip(height // 2, height // 2 + 1)
        some = row[:: -(-width // PIECE)]
        return height * width * len(_csv([some.tolist()])) // len(some)
    return 40 * part.about if isinstance(part, Line) else 0


def write_npy(file: BinaryIO, content: Content, add: Add) -> None:
    """Write the chosen array: a matrix, the points of a curve as rows of x and y, or a table with named fields."""
    (chosen,) = content.chosen
    if isinstance(chosen, Matrix):
        _stream(file, chosen, add)
    elif isinstance(chosen, Line):
        _array(file, points_of(chosen, add))
    else:
        columns = {name: np.asarray(column) for name, column in chosen.columns.items()}
        table = np.empty(chosen.length, [(name, column.dtype) for name, column in columns.items()])
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


def of_npz(file: StoredFile) -> bytes | None:
    """Read one small member, a text whose claimed length is checked first."""
    name = f"{NPZ_MEMBER}.npy"
    size = file.archive.sizes.get(name, 0)
    header = read_header(file.archive.read(name, min(size, MOST_HEADER)))
    if header.shape or header.dtype.kind != "U" or header.size > LETTER * LARGEST_SESSION:
        return None
    content = file.archive.read(name, header.end + header.size)
    return content[header.end :].decode("utf-32-le").rstrip("\0").encode()


def _stream(out: Any, matrix: Matrix, add: Add) -> None:
    header = {"descr": "<f8", "fortran_order": False, "shape": matrix.shape}
    np.lib.format.write_array_header_1_0(out, header)
    for _, strip in strips(matrix, add):
        out.write(np.ascontiguousarray(strip, "<f8").data)


def _array(out: Any, values: NDArray[Any]) -> None:
    np.lib.format.write_array(out, values, allow_pickle=False)
