"""A folder of numbered files: all of them or none, and never mixed with those of an earlier run."""

from __future__ import annotations

import secrets
import shutil
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from peviewer.base.files import ExportError
from peviewer.exporters.formats import format_of

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator
    from pathlib import Path


def is_folder(target: Path) -> bool:
    """Whether a target means files in a folder, and not one file.

    Examples
    --------
    >>> from pathlib import Path
    >>> is_folder(Path("slides")), is_folder(Path("slides.pptx"))
    (True, False)
    """
    return target.is_dir() or not (target.suffix or target.exists())


@contextmanager
def numbered_files(target: Path, named: re.Pattern[str]) -> Iterator[Path]:
    """Open a folder to write files into, which take their places once the block has ended.

    What an earlier run left goes then: files that are named so and carry a
    Document; others stay. Where the block raises, all stays as it was.

    Parameters
    ----------
    target : pathlib.Path
        The folder, made where there is none.
    named : re.Pattern
        What the names of such files match.

    Raises
    ------
    ExportError
        If they cannot be written.
    """
    target = target.resolve()
    made = not target.exists()
    stage = target / f".{secrets.token_hex(6)}.part"
    moved = False
    try:
        stage.mkdir(parents=made and target.parent.is_dir())
        yield stage
        files = sorted(stage.iterdir())
        stale = set(_earlier(target, named)) - {target / file.name for file in files}
        for file in files:
            file.replace(target / file.name)
            moved = True
        for file in stale:
            file.unlink(missing_ok=True)
    except ExportError as error:
        # It names a file that nobody will see.
        raise ExportError(f"cannot write {target}: {str(error).rpartition(': ')[2]}") from None
    except OSError as error:
        raise ExportError(f"cannot write {target}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(stage, ignore_errors=True)
        if made and not moved:
            with suppress(OSError):
                target.rmdir()


def _earlier(folder: Path, named: re.Pattern[str]) -> Iterator[Path]:
    """Yield what peviewer wrote under such names."""
    for file in folder.iterdir():
        if named.fullmatch(file.name) and file.is_file():
            known = format_of("picture", file.suffix) or format_of("clip", file.suffix)
            if known is not None and known.session(file):
                yield file
