"""Open the window, where it can open; nothing of Qt is read before that is known."""

from typing import Any

from peviewer.app.window.display import obstacle, refuse
from peviewer.document.document import Document


def launch(document: Document, title: str, theme: str | None = None, **how: Any) -> int:
    """Open the window, and return the status.

    It takes what :func:`peviewer.app.window.running.run` takes.
    """
    if why := obstacle():
        return refuse(why)
    # Qt, which this needs, is there by now.
    from peviewer.app.window.running import run

    return run(document, title, theme, **how)


def show(document: Document, title: str) -> None:
    """Open the window from Python."""
    if why := obstacle():
        raise RuntimeError(why)
    from peviewer.app.window.running import run

    if run(document, title, None):
        raise KeyboardInterrupt
