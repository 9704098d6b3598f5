"""What finds a session in a file looks at each byte a few times, however often the words come by which one begins."""

import io
import re
import struct
import zipfile
from importlib import import_module
from types import FunctionType

import pytest

from peviewer.exporters.formats import FORMATS
from peviewer.model.stored.opened import Archive, StoredFile
from tests.hostile_files import gif, png

MOST_LOOKS = 8  # at each byte
READERS = sorted({known.reader for known in FORMATS if known.reader})
GIF_COMMENT = b"!\xfe\x09peviewer {\x00"


def part(words: bytes) -> bytes:
    """Return a presentation with a part that has these words."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("customXml/item1.xml", words)
    return file.getvalue()


def array(words: bytes) -> bytes:
    """Return an archive with a member as a session is in, of these words."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("document.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", 9000) + words)
    return file.getvalue()


OPENINGS = {
    "picture:read_session_from_png": [
        lambda count: png(*[(b"tEXt", b"peviewes\0{")] * count),
        lambda count: png((b"tEXt", b"peviewer\0" + b"peviewer\0" * count)),
        lambda count: png((b"iTXt", b"peviewer\0\0\0" + b"peviewer\0" * count)),
    ],
    "picture:read_session_from_svg": [lambda count: b"<svg>" + b"<dc:description>{" * count],
    "picture:read_session_from_pdf": [
        lambda count: b"%PDF" + b"/Subject (" * count,
        lambda count: b"%PDF/Subject (" + b"\\)" * count,
        lambda count: b"%PDF/Subject (" + b"\\\\\\)" * count,
        lambda count: b"%PDF/Subject" + b" " * count,
    ],
    "clip.video:read_session_from_mp4": [
        lambda count: b"\0\0\0\x08ftyp" + b"\0\0\0\x08moov" * count,
        lambda count: b"\0\0\0\x08ftyp" + b"\0\0\x40\x00moov" * count,
        lambda count: b"\0\0\0\x08ftyp" + b"\0\0\0\x08free" * count,
    ],
    "clip.gif:read_session_from_gif": [
        lambda count: gif(b"!\xfe\x09peviewes {\x00" * count, (1, 1)),
        lambda count: gif(b"!\xfe" + b"\x09peviewer {" * count, (1, 1)),
    ],
    "clip.page:read_session_from_html": [lambda count: b"<!doctype html>" + b'<script type="application/json" id="peviewer">' * count],
    "data.files:read_session_from_csv": [lambda count: b"# peviewer " * count],
    "data.files:read_session_from_npz": [lambda count: array(b"{'descr': " * count)],
    "deck.presentation:read_session_from_pptx": [
        lambda count: part(b"<session urn:peviewer:session>" * count),
        lambda count: part(b"<session " + b"urn:peviewer:session" * count),
        lambda count: part(b"<session " * count + b"urn:peviewer:session>"),
    ],
}  # fmt: skip


class Looked(bytes):
    """Bytes that count how many of them were looked at."""

    count = 0

    def _look(self, number: int) -> None:
        Looked.count += max(0, number)

    def __getitem__(self, place):
        found = super().__getitem__(place)
        self._look(len(found) if isinstance(found, bytes) else 1)
        return Looked(found) if isinstance(found, bytes) else found

    def find(self, part, start=0, end=None):
        place = super().find(part, start, len(self) if end is None else end)
        self._look((len(self) if place < 0 else place + len(part)) - start % max(1, len(self)))
        return place

    def rfind(self, part, start=0, end=None):
        place = super().rfind(part, start, len(self) if end is None else end)
        self._look((len(self) if end is None else end) - max(0, place))
        return place

    def startswith(self, part, start=0):
        self._look(len(part))
        return super().startswith(part, start)

    def replace(self, old, new):
        self._look(len(self))
        return Looked(super().replace(old, new))

    def partition(self, mark):
        self._look(len(self))
        return tuple(map(Looked, super().partition(mark)))

    def decode(self, *how):
        self._look(len(self))
        return super().decode(*how)


@pytest.fixture
def looks(tmp_path, monkeypatch):
    """Return how many bytes are looked at where a reader looks through a file."""
    read_file = StoredFile.read
    read_member = Archive.read
    monkeypatch.setattr(StoredFile, "read", lambda file, size=-1: Looked(read_file(file, size)))
    monkeypatch.setattr(
        Archive, "read", lambda archive, name, size: Looked(read_member(archive, name, size))
    )

    def count(reader, content):
        path = tmp_path / "file"
        path.write_bytes(content)
        Looked.count = 0
        known = next(known for known in FORMATS if known.reader == reader)
        with StoredFile(path) as file:
            try:
                known.session(file)
            except ValueError:
                pass
        return Looked.count

    return count


def test_the_opening_words_of_every_reader_are_known_here():
    assert sorted(OPENINGS) == READERS


@pytest.mark.parametrize("reader", READERS)
def test_twice_as_many_opening_words_are_at_most_twice_as_many_looks(looks, reader):
    for opening in OPENINGS[reader]:
        counts = [looks(reader, opening(count)) for count in (2000, 4000, 8000)]
        sizes = [len(opening(count)) for count in (2000, 4000, 8000)]
        assert counts[1] <= 2 * counts[0] + 1000, counts
        assert counts[2] <= 2 * counts[1] + 1000, counts
        assert counts[2] <= MOST_LOOKS * sizes[2], counts


def named(function, known):
    """Return the names that a function of ours uses, and those that it calls, with what they stand for there."""
    pairs = []
    for name in function.__code__.co_names:
        thing = function.__globals__.get(name)
        pairs.append((name, thing))
        if (
            isinstance(thing, FunctionType)
            and thing.__module__.startswith("peviewer.")
            and thing not in known
        ):
            known.add(thing)
            pairs += named(thing, known)
    return pairs


@pytest.mark.parametrize("reader", READERS)
def test_no_pattern_with_an_unbounded_gap_runs_over_a_file(reader):
    """A search by a pattern is not counted above."""
    module, _, name = reader.partition(":")
    pairs = named(getattr(import_module(f"peviewer.exporters.{module}"), name), set())
    assert len(pairs) > 1
    assert "re" not in dict(pairs)
    patterns = [thing.pattern for _, thing in pairs if isinstance(thing, re.Pattern)]
    assert not [pattern for pattern in patterns if "*" in pattern or "+" in pattern]
