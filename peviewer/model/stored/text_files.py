"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

import csv
import gzip
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path

import numpy as np

from peviewer.base.parameters import abbreviated
from peviewer.base.words import in_unit, number
from peviewer.base.work import reached
from peviewer.model.stored.entry import MOST_READ, MOST_SAID, Contents, Entry, TableError

GZIP = b"\x1f\x8b"
_SEPARATORS = ";", "\t", ","
_LONGEST = 2**23  # letters of a line
_PART = 2**20  # so many letters are read between two words of how much has been
_NUMBERED = 3  # columns: 0 and 1 are the first sine and cosine
_LIKE_NUMBER = re.compile(r"[-+\u2212\u2013]?([.,]?\d[\d.,_]*([de][-+\u2212\u2013]?\d+)?|nan|inf)", re.I)
_LABELS = "A column of words names the positions."
_COUNTED = "Its first column counts by 1: it is left out as the positions. Save the array by np.save to keep it."


def read_text(path: Path) -> Contents:
    """Return the numbers of a text in double precision, without names of columns and of rows."""
    known = path.stat()
    return Contents({"": _entry(path.absolute(), known.st_size, known.st_mtime_ns)})


@lru_cache(maxsize=1)
def _entry(path: Path, _size: int, _changed: int) -> Entry:
    """Return the numbers of a text; cached, as a file is examined before its table is shown."""
    with path.open("rb") as file:
        packed = file.read(len(GZIP)) == GZIP
    with (gzip if packed else io).open(path, "rb") as file:
        raw = file.read(MOST_READ + 1)
    if len(raw) > MOST_READ:
        raise TableError(f"of texts at most {MOST_SAID} are read: save it by np.save")
    try:
        return _Text(io.TextIOWrapper(io.BytesIO(raw), "utf-8-sig"), len(raw)).read()
    except UnicodeDecodeError:
        message = "it is no text in UTF-8, nor of another kind that is read: save its array by np.save"
        raise TableError(message) from None


class _Text:
    """A text file that reports its progress while it is read."""

    def __init__(self, file: Iterable[str], size: int) -> None:
        self._file, self._size = file, size
        self._separator: str | None = None
        self._place, self._cells, self._width = 0, [""], 0  # the line that was read last, and the cells of its row

    def read(self) -> Entry:
        lines = self._lines()
        top = [*islice(lines, 2)]
        first, second = [line for _, line in top] + [""] * (2 - len(top))
        self._separator = next((mark for mark in _SEPARATORS if mark in first), None)
        names, below = self._split(first), self._split(second)
        # pandas writes numbers of columns from 0 on above numbers of another kind
        numbered = _count_by_1(names) and names[:1] == ["0"] and len(below) >= _NUMBERED and "." in "".join(below)
        if not (_are_names(names) or numbered):
            names, below = [], self._split(first)
        labels: list[str] = []
        rows = self._rows(chain(top[1:] if names else top, lines), _labels(below, names), labels)
        begun = next(rows, None)
        if begun is None:
            raise TableError("it has no numbers")
        try:
            table = np.loadtxt(chain([begun], rows), delimiter=self._separator, quotechar='"', comments=None, ndmin=2)
        except (TableError, UnicodeDecodeError):
            raise
        except ValueError as error:  # could not convert string 'x' to float64 at …
            wrong = str(error).partition("string ")[2].rpartition(" to ")[0].strip("'")
            no_number = f"{abbreviated(wrong)} in {self._where} is no number"
            raise TableError(no_number if wrong else f"{self._where} has an empty cell") from None
        table.setflags(write=False)
        by_1 = [table.shape[1] > place + 1 and (np.diff(table[:, place]) == 1).all() for place in (0, 1)]
        if len(table) > 1 and all(by_1) and any(map(_is_word, names[1:2])):
            table = table[:, 1:]  # pandas' index before the column that has a name
        notes = [_LABELS] if labels else []
        if by_1[0] and (len(table) > 1 or names[:1] in ([""], ["position"])):
            table, notes = table[:, 1:], [*notes, _COUNTED]
        return Entry(table.shape, "float64", lambda: table, " ".join(notes), tuple(labels))

    def _rows(self, lines: Iterable[tuple[int, str]], labelled: int | None, labels: list[str]) -> Iterator[str]:
        """Yield the lines of numbers, without the words that name their positions, which `labels` gets."""
        for self._place, line in lines:
            self._cells = self._split(line)
            if labelled is not None:
                labels += self._cells[labelled : labelled + 1]
                del self._cells[labelled : labelled + 1]
            self._width = self._width or len(self._cells)
            if len(self._cells) != self._width:
                cells = in_unit(number(len(self._cells)), "cells")
                raise TableError(f"{self._where} has {cells} where the first has {number(self._width)}")
            yield (self._separator or " ").join(self._cells)

    def _lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are neither empty nor comments, with their numbers."""
        done = reported = 0
        for place, line in enumerate(self._file, 1):
            if len(line) > _LONGEST:
                raise TableError(f"line {number(place)} is longer than a row of any table")
            if line.strip() and not line.startswith("#"):
                yield place, line
            done += len(line)
            if done - reported >= _PART:
                reported = done
                reached(min(1.0, done / self._size))

    def _split(self, line: str) -> list[str]:
        if self._separator in (";", "\t"):
            line = line.replace(",", ".")
        if not self._separator or '"' not in line:
            return [cell.strip() for cell in line.split(self._separator)]
        return [cell.strip() for cell in next(csv.reader([line], delimiter=self._separator))]

    @property
    def _where(self) -> str:
        return f"line {number(self._place)}"


def _is_word(cell: str) -> bool:
    return not _LIKE_NUMBER.fullmatch(cell)


def _are_names(cells: Sequence[str]) -> bool:
    """Whether a first line has names of columns; after a name, numbers that count up are pandas' own."""
    return any(map(_is_word, cells[:1])) and _count_by_1([cell for cell in cells if not _is_word(cell)])


def _labels(cells: Sequence[str], names: Sequence[str]) -> int | None:
    """Return which column has words before numbers: the first, or a named second one behind one that may count."""
    words = [*map(_is_word, cells[:3])]
    if words[:2] == [True, False]:
        return 0
    return 1 if words == [False, True, False] and any(map(_is_word, names[1:2])) else None


def _count_by_1(cells: Sequence[str]) -> bool:
    start = int(cells[0]) if cells and cells[0].isdecimal() else 0
    return all(cell == str(number) for number, cell in enumerate(cells, start))
