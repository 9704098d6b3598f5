"""A picture carries its Document and gives it back; what it gives back is not trusted."""

import json
import struct
import zipfile
import zlib

import numpy as np
import pytest

import peviewer as pv
from peviewer.cli.main import main
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.picture import export
from peviewer.exporters.reading import open_file
from peviewer.paper.style import Style
from tests.opened import read

CHOSEN = Document().edited(
    {
        "encoding.length": 50,
        "encoding.base": 12.5,
        "shift.phi": -1.25,
        "view.zoom": {"position": [0.5, 20.25]},
    }
)


def test_a_picture_is_known_by_its_content_not_its_name(made, tmp_path):
    export(made.stacked, tmp_path / "a.png", document=CHOSEN, style=Style.of_pixels(640, 480))
    (tmp_path / "a.png").rename(tmp_path / "b.peview")
    assert read(tmp_path / "b.peview") == CHOSEN


@pytest.mark.parametrize("kind", ["svg", "npz", "csv", "pptx"])
def test_an_export_names_a_table_without_folders_and_finds_it_beside_itself(tmp_path, kind):
    folder = tmp_path / "user"
    folder.mkdir()
    np.save(folder / "table.npy", np.eye(4))
    exported = folder / f"a.{kind}"
    table = pv.Table(folder / "table.npy")
    if kind == "pptx":
        pv.deck(table, "encoding", exported)
    else:
        (pv.export if kind == "svg" else pv.data)(table, "encoding", exported)
    told = zipfile.ZipFile(exported) if kind in ("npz", "pptx") else None
    parts = [told.read(name) for name in told.namelist()] if told else [exported.read_bytes()]
    assert not any(str(tmp_path).encode() in part for part in parts)
    assert read(exported).encoding.path == str(folder / "table.npy")


def test_a_session_file_opens(tmp_path):
    (tmp_path / "a.peview").write_text(CHOSEN.to_json(), encoding="utf-8")
    assert read(tmp_path / "a.peview") == CHOSEN


def png(*chunks):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in (head, *chunks, (b"IDAT", b"")))


LARGE = b'{"peviewer": 1, "junk": "' + b"x" * 3_000_000 + b'"}'
BOMB = b"peviewer\0\0" + zlib.compress(b"0" * 50_000_000)
BAD = json.dumps({"peviewer": 1, "encoding": {"dim": 0}}).encode()


UNTRUSTED_SESSIONS = [
    (b"", "not a peviewer session"),
    (b"\xff\xfe\x00", "not a peviewer session"),
    (b"[" * 100_000, "not a peviewer session"),
    (b"{}", "key 'peviewer' is missing"),
    (b'{"peviewer": 99}', "another version"),
    (b'{"peviewer": 1, "encoding": {"dim": 0}}', "encoding.dim = 0"),
    (b'{"peviewer": 1, "encoding": {"base": NaN}}', "encoding.base = nan"),
    (b'{"peviewer": 1, "colour": {"red": 1}}', "colour is not a section"),
    (LARGE, "too large"),
    (png((b"IDAT", b"")), "carries no peviewer session"),
    (png((b"tEXt", b"Software\0other")), "carries no peviewer session"),
    (png((b"zTXt", BOMB), (b"IEND", b"")), "carries no peviewer session"),
    (png((b"iTXt", b"peviewer\0\1\0\0\0" + zlib.compress(b"{}"))), "key 'peviewer' is missing"),
    (png((b"tEXt", b"peviewer\0" + LARGE), (b"IEND", b"")), "too large"),
    (png((b"tEXt", b"peviewer\0" + BAD)), "encoding.dim = 0"),
    (b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXt", "carries no peviewer session"),
    (b"\x89PNG\r\n\x1a\n\x00", "carries no peviewer session"),
    (b"<svg><dc:description>hello</dc:description></svg>", "carries no peviewer session"),
    (b"<svg><dc:description>" + BAD + b"</dc:description></svg>", "encoding.dim = 0"),
    (
        b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'cccc'>]><svg>&b;</svg>",
        "carries no peviewer session",
    ),
    (b"%PDF-1.4 nothing", "carries no peviewer session"),
    (b"%PDF-1.4 /Subject (" + BAD + b")", "encoding.dim = 0"),
    (b"%PDF-1.4 /Subject (\\" * 1000, "carries no peviewer session"),
]


def test_what_cannot_be_trusted_is_refused_in_one_line_that_names_the_file(refuses):
    for content, cause in UNTRUSTED_SESSIONS:
        refuses(content, cause)


@pytest.fixture
def session_file(tmp_path):
    """Return a function that writes CHOSEN into a file of a format."""

    def _written(kind):
        path = tmp_path / f"a.{kind}"
        session = tmp_path / "session.peview"
        session.write_text(CHOSEN.to_json(), encoding="utf-8")
        if kind == "peview":
            return session
        if kind in ("csv", "npz"):
            return pv.data(pane="encoding", target=path, session=session)
        write = pv.deck if kind == "pptx" else pv.export
        return write(panes="encoding", target=path, session=session)

    return _written


@pytest.mark.parametrize("kind", ["peview", "png", "svg", "pdf", "csv", "npz", "pptx"])
def test_a_file_is_read_once_for_all_that_is_to_be_known_of_its_session(
    session_file, opened_on, kind
):
    path = session_file(kind)
    times_before = len(opened_on(path))
    file = open_file(path)
    assert file.kind == "session"
    assert file.document() == CHOSEN
    assert file.shown.encoding == CHOSEN.encoding
    assert file.changed_tables == ()
    assert file.unloaded_code == ()
    assert file.made.panes == (("encoding",) if kind in ("png", "svg", "pdf") else ())
    assert len(opened_on(path)) - times_before == 1


def test_an_export_from_a_session_reads_it_once_in_python_and_on_the_command_line(
    session_file, opened_on, tmp_path
):
    path = session_file("svg")
    times_before = len(opened_on(path))
    pv.export(session=path, target=tmp_path / "b.svg")
    assert len(opened_on(path)) - times_before == 1
    assert main(["export", "--session", str(path), "-o", str(tmp_path / "c.svg")]) == 0
    assert len(opened_on(path)) - times_before == 2


def test_a_session_of_two_arrays_of_the_largest_size_that_it_holds_opens_again(tmp_path):
    first, second = np.random.default_rng(3).standard_normal((2, 512, 256), np.float32)
    document = Document(encoding=pv.Table(first)).edited({"compare.against": pv.Table(second)})
    (tmp_path / "a.peview").write_text(document.to_json(), encoding="utf-8")
    assert read(tmp_path / "a.peview") == document
    pv.data(pane="encoding", session=tmp_path / "a.peview", target=tmp_path / "a.npz")
    assert read(tmp_path / "a.npz").compare == document.compare


def test_a_folder_a_device_and_a_missing_file_are_refused(tmp_path):
    for path, cause in ((tmp_path, "ordinary"), (tmp_path / "none", "No such file")):
        with pytest.raises(DocumentError, match=cause):
            read(path)
    with pytest.raises(DocumentError, match="ordinary"):
        read(type(tmp_path)("/dev/zero"))


def test_what_carries_no_session_is_refused_without_words_of_a_codec(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros(3))
    (tmp_path / "b").write_bytes(b"\xd0\xff\x00" * 9)
    (tmp_path / "c").write_text("hello", encoding="utf-8")
    for name, said in (
        (
            "a.npy",
            "a .npy holds one array and no session, since the format has no place for it: .npz and .csv do",
        ),
        ("b", "not a peviewer session"),
        ("c", "not a peviewer session: Expecting value"),
    ):
        with pytest.raises(DocumentError, match=f": {said}"):
            read(tmp_path / name)
