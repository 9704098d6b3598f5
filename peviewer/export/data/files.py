"""Files of numbers: NumPy's own, tables of comma-separated values, JSON; all written strip by strip."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from peviewer.export.data.arrays import Line, Matrix, Record, plain, word
from peviewer.export.data.sessions import NPZ_MEMBER
from peviewer.export.formats import CSV_START, JSON_START

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from peviewer.document.document import Document
    from peviewer.export.data.arrays import Part
    from peviewer.figures.grammar import Axis

    Add = Callable[[int], None]

STRIP = 2**20  # numbers worked out and written at a time
_AGES_AGO = (1980, 1, 1, 0, 0, 0)  # the date of every member of a .npz: equal data makes equal files


@dataclass(frozen=True)
class Content:
    """What goes into a file: all parts of a pane, or the one that was chosen."""

    pane: str
    title: str
    document: Document
    parts: tuple[Part, ...]
    chosen: Part | None

    def parts_of(self, kind: str) -> tuple[Part, ...]:
        """Return the parts that a file of a kind holds."""
        if self.chosen:
            return (self.chosen,)
        return tuple(part for part in self.parts if isinstance(part, Line)) if kind == "csv" else self.parts

    @property
    def session(self) -> str:
        """The Document as one line of JSON."""
        return json.dumps(json.loads(self.document.to_json()), ensure_ascii=False)


def _strips(matrix: Matrix, add: Add) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Return a matrix strip by strip, each with the number of its first row."""
    height, width = matrix.shape
    step = max(1, STRIP // width)
    for start in range(0, height, step):
        add(0)  # to stop before the work rather than after it
        strip = matrix.strip(start, min(height, start + step))
        yield start, strip
        add(strip.size)


def _points(line: Line, add: Add) -> NDArray[np.float64]:
    """Return the points of a curve, shape (n, 2)."""
    found = [np.empty((0, 2))]
    for x, y in line.stretches():
        found.append(np.stack([x, y], axis=1))
        add(2 * len(x))
    return np.concatenate(found)


def write_npy(file: BinaryIO, content: Content, add: Add) -> None:
    """Write the chosen array: a matrix, the points of a curve as rows of x and y, or a table with named fields."""
    if isinstance(content.chosen, Matrix):
        _stream(file, content.chosen, add)
    elif isinstance(content.chosen, Line):
        _array(file, _points(content.chosen, add))
    elif isinstance(content.chosen, Record):
        columns = {name: np.asarray(column) for name, column in content.chosen.columns.items()}
        table = np.empty(content.chosen.length, [(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            table[name] = column
        _array(file, table)


def write_npz(file: BinaryIO, content: Content, add: Add) -> None:
    """Write all arrays by their keys, what they are as the JSON text ``about``, and the Document as ``document``."""
    with zipfile.ZipFile(file, "w", allowZip64=True) as archive:

        def member(key: str) -> Any:
            return archive.open(zipfile.ZipInfo(f"{key}.npy", _AGES_AGO), "w", force_zip64=True)

        with member(NPZ_MEMBER) as out:
            _array(out, np.array(content.session))
        with member("about") as out:
            _array(out, np.array(_json(_about_all(content))))
        for part in content.parts:
            if isinstance(part, Matrix):
                with member(part.key) as out:
                    _stream(out, part, add)
            for key, values in _small(part, add):
                with member(f"{part.key}.{key}") as out:
                    _array(out, values)


def _stream(out: Any, matrix: Matrix, add: Add) -> None:
    header = {"descr": "<f8", "fortran_order": False, "shape": matrix.shape}
    np.lib.format.write_array_header_1_0(out, header)
    for _, strip in _strips(matrix, add):
        out.write(np.ascontiguousarray(strip, "<f8").data)


def _array(out: Any, values: NDArray[Any]) -> None:
    np.lib.format.write_array(out, values, allow_pickle=False)


def _small(part: Part, add: Add) -> Iterator[tuple[str, NDArray[Any]]]:
    """Return the one-dimensional arrays of a part: coordinates, points, columns."""
    if isinstance(part, Matrix):
        yield "rows", part.rows.coordinates()
        yield "columns", part.columns.coordinates()
    elif isinstance(part, Line):
        points = _points(part, add)
        yield "x", points[:, 0]
        yield "y", points[:, 1]
    else:
        yield from ((word(name), np.asarray(column)) for name, column in part.columns.items())


def write_json(file: BinaryIO, content: Content, add: Add) -> None:
    """Write the Document, then all arrays, each with what it is."""
    about = _about_all(content)
    del about["arrays"]
    file.write(JSON_START + f'{content.session},\n{_json(about)[1:-1]},\n"arrays": ['.encode())
    for number, part in enumerate(content.parts):
        file.write(b",\n" if number else b"\n")
        for piece in _json_part(part, add):
            file.write(piece.encode())
    file.write(b"\n]}\n")


def _json_part(part: Part, add: Add) -> Iterator[str]:
    yield _json(_about(part))[:-1] + ', "numbers": {'
    for number, (key, values) in enumerate(_small(part, add)):
        yield f'{", " if number else ""}"{key}": '
        yield from _json_list(_json(values[start : start + STRIP].tolist()) for start in range(0, len(values), STRIP))
    if isinstance(part, Matrix):
        yield ', "values": '
        yield from _json_list(_json(strip.tolist()) for _, strip in _strips(part, add))
    yield "}}"


def _json_list(lists: Iterable[str]) -> Iterator[str]:
    """Join lists that are written already to one."""
    yield "["
    for number, written in enumerate(lists):
        yield (",\n" if number else "") + written[1:-1]
    yield "]"


def _json(value: Any) -> str:
    """Write a value as JSON, which has no word for what is not a finite number."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_finite, value))
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _about_all(content: Content) -> dict[str, Any]:
    return {
        "pane": content.pane,
        "title": content.title,
        "arrays": [_about(part) for part in content.parts],
    }


def _about(part: Part) -> dict[str, Any]:
    """Return what an array is, in words, and what its axes or columns are, with their units."""
    described: dict[str, Any] = {"key": part.key, "kind": type(part).__name__.lower(), "label": part.label}
    if isinstance(part, Matrix):
        return described | {"axes": {"rows": _of_axis(part.rows.axis), "columns": _of_axis(part.columns.axis)}}
    if isinstance(part, Line):
        described["axes"] = {"x": _of_axis(part.x), "y": _of_axis(part.y)}
        return described | ({"sampled": part.series.sampled} if part.series.sampled else {})
    return described | {"axes": {word(name): {"label": part.labels.get(name, name)} for name in part.columns}}


def _of_axis(axis: Axis) -> dict[str, str]:
    return {"quantity": axis.quantity, "label": plain(axis.label)}


def write_csv(file: BinaryIO, content: Content, add: Add) -> None:
    """Write a matrix with its coordinates, the points of all curves one below the other, or a table.

    Lines that start with # come first: the session, so that one file can be opened again, and what the columns are.
    ``pandas.read_csv(path, comment="#")`` reads the rest, and so do R and polars by their words for that.
    """
    file.write(CSV_START + content.session.encode() + b"\n")
    parts = content.parts_of("csv")
    for part in parts:
        file.write(f"# {part.key}: {_in_words(part)}\n".encode())
    if isinstance(content.chosen, Matrix):
        rows = _matrix_rows(content.chosen, add)
    elif isinstance(content.chosen, Record):
        rows = _record_rows(content.chosen)
    else:
        rows = _line_rows([part for part in parts if isinstance(part, Line)], add)
    for some in rows:
        file.write(_csv(some))


def _in_words(part: Part) -> str:
    """Say what an array is, on one line."""
    about = _about(part)
    axes = (f"{name} = {axis['label'] or axis['quantity']}" for name, axis in about["axes"].items())
    return "; ".join(filter(None, (part.label, ", ".join(axes), about.get("sampled"))))


def _csv(rows: list[list[Any]]) -> bytes:
    """Write rows; a number gets the fewest digits that give the same number again."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _matrix_rows(matrix: Matrix, add: Add) -> Iterator[list[list[Any]]]:
    axis = matrix.rows.axis
    yield [
        [word(plain(axis.label).split()[0] if axis.label else axis.quantity), *matrix.columns.coordinates().tolist()]
    ]
    for start, strip in _strips(matrix, add):
        names = matrix.rows.coordinates(start, start + len(strip)).tolist()
        yield [[name, *numbers] for name, numbers in zip(names, strip.tolist(), strict=True)]


def _line_rows(lines: list[Line], add: Add) -> Iterator[list[list[Any]]]:
    yield [["curve", "x", "y"]]
    for line in lines:
        for x, y in line.stretches():
            yield [[line.key, *point] for point in zip(x.tolist(), y.tolist(), strict=True)]
            add(2 * len(x))


def _record_rows(record: Record) -> Iterator[list[list[Any]]]:
    columns = [np.asarray(column).tolist() for column in record.columns.values()]
    yield [list(map(word, record.columns)), *map(list, zip(*columns, strict=True))]


def text_size(part: Part) -> int:
    """Return about how many bytes a part takes as text, by one of its rows."""
    if isinstance(part, Matrix):
        height, _ = part.shape
        return height * len(_csv(part.strip(height // 2, height // 2 + 1).tolist()))
    return 40 * part.about if isinstance(part, Line) else 0
