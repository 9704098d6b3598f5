"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

from __future__ import annotations

import csv
import gzip
import io
import re
from array import array
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.parameters import abbreviated
from peviewer.base.words import in_unit, whole
from peviewer.base.work import reached
from peviewer.model.stored.entry import MOST_READ, MOST_SAID, PART, Contents, Entry, TableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

GZIP = b"\x1f\x8b"
_SEPARATORS = ";", "\t", ","
_LONGEST = 2**23  # letters of a line
_NUMBERED = 3  # columns: 0 and 1 are the first sine and cosine
_LIST = re.compile(r"(?<![^\",;\s])\[([-+\s\d.,einfa]*)\]")
_LABELS = "Its first column names the positions, and is left out."
_LISTS = "Its rows are the lists in brackets, and what is beside them is left out."
_ALMOST = re.compile(r"[-+\u2212\u2013]?\.?\d[\d._]*([deDE][-+\u2212\u2013]?\d+)?")  # 1d5, 1_000, −1
_BEGINS_LIST = re.compile(r"(?<![^\",;\s])\[\s*[-+\d.]")


def read_text(path: Path, only: str = "") -> Contents:
    """Return the numbers of a text, double precision, without names of columns and of rows."""
    known = path.stat()
    table, note, counts = _numbers(path.absolute(), known.st_size, known.st_mtime_ns)
    return Contents({"": Entry(table.shape, "float64", lambda: table, note=note, counts=counts)})


@lru_cache(maxsize=1)
def _numbers(path: Path, size: int, _changed: int) -> tuple[NDArray[np.float64], str, bool]:
    """Return the numbers of a text of so many bytes; kept, as a file is looked into before its table is shown.

    With them what is left out, in a sentence, and whether the first column counts positions.
    """
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    if packed:
        with gzip.open(path) as unpacked:
            raw = unpacked.read(MOST_READ + 1)
        size = len(raw)
    if size > MOST_READ:
        raise TableError(f"of texts at most {MOST_SAID} are read: save it by np.save")
    with io.BytesIO(raw) if packed else path.open("rb") as file:
        text = _Text(io.TextIOWrapper(file, "utf-8-sig"), size)
        try:
            return text.read()
        except UnicodeDecodeError:
            said = "it is no text in UTF-8, nor of another kind that is read: save its array by np.save"
            raise TableError(said) from None
        except TableError:
            raise
        except (ValueError, csv.Error):
            raise TableError(text.refusal()) from None


class _Text:
    """A text of so many bytes; reports how much of it has been read."""

    def __init__(self, file: Iterable[str], size: int) -> None:
        self._file, self._size = file, size
        self._separator: str | None = None
        self._labelled = False
        self._place, self._cells, self._width = 0, [""], 0

    def read(self) -> tuple[NDArray[np.float64], str, bool]:
        """Return the numbers, what is left out, and whether the first column counts positions."""
        lines = self._lines()
        first = next(lines, "")
        self._separator = next((mark for mark in _SEPARATORS if mark in first), None)
        cells = [cell.strip() for cell in self._split(first)]
        below = [next(lines, "")] if _count_by_1(cells) and cells[0] == "0" else []
        named = not _BEGINS_LIST.search(first) and (_are_names(cells) or any(map(self._is_below_names, below)))
        lines = chain(filter(None, below if named else [first, *below]), lines)
        top = next(lines, "")
        listed, row = _BEGINS_LIST.search(top), self._split(top)
        self._labelled = not listed and len(row) > 1 and _is_name(row[0]) and _is_number(row[1])
        lines = chain(filter(None, [top]), lines)
        numbers = array("d")
        for cells_of_row in _lists(lines) if listed else map(self._split, lines):
            self._cells = cells_of_row[self._labelled :]
            self._width = self._width or len(self._cells)
            if len(self._cells) != self._width or "_" in "".join(self._cells):
                raise ValueError
            numbers.extend(map(float, self._cells))
        if not numbers:
            raise TableError("it has no numbers")
        table = np.frombuffer(numbers).reshape(-1, self._width)
        table.setflags(write=False)
        known = len(table) > 1 or (named and cells[0] in ("", "position"))
        note = _LABELS if self._labelled else _LISTS if listed else ""
        return table, note, bool(not note and known and self._width > 1 and (np.diff(table[:, 0]) == 1).all())

    def _lines(self) -> Iterator[str]:
        """Yield the lines that are neither empty nor comments; a label may begin as these do."""
        done = reported = 0
        for place, line in enumerate(self._file, 1):
            if len(line) > _LONGEST:
                raise TableError(f"line {whole(place)} is longer than a row of any table")
            if line.strip() and (self._labelled or not line.startswith("#")):
                self._place = place
                yield line
            done += len(line)
            if done - reported >= PART:
                reported = done
                reached(min(1.0, done / self._size))

    def _split(self, line: str) -> list[str]:
        if self._separator in (";", "\t"):
            line = line.replace(",", ".")
        if self._separator and '"' in line:
            if line.count('"') % 2 and not _BEGINS_LIST.search(line):
                raise TableError(f"line {whole(self._place)} has an odd number of quotation marks")
            cells = next(csv.reader([line], delimiter=self._separator))
        else:
            cells = line.split(self._separator)
        return cells or [""]

    def _is_below_names(self, line: str) -> bool:
        """Whether a line below the numbers of columns from 0 on is numbers of another kind, as pandas writes them."""
        cells = self._split(line)
        return bool(_BEGINS_LIST.search(line)) or (len(cells) >= _NUMBERED and any("." in cell for cell in cells))

    def refusal(self) -> str:
        """Return what is wrong with the row that was read last."""
        where = f"line {whole(self._place)}"
        for cell in self._cells:
            if not _is_number(cell):
                shown = abbreviated(cell.strip())
                return f"{shown} in {where} is no number" if cell.strip() else f"{where} has an empty cell"
        return f"{where} has {in_unit(whole(len(self._cells)), 'cells')} where the first has {whole(self._width)}"


def _lists(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the numbers in brackets, row by row: NumPy breaks a long one into lines."""
    held, is_open = [], False
    for line in lines:
        held.append(line)
        _, bracket, tail = line.rpartition("[")
        is_open = "]" not in tail and bool(bracket or is_open)
        if not is_open:
            text = "".join(held)
            yield " ".join(_LIST.findall(text)).replace(",", " ").split() or [text]
            held.clear()


def _are_names(cells: Sequence[str]) -> bool:
    """Whether a first line has names of columns; numbers behind a name that count are pandas' own.

    >>> _are_names(["pos", "0", "1"]), _are_names(["", "d0"]), _are_names(["the", "0.1", "0.2"])
    (True, True, False)
    """
    behind = cells[1:]
    return _is_name(cells[0]) and (not any(map(_is_number, behind)) or _count_by_1(behind))


def _count_by_1(cells: Sequence[str]) -> bool:
    start = int(cells[0]) if cells[0].isdecimal() else 0
    return all(cell == str(number) for number, cell in enumerate(cells, start))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _is_name(cell: str) -> bool:
    return not _is_number(cell) and not _ALMOST.fullmatch(cell.strip())
