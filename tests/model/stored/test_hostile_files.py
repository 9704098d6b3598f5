"""Files that are broken, or made to do harm: each is refused in one line, with little time and memory."""

import gzip
import json
import pickle
import struct
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest

from peviewer.base.work import Cancelled, cancellable
from peviewer.model.stored import entry, formats, opened, text_files
from peviewer.model.stored.choice import table_shape
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import chosen
from tests.hostile_files import Members, deflated
from tests.made_tables import save_safetensors

TABLE = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)


def refusal(path):
    with pytest.raises(TableError) as actual:
        chosen(path).load()
    message = str(actual.value)
    assert message.replace("\u2009", " ").isprintable()
    assert len(message) < 300
    assert path.name in message
    return message


def npy(header: str, numbers: bytes = b"") -> bytes:
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + numbers


def npy_of_shape(shape: str) -> bytes:
    return npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}\n", bytes(64))


def save_header(path, header) -> None:
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(64))


@pytest.mark.parametrize(
    "content",
    [
        npy(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4, 3), \n"
        ),  # a bracket that is not closed
        npy_of_shape("(-1, -4)"),
        npy_of_shape("(True, 4)"),
        npy("(" * 4000),
    ],
)
def test_a_header_of_numpy_that_is_broken_is_said_to_be(tmp_path, content):
    (tmp_path / "a.npy").write_bytes(content)
    assert refusal(tmp_path / "a.npy").startswith("a.npy cannot be read: its header is broken")


def test_a_compressed_array_whose_bytes_are_broken_is_refused_when_it_is_read(tmp_path):
    path = tmp_path / "a.npz"
    np.savez_compressed(path, table=np.random.default_rng(0).standard_normal((300, 30)))
    content = bytearray(path.read_bytes())
    content[20_000:20_100] = bytes(100)
    path.write_bytes(content)
    assert refusal(path) == "a.npz cannot be read: it is broken"


def test_two_arrays_of_one_name_are_refused_by_name(tmp_path):
    small = npy_of_shape("(4, 2)")
    content = (
        Members()
        .add("wpe.npy", small, len(small), small)
        .add("wpe.npy", small, len(small), small)
        .written()
    )
    (tmp_path / "a.npz").write_bytes(content)
    assert refusal(tmp_path / "a.npz") == "a.npz cannot be read: it has 2 members called 'wpe.npy'"


def test_what_lies_behind_an_array_in_its_member_is_not_unpacked(tmp_path):
    small = npy_of_shape("(4, 4)")
    packed = deflated(small.ljust(2**20, b"\0"), 200)
    (tmp_path / "a.npz").write_bytes(Members().add("wpe.npy", packed, 200 * 2**20).written())
    tracemalloc.start()
    expected = np.zeros((4, 4)).tolist()
    assert chosen(tmp_path / "a.npz").load().tolist() == expected
    assert tracemalloc.get_traced_memory()[1] < 2**22
    tracemalloc.stop()


def test_members_that_unpack_as_much_as_they_like_at_once_are_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("wpe.npy", npy_of_shape("(4, 4)"))
    assert "it is compressed by another method than deflate" in refusal(tmp_path / "a.npz")


def test_lists_of_what_a_file_holds_have_a_limit_that_is_named(tmp_path, monkeypatch):
    save_safetensors(tmp_path / "a.safetensors", {f"w{number}": TABLE for number in range(20)})
    np.savez(tmp_path / "b.npz", **{f"w{number}": TABLE for number in range(20)})
    monkeypatch.setattr(opened, "MOST_AT_ONCE", 1000)
    for name in ("a.safetensors", "b.npz"):
        assert "such as the list of what it holds, is larger than 0 MiB" in refusal(tmp_path / name)
    monkeypatch.undo()
    monkeypatch.setattr(formats, "MOST_ARRAYS", 19)
    assert (
        refusal(tmp_path / "b.npz") == "b.npz cannot be read: it has 20 arrays: at most 19 are read"
    )


def test_an_array_that_python_2_wrote_is_read_without_a_warning(tmp_path):
    (tmp_path / "a.npy").write_bytes(npy_of_shape("(4L, 4L)"))
    assert chosen(tmp_path / "a.npy").load().shape == (4, 4)


def test_what_is_no_longer_wanted_is_not_read_on(tmp_path):
    np.savez(tmp_path / "a.npz", wpe=TABLE)
    asked = []

    def is_unwanted():
        asked.append(1)
        return len(asked) > 3

    with cancellable(is_unwanted), pytest.raises(Cancelled):
        chosen(tmp_path / "a.npz")
    assert len(asked) == 4


def test_one_broken_array_of_an_archive_leaves_the_others(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("bad.npy", b"no array")
        archive.writestr("good.npy", npy_of_shape("(4, 2)"))
    assert chosen(tmp_path / "a.npz").key == "good"
    with pytest.raises(
        TableError, match=r"bad of a\.npz cannot be read: it does not begin like a NumPy file"
    ):
        chosen(tmp_path / "a.npz", "bad")


@pytest.mark.nightly
def test_a_small_entry_that_unpacks_to_much_is_not_unpacked(tmp_path):
    path = tmp_path / "a.pt"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/data.pkl", pickle.dumps({}, 2))
        archive.writestr("a/byteorder", bytes(50_000_000))
    tracemalloc.start()
    try:
        refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("missing", [1, 50])
def test_a_safetensors_file_says_how_many_bytes_are_missing(tmp_path, missing):
    path = save_safetensors(tmp_path / "a.safetensors", {"first": TABLE, "last": TABLE})
    whole = path.read_bytes()
    path.write_bytes(whole[:-missing])

    assert refusal(path).endswith(
        f"it ends too early: {missing} of its {len(whole)} bytes are missing"
    )


def test_a_safetensors_file_that_ends_in_its_header_says_how_much_of_that_is_missing(tmp_path):
    path = save_safetensors(tmp_path / "a.safetensors", {"first": TABLE, "last": TABLE})
    whole = path.read_bytes()
    header_end = 8 + int.from_bytes(whole[:8], "little")
    path.write_bytes(whole[:40])

    assert f"{header_end - 40} of its {header_end} bytes are missing" in refusal(path)


def test_a_header_whose_numbers_are_of_another_size_is_refused(tmp_path):
    save_header(
        tmp_path / "a.safetensors",
        {"a": {"dtype": "F32", "shape": [4, 4], "data_offsets": [0, 60]}},
    )
    assert "its header does not fit its numbers" in refusal(tmp_path / "a.safetensors")


@pytest.mark.parametrize("end", [10**400, 2**63])
def test_a_header_that_claims_more_than_any_file_is_refused(tmp_path, end):
    entry = {"dtype": "U8", "shape": [1, end], "data_offsets": [0, end]}
    save_header(tmp_path / "a.safetensors", {"a": entry})
    assert "its header does not fit its numbers" in refusal(tmp_path / "a.safetensors")


def test_an_array_of_thousands_of_axes_is_refused_at_once(tmp_path):
    entry = {"dtype": "F32", "shape": [10**400] * 5000, "data_offsets": [0, 64]}
    save_header(tmp_path / "a.safetensors", {"a": entry})
    assert "its header does not fit its numbers" in refusal(tmp_path / "a.safetensors")
    (tmp_path / "b.npy").write_bytes(npy_of_shape("(" + "1, " * 3000 + "4, 4)"))
    assert "it is broken" in refusal(tmp_path / "b.npy")
    assert table_shape((1,) * 200_000 + (3, 2)) == (3, 2)


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[31mred", "k" * 100_000])
def test_an_array_whose_name_is_no_line_is_left_out(tmp_path, name):
    save_safetensors(tmp_path / "a.safetensors", {name: TABLE})
    assert "has no table to show" in refusal(tmp_path / "a.safetensors")
    save_safetensors(tmp_path / "b.safetensors", {name: TABLE, "good": TABLE})
    assert chosen(tmp_path / "b.safetensors").key == "good"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a,b\n1,2\n\n3,4\n5\n", "line 5 has 1 cell where the first has 2"),
        ("a,b\n# made\n1,2\n3,x\n", "'x' in line 4 is no number"),
        ("1,\n3,4\n", "line 1 has an empty cell"),  # no line of names: one of its cells is a number
        ("1,2\n" * 70_000 + "1,2,3\n", "line 70\u2009001 has 3 cells where the first has 2"),
        ("", "it has no numbers"),
        (
            "1\xe9".encode("latin1"),
            "it is no text in UTF-8, nor of another kind that is read: save its array by np.save",
        ),
        ("w,x\nthe,1,2\n5\n", "line 3 has 0 cells where the first has 2"),
        ("1d5,2\n3,4\n", "'1d5' in line 1 is no number"),  # nor is it a line of names
        ("\u22121,2\n3,4\n", "'\u22121' in line 1 is no number"),
        ("1,2\n1_000,4\n", "'1_000' in line 2 is no number"),
        ("1.000,5;2\n3;4\n", "'1.000.5' in line 1 is no number"),
        ("9" * (2**23 + 1), "line 1 is longer than a row of any table"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_with_its_line(tmp_path, text, why):
    path = tmp_path / "a.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert refusal(path) == f"a.csv cannot be read: {why}"


@pytest.mark.parametrize(
    ("line", "count"), [(b"1\n", 21), (b"\n", 30), (b"\r", 21), (b"\r\n", 21), (b"#\n", 21)]
)
@pytest.mark.parametrize("pack", [gzip.compress, bytes])
def test_a_text_of_too_many_lines_is_refused_before_its_numbers_are_read(
    tmp_path, monkeypatch, line, count, pack
):
    monkeypatch.setattr(text_files, "MOST_ROWS", 18)
    monkeypatch.setattr(text_files, "_OTHER_LINES", 2)
    monkeypatch.setattr(text_files, "_Text", None)
    (tmp_path / "a.csv.gz").write_bytes(pack(line * count))
    said = "a.csv.gz cannot be read: it has more than 18 lines: at most so many positions are shown"
    assert refusal(tmp_path / "a.csv.gz") == said


def test_a_text_whose_numbers_take_much_more_memory_is_refused_before_reading_them(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(entry, "MOST_READ", 2**20)
    (tmp_path / "a.csv").write_text(("0," * 999 + "0\n") * 132)
    assert (
        refusal(tmp_path / "a.csv")
        == "a.csv cannot be read: its numbers take more than 256 MiB: save it by np.save"
    )
    (tmp_path / "b.csv").write_text(("0," * 999 + "0\n") * 131)
    assert chosen(tmp_path / "b.csv").load().shape == (131, 1000)


def test_an_empty_array_is_named(tmp_path):
    np.savez(tmp_path / "a.npz", some=np.zeros((0, 3)))
    assert (
        refusal(tmp_path / "a.npz") == "a.npz has no table to show: some is empty, of shape (0, 3)"
    )


def test_a_nul_in_a_path_is_named():
    with pytest.raises(TableError, match="cannot be read: a path has no NUL"):
        chosen(Path("a\0b.npy"))


def test_a_header_is_read_up_to_64_kb_whatever_it_claims(tmp_path):
    claims = b"\x93NUMPY\x02\x00" + (2**31).to_bytes(4, "little") + b" " * 2**24
    with zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("w.npy", claims)
    tracemalloc.start()
    with pytest.raises(TableError, match="header is broken"):
        chosen(tmp_path / "a.npz")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**21


def test_no_more_is_read_of_a_file_than_its_size_when_it_was_opened(tmp_path):
    path = tmp_path / "grows"
    path.write_bytes(b"whole")
    with opened.StoredFile(path) as file, path.open("ab") as other:
        other.write(b" and more")
        other.flush()
        assert file.read() == b"whole"
        assert file.read(4) == b""
