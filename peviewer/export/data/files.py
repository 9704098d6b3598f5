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
    from peviewer.figures.grammar import Axis, Figure

    Add = Callable[[int], None]

STRIP = 2**20  # numbers worked out and written at a time
_AGES_AGO = (1980, 1, 1, 0, 0, 0)  # the date of every member of a .npz: equal data makes equal files


@dataclass(frozen=True)
class Content:
    """What goes into a file: all parts of a Figure, or the one that was chosen."""

    figure: Figure
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
    """Write the chosen array: a matrix, or the points of a curve as rows of x and y."""
    if isinstance(content.chosen, Matrix):
        _stream(file, content.chosen, add)
    elif isinstance(content.chosen, Line):
        _array(file, _points(content.chosen, add))


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
        yield f"rows.{word(part.rows.axis.quantity)}", part.rows.coordinates()
        yield f"columns.{word(part.columns.axis.quantity)}", part.columns.coordinates()
    elif isinstance(part, Line):
        points = _points(part, add)
        yield f"x.{word(part.panel.x.quantity)}", points[:, 0]
        yield f"y.{word(part.panel.y.quantity)}", points[:, 1]
    else:
        yield from ((word(name), np.array(column)) for name, column in part.columns.items())


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
    yield _json(_about(part))[:-1]
    for key, values in _small(part, add):
        yield f', "{key}": '
        yield from _json_list(_json(values[start : start + STRIP].tolist()) for start in range(0, len(values), STRIP))
    if isinstance(part, Matrix):
        yield ', "values": '
        yield from _json_list(_json(strip.tolist()) for _, strip in _strips(part, add))
    yield "}"


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
        "pane": content.figure.name,
        "title": plain(content.figure.title),
        "arrays": [_about(part) for part in content.parts],
    }


def _about(part: Part) -> dict[str, Any]:
    """Return what an array is, in words."""
    described: dict[str, Any] = {"key": part.key, "kind": type(part).__name__.lower(), "panel": plain(part.panel.title)}
    described["label"] = part.label
    if isinstance(part, Matrix):
        described |= {"rows": _of_axis(part.rows.axis), "columns": _of_axis(part.columns.axis)}
    elif isinstance(part, Line):
        described |= {"x": _of_axis(part.panel.x), "y": _of_axis(part.panel.y)}
        described |= {"sampled": part.series.sampled} if part.series.sampled else {}
    return described


def _of_axis(axis: Axis) -> dict[str, str]:
    return {"quantity": axis.quantity, "label": plain(axis.label)}


def write_csv(file: BinaryIO, content: Content, add: Add) -> None:
    """Write a matrix with its coordinates, the points of all curves one below the other, or a listing."""
    file.write(CSV_START + content.session.encode() + b"\n")
    if isinstance(content.chosen, Matrix):
        rows = _matrix_rows(content.chosen, add)
    elif isinstance(content.chosen, Record):
        rows = _record_rows(content.chosen)
    else:
        rows = _line_rows([part for part in content.parts_of("csv") if isinstance(part, Line)], add)
    for some in rows:
        file.write(_csv(some))


def _csv(rows: list[list[Any]]) -> bytes:
    """Write rows; a number gets the fewest digits that give the same number again."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _matrix_rows(matrix: Matrix, add: Add) -> Iterator[list[list[Any]]]:
    across, down = (plain(cut.axis.label) for cut in (matrix.columns, matrix.rows))
    yield [[f"{down} \\ {across}", *matrix.columns.coordinates().tolist()]]
    for start, strip in _strips(matrix, add):
        names = matrix.rows.coordinates(start, start + len(strip)).tolist()
        yield [[name, *numbers] for name, numbers in zip(names, strip.tolist(), strict=True)]


def _line_rows(lines: list[Line], add: Add) -> Iterator[list[list[Any]]]:
    yield [["curve", "x is", "y is", "x", "y"]]
    for line in lines:
        across, up = (plain(axis.label) or axis.quantity for axis in (line.panel.x, line.panel.y))
        names = [line.key, across, ", ".join(filter(None, (up, line.series.sampled)))]
        for x, y in line.stretches():
            yield [[*names, *point] for point in zip(x.tolist(), y.tolist(), strict=True)]
            add(2 * len(x))


def _record_rows(record: Record) -> Iterator[list[list[Any]]]:
    yield [list(record.columns), *map(list, zip(*record.columns.values(), strict=True))]


def text_size(part: Part) -> int:
    """Return about how many bytes a part takes as text, by one of its rows."""
    if isinstance(part, Matrix):
        height, _ = part.shape
        return height * len(_csv(part.strip(height // 2, height // 2 + 1).tolist()))
    return 40 * part.about if isinstance(part, Line) else 0
