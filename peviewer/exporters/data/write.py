"""Write the numbers behind a pane of any size as a stream; the file appears when it is complete."""

import io
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.files import ExportError, atomic_file
from peviewer.base.numbers import number, storage
from peviewer.base.refusals import refused
from peviewer.base.work import check_cancelled, report_progress, time_left
from peviewer.document.document import Document
from peviewer.exporters.data.arrays import arrays, main
from peviewer.exporters.data.content import FileContent, columns_of, strips
from peviewer.exporters.data.files import text_size
from peviewer.exporters.data.parts import Line, Matrix, Part
from peviewer.exporters.formats import Format, check
from peviewer.figures.panes.pane import Pane

# The most bytes of one matrix; more would hardly be useful, and seldom fit.
LARGEST = 2**36
# A file with at most this many numbers is written so soon that no time is estimated.
MANY = 2**24
FEWER = "choose fewer positions, as in positions = 0:1000"


def write_data(
    pane: Pane,
    document: Document,
    target: Path,
    window: bool = False,
    array: str | None = None,
) -> None:
    """Write the arrays behind a pane as .csv, .npz or .npy, by the target's extension.

    Numbers are the model's in double precision, not the pixels'. Their coordinates are written,
    too, but not into .npy, which has no place for them.
    """
    target = Path(target)
    file_format = check(target, "data")
    content = content_of(pane, document, target, window, array=array)
    check_size(content, file_format, target)
    total = _total(content, file_format)
    count = 0

    def count_written(more: int) -> None:
        nonlocal count
        count += more
        report_progress(count / total)

    with atomic_file(target) as file:
        file_format.write(file, content, count_written)
        # Only now the number of points of curves is known.
        report_progress(1)


def as_arrays(
    pane: Pane, document: Document, window: bool = False, key: str | None = None
) -> dict[str, NDArray[Any]]:
    """Return the arrays behind a pane by the names that they have in a .npz.

    With `key` only that array is returned, with its coordinates.
    """
    parts = arrays(pane, document, window)
    keys = [part.key for part in parts]
    if key and key not in keys:
        raise ValueError(refused("array", key, f"it must be one of {', '.join(keys)}"))
    if key:
        parts = tuple(part for part in parts if part.key == key)
    named: dict[str, NDArray[Any]] = {}
    for part in parts:
        if isinstance(part, Matrix):
            named[part.key] = np.concatenate([strip for _, strip in strips(part, _ignore)])
        for name, values in columns_of(part, _ignore):
            named[f"{part.key}.{name}"] = values
    return named


def _ignore(count: int) -> None:
    """Count nothing: the numbers are returned when all are there."""


def content_of(
    pane: Pane, document: Document, target: Path, window: bool = False, *, array: str | None = None
) -> FileContent:
    """Return the content of a file for :func:`write_data`."""
    parts = arrays(pane, document, window)
    kind = check(target, "data").suffix
    chosen = chosen_parts(parts, kind, array, target)
    return FileContent(pane.name, pane.title, document, parts, chosen)


def chosen_parts(
    parts: tuple[Part, ...], kind: str, key: str | None, target: Path
) -> tuple[Part, ...]:
    """Return the arrays that a file holds if it cannot hold all; for .npz an empty tuple.

    That is one array of each compared encoding, or all curves.
    """
    if kind == "npz":
        if key:
            reason = f"a .{kind} holds all arrays; one alone goes into .npy or .csv"
            raise ExportError(f"cannot write {target}: {reason}")
        return ()
    parts_by_key = {part.key: part for part in parts}
    if key and key not in parts_by_key:
        reason = f"there is no array {key!r}, only {', '.join(parts_by_key)}"
        raise ExportError(f"cannot write {target}: {reason}")
    if not parts:
        raise ExportError(f"cannot write {target}: nothing is shown")
    if key:
        return (parts_by_key[key],)
    main_parts = main(parts)
    if kind == "npy" and len(main_parts) > 1:
        keys = " or ".join(part.key for part in main_parts)
        raise ExportError(f"cannot write {target}: a .npy holds one array; choose {keys}")
    if kind == "csv" and isinstance(main_parts[0], Line):
        return tuple(part for part in parts if isinstance(part, Line))
    return main_parts


def _count(part: Part) -> int:
    """Return the approximate number of numbers."""
    if isinstance(part, Matrix):
        rows, columns = part.shape
        return rows * columns
    return 2 * part.about if isinstance(part, Line) else 1


def _total(content: FileContent, file_format: Format) -> int:
    """Return the approximate number of numbers in a file."""
    return sum(map(_count, content.parts_of(file_format.suffix)))


class _SampledError(Exception):
    """Enough was written to tell how long all of it takes."""


def expected(content: FileContent, file_format: Format) -> str:
    """Return a text with a file's size and the time to write it, estimated from its first numbers.

    The text is empty for a file with few numbers.
    """
    total = _total(content, file_format)
    if total <= MANY:
        return ""
    begun = time.monotonic()
    sample_size = 0

    def count(more: int) -> None:
        nonlocal sample_size
        check_cancelled()
        sample_size += more
        if sample_size:
            raise _SampledError

    with suppress(_SampledError):
        file_format.write(io.BytesIO(), content, count)
    seconds = (time.monotonic() - begun) * total / max(1, sample_size)
    duration = time_left(max(1.0, seconds)).removesuffix(" left")
    return f"about {storage(_bytes(content, file_format))}, written in {duration}"


def _bytes(content: FileContent, file_format: Format) -> int:
    """Return the approximate size of a file."""
    if file_format.suffix in ("npy", "npz"):
        return 8 * _total(content, file_format)
    return sum(map(text_size, content.parts_of(file_format.suffix)))


def check_size(content: FileContent, file_format: Format, target: Path) -> None:
    """Refuse content that is too large, before any work."""
    for part in content.parts_of(file_format.suffix):
        if not isinstance(part, Matrix) or 8 * _count(part) <= LARGEST:
            continue
        rows, columns = map(number, part.shape)
        size = f"{part.key}, {rows} × {columns}, would take {storage(8 * _count(part))}"
        raise ExportError(f"cannot write {target}: {size}: {FEWER}")
    needed = _bytes(content, file_format)
    free = shutil.disk_usage(target.resolve().parent).free
    if needed > free:
        sizes = f"it needs {storage(needed)}, and {storage(free)} are free there"
        raise ExportError(f"cannot write {target}: {sizes}")
