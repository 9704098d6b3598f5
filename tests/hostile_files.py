"""Files made to do harm: small ones that ask for hours, for gigabytes, or for what never answers."""

import io
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.made_tables import pickled_dict, tensor

MIB = 2**20


def write_hostile_files(folder: Path) -> list[Path]:
    """Write every file into a folder, and return their paths."""
    names = sorted([*CONTENTS, *PIPES, *LINKS, *FOLDERS])
    return [write_hostile_file(folder, name) for name in names]


def write_hostile_file(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if name in PIPES:
        os.mkfifo(path)
    elif name in LINKS:
        path.symlink_to(LINKS[name])
    elif name in FOLDERS:
        path.mkdir()
    else:
        path.write_bytes(CONTENTS[name]())
    return path


def deflated(piece: bytes, count: int) -> bytes:
    """Return a piece `count` times, deflated, for which it is deflated only twice."""
    deflating = zlib.compressobj(9, zlib.DEFLATED, -15)
    # After a full flush the same piece becomes the same bytes each time.
    first = deflating.compress(piece) + deflating.flush(zlib.Z_FULL_FLUSH)
    next_one = deflating.compress(piece) + deflating.flush(zlib.Z_FULL_FLUSH)
    return first + next_one * (count - 1) + deflating.flush()


def gzipped(piece: bytes, count: int) -> bytes:
    checksum = 0
    for _ in range(count):
        checksum = zlib.crc32(piece, checksum)
    return (
        b"\x1f\x8b\x08"
        + bytes(7)
        + deflated(piece, count)
        + struct.pack("<II", checksum, len(piece) * count)
    )


class Members:
    """Writes a ZIP file byte by byte: what it says of its members need not be true."""

    def __init__(self) -> None:
        self._body = bytearray()
        self._directory = bytearray()
        self._count = 0

    def add(self, name: str, packed: bytes, size: int, content: bytes = b"") -> "Members":
        """Add a member that says that it unpacks to so many bytes.

        With its content, its checksum is right.
        """
        place = len(self._body)
        method = zipfile.ZIP_STORED if packed == content else zipfile.ZIP_DEFLATED
        about = struct.pack("<HHHHH", 20, 0, method, 0, 0)
        about += struct.pack("<III", zlib.crc32(content), len(packed), min(size, 2**32 - 1))
        about += struct.pack("<HH", len(name), 0)
        self._body += b"PK\x03\x04" + about + name.encode() + packed
        self._directory += (
            b"PK\x01\x02\x14\x00" + about + struct.pack("<HHHII", 0, 0, 0, 0, place) + name.encode()
        )
        self._count += 1
        return self

    def written(self) -> bytes:
        count = min(self._count, 2**16 - 1)
        sizes = struct.pack(
            "<HHHHIIH", 0, 0, count, count, len(self._directory), len(self._body), 0
        )
        return bytes(self._body + self._directory + b"PK\x05\x06" + sizes)


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return file.getvalue()


def header(shape: tuple[int, ...], kind: str = "<f8") -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        file, {"descr": kind, "fortran_order": False, "shape": shape}
    )
    return file.getvalue()


def npy_header(text: bytes) -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


SMALL = header((4, 4)) + np.arange(16.0).tobytes()


def two_arrays_of_one_name() -> bytes:
    """Return an archive whose second member of the same name unpacks to 4 GB."""
    large = header((500, MIB))
    zeros = deflated(bytes(MIB), 4000)
    return (
        Members()
        .add("wpe.npy", SMALL, len(SMALL), SMALL)
        .add("wpe.npy", zeros, len(large) + 2**22 * 1000)
        .written()
    )


def many_members(content: bytes, count: int, of: str) -> bytes:
    packed = deflated(content, 1)
    members = Members()
    for number in range(count):
        members.add(of.format(number), packed, len(content), content)
    return members.written()


def member_of_gigabytes() -> bytes:
    """Return an archive of a small array, with 3 GB behind it in the same member."""
    zeros = deflated(SMALL.ljust(MIB, b"\0"), 3000)
    return Members().add("wpe.npy", zeros, 3000 * MIB).written()


def checkpoint_of_two() -> bytes:
    """Return a checkpoint whose second pickle of the same name unpacks to 4 GB."""
    small = b"\x80\x02}."
    zeros = deflated(bytes(MIB), 4000)
    return (
        Members().add("a/data.pkl", small, 4, small).add("a/data.pkl", zeros, 4000 * MIB).written()
    )


def two_sessions() -> bytes:
    small = header((), "<U4") + bytes(16)
    zeros = deflated(bytes(MIB), 2000)
    return (
        Members()
        .add("document.npy", small, len(small), small)
        .add("document.npy", zeros, 2000 * MIB)
        .written()
    )


def png(*chunks: tuple[bytes, bytes], size: tuple[int, int] = (1, 1)) -> bytes:
    every = (b"IHDR", struct.pack(">IIBBBBB", *size, 8, 0, 0, 0, 0)), *chunks, (b"IDAT", b"")
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in every
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def texts_of_png() -> bytes:
    text = b"peviewer\0\0" + zlib.compress(b"{" * (MIB - 1), 9)
    return png(*[(b"zTXt", text)] * 1000, size=(2**31 - 1, 2**31 - 1))


def gif(comment: bytes, size: tuple[int, int]) -> bytes:
    head = b"GIF89a" + struct.pack("<HHBBB", 16, 16, 0xF0, 0, 0) + bytes(6)
    return head + comment + b"," + struct.pack("<HHHHB", 0, 0, *size, 0) + b"\x02\x02D\x01\x00;"


def safetensors(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text + bytes(64)


def session(section: str, field: str, value: object, **others: object) -> bytes:
    return json.dumps({"peviewer": 1, section: {field: value, **others}}).encode()


def sixty_thousand_arrays() -> bytes:
    array = b'"%d":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}'
    return safetensors(b"{" + b",".join(array % number for number in range(60_000)) + b"}")


def torch(pickled: bytes) -> bytes:
    members = {"a/data.pkl": pickled, "a/data/0": bytes(4096), "a/byteorder": b"little"}
    return archive(members, zipfile.ZIP_STORED)


def nested_key() -> bytes:
    """Return a checkpoint whose storage is named by a tuple of itself twice, forty times over."""
    name = b"X\x01\x00\x00\x000"
    named_by_tuple = tensor("0", 16, (4, 4)).replace(name, b")" + b"2\x86" * 40)
    return torch(pickled_dict({"wpe.weight": named_by_tuple}))


def one_number() -> bytes:
    """Return a checkpoint of a tensor of one number, that unfolds to 10 GB by strides of 0."""
    return torch(pickled_dict({"wpe.weight": tensor("0", 16, (40_000, 65_536), (0, 0))}))


CONTENTS: dict[str, Callable[[], bytes]] = {
    # The opening words of a session, over and over, and no end.
    "text.svg": lambda: b'<svg xmlns="x">' + b"<dc:description>{" * 117_000,
    "text.html": lambda: b"<!doctype html>" + b'<script type="application/json" id="peviewer">' * 43_000,
    "first.pptx": lambda: archive({"customXml/item1.xml": b"<session urn:peviewer:session>" * 66_000}),
    "second.pptx": lambda: archive({"customXml/item1.xml": b"<session " + b"urn:peviewer:session" * 99_000}),
    "text.pdf": lambda: b"%PDF-1.4 " + b"/Subject (" * 200_000,
    "escapes.pdf": lambda: b"%PDF-1.4 /Subject (" + b"\\)" * 990_000,
    "spaces.pdf": lambda: b"%PDF-1.4 " + b"/Subject" + b" " * 1_900_000,
    "text.csv": lambda: b"# peviewer " + b"{" * 2_000_000,
    "brackets.peview": lambda: b'{"peviewer": ' + b"[" * 900_000,
    "entity.svg": lambda: b"<svg><dc:description>{&#" + b"9" * 900_000 + b";}</dc:description></svg>",
    "texts.png": texts_of_png,
    "comments.gif": lambda: gif(b"!\xfe\x01x\x00" * 390_000, (16, 16)),
    "boxes.mp4": lambda: b"\0\0\0\x08ftyp" + b"\0\0\0\x08free" * 250_000,
    "nested.mp4": lambda: b"\0\0\0\x08ftyp" + b"".join(struct.pack(">I4s", 2**20, b"moov") for _ in range(130_000)),
    # Archives.
    "two_of_one_name.npz": two_arrays_of_one_name,
    "two_of_one_name.pt": checkpoint_of_two,
    "two_sessions.npz": two_sessions,
    "header.npz": lambda: archive(
        {"document.npy": npy_header(b"{'descr': '<U9', 'shape': (),\n (\n".ljust(64))}, zipfile.ZIP_STORED
    ),
    "session.npz": lambda: Members().add("document.npy", deflated(header((), "<U250000"), 1), 10**6 + 128).written(),
    "members.npz": lambda: many_members(npy_header(b" " * 60_000), 60_000, "{:05}.npy"),
    "directory.npz": lambda: many_members(b"", 60_000, "{:060}"),
    "items.pptx": lambda: many_members(b"x" * 2 * MIB, 1000, "customXml/item{}.xml"),
    "nested_key.pt": nested_key,
    "stride_0.pt": one_number,
    "many.pt": lambda: many_members(b"", 60_000, "a/data/{}"),
    "gigabytes.npz": member_of_gigabytes,
    "lzma.npz": lambda: archive({"wpe.npy": header((4, 4)) + bytes(128)}, zipfile.ZIP_LZMA),
    # Texts that unpack to 255 MiB.
    "ones.csv.gz": lambda: gzipped(b"1\n" * (MIB // 2), 255),
    "lines.csv.gz": lambda: gzipped(b"\n" * MIB, 255),
    "returns.csv.gz": lambda: gzipped(b"\r" * MIB, 255),
    "comments.csv.gz": lambda: gzipped(b"#\n" * (MIB // 2), 255),
    "one_line.csv.gz": lambda: gzipped(b"0," * (MIB // 2), 255),
    "cells.csv.gz": lambda: gzipped((b"0," * 32_000).ljust(2**16 - 1, b"0") + b"\n", 16 * 255),
    # What claims to be large.
    "size.gif": lambda: gif(b"!\xfe\x0apeviewer {\x00", (65_535, 65_535)),
    "warned.gif": lambda: gif(b"!\xfe\x0apeviewer {\x00", (10_000, 10_000)),
    "shape.npy": lambda: header((2**40, 2**40)),
    "python2.npy": lambda: npy_header(b"{'descr': '<f8', 'fortran_order': False, 'shape': (4L, 0L)}\n"),
    "lists.safetensors": lambda: safetensors(b'{"a":[' + b"[]," * 3_000_000 + b"[]]}"),
    "arrays.safetensors": sixty_thousand_arrays,
    "heads.npz": lambda: many_members(npy_header(b"{'x': [" + b"[]," * 5000 + b"]}"), 9_999, "{:05}.npy"),
    "path.peview": lambda: session(
        "encoding", "path", "a" * 1_900_000, scheme="learned", fingerprint="0 0 0"
    ),
    "several.peview": lambda: session("compare", "several", [0] * 600_000),
    "panes.peview": lambda: session("view", "panes", ["encoding"] * 150_000),
    "levels.peview": lambda: session("view", "levels", {f"pane {number}": 0 for number in range(90_000)}),
    "digits.json": lambda: b'{"model_type": "llama", "rope_theta": ' + b"9" * 900_000 + b"}",
    "table.peview": lambda: session("encoding", "path", "pipe.npy", scheme="learned", fingerprint="0 0 0"),
}  # fmt: skip

PIPES = "pipe.peview", "pipe.svg", "pipe.npy", "pipe.csv", "pipe.json", "pipe.pt"
LINKS = {
    "zero.npy": "/dev/zero",
    "zero.peview": "/dev/zero",
    "loop.npy": "loop.npy",
    "nowhere.svg": "nothing",
}
FOLDERS = ("folder.npy",)
