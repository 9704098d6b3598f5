"""The log of errors after which peviewer goes on without telling the user.

Only those see it who ask for it: any program can listen to the logger ``peviewer`` at the level
DEBUG, as ``--verbose`` does.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_log = logging.getLogger("peviewer")


def log_error(what_failed: str, error: BaseException) -> None:
    _log.debug("%s", what_failed, exc_info=error)


@contextmanager
def passing_over(*kinds: type[Exception], what_failed: str) -> Iterator[None]:
    """Log errors of these kinds that the block raises, and go on after the block."""
    try:
        yield
    except kinds as error:
        log_error(what_failed, error)


def show_log() -> None:
    """Write the log to stderr from now on, if there is one."""
    if sys.stderr is None:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("peviewer: %(message)s"))
    _log.addHandler(handler)
    _log.setLevel(logging.DEBUG)


def hide_log() -> None:
    """Write the log nowhere again."""
    _log.setLevel(logging.NOTSET)
    for handler in list(_log.handlers):
        _log.removeHandler(handler)
