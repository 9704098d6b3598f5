"""Tables as text: a row a line, with commas, semicolons, tabs or spaces between the numbers."""

from __future__ import annotations

import warnings
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from peviewer.base.work import reached
from peviewer.model.stored.entry import MOST_READ, MOST_SAID, PART, Contents, Entry, TableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

_SEPARATORS = ",", ";", "\t"


def read_csv(path: Path) -> Contents:
    """Return the numbers of a text, double precision; a first line of names and pandas' column of row numbers go."""
    known = path.stat()
    if known.st_size > MOST_READ:
        raise TableError(f"of texts at most {MOST_SAID} are read: save it by np.save")
    table = _numbers(path.absolute(), known.st_size, known.st_mtime_ns)
    return Contents({"": Entry(table.shape, "float64", False, lambda: table)})


@lru_cache(maxsize=1)
def _numbers(path: Path, size: int, _changed: int) -> NDArray[np.float64]:
    """Return the numbers of a text of so many bytes; kept, as a file is looked into before its table is shown."""
    with path.open(encoding="utf-8-sig") as file:
        lines = (line for line in _with_progress(file, size) if line.strip() and not line.startswith("#"))
        first = next(lines, "")
        separator = next((mark for mark in _SEPARATORS if mark in first), None)
        named = not _is_numeric(first, separator)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of no numbers: that is said below
            table = np.loadtxt(
                lines if named else chain([first], lines), np.float64, delimiter=separator, ndmin=2, comments=None
            )
    if named and first.split(separator)[0].strip() in ("", "position") and _counts(table):
        table = table[:, 1:]
    table.setflags(write=False)
    return table


def _with_progress(file: Iterable[str], size: int) -> Iterator[str]:
    """Yield lines, and report how much of a text of so many bytes has been read."""
    done = reported = 0
    for line in file:
        yield line
        done += len(line)
        if done - reported >= PART:
            reported = done
            reached(min(1.0, done / size))


def _is_numeric(line: str, separator: str | None) -> bool:
    try:
        [float(cell) for cell in line.split(separator)]
    except ValueError:
        return False
    return True


def _counts(table: NDArray[np.float64]) -> bool:
    """Whether the first column is that of row numbers."""
    return table.shape[1] > 1 and bool((np.diff(table[:, 0]) == 1).all())
