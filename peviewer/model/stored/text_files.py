"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.refusals import abbreviated
from peviewer.base.words import in_unit
from peviewer.base.work import report_progress
from peviewer.model.stored import entry
from peviewer.model.stored.entry import Contents, Entry, TableError
from peviewer.model.stored.opened import StoredFile, unpacked
from peviewer.model.stored.table import MOST_ROWS

_SEPARATORS = ";", "\t", ","
# How many bytes are unpacked between two reports of progress.
_PIECE = 2**20
# The most bytes of a line: a row of 65 536 numbers with all their digits.
_LONGEST = 2**21
# The most lines besides those of positions: names of columns and comments.
_OTHER_LINES = 1000
# How many columns at least count up from 0 where pandas numbered them.
_NUMBERED = 3
_LIKE_NUMBER = re.compile(
    r"[-+\u2212\u2013]?([.,]?\d[\d.,_]*([de][-+\u2212\u2013]?\d+)?|nan|inf)", re.I
)
_LABELS = "A column of words names the positions."
_COUNTED = (
    "Its first column counts by 1: it is left out as the positions. Save the array by np.save to "
    "keep it."
)


def read_text(file: StoredFile) -> Contents:
    """Return the numbers of a text in double precision, without names of columns and of rows."""
    line_count = max(1, _counted_lines(file))
    try:
        with io.TextIOWrapper(unpacked(file), "utf-8-sig") as text:
            return Contents({"": _Text(text, line_count).read()})
    except UnicodeDecodeError:
        message = (
            "it is no text in UTF-8, nor of another kind that is read: save its array by np.save"
        )
        raise TableError(message) from None


def _counted_lines(file: StoredFile) -> int:
    """Return how many lines a text has once it is unpacked.

    A text of more lines than are shown, or of longer ones, is refused. All of it is unpacked here,
    and nothing kept: to read lines as numbers takes thirty times as long.
    """
    text = unpacked(file)
    size = line_count = line_size = 0
    while piece := text.read(_PIECE):
        size += len(piece)
        if size > entry.MOST_READ:
            raise TableError(
                f"of texts at most {entry.MOST_READ_TEXT} are read: save it by np.save"
            )
        line_count += piece.count(b"\n") + piece.count(b"\r") - piece.count(b"\r\n")
        if line_count > MOST_ROWS + _OTHER_LINES:
            raise TableError(
                f"it has more than {number(MOST_ROWS)} lines: at most so many positions are shown"
            )
        line_end = max(piece.rfind(b"\n"), piece.rfind(b"\r"))
        line_size = len(piece) - line_end - 1 + (line_size if line_end < 0 else 0)
        if line_size > _LONGEST:
            raise TableError(f"line {number(line_count + 1)} is longer than a row of any table")
    return line_count


class _Text:
    """A text file that reports its progress while it is read."""

    def __init__(self, file: Iterable[str], line_count: int) -> None:
        self._file = file
        self._line_count = line_count
        self._separator: str | None = None
        # The number of the line that was read last, and the cells of its row.
        self._place = 0
        self._cells = [""]
        self._width = 0

    def read(self) -> Entry:
        lines = self._lines()
        top = [*islice(lines, 2)]
        first, second = [line for _, line in top] + [""] * (2 - len(top))
        self._separator = next((mark for mark in _SEPARATORS if mark in first), None)
        names = self._split(first)
        below = self._split(second)
        # pandas writes numbers of columns from 0 on above numbers of another kind
        numbered = (
            _count_by_1(names)
            and names[:1] == ["0"]
            and len(below) >= _NUMBERED
            and "." in "".join(below)
        )
        if not (_are_names(names) or numbered):
            names = []
            below = self._split(first)
        labels: list[str] = []
        rows = self._rows(chain(top[1:] if names else top, lines), _labels(below, names), labels)
        begun = next(rows, None)
        if begun is None:
            raise TableError("it has no numbers")
        try:
            table = np.loadtxt(
                chain([begun], rows),
                delimiter=self._separator,
                quotechar='"',
                comments=None,
                ndmin=2,
            )
        except (TableError, UnicodeDecodeError):
            raise
        except ValueError as error:
            # The error reads: could not convert string 'x' to float64 at …
            wrong = str(error).partition("string ")[2].rpartition(" to ")[0].strip("'")
            no_number = f"{abbreviated(wrong)} in {self._where} is no number"
            raise TableError(no_number if wrong else f"{self._where} has an empty cell") from None
        table.setflags(write=False)
        by_1 = [
            table.shape[1] > place + 1 and (np.diff(table[:, place]) == 1).all() for place in (0, 1)
        ]
        if len(table) > 1 and all(by_1) and any(map(_is_word, names[1:2])):
            # Pandas' index before the column that has a name.
            table = table[:, 1:]
        notes = [_LABELS] if labels else []
        if by_1[0] and (len(table) > 1 or names[:1] in ([""], ["position"])):
            table, notes = table[:, 1:], [*notes, _COUNTED]
        return Entry(table.shape, entry.TEXT, lambda: table, " ".join(notes), tuple(labels))

    def _rows(
        self, lines: Iterable[tuple[int, str]], labelled: int | None, labels: list[str]
    ) -> Iterator[str]:
        """Yield the lines of numbers; `labels` gets the words that name their positions."""
        for self._place, line in lines:
            self._cells = self._split(line)
            if labelled is not None:
                labels += self._cells[labelled : labelled + 1]
                del self._cells[labelled : labelled + 1]
            if not self._width:
                self._width = len(self._cells)
                self._check_size()
            if len(self._cells) != self._width:
                cells = in_unit(number(len(self._cells)), "cells")
                raise TableError(
                    f"{self._where} has {cells} where the first has {number(self._width)}"
                )
            yield (self._separator or " ").join(self._cells)

    def _check_size(self) -> None:
        """Refuse a text whose numbers would take more memory than any array may."""
        if self._line_count * self._width * np.dtype(np.float64).itemsize > entry.MOST_READ:
            raise TableError(
                f"its numbers take more than {entry.MOST_READ_TEXT}: save it by np.save"
            )

    def _lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are neither empty nor comments, with their numbers."""
        letters_since_report = 0
        for place, line in enumerate(self._file, 1):
            if line.strip() and not line.startswith("#"):
                yield place, line
            letters_since_report += len(line)
            if letters_since_report >= _PIECE:
                letters_since_report = 0
                report_progress(min(1.0, place / self._line_count))

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
    """Whether a first line has names of columns.

    Numbers that count up after a name come from pandas.
    """
    return any(map(_is_word, cells[:1])) and _count_by_1(
        [cell for cell in cells if not _is_word(cell)]
    )


def _labels(cells: Sequence[str], names: Sequence[str]) -> int | None:
    """Return which column has words before numbers.

    That is the first column, or a second one with a name after a column that may count rows.
    """
    words = [*map(_is_word, cells[:3])]
    if words[:2] == [True, False]:
        return 0
    return 1 if words == [False, True, False] and any(map(_is_word, names[1:2])) else None


def _count_by_1(cells: Sequence[str]) -> bool:
    start = int(cells[0]) if cells and cells[0].isdecimal() else 0
    return all(cell == str(number) for number, cell in enumerate(cells, start))
