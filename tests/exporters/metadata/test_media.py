"""Clips give their Document back; hostile ones are refused, quickly and in one line."""

import json
import struct

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.metadata.reading import read
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

CHOSEN = Document().edited(
    {"encoding.length": 50, "encoding.base": 12.5, "shift.phi": -1.25, "view.zoom": {"position <&>": [0.5, 20.25]}}
)
SMALL = Style(320, 240)


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif"])
def test_a_clip_is_known_by_its_content_and_opens_however_long_its_document(tmp_path, kind):
    long = CHOSEN.edited({"view.zoom": {f"quantity {k}": [0.0, float(k + 1)] for k in range(2000)}})
    write_clip(Clip(pane("encoding"), long, seconds=0.1, fps=10), tmp_path / f"a.{kind}", SMALL)
    (tmp_path / f"a.{kind}").rename(tmp_path / "b.peview")
    assert read(tmp_path / "b.peview") == long


@pytest.mark.parametrize("kind", [pytest.param("mp4", marks=pytest.mark.slow), "gif"])
def test_cut_anywhere_a_file_is_refused_and_never_hangs(tmp_path, kind):
    whole, part = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
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
    blocks = b"".join(bytes([len(part)]) + part for part in (comment[k : k + 255] for k in range(0, len(comment), 255)))
    return b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0, 0, 0) + b"\x21\xfe" + blocks + b"\0;"


def box(name, content):
    return struct.pack(">I", 8 + len(content)) + name + content


def mp4(text):
    data = box(b"ilst", box(b"\xa9cmt", box(b"data", b"\0\0\0\1\0\0\0\0" + text)))
    return box(b"ftyp", b"isom") + box(b"moov", box(b"udta", box(b"meta", b"\0\0\0\0" + data)))


def test_what_cannot_be_trusted_is_refused(refuses):
    for content, cause in [
        (gif(b"peviewer " + BAD.encode()), "encoding.dim = 0"),
        (gif(b"made by somebody else"), "carries no"),
        (gif(b"peviewer " + HUGE.encode()), "not a peviewer session|carries no"),
        (b"GIF89a", "carries no"),
        (mp4(BAD.encode()), "encoding.dim = 0"),
        (mp4(HUGE.encode()), "carries no"),
        (
            mp4(BAD.encode()).replace(struct.pack(">I4s", 16 + len(BAD), b"data"), struct.pack(">I4s", 9000, b"data")),
            "carries no",
        ),
        (box(b"ftyp", b"isom") + struct.pack(">I4sQ", 1, b"moov", 2**63), "carries no"),
        (box(b"ftyp", b"isom") + struct.pack(">I4s", 4, b"free") * 9, "carries no"),
    ]:
        refuses(content, cause)
