"""Long work on a terminal: a bar says how far it is, and Ctrl+C ends it between two steps."""

from collections.abc import Callable

from peviewer.cli.interrupt import interruption
from peviewer.cli.progress_bar import progress_bar
from peviewer.cli.status import DONE, INTERRUPTED


def at_length(work: Callable[..., bool]) -> int:
    """Do long work with a progress bar; Ctrl+C ends it between two steps, and nothing is left."""
    with progress_bar() as progress, interruption() as cancelled:
        return DONE if work(progress=progress, cancelled=cancelled) else INTERRUPTED
