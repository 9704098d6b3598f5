"""Write a clip as one web page: a film inside it, and a slider that moves what moves.

It needs no network.
"""

import base64
import json
import tempfile
from html import escape
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import unstarred
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.video import WebmWriter
from peviewer.exporters.clip.write import Writer
from peviewer.exporters.formats import KEY, MARGIN, between
from peviewer.exporters.reading import in_script
from peviewer.model.stored.opened import StoredFile
from peviewer.paper.style import Style

_OPENING = f'<script type="application/json" id="{KEY}">'.encode()
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<script type="application/json" id="{key}">{session}</script>
<style>
  body {{ margin: 0; background: {ground}; color: {text}; font: 16px system-ui, sans-serif }}
  main {{ max-width: {width}px; margin: auto }}
  video {{ display: block; width: 100% }}
  form {{ display: flex; gap: 12px; align-items: center; padding: 8px 12px }}
  input {{ flex: 1; accent-color: {accent} }}
  button {{ font: inherit; min-width: 5em; padding: 4px 12px }}
  output {{ min-width: {letters}ch; font-variant-numeric: tabular-nums }}
</style>
<main>
<video muted playsinline loop preload="auto" aria-label="{title}" src="data:video/webm;base64,{film}"></video>
<form>
<button type="button">Play</button>
<input type="range" min="0" max="{last}" value="0" aria-label="{moves}">
<output></output>
</form>
</main>
<script>
"use strict"
const values = {values}, rate = {rate}
const [film, button, slider, output] = ["video", "button", "input", "output"].map(name => document.querySelector(name))
// The middle of a frame, as its ends are rounded.
const show = frame => {{ film.currentTime = (frame + 0.5) / rate; say(frame) }}
const say = frame => {{ slider.value = frame; output.textContent = values[frame] }}
const follow = () => {{
  if (film.paused) return
  say(Math.min(values.length - 1, Math.floor(film.currentTime * rate)))
  requestAnimationFrame(follow)
}}
slider.oninput = () => {{ film.pause(); show(+slider.value) }}
button.onclick = () => film.paused ? film.play() : film.pause()
film.onplay = () => {{ button.textContent = "Pause"; follow() }}
film.onpause = () => {{ button.textContent = "Play" }}
document.onkeydown = event => {{
  if (event.key === " " && event.target !== button) {{ event.preventDefault(); button.click() }}
}}
// page.html#12 opens at frame 12.
film.onloadeddata = () => show(Math.min(values.length - 1, parseInt(location.hash.slice(1)) || 0))
film.load()
</script>
"""


class HtmlWriter(Writer):
    """Writes a web page around a film of the way from end to end."""

    def __init__(self, file: BinaryIO, clip: Clip, style: Style, session: str) -> None:
        super().__init__(file, clip, style)
        self._session = session
        self._folder = tempfile.TemporaryDirectory(prefix="peviewer-")
        # It is closed by close().
        self._film = Path(self._folder.name, "film.webm").open("w+b")
        self._writer = WebmWriter(self._film, clip, style, "")

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Write the next frame."""
        self._writer.add(picture)

    def finish(self) -> None:
        """Write the page."""
        self._writer.finish()
        values = [unstarred(self.clip.number_text(frame)) for frame in range(self.clip.count)]
        moving_name, _, _ = values[0].partition(" = ")
        title = unstarred(self.style.title_or(self.clip.lasting_title))
        film = Path(self._film.name).read_bytes()
        page = _PAGE.format(
            key=KEY,
            title=escape(title, quote=True),
            session=in_script(self._session),
            ground=self.style.ground,
            text=self.style.palette.text,
            accent=self.style.palette.accent,
            width=self.style.width,
            letters=max(map(len, values)) + 1,
            film=base64.b64encode(film).decode(),
            last=len(values) - 1,
            moves=escape(moving_name, quote=True),
            rate=float(self.clip.rate),
            values=in_script(json.dumps(values, ensure_ascii=False)),
        )
        self.file.write(page.encode())

    def close(self) -> None:
        """Remove the film beside the page."""
        self._writer.close()
        self._film.close()
        self._folder.cleanup()


def read_session_from_html(file: StoredFile) -> bytes | None:
    """Read the session at the beginning of a page."""
    return between(file.read(MARGIN), _OPENING, b"</script>")
