"""One column of a text file, by its name."""

import csv
import io
import math
import zlib
from pathlib import Path

from peviewer.base.names import nearest_names
from peviewer.base.numbers import number
from peviewer.base.refusals import abbreviated
from peviewer.base.typed_values import read_number
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.opened import StoredFile, unpacked

_SEPARATORS = ";", "\t", ","
# Letters of a line.
_LONGEST = 2**12


def column(text: str, most: int) -> tuple[float, ...]:
    """Return the numbers of the column that ``FILE[:NAME]`` names, at most so many."""
    path, colon, name = text.strip().rpartition(":")
    if not colon or not _is_file_name(path):
        path, name = text.strip(), ""
    if not _is_file_name(path):
        numbers = "numbers with commas between them, or a file as in times.csv:hours"
        raise TableError(f"at = {abbreviated(text)} is not allowed: it must be {numbers}")
    try:
        with StoredFile(Path(path)) as file, io.TextIOWrapper(unpacked(file), "utf-8-sig") as lines:
            rows = [lines.readline(_LONGEST) for _ in range(most + 2)]
    except TableError as error:
        raise TableError(f"{path} cannot be read: {error}") from None
    except (UnicodeDecodeError, EOFError, zlib.error):
        raise TableError(f"{path} cannot be read: it is no text in UTF-8") from None
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror or error}") from None
    return _numbers([row for row in rows if row.strip()], Path(path).name, name, most)


def _is_file_name(path: str) -> bool:
    """Whether a text ends as the name of a file does."""
    return "\0" not in path and any(map(str.isalpha, Path(path).suffix))


def _numbers(rows: list[str], file: str, name: str, most: int) -> tuple[float, ...]:
    """Return the numbers of a column below its name, or of the only column."""
    separator = next((mark for mark in _SEPARATORS if rows and mark in rows[0]), ",")
    cells = [[cell.strip() for cell in row] for row in csv.reader(rows, delimiter=separator)]
    if not cells:
        raise TableError(f"{file} has no numbers")
    has_names = read_number(cells[0][0]) is None or name in cells[0]
    if name and name not in cells[0]:
        raise TableError(f"{file} has no column {name}{nearest_names(name, cells[0])}")
    if not name and len(cells[0]) > 1:
        names = ", ".join(cells[0][:6])
        raise TableError(
            f"{file} has several columns: name one, as in {file}:{cells[0][0]} ({names})"
        )
    place = cells[0].index(name) if name else 0
    below = cells[1:] if has_names else cells
    if len(below) > most:
        raise TableError(f"{file} has more than {number(most)} rows: at most so many are positions")
    positions: list[float] = []
    for line, row in enumerate(below, 1 + has_names):
        cell = row[place] if place < len(row) else ""
        value = read_number(cell)
        if value is None or not math.isfinite(value):
            raise TableError(f"{abbreviated(cell)} in line {number(line)} of {file} is no number")
        positions.append(value)
    return tuple(positions)
