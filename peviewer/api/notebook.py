"""Clips at home in a notebook, and the window opened from one."""

from __future__ import annotations

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from peviewer.api.arguments import Encoding, PaneNames, request
from peviewer.api.options import with_options
from peviewer.api.targets import file_at
from peviewer.base.numbers import storage
from peviewer.document.document import Document
from peviewer.model.encodings.files import adopt
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.paper.sizing import CLIP_SIZE


@dataclass(frozen=True, repr=False)
class Moving:
    """A clip that a notebook cell shows when it ends with it."""

    # The MP4 file.
    content: bytes

    # Width and height in pixels.
    size: tuple[int, int]

    endless: bool

    def __repr__(self) -> str:
        return f"<clip: mp4, {self.size[0]}×{self.size[1]}, {storage(len(self.content))}>"

    def _repr_html_(self) -> str:
        data = base64.b64encode(self.content).decode()
        width, _ = self.size
        loop = " loop" if self.endless else ""
        return (
            f'<video src="data:video/mp4;base64,{data}" width="{width}"'
            f" controls autoplay muted playsinline{loop}>"
        )


def animate(
    encoding: Encoding = None,
    panes: PaneNames = None,
    target: str | Path | None = None,
    *,
    columns: int | None = None,
    **choices: Any,
) -> Moving | Path:
    """Let a number move, and save that as a clip or show it in a notebook cell.

    Parameters
    ----------
    encoding, panes, columns
        As for :func:`peviewer.figure`; by default the shift of an encoding plays.
    target : str or pathlib.Path, optional
        A file to write, ``.mp4``, ``.gif`` or ``.html``, a page with a slider. None to return what
        a notebook cell shows.
    **choices : object
        The range, by the names of :class:`~peviewer.exporters.clip.range.ClipRange`:
        ``path`` (the number that moves, by default ``"shift.phi"``), ``start``, ``stop``,
        ``seconds``, ``fps``, ``loop``; and all that :func:`peviewer.figure` takes. The size is
        that of a session's picture, or else 960 × 540 pixels.

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
    >>> pv.animate(pv.Sinusoidal(length=20, dim=16), "shift", seconds=0.2, fps=10, size=(640, 360))
    <clip: mp4, 640×360, ...B>
    """
    from peviewer.exporters.clip.clip import Clip
    from peviewer.exporters.clip.range import ClipRange
    from peviewer.exporters.clip.write import write_clip

    clip_range = {name: choices.pop(name) for name in ClipRange.model_fields if name in choices}
    asked = request(
        encoding,
        panes,
        with_options(choices),
        beside=(*ClipRange.model_fields, "target"),
        names_may_be_file=target is None,
        usual_size=CLIP_SIZE,
    )
    clip = Clip(asked.panes, asked.document, columns=columns, **clip_range)
    style = asked.style
    if target is not None:
        file = file_at("target", target)
        write_clip(clip, file, style)
        return file
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "clip.mp4"
        write_clip(clip, file, style)
        return Moving(file.read_bytes(), (style.width, style.height), clip.seamless)


def show(encoding: Scheme | ArrayLike) -> None:
    """Open the window on an encoding.

    In a script this returns when the window is closed; in IPython with
    ``%gui qt`` at once.

    Parameters
    ----------
    encoding : Scheme or array_like, shape (L, d)
        What to show.

    Raises
    ------
    ValueError
        If the encoding cannot be shown.
    RuntimeError
        If no window can be opened; the message says why.
    """
    from peviewer.app.window.launch import show as open_window
    from peviewer.figures.panes.catalog import follow_scheme

    scheme = as_scheme(encoding)
    adopt(scheme)
    open_window(follow_scheme(Document(), Document(encoding=scheme)), scheme.display_name)
