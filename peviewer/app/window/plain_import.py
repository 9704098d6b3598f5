"""Python's own ``import``, kept where Qt's binding would put another in its place."""

import builtins
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def plain_import() -> Iterator[None]:
    """Load Qt's binding inside, and import as ever after.

    PySide's own ``import`` reads the source of every module for
    ``from __feature__ import …``, which nothing here says: it would take a
    twentieth of the start, and keep all that source in memory. For a program of
    our own alone: others may use those features.

    Examples
    --------
    >>> before = builtins.__import__
    >>> with plain_import():
    ...     import PySide6.QtWidgets
    >>> builtins.__import__ is before
    True
    """
    plain = builtins.__import__
    try:
        yield
    finally:
        builtins.__import__ = plain
