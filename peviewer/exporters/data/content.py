"""The content of a file of numbers: its parts, strip by strip, and their descriptions."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.document.tables import without_folders
from peviewer.exporters.data.arrays import word
from peviewer.exporters.data.parts import Line, Matrix, Part, Record
from peviewer.figures.grammar import Axis

CountWritten = Callable[[int], None]


# How many numbers are computed at a time.
STRIP = 2**20
# How many numbers become text at a time: that work blocks the window's thread.
PIECE = 2**14


@dataclass(frozen=True)
class FileContent:
    """The content of a file: all parts of a pane, or the chosen ones.

    If parts are chosen, there is one for each compared encoding.
    """

    pane: str
    title: str
    document: Document
    parts: tuple[Part, ...]
    chosen: tuple[Part, ...] = ()

    def parts_of(self, kind: str) -> tuple[Part, ...]:
        """Return the parts that a file of a kind holds."""
        return self.chosen or self.parts

    def size(self, suffix: str) -> str:
        """Return the number of arrays in a file, or the shape of a single one, in words."""
        parts = self.parts_of(suffix.removeprefix(".").lower())
        if len(parts) > 1:
            return f"{len(parts)} arrays"
        if isinstance(parts[0], Matrix):
            return "{} × {}".format(*parts[0].shape)
        if isinstance(parts[0], Record):
            return f"{parts[0].length} rows"
        return "1 array"

    @property
    def session(self) -> str:
        """The Document as one line of JSON."""
        return json.dumps(without_folders(self.document), ensure_ascii=False)


def strips(
    matrix: Matrix, count_written: CountWritten
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Return a matrix strip by strip, each with the number of its first row."""
    height, width = matrix.shape
    step = max(1, STRIP // width)
    for start in range(0, height, step):
        # Progress is also reported before the work, so that a cancelled one stops early.
        count_written(0)
        strip = matrix.strip(start, min(height, start + step))
        yield start, strip
        count_written(strip.size)


def pieces(values: NDArray[Any]) -> Iterator[list[Any]]:
    """Return a row or a column as lists, piece by piece."""
    return (values[start : start + PIECE].tolist() for start in range(0, len(values), PIECE))


def points_of(line: Line, count_written: CountWritten) -> NDArray[np.float64]:
    """Return the points of a curve, shape (n, 2)."""
    stretches = [np.empty((0, 2))]
    for x, y in line.stretches():
        stretches.append(np.stack([x, y], axis=1))
        count_written(2 * len(x))
    return np.concatenate(stretches)


def columns_of(part: Part, count_written: CountWritten) -> Iterator[tuple[str, NDArray[Any]]]:
    """Return the one-dimensional arrays of a part: coordinates, points, columns."""
    if isinstance(part, Matrix):
        yield "rows", part.rows.coordinates()
        yield "columns", part.columns.coordinates()
        axis = part.rows.axis
        if axis.words[1]:
            positions = part.rows.coordinates().tolist()
            yield "words", np.array([axis.word(position) for position in positions])
    elif isinstance(part, Line):
        points = points_of(part, count_written)
        yield "x", points[:, 0]
        yield "y", points[:, 1]
    else:
        for name, column in part.columns.items():
            yield word(name), np.asarray(column)


def describe_all(content: FileContent) -> dict[str, Any]:
    """Return the description of all arrays of a file."""
    return {
        "pane": content.pane,
        "title": content.title,
        "arrays": [describe(part) for part in content.parts],
    }


def describe(part: Part) -> dict[str, Any]:
    """Return the description of an array, and of its axes or columns with their units."""
    described: dict[str, Any] = {
        "key": part.key,
        "kind": type(part).__name__.lower(),
        "label": part.label,
    }
    described["axes"] = _described_axes(part)
    if isinstance(part, Line) and part.series.sampled:
        described["sampled"] = part.series.sampled
    return described


def _described_axes(part: Part) -> dict[str, dict[str, str]]:
    """Return the description of the axes of an array, or of its columns."""
    if isinstance(part, Matrix):
        return {"rows": _of_axis(part.rows.axis), "columns": _of_axis(part.columns.axis)}
    if isinstance(part, Line):
        return {"x": _of_axis(part.x), "y": _of_axis(part.y)}
    return {word(name): {"label": part.labels.get(name, name)} for name in part.columns}


def _of_axis(axis: Axis) -> dict[str, str]:
    return {"quantity": axis.quantity, "label": unstarred(axis.label)}
