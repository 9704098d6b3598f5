"""The Document in the comments of a file that is text: on short lines, each behind a key."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from peviewer.exporters.carry.limits import MARGIN

if TYPE_CHECKING:
    from pathlib import Path


def commented(session: str, key: str, length: int) -> str:
    r"""Return a text on lines that begin with a key and have so many more letters.

    Examples
    --------
    >>> commented("a text", "% ", 4)
    '% a te\n% xt'
    """
    return "\n".join(f"{key}{session[start : start + length]}" for start in range(0, len(session), length))


def from_comments(path: Path, key: str) -> bytes | None:
    """Put together again what stands behind a key at the beginning of a file; None if nothing does."""
    with path.open("rb") as file:
        head = file.read(MARGIN)
    return b"".join(re.findall(rb"^" + re.escape(key).encode() + rb"([^\n]*)$", head, re.MULTILINE)) or None
