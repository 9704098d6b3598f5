"""The texts of a listing as they are set: measured by the hundred, made to be drawn a screenful at a time."""

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt

from peviewer.live.text.line import TextLine
from peviewer.live.text.text import markup


class Setting(NamedTuple):
    """How a text is set.

    Attributes
    ----------
    text : str
        The text, italics by stars.
    width : int
        The pixels it is wrapped at; 0 leaves it in one line.
    medium : bool
        Whether in a medium weight.
    title : str
        What stands before it, on the same lines.
    """

    text: str
    width: int = 0
    medium: bool = False
    title: str = ""


class Size(NamedTuple):
    """Pixels."""

    width: float
    height: float


def _made(setting: Setting, color: str = "") -> TextLine:
    html = markup(setting.text)
    if setting.title:
        html = f'<span style="color: {color}">{markup(setting.title)}</span>&nbsp; {html}'
    line = TextLine(13, html, medium=setting.medium)
    if setting.width:
        line.wrap(setting.width, Qt.AlignmentFlag.AlignLeft)
    return line


@lru_cache(maxsize=512)  # two screenfuls
def line(setting: Setting, color: str = "") -> TextLine:
    """Return a text to be drawn, the title before it in a colour."""
    return _made(setting, color)


@lru_cache(maxsize=4096)  # more than the longest listing has texts, whole and wrapped; of each but two numbers stay
def size(setting: Setting) -> Size:
    """Return how much room a text takes."""
    made = _made(setting)
    return Size(made.width, made.height)
