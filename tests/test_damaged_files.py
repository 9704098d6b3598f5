"""Files of every format that is read, damaged at random: each opens or is refused in one line, and soon."""

import gzip
import io
import json
import os
import pickle
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import open_table
from peviewer.exporters.formats import FORMATS, formats
from peviewer.exporters.reading import open_file
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.formats import SUFFIXES
from tests.made_tables import save_safetensors, save_torch

COUNT = int(os.environ.get("DAMAGED_FILES", "1000"))
MOST_SECONDS = 10.0  # for one file, on a busy machine
TABLE = np.random.default_rng(0).standard_normal((12, 6)).astype(np.float32)
EXTREMES = [0, 1, 127, 128, 255, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1]
WORDS = [
    *(
        b"<dc:description>{",
        b"</dc:description>",
        b'<script type="application/json" id="peviewer">',
        b"/Subject (",
        b"\\)",
    ),
    *(
        b"<session ",
        b"urn:peviewer:session",
        b"# peviewer ",
        b"peviewer {",
        b"&#9999999;",
        b"moov",
        b"udta",
        b"data",
    ),
    *(
        b"IDAT",
        b"iTXt",
        b"zTXt",
        b"PK\x01\x02",
        b"\x93NUMPY",
        b"\x1f\x8b",
        b"\x80\x02",
        b'"shape":[',
        b"'shape': (4, 4), ",
    ),
    *(b"nan", b"1e999", b'"', b"\0", b"\n", b"\r", b"[", b"{", b"9" * 5000, b"[" * 2000),
]

VALUES = [
    *(
        None,
        True,
        -1,
        0,
        7,
        10**400,
        2**63,
        1e308,
        float("nan"),
        float("inf"),
        "",
        "nan",
        "a\0b",
        "a" * 5000,
        "/dev/zero",
    ),
    *(
        [],
        {},
        [[]],
        [[[1]]] * 50,
        {"": {}},
        {"scheme": "learned", "path": "/dev/zero"},
        {"scheme": "none"},
        {"a": 10**300},
    ),
    *(
        "learned",
        "rope",
        "t5",
        "swin",
        "own",
        "../",
        "\n\n",
        "3:1",
        [3, 1],
        [1e300, -1e300],
        ["encoding"] * 300,
    ),
]

Random = np.random.Generator


def sessions(folder: Path) -> Iterator[Path]:
    """Write a session in every format that carries one."""
    document = Document().edited({"encoding.length": 20, "encoding.dim": 8, "shift.phi": 2.5})
    session = folder / "session.peview"
    session.write_text(document.to_json(), encoding="utf-8")
    yield session
    small = {"session": session, "size": (320, 240)}
    for suffix in formats("picture"):
        yield pv.export(panes="encoding", target=folder / f"picture.{suffix}", **small)
    for suffix in formats("clip"):
        yield pv.animate(
            panes="encoding", target=folder / f"clip.{suffix}", seconds=0.2, fps=10, **small
        )
    for suffix in ("csv", "npz"):
        yield pv.data(pane="encoding", target=folder / f"data.{suffix}", session=session)
    for suffix in formats("deck"):
        yield pv.deck(
            panes="encoding", target=folder / f"deck.{suffix}", session=session, size=(640, 480)
        )


def tables(folder: Path) -> Iterator[Path]:
    """Write a table in every format that one is read from."""
    np.save(folder / "table.npy", TABLE)
    np.savez(folder / "stored.npz", wpe=TABLE, other=TABLE[:3])
    np.savez_compressed(folder / "packed.npz", wpe=TABLE)
    np.savetxt(folder / "table.csv", TABLE, delimiter=",", header="a,b,c,d,e,f", comments="")
    np.savetxt(folder / "table.tsv", TABLE, delimiter="\t")
    np.savetxt(folder / "table.txt", TABLE)
    (folder / "table.csv.gz").write_bytes(gzip.compress((folder / "table.csv").read_bytes()))
    save_safetensors(folder / "table.safetensors", {"wpe.weight": TABLE, "other": TABLE})
    for suffix in (".pt", ".pth", ".ckpt", ".bin", ".weights"):
        save_torch(folder / f"table{suffix}", {"wpe.weight": TABLE, "other": TABLE})
    old = {"wpe.weight": [1.0, 2.0], "epoch": 3}
    (folder / "old.pt").write_bytes(
        b"".join(pickle.dumps(thing, 2) for thing in (0x1950A86A20F9469CFC6C, 1001, old))
    )
    (folder / "config.json").write_text(
        json.dumps(
            {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "rope_theta": 1e4}
        )
    )
    yield from folder.iterdir()


def damaged(content: bytes, random: Random) -> bytes:
    """Return a file with a few faults, some of them in what is packed inside it."""
    for _ in range(random.integers(1, 4)):
        change = fault_inside if random.integers(2) else fault
        try:
            content = change(content, random)
        except (OSError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile, ValueError):
            content = fault(content, random)
    return content


def fault_inside(content: bytes, random: Random) -> bytes:
    if content.startswith(b"\x1f\x8b"):
        return gzip.compress(fault(gzip.decompress(content), random))
    if content.startswith(b"{"):
        return fault_in_json(content, random)
    if not content.startswith(b"PK\x03\x04"):
        return fault(content, random)
    packed = zipfile.ZipFile(io.BytesIO(content))
    again = io.BytesIO()
    chosen = random.integers(len(packed.infolist()))
    with zipfile.ZipFile(again, "w") as archive:
        for place, info in enumerate(packed.infolist()):
            member = packed.read(info)
            archive.writestr(info, fault(member, random) if place == chosen else member)
    return again.getvalue()


def fault_in_json(content: bytes, random: Random) -> bytes:
    """Put something else in the place of a value."""
    data = json.loads(content)
    held: dict | list = data
    while True:
        places = list(held) if isinstance(held, dict) else list(range(len(held)))
        if not places:
            break
        place = places[random.integers(len(places))]
        deeper = held[place]
        if not isinstance(deeper, dict | list) or not deeper or not random.integers(4):
            held[place] = VALUES[random.integers(len(VALUES))]
            break
        held = deeper
    return json.dumps(data).encode()


def fault(content: bytes, random: Random) -> bytes:
    place = random.integers(0, len(content) + 1)
    length = random.integers(1, 64)
    before = content[:place]
    after = content[place:]
    match random.integers(0, 7):
        case 0:
            return before
        case 1:
            return before + random.bytes(length) + after[length:]
        case 2:
            size = int(random.choice([1, 2, 4, 8]))
            number = EXTREMES[random.integers(len(EXTREMES))] % 256**size
            return (
                before + number.to_bytes(size, ["big", "little"][random.integers(2)]) + after[size:]
            )
        case 3:
            return before + after[length:]
        case 4:
            return before + after[:length] * int(random.integers(2, 200)) + after
        case 5:
            return before + WORDS[random.integers(len(WORDS))] * int(random.integers(1, 50)) + after
    other = random.integers(0, len(content) + 1)
    return before + content[other : other + length] + after[length:]


def open_every_way(path: Path) -> list[str]:
    """Open a file as a session and as a table, and return how each way was refused."""
    file = open_file(path)
    ways: list[Callable[[], object]] = [
        file.document,
        lambda: file.shown,
        lambda: open_table(Document(), str(path)),
    ]
    refusals = []
    for way in ways:
        try:
            way()
        except (DocumentError, TableError) as error:
            refusals.append(str(error))
    return refusals


@pytest.mark.nightly
def test_a_damaged_file_opens_or_is_refused_in_one_line_and_soon(tmp_path):
    """`DAMAGED_FILES=30000` in the environment damages as many."""
    whole = [*sessions(tmp_path), *tables(tmp_path)]
    contents = {path: path.read_bytes() for path in dict.fromkeys(whole)}
    suffixes = {path.suffix for path in contents} | {".gz"}
    assert suffixes >= {f".{known.suffix}" for known in FORMATS if known.reader}
    assert {suffix for suffix in SUFFIXES if suffix.count(".") == 1} <= suffixes
    folder = tmp_path / "damaged"
    folder.mkdir()
    random = np.random.default_rng(7)
    slowest = (0.0, "")
    for number in range(COUNT):
        path, content = list(contents.items())[number % len(contents)]
        target = folder / f"{number}-{path.name}"
        target.write_bytes(damaged(content, random))
        begun = time.monotonic()
        refusals = open_every_way(target)
        slowest = max(slowest, (time.monotonic() - begun, target.name))
        for refusal in refusals:
            assert refusal
            assert "\n" not in refusal, target
        target.unlink()
    assert slowest[0] < MOST_SECONDS, slowest
