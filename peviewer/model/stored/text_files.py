"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

from __future__ import annotations

import csv
import gzip
import io
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from peviewer.base.parameters import abbreviated
from peviewer.base.words import in_unit, number
from peviewer.base.work import reached
from peviewer.model.stored.entry import MOST_READ, MOST_SAID, PART, Contents, Entry, TableError

GZIP = b"\x1f\x8b"
_SEPARATORS = ";", "\t", ","
_LONGEST = 2**23  # letters of a line
_NUMBERED = 3  # columns: 0 and 1 are the first sine and cosine
_LIKE_NUMBER = re.compile(r"[-+\u2212\u2013]?([.,]?\d[\d.,_]*([de][-+\u2212\u2013]?\d+)?|nan|inf)", re.I)
_LIST = re.compile(r"(?<![^\[\",;:\s])\[([-+\s\d.,einfa]*)\]")
_BEGINS_LIST = re.compile(r"(?<![^\[\",;:\s])\[\s*[-+\d.]")
_NUMPY = re.compile(r"np\.float\d+\(([^)]*)\)")  # how NumPy prints a list of numbers
_LABELS = "A column of words names the positions."
_LISTS = "Its rows are the lists in brackets, and what is beside them is left out."


def read_text(path: Path, only: str = "") -> Contents:
    """Return the numbers of a text, double precision, without names of columns and of rows."""
    known = path.stat()
    table, note, counts, labels = _numbers(path.absolute(), known.st_size, known.st_mtime_ns)
    return Contents({"": Entry(table.shape, "float64", lambda: table, note=note, counts=counts, labels=labels)})


@lru_cache(maxsize=1)
def _numbers(path: Path, _size: int, _changed: int) -> tuple[NDArray[np.float64], str, bool, tuple[str, ...]]:
    """Return the numbers of a text; cached, as a file is examined before its table is shown.

    Also return a sentence about what is left out, whether the first column counts positions, and what names them.
    """
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    with (gzip if packed else io).open(path, "rb") as file:
        raw = file.read(MOST_READ + 1)
    if len(raw) > MOST_READ:
        raise TableError(f"of texts at most {MOST_SAID} are read: save it by np.save")
    text = _Text(io.TextIOWrapper(io.BytesIO(raw), "utf-8-sig"), len(raw))
    try:
        return text.read()
    except UnicodeDecodeError:
        message = "it is no text in UTF-8, nor of another kind that is read: save its array by np.save"
        raise TableError(message) from None
    except TableError:
        raise
    except (ValueError, csv.Error):
        raise TableError(text.refusal()) from None


class _Text:
    """A text file that reports its progress while it is read."""

    def __init__(self, file: Iterable[str], size: int) -> None:
        self._file, self._size = file, size
        self._separator: str | None = None
        self._labels: int | None = None  # the column that names the positions
        self._place, self._cells, self._width = 0, [""], 0

    def read(self) -> tuple[NDArray[np.float64], str, bool, tuple[str, ...]]:
        """Return the numbers, what is left out, whether the first column counts positions, and what names them."""
        lines = self._lines()
        first = next(lines, "")
        self._separator = next((mark for mark in _SEPARATORS if mark in first), None)
        names = [] if _BEGINS_LIST.search(first) else self._split(first)
        below = [next(lines, "")] if _count_by_1(names) and names[:1] == ["0"] else []
        if not (_are_names(names) or any(map(self._is_below_names, below))):
            names, below = [], [first, *below]
        lines = chain(filter(None, below), lines)
        top = next(lines, "")
        listed = bool(_BEGINS_LIST.search(top))
        self._labels = None if listed else _labels(self._split(top), names)
        lines, labelled = chain(filter(None, [top]), lines), self._labels is not None
        numbers, labels = array("d"), []
        for cells in _lists(lines) if listed else map(self._split, lines):
            labels += cells[self._labels : self._labels + 1] if self._labels is not None else []
            self._cells = [cell for place, cell in enumerate(cells) if place != self._labels] if labelled else cells
            self._width = self._width or len(self._cells)
            if len(self._cells) != self._width or "_" in "".join(self._cells):
                raise ValueError
            numbers.extend(map(float, self._cells))
        if not numbers:
            raise TableError("it has no numbers")
        table = np.frombuffer(numbers).reshape(-1, self._width)
        table.setflags(write=False)
        by_1 = [not listed and self._width > place + 1 and (np.diff(table[:, place]) == 1).all() for place in (0, 1)]
        if (
            len(table) > 1 and all(by_1) and any(map(_is_word, names[1:2]))
        ):  # pandas' index before the column that has a name
            table = table[:, 1:]
        note = _LISTS if listed else "" if self._labels is None else _LABELS
        counts = bool(by_1[0] and (len(table) > 1 or names[:1] in ([""], ["position"])))
        return table, note, counts, tuple(labels)

    def _lines(self) -> Iterator[str]:
        """Yield the lines that are neither empty nor comments; a label may begin like a comment."""
        done = reported = 0
        for place, line in enumerate(self._file, 1):
            if len(line) > _LONGEST:
                raise TableError(f"line {number(place)} is longer than a row of any table")
            if line.strip() and (self._labels == 0 or not line.startswith("#")):
                self._place = place
                yield _NUMPY.sub(r"\1", line) if "np.float" in line else line
            done += len(line)
            if done - reported >= PART:
                reported = done
                reached(min(1.0, done / self._size))

    def _split(self, line: str) -> list[str]:
        if self._separator in (";", "\t"):
            line = line.replace(",", ".")
        if not self._separator or '"' not in line:
            return [cell.strip() for cell in line.split(self._separator)]
        if line.count('"') % 2:
            raise TableError(f"line {number(self._place)} has an odd number of quotation marks")
        return [cell.strip() for cell in next(csv.reader([line], delimiter=self._separator))]

    def _is_below_names(self, line: str) -> bool:
        """Whether a line below the numbers of columns from 0 on is numbers of another kind, as pandas writes them."""
        if _BEGINS_LIST.search(line):
            return True
        cells = self._split(line)
        return len(cells) >= _NUMBERED and any("." in cell for cell in cells)

    def refusal(self) -> str:
        """Return the error of the row that was read last."""
        where = f"line {number(self._place)}"
        for cell in self._cells:
            try:
                float(cell if "_" not in cell else "")
            except ValueError:
                return f"{abbreviated(cell)} in {where} is no number" if cell else f"{where} has an empty cell"
        return f"{where} has {in_unit(number(len(self._cells)), 'cells')} where the first has {number(self._width)}"


def _lists(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the numbers in brackets, row by row: NumPy breaks a long one into lines, and JSON has all in one."""
    held, is_open = [], False
    for line in lines:
        held.append(line)
        _, bracket, tail = line.rpartition("[")
        is_open = "]" not in tail and bool(bracket or is_open)
        if not is_open:
            text = "".join(held)
            rows = _LIST.findall(text) or [text.strip()]
            for row in rows if "[[" in text else [" ".join(rows)]:
                yield row.replace(",", " ").split()
            held.clear()


def _is_word(cell: str) -> bool:
    return not _LIKE_NUMBER.fullmatch(cell)


def _are_names(cells: Sequence[str]) -> bool:
    """Whether a first line has names of columns; after a name, numbers that count up are pandas' own.

    >>> _are_names(["pos", "0", "1"]), _are_names(["", "word", "0", "1"]), _are_names(["the", "0.1", "0.2"])
    (True, True, False)
    """
    return any(map(_is_word, cells[:1])) and _count_by_1([cell for cell in cells if not _is_word(cell)])


def _labels(cells: Sequence[str], names: Sequence[str]) -> int | None:
    """Return which column has words before numbers: the first, or a named second one behind one that may count.

    >>> _labels(["the", "0.5"], []), _labels(["0", "the", "0.5"], ["", "word", "0"]), _labels(["0", "0.5"], [])
    (0, 1, None)
    """
    words = [*map(_is_word, cells[:3])]
    if words[:2] == [True, False]:
        return 0
    return 1 if words == [False, True, False] and any(map(_is_word, names[1:2])) else None


def _count_by_1(cells: Sequence[str]) -> bool:
    start = int(cells[0]) if cells and cells[0].isdecimal() else 0
    return all(cell == str(number) for number, cell in enumerate(cells, start))
