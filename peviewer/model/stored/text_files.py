"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

from __future__ import annotations

import warnings
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

_SEPARATORS = ",", ";", "\t"
_NUMBERED = 3  # columns: 0 and 1 are the first sine and cosine


def read_csv(path: Path, only: str = "") -> Contents:
    """Return the numbers of a text, double precision; a first line of names and pandas' column of row numbers go."""
    known = path.stat()
    if known.st_size > MOST_READ:
        raise TableError(f"of texts at most {MOST_SAID} are read: save it by np.save")
    table = _numbers(path.absolute(), known.st_size, known.st_mtime_ns)
    return Contents({"": Entry(table.shape, "float64", lambda: table)})


@lru_cache(maxsize=1)
def _numbers(path: Path, size: int, _changed: int) -> NDArray[np.float64]:
    """Return the numbers of a text of so many bytes; kept, as a file is looked into before its table is shown."""
    with path.open(encoding="utf-8-sig") as file:
        read = _Lines(file, size)
        try:
            lines = iter(read)
            first = next(lines, "")
            separator = next((mark for mark in _SEPARATORS if mark in first), None)
            cells = [cell.strip() for cell in first.split(separator)] or [""]
            below = [next(lines, "")] if _counts_columns(cells) else []
            named = not _is_number(cells[0]) or any("." in line for line in below)
            rows = chain(filter(None, below if named else [first, *below]), lines)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of no numbers: that is said below
                table = np.loadtxt(rows, np.float64, delimiter=separator, ndmin=2, comments=None)
        except UnicodeDecodeError:
            raise TableError("it is no text in UTF-8") from None
        except ValueError:
            raise TableError(read.refusal(separator, len(cells))) from None
    if not table.size:
        raise TableError("it has no numbers")
    if named and cells[0] in ("", "position") and _counts(table):
        table = table[:, 1:]
    table.setflags(write=False)
    return table


class _Lines:
    """The lines of a text of so many bytes that are neither empty nor comments; reports how much has been read."""

    def __init__(self, file: Iterable[str], size: int) -> None:
        self._file, self._size = file, size
        self._place, self._last = 0, ""

    def __iter__(self) -> Iterator[str]:
        done = reported = 0
        for place, line in enumerate(self._file, 1):
            if line.strip() and not line.startswith("#"):
                self._place, self._last = place, line
                yield line
            done += len(line)
            if done - reported >= PART:
                reported = done
                reached(min(1.0, done / self._size))

    def refusal(self, separator: str | None, wanted: int) -> str:
        """Return what is wrong with the line that was read last, where the first has so many cells."""
        cells = [cell.strip() for cell in self._last.split(separator)]
        where = f"line {whole(self._place)}"
        for cell in cells:
            if not _is_number(cell):
                return f"{abbreviated(cell)} in {where} is no number" if cell else f"{where} has an empty cell"
        return f"{where} has {in_unit(whole(len(cells)), 'cells')} where the first has {whole(wanted)}"


def _counts_columns(cells: Sequence[str]) -> bool:
    """Whether the first line has the numbers of columns from 0 on, as pandas writes them; above fractions no table has.

    >>> _counts_columns(["0", "1", "2"]), _counts_columns(["0", "1"]), _counts_columns(["0", "1", "0", "1"])
    (True, False, False)
    """
    return len(cells) >= _NUMBERED and list(cells) == [str(number) for number in range(len(cells))]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell


def _counts(table: NDArray[np.float64]) -> bool:
    """Whether the first column is that of row numbers."""
    return table.shape[1] > 1 and bool((np.diff(table[:, 0]) == 1).all())
