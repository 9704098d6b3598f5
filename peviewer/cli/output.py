"""``-o``: the file that a command writes, or whoever reads at the other end of a pipe; and what is said of it."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.files import ExportError
from peviewer.cli.parser import UsageError
from peviewer.cli.terminal import tell

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from peviewer.cli.parser import Parser

PIPED = "- for a pipe of {}, {}:- for another"


def add_output(parser: Parser, help: str, metavar: str = "FILE") -> None:
    """Add ``-o``, which must be there."""
    missing = f"-o {metavar} is missing: name what to write"
    parser.add("-o", "--output", metavar=metavar, help=help, missing=missing)


@contextmanager
def written(output: str, usual: str) -> Iterator[Path]:
    """Return the file to write; what is to go into a pipe goes there once it is whole.

    Parameters
    ----------
    output : str
        As it was typed: a file, ``-``, or ``svg:-`` for one format of many.
    usual : str
        The format of ``-``.
    """
    if not _is_piped(output):
        yield Path(output)
        return
    if sys.stdout.isatty():
        raise UsageError("a terminal cannot show a file: name one (-o FILE), or put a pipe behind")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"pipe.{output.rpartition(':')[0] or usual}"
        try:
            yield file
        except ExportError as error:
            raise UsageError(str(error).replace(str(file), output)) from None
        if file.is_file():
            sys.stdout.flush()
            with file.open("rb") as content:
                shutil.copyfileobj(content, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def tell_written(output: str, files: Sequence[Path], *facts: str) -> None:
    """Say on a terminal what was written, what is known of it and how large it is; nothing of a pipe."""
    if _is_piped(output):
        return
    from peviewer.base.words import storage

    name = f"{files[0]} … {files[-1].name}" if len(files) > 1 else str(files[0])
    tell(", ".join([f"wrote {name}", *facts, storage(sum(map(_size, files)))]))


def _size(path: Path) -> int:
    """Return how many bytes a file takes, or those in a folder."""
    return sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size


def _is_piped(output: str) -> bool:
    return output.rpartition(":")[2] == "-"
