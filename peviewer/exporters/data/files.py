"""Files of numbers: comma-separated values below their description, and NumPy's own."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import unstarred
from peviewer.exporters.data.arrays import word
from peviewer.exporters.data.content import (
    PIECE,
    CountWritten,
    FileContent,
    columns_of,
    describe,
    describe_all,
    pieces,
    points_of,
    strips,
)
from peviewer.exporters.data.parts import Line, Matrix, Part, Record
from peviewer.exporters.formats import CSV_START, LARGEST_SESSION, MARGIN
from peviewer.model.stored.formats import MOST_HEADER, read_header
from peviewer.model.stored.opened import StoredFile

NPZ_MEMBER = "document"
# The bytes of a letter, as NumPy stores texts.
LETTER = 4
# The approximate number of bytes of a curve's point as text.
POINT_TEXT = 40
# The date of every member of a .npz: equal data makes equal files.
_FIXED_ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def write_csv(file: BinaryIO, content: FileContent, count_written: CountWritten) -> None:
    """Write a matrix with its coordinates, the points of all curves, or a table.

    With several encodings each line begins with the key of its array.

    Lines that start with # come first: the session, so that the file can be opened again, and what
    the columns are. ``pandas.read_csv(path, comment="#")`` reads the rest, and so do R and polars
    by their words for that.
    """
    file.write(CSV_START + content.session.encode() + b"\n")
    parts = content.parts_of("csv")
    for part in parts:
        file.write(f"# {part.key}: {_in_words(part)}\n".encode())
    matrices = [part for part in parts if isinstance(part, Matrix)]
    records = [part for part in parts if isinstance(part, Record)]
    if matrices:
        row_groups = _matrix_rows(matrices, count_written)
    elif records:
        row_groups = _record_rows(records)
    else:
        row_groups = _line_rows([part for part in parts if isinstance(part, Line)], count_written)
    for rows in row_groups:
        file.write(_csv(rows))


def read_session_from_csv(file: StoredFile) -> bytes | None:
    """Read the first line."""
    line = file.readline(MARGIN)
    return line.removeprefix(CSV_START) if line.endswith(b"\n") else None


def _in_words(part: Part) -> str:
    """Return the description of an array on one line."""
    description = describe(part)
    axes = [
        f"{name} = {axis['label'] or axis['quantity']}"
        for name, axis in description["axes"].items()
    ]
    texts = (part.label, ", ".join(axes), description.get("sampled"))
    return "; ".join(filter(None, texts))


def _csv(rows: list[list[Any]]) -> bytes:
    """Write rows, each number with the fewest digits that restore it exactly."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _matrix_rows(
    matrices: Sequence[Matrix], count_written: CountWritten
) -> Iterator[list[list[Any]]]:
    """Yield the rows of matrices, group by group, after a row with the titles of all columns."""
    axis = matrices[0].rows.axis
    title = unstarred(axis.label).split()[0] if axis.label else axis.quantity
    word_title = ["word"] if axis.words[1] else []
    coordinates = [matrix.columns.coordinates().tolist() for matrix in matrices]
    all_columns = coordinates[0]
    if len(matrices) > 1:
        all_columns = sorted(set().union(*coordinates))
    key_title = ["array"] if len(matrices) > 1 else []
    yield [[*key_title, word(title), *word_title, *all_columns]]
    for matrix, columns in zip(matrices, coordinates, strict=True):
        key = [matrix.key] if len(matrices) > 1 else []
        place_of = {column: place for place, column in enumerate(columns)}
        places = [place_of.get(column) for column in all_columns]
        for names, numbers in _named_rows(matrix, count_written):
            rows = zip(names, numbers, strict=True)
            yield [[*key, *name, *_in_places(row, places)] for name, row in rows]


def _in_places(row: list[float], places: Sequence[int | None]) -> list[Any]:
    """Return the numbers at some places of a row, with an empty text where there is none."""
    return ["" if place is None else row[place] for place in places]


def _named_rows(
    matrix: Matrix, count_written: CountWritten
) -> Iterator[tuple[list[list[Any]], list[list[float]]]]:
    """Yield the names and the numbers of a matrix's rows, a group of rows at a time."""
    axis = matrix.rows.axis
    _, column_count = matrix.shape
    step = max(1, PIECE // column_count)
    for start, strip in strips(matrix, count_written):
        positions = matrix.rows.coordinates(start, start + len(strip)).tolist()
        names = [[position] for position in positions]
        if axis.words[1]:
            names = [[position, axis.word(position)] for position in positions]
        for first in range(0, len(strip), step):
            group = slice(first, first + step)
            yield names[group], strip[group].tolist()


def _line_rows(lines: list[Line], count_written: CountWritten) -> Iterator[list[list[Any]]]:
    yield [["curve", "x", "y"]]
    for line in lines:
        for x, y in line.stretches():
            for x_piece, y_piece in zip(pieces(x), pieces(y), strict=True):
                yield [[line.key, *point] for point in zip(x_piece, y_piece, strict=True)]
            count_written(2 * len(x))


def _record_rows(records: Sequence[Record]) -> Iterator[list[list[Any]]]:
    names: dict[str, None] = {}
    for record in records:
        names |= dict.fromkeys(record.columns)
    key_title = ["array"] if len(records) > 1 else []
    yield [[*key_title, *map(word, names)]]
    for record in records:
        empty_column = [""] * record.length
        columns = [np.asarray(record.columns.get(name, empty_column)).tolist() for name in names]
        if len(records) > 1:
            columns.insert(0, [record.key] * record.length)
        yield list(map(list, zip(*columns, strict=True)))


def text_size(part: Part) -> int:
    """Return the approximate number of bytes of a part as text, from some numbers of a row."""
    if isinstance(part, Matrix):
        row_count, column_count = part.shape
        middle = row_count // 2
        (row,) = part.strip(middle, middle + 1)
        sample = row[:: -(-column_count // PIECE)]
        sample_size = len(_csv([sample.tolist()]))
        return row_count * column_count * sample_size // len(sample)
    return POINT_TEXT * part.about if isinstance(part, Line) else 0


def write_npy(file: BinaryIO, content: FileContent, count_written: CountWritten) -> None:
    """Write the chosen array.

    The points of a curve are rows of x and y, and a table has named fields.
    """
    (chosen,) = content.chosen
    if isinstance(chosen, Matrix):
        _stream(file, chosen, count_written)
    elif isinstance(chosen, Line):
        _array(file, points_of(chosen, count_written))
    else:
        columns = {name: np.asarray(column) for name, column in chosen.columns.items()}
        fields = [(name, column.dtype) for name, column in columns.items()]
        table = np.empty(chosen.length, fields)
        for name, column in columns.items():
            table[name] = column
        _array(file, table)


def write_npz(file: BinaryIO, content: FileContent, count_written: CountWritten) -> None:
    """Write all arrays by their keys.

    Their description is the JSON text ``about``, and the Document is ``document``.
    """
    description = json.dumps(describe_all(content), ensure_ascii=False)
    with zipfile.ZipFile(file, "w", allowZip64=True) as archive:
        with _member(archive, NPZ_MEMBER) as out:
            _array(out, np.array(content.session))
        with _member(archive, "about") as out:
            _array(out, np.array(description))
        for part in content.parts:
            if isinstance(part, Matrix):
                with _member(archive, part.key) as out:
                    _stream(out, part, count_written)
            for name, values in columns_of(part, count_written):
                with _member(archive, f"{part.key}.{name}") as out:
                    _array(out, values)


def _member(archive: zipfile.ZipFile, name: str) -> Any:
    """Open an array of an archive to be written."""
    info = zipfile.ZipInfo(f"{name}.npy", _FIXED_ZIP_DATE)
    return archive.open(info, "w", force_zip64=True)


def read_session_from_npz(file: StoredFile) -> bytes | None:
    """Read one small member, a text whose claimed length is checked first."""
    name = f"{NPZ_MEMBER}.npy"
    size = file.archive.sizes.get(name, 0)
    header = read_header(file.archive.read(name, min(size, MOST_HEADER)))
    if header.shape or header.dtype.kind != "U" or header.size > LETTER * LARGEST_SESSION:
        return None
    content = file.archive.read(name, header.end + header.size)
    return content[header.end :].decode("utf-32-le").rstrip("\0").encode()


def _stream(out: Any, matrix: Matrix, count_written: CountWritten) -> None:
    header = {"descr": "<f8", "fortran_order": False, "shape": matrix.shape}
    np.lib.format.write_array_header_1_0(out, header)
    for _, strip in strips(matrix, count_written):
        out.write(np.ascontiguousarray(strip, "<f8").data)


def _array(out: Any, values: NDArray[Any]) -> None:
    np.lib.format.write_array(out, values, allow_pickle=False)
