"""The files of resources/ are found from a checkout and from an installed wheel."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from peviewer.base.files import ExportError, atomic_file, resource, write

ROOT = Path(__file__).parents[2]
SAMPLES = [
    ("presets", "shift.toml"),
    ("colormaps", "viridis.csv"),
    ("icons", "app.svg"),
    ("window.qss",),
    ("presets",),
]


@pytest.mark.parametrize("parts", SAMPLES, ids="/".join)
def test_found_from_a_checkout(parts):
    assert resource(*parts).exists()
    assert resource(*parts).parts[-len(parts) :] == parts


def test_what_is_missing_is_named():
    with pytest.raises(
        FileNotFoundError, match=r"^resource colormaps/jet.csv is missing: reinstall peviewer$"
    ):
        resource("colormaps", "jet.csv")


@pytest.mark.slow
def test_the_wheel_holds_resources_types_commands_and_licence(tmp_path):
    pytest.importorskip("hatchling")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        wheel.extractall(site)
    ours = {
        path.relative_to(ROOT / "resources")
        for path in (ROOT / "resources").rglob("*")
        if path.is_file()
    }
    packed = site / "peviewer" / "_resources"
    assert {path.relative_to(packed) for path in packed.rglob("*") if path.is_file()} == ours
    assert (site / "peviewer" / "py.typed").is_file()
    (folder,) = site.glob("peviewer-*.dist-info")
    commands = (folder / "entry_points.txt").read_text(encoding="utf-8")
    assert "[console_scripts]\npeviewer = peviewer.cli.main:main" in commands
    assert "[gui_scripts]" in commands
    assert list(folder.rglob("LICENSE"))
    assert not (site / "tests").exists()


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


@pytest.mark.skipif(os.name == "nt", reason="no modes of files")
@pytest.mark.parametrize("mode", [0o600, 0o664])
def test_a_file_that_is_written_over_keeps_its_mode_from_the_first_byte_on(tmp_path, mode):
    target = tmp_path / "private.png"
    target.write_bytes(b"before")
    target.chmod(mode)

    with atomic_file(target) as file:
        (part,) = tmp_path.glob(".*.part")
        mode_meanwhile = part.stat().st_mode & 0o777
        file.write(b"after")

    assert target.read_bytes() == b"after"
    assert (mode_meanwhile, target.stat().st_mode & 0o777) == (mode, mode)


def test_what_was_left_of_an_unfinished_file_a_day_ago_goes_and_nothing_else(tmp_path):
    old = [tmp_path / f".{digits}.part" for digits in ("0" * 12, "f" * 12)] + [
        tmp_path / ".mine.part"
    ]
    for part in old:
        part.write_text("half")
    for part in old[1:]:
        os.utime(part, (0, 0))
    write(tmp_path / "a.txt", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [old[0].name, ".mine.part", "a.txt"]


def test_a_block_that_raises_leaves_the_earlier_file_and_nothing_else(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("before")

    def write_half():
        with atomic_file(target) as file:
            file.write(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        write_half()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["before"]


def test_what_the_system_refuses_names_the_file(tmp_path):
    with pytest.raises(ExportError, match=r"cannot write .*missing.*: No such file"):
        write(tmp_path / "missing" / "a.txt", b"")
