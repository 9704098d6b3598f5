"""A file is there whole or not at all, even when the power fails."""

import os

import pytest

from peviewer.base.whole_file import ExportError, whole_file, write


def test_all_of_it_is_forced_to_the_disk_before_it_takes_its_target_s_place(tmp_path, monkeypatch):
    target, forced = tmp_path / "a.txt", []
    target.write_text("before")

    def fsync(number):
        [part] = [path for path in tmp_path.iterdir() if path != target]
        assert os.path.samestat(os.fstat(number), part.stat())
        forced.append((part.read_bytes(), target.read_text()))

    monkeypatch.setattr(os, "fsync", fsync)
    write(target, b"after")
    assert forced == [(b"after", "before")]
    assert target.read_bytes() == b"after"


def test_a_block_that_raises_leaves_the_earlier_file_and_nothing_else(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("before")

    def write_half():
        with whole_file(target) as file:
            file.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        write_half()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def test_what_the_system_refuses_names_the_file(tmp_path):
    with pytest.raises(ExportError, match=r"cannot write .*missing.*: No such file"):
        write(tmp_path / "missing" / "a.txt", b"")
