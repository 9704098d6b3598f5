"""Numbers as JSON: the Document first, then all arrays, each with what it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from peviewer.exporters.data.arrays import Matrix
from peviewer.exporters.data.content import all_told, columns_of, long_rows, pieces, short_rows, strips, told_of
from peviewer.exporters.formats import JSON_START

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from peviewer.exporters.data.arrays import Part
    from peviewer.exporters.data.content import Add, Content


def write_json(file: BinaryIO, content: Content, add: Add) -> None:
    """Write the Document, then all arrays, each with what it is."""
    about = all_told(content)
    del about["arrays"]
    file.write(JSON_START + f'{content.session},\n{in_json(about)[1:-1]},\n"arrays": ['.encode())
    for number, part in enumerate(content.parts):
        file.write(b",\n" if number else b"\n")
        for piece in _json_part(part, add):
            file.write(piece.encode())
    file.write(b"\n]}\n")


def _json_part(part: Part, add: Add) -> Iterator[str]:
    yield in_json(told_of(part))[:-1] + ', "numbers": {'
    for number, (key, values) in enumerate(columns_of(part, add)):
        yield f'{", " if number else ""}"{key}": '
        yield from _json_list(map(in_json, pieces(values)))
    if isinstance(part, Matrix):
        yield ', "values": ['
        for start, strip in strips(part, add):
            yield ",\n" if start else ""
            yield from _json_rows(strip)
        yield "]"
    yield "}}"


def _json_rows(strip: NDArray[np.float64]) -> Iterator[str]:
    """Write rows, several together or each piece by piece."""
    for some in short_rows(strip):
        yield (",\n" if some.start else "") + in_json(strip[some].tolist())[1:-1]
    for number, row in enumerate(long_rows(strip)):
        yield ",\n" if number else ""
        yield from _json_list(map(in_json, pieces(row)))


def _json_list(lists: Iterable[str]) -> Iterator[str]:
    """Join lists that are written already to one."""
    yield "["
    for number, written in enumerate(lists):
        yield (",\n" if number else "") + written[1:-1]
    yield "]"


def in_json(value: Any) -> str:
    """Write a value as JSON, which has no word for what is not a finite number."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False)


def _finite(value: Any) -> Any:
    if isinstance(value, list):
        return list(map(_finite, value))
    return None if isinstance(value, float) and not np.isfinite(value) else value
