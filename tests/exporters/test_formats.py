"""The table of file formats: everything follows from it, so that a format is one file and one entry."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import peviewer
from peviewer.document.document import DocumentError
from peviewer.exporters.formats import FORMATS, format_of, formats, listed
from peviewer.exporters.reading import open_file, read

ROOT = Path(peviewer.__file__).parents[1]
TIFF = '''"""TIFF: the Document as its description."""

import io

from PIL import Image

from peviewer.exporters.picture import Painted
from peviewer.model.stored.opened import StoredFile

DESCRIPTION = 270


def tiff(painted: Painted) -> bytes:
    """Return a page as TIFF."""
    file = io.BytesIO()
    page = Image.open(io.BytesIO(painted.saved("png", {})))
    page.save(file, "tiff", tiffinfo={DESCRIPTION: painted.session})
    return file.getvalue()


def session(file: StoredFile) -> bytes | None:
    """Read the description."""
    with Image.open(file) as opened:
        text = opened.tag_v2.get(DESCRIPTION)
    return text.encode() if text else None
'''
ENTRY = """\
    Format("picture", "tiff", "TIFF", "tiff:tiff", ((0, b"II"),), "tiff:session"),
"""


def test_who_writes_a_format_and_who_reads_it_are_there():
    for known in FORMATS:
        assert callable(known.write)
        assert bool(known.starts) == bool(known.reader)
        assert format_of(known.kind, f".{known.suffix.upper()}") is known


def test_a_file_that_is_there_alone_is_read_by_nobody(tmp_path):
    for known in FORMATS:
        if known.reader:
            file = tmp_path / f"a.{known.suffix}"
            file.write_bytes(b"".join(start.rjust(place + len(start)) for place, start in known.starts[:1]))
            assert open_file(file).kind == ("table" if known.suffix in ("csv", "npz") else "session")
            with pytest.raises(DocumentError, match="carries no peviewer session"):
                read(file)


def test_no_two_formats_of_a_kind_share_an_extension():
    for kind in {known.kind for known in FORMATS}:
        every = [known.suffix for known in FORMATS if known.kind == kind]
        assert len(every) == len(set(every))
        assert listed(kind).endswith(list(formats(kind))[-1])


@pytest.mark.slow
def test_a_new_picture_format_is_one_file_and_one_entry(tmp_path):
    shutil.copytree(ROOT / "peviewer", tmp_path / "peviewer", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "resources", tmp_path / "resources")
    (tmp_path / "peviewer/exporters/tiff.py").write_text(TIFF, encoding="utf-8")
    table = tmp_path / "peviewer/exporters/formats.py"
    text = table.read_text(encoding="utf-8")
    before = '    Format("clip", "mp4"'
    assert text.count(before) == 1
    table.write_text(text.replace(before, ENTRY + before), encoding="utf-8")

    program = """
import sys
from peviewer.cli.main import main
from peviewer.exporters.kinds.picture import LABELS
small = ["--size", "480x360", "--set", "encoding.dim=7"]
assert main(["export", "encoding", "-o", "a.tiff", *small]) == 0
assert main(["check", "--session", "a.tiff", "--json"]) == 1  # of an odd dimension the claims are others
assert LABELS["tiff"] == "TIFF"
main(["export", "--help"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "linear-shift" in done.stdout
    assert ".tiff" in done.stdout
