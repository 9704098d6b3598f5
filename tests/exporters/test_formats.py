"""The table of file formats: everything follows from it, so that a format is one file and one entry."""

import os
import subprocess
import sys

import pytest

from peviewer.document.document import DocumentError
from peviewer.exporters.formats import FORMATS, format_of, formats, listed
from peviewer.exporters.reading import open_file
from tests.contributed import grown
from tests.opened import read


def test_who_writes_a_format_and_who_reads_it_are_there():
    for known in FORMATS:
        assert callable(known.write)
        assert bool(known.starts) == bool(known.reader)
        assert format_of(known.kind, f".{known.suffix.upper()}") is known


def test_a_file_that_is_there_alone_is_read_by_nobody(tmp_path):
    for known in FORMATS:
        if known.reader:
            file = tmp_path / f"a.{known.suffix}"
            file.write_bytes(
                b"".join(start.rjust(place + len(start)) for place, start in known.starts[:1])
            )
            expected = "table" if known.suffix in ("csv", "npz") else "session"
            assert open_file(file).kind == (expected)
            with pytest.raises(DocumentError, match="carries no peviewer session"):
                read(file)


def test_no_two_formats_of_a_kind_share_an_extension():
    for kind in {known.kind for known in FORMATS}:
        every = [known.suffix for known in FORMATS if known.kind == kind]
        assert len(every) == len(set(every))
        assert listed(kind).endswith(list(formats(kind))[-1])


@pytest.mark.slow
def test_a_new_picture_format_is_one_file_and_one_entry(tmp_path):
    house = grown(tmp_path, "To add a file format")
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
    env = {**os.environ, "PYTHONPATH": str(house)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    assert "linear-shift" in done.stdout
    assert ".tiff" in done.stdout
