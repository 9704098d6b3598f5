"""Pictures and clips at home in a notebook, and the window opened from Python."""

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peviewer.base.words import storage
from peviewer.document.document import Document
from peviewer.export.arguments import look, opened
from peviewer.model.encodings.turning import Turning

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def figure(pane: str, encoding: Turning, size: tuple[int, int] = (1000, 600), **view: object) -> "Figure":
    """Return what a pane shows of an encoding, as a matplotlib Figure.

    Parameters
    ----------
    pane : str
        ``"encoding"``, ``"shift"``, ``"binary"``, ``"distance"`` …
    encoding : Turning
        What to show.
    size : tuple of int
        Width and height in pixels.
    **view : object
        Fields of the Document by their own name (``phi=10``, ``metric="dot"``,
        ``transposed=True``), the pane's own ones first, or by their path
        (``**{"cursor.pair": 5}``); and the look as for :func:`peviewer.export`
        (``theme="slide-dark"``, ``title=False``).

    Returns
    -------
    matplotlib.figure.Figure
        Not known to pyplot; a notebook cell that ends with it shows it.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.

    Examples
    --------
    >>> import peviewer as pv
    >>> page = pv.figure("shift", pv.Sinusoidal(length=50, dim=16), phi=10)
    >>> [axes.get_xlabel() for axes in page.axes][0]
    'dimension $j$'
    """
    from peviewer.figures.panes.catalog import pane as named
    from peviewer.paper.page.painter import paint

    style, fields = look({"size": size, **view})
    return paint(named(pane).demand(opened(encoding, fields, panes=[pane])), style)


@dataclass(frozen=True, repr=False)
class Moving:
    """A clip that a notebook cell shows when it ends with it.

    Attributes
    ----------
    kind : str
        ``"mp4"``, or ``"webp"`` where PyAV is not installed.
    content : bytes
        The file.
    size : tuple of int
        Width and height in pixels.
    endless : bool
        Whether it starts again at its end.
    """

    kind: str
    content: bytes
    size: tuple[int, int]
    endless: bool

    def __repr__(self) -> str:
        return f"<clip: {self.kind}, {self.size[0]}×{self.size[1]}, {storage(len(self.content))}>"

    def _repr_html_(self) -> str:
        data, width = base64.b64encode(self.content).decode(), self.size[0]
        if self.kind != "mp4":
            return f'<img src="data:image/{self.kind};base64,{data}" width="{width}">'
        loop = " loop" if self.endless else ""
        return f'<video src="data:video/mp4;base64,{data}" width="{width}" controls autoplay muted playsinline{loop}>'


def animate(
    pane: str,
    encoding: Turning,
    target: str | Path | None = None,
    *,
    size: tuple[int, int] = (960, 540),
    **choices: Any,
) -> Moving | Path:
    """Let a number move, and save that as a clip or show it in a notebook cell.

    Parameters
    ----------
    pane : str
        ``"encoding"``, ``"shift"``, ``"clocks"`` …
    encoding : Turning
        What to show.
    target : str or pathlib.Path, optional
        A file to write: ``.mp4``, ``.webm``, ``.gif``, ``.webp`` or ``.png``
        (animated). None to return what a notebook cell shows.
    size : tuple of int
        Width and height in pixels.
    **choices : object
        The course, by the names of :class:`~peviewer.export.clip.course.Course`:
        ``path`` (the number that moves, ``"shift.phi"`` at first), ``start``, ``stop``,
        ``seconds``, ``fps``, ``easing``, ``loop``, ``pair``; the look as for
        :func:`peviewer.export`; and fields of the Document by their own name.

    Returns
    -------
    Moving or pathlib.Path
        What a notebook cell shows, or the file that was written.

    Raises
    ------
    ValueError
        If there is no such pane or field, or a value is not allowed.
    OSError
        If the file cannot be written; nothing is left behind then.

    Examples
    --------
    >>> import peviewer as pv
    >>> pv.animate("shift", pv.Sinusoidal(length=20, dim=16), seconds=0.2, fps=10, size=(640, 360))
    <clip: mp4, 640×360, ...B>
    """
    from peviewer.export.clip.clip import Clip
    from peviewer.export.clip.course import Course
    from peviewer.export.clip.write import write_clip
    from peviewer.export.formats import hints
    from peviewer.figures.panes.catalog import pane as named

    course = {name: choices.pop(name) for name in Course.model_fields if name in choices}
    style, view = look({"size": size, **choices})
    clip = Clip(named(pane), opened(encoding, view, panes=[pane]), **course)
    if target is not None:
        write_clip(clip, Path(target), style)
        return Path(target)
    kind = "webp" if hints("clip")["mp4"] else "mp4"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"clip.{kind}"
        write_clip(clip, file, style)
        return Moving(kind, file.read_bytes(), size, clip.seamless)


def show(encoding: Turning) -> None:
    """Open the window on an encoding.

    In a script this returns when the window is closed; in IPython with
    ``%gui qt`` at once.

    Parameters
    ----------
    encoding : Turning
        What to show.

    Raises
    ------
    ValueError
        If the encoding cannot be shown.
    RuntimeError
        If no window can be opened; the message says why.
    """
    from peviewer.app.window.launch import show as open_window

    open_window(Document(encoding=encoding), encoding.size)
