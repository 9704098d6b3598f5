"""``-o -``: a file goes to whoever reads at the other end of a pipe."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.base.whole_file import ExportError
from peviewer.cli.flags import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

HELP = "- for a pipe of {}, {}:- for another"


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
    kind, _, end = output.rpartition(":")
    if end != "-":
        yield Path(output)
        return
    if sys.stdout.isatty():
        raise UsageError("a terminal cannot show a file: name one (-o FILE), or put a pipe behind")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"pipe.{kind or usual}"
        try:
            yield file
        except ExportError as error:
            raise UsageError(str(error).replace(str(file), output)) from None
        if file.is_file():
            sys.stdout.flush()
            with file.open("rb") as content:
                shutil.copyfileobj(content, sys.stdout.buffer)
            sys.stdout.buffer.flush()
