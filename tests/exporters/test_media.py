"""Clips give their Document back; hostile ones are refused, quickly and in one line."""

import io
import json
import os
import struct
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document, DocumentError
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style
from tests.opened import read

CHOSEN = Document().edited(
    {
        "encoding.length": 50,
        "encoding.base": 12.5,
        "shift.phi": -1.25,
        "view.zoom": {"position <&>": [0.5, 20.25]},
    }
)
SMALL = Style(320, 240)


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif", "html"])
def test_a_clip_is_known_by_its_content_and_opens_however_long_its_document(tmp_path, kind):
    long = CHOSEN.edited({"view.zoom": {f"quantity {k}": [0.0, float(k + 1)] for k in range(2000)}})
    write_clip(Clip(pane("encoding"), long, seconds=0.1, fps=10), tmp_path / f"a.{kind}", SMALL)
    (tmp_path / f"a.{kind}").rename(tmp_path / "b.peview")
    assert read(tmp_path / "b.peview") == long


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no file has such a name there")
def test_a_film_whose_name_is_like_an_address_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_clip(Clip(pane("encoding"), CHOSEN, seconds=0.1, fps=10), Path("http:a.mp4"), SMALL)
    assert read(Path("http:a.mp4")) == CHOSEN


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif", "html"])
def test_cut_anywhere_a_file_is_refused_and_never_hangs(tmp_path, kind):
    whole = tmp_path / f"a.{kind}"
    part = tmp_path / f"b.{kind}"
    write_clip(Clip(pane("encoding"), CHOSEN, seconds=0.2, fps=10), whole, SMALL)
    content = whole.read_bytes()
    rng = np.random.default_rng(7)
    for at in (5, 13, 30, 60, *rng.integers(5, len(content), 20).tolist()):
        part.write_bytes(content[:at])
        _read_or_refused(part)
        broken = bytearray(content)
        broken[at : at + 4] = b"\xff\xff\xff\xff"
        part.write_bytes(broken)
        _read_or_refused(part)


def _read_or_refused(path):
    """Read a damaged file: it gives its Document, or is refused in one line."""
    message = str(path)
    try:
        read(path)
    except DocumentError as refused:
        message = str(refused)
    assert "\n" not in message
    assert str(path) in message


BAD = json.dumps({"peviewer": 1, "encoding": {"dim": 0}})
HUGE = "x" * 1_500_000


def gif(comment):
    file = io.BytesIO()
    Image.new("L", (1, 1)).save(file, "gif", comment=comment)
    return file.getvalue()


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name + content


def mp4(comment):
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as film:
        film.metadata["comment"] = comment.decode()
        stream = film.add_stream("libx264", rate=10)
        stream.width = stream.height = 16
        stream.pix_fmt = "yuv420p"
        for frame in (av.VideoFrame(16, 16, "yuv420p"), None):
            film.mux(stream.encode(frame))
    return file.getvalue()


UNTRUSTED_PICTURES = [
    (gif(b"peviewer " + BAD.encode()), "encoding.dim = 0"),
    (gif(b"made by somebody else"), "carries no"),
    (gif(b"peviewer " + HUGE.encode()), "not a peviewer session"),
    (b"GIF89a", "carries no"),
    (mp4(BAD.encode()), "encoding.dim = 0"),
    (mp4(HUGE.encode()), "not a peviewer session"),
    (box(b"ftyp", b"isom") + struct.pack(">I4sQ", 1, b"moov", 2**63), "carries no"),
    (box(b"ftyp", b"isom") + struct.pack(">I4s", 4, b"free") * 9, "carries no"),
]


def test_what_cannot_be_trusted_is_refused(refuses):
    for content, cause in UNTRUSTED_PICTURES:
        refuses(content, cause)
