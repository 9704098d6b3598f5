"""The family of type that is shipped.

Slides are set in it, and the window where the system has no family of its own.
"""

from pathlib import Path

from peviewer.base.files import resource

SHIPPED_FAMILY = "Inter peviewer"
_FACES = ("regular", "italic", "bold")


def shipped_faces() -> list[Path]:
    """Return the files of its faces."""
    return [resource("fonts", f"{face}.ttf") for face in _FACES]
