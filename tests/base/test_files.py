"""The files of resources/ are found from a checkout and from an installed wheel."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from peviewer.base.files import ExportError, atomic_file, resource, write
from peviewer.base.version import __version__

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
    resources = ROOT / "resources"
    ours = {path.relative_to(resources) for path in resources.rglob("*") if path.is_file()}
    of_other_use = ("pictures", "notebooks", "bundle", "peviewer.desktop", "peviewer-mime.xml")
    ours = {path for path in ours if path.parts[0] not in of_other_use}
    packed = site / "peviewer" / "_resources"
    assert {path.relative_to(packed) for path in packed.rglob("*") if path.is_file()} == ours
    assert (site / "peviewer" / "py.typed").is_file()
    (folder,) = site.glob("peviewer-*.dist-info")
    commands = (folder / "entry_points.txt").read_text(encoding="utf-8")
    assert "[console_scripts]\npeviewer = peviewer.cli.main:main" in commands
    assert "[gui_scripts]" in commands
    assert list(folder.rglob("LICENSE"))
    assert not (site / "tests").exists()
    assert [path.name for path in site.rglob("*") if path.suffix in (".ipynb", ".gif", ".md")] == []
    shared = next(site.glob("peviewer-*.data")) / "data" / "share"
    assert (shared / "applications" / "peviewer.desktop").is_file()
    assert (shared / "mime" / "packages" / "peviewer.xml").is_file()


@pytest.mark.slow
def test_the_source_distribution_holds_what_the_readme_links_to(tmp_path):
    pytest.importorskip("hatchling")
    build = f"from hatchling.build import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    with tarfile.open(tmp_path / done.stdout.split()[-1]) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((?!https?:)([^)#]+)\)", readme))
    assert len(linked) > 2
    assert linked <= held
    assert {"CITATION.cff", "LICENSE", "CHANGELOG.md", "pyproject.toml"} <= held


def test_desktop_file_and_mime_type_name_the_same_type_of_session():
    desktop = (ROOT / "resources" / "peviewer.desktop").read_text(encoding="utf-8")
    opened = re.search("^MimeType=(.*);$", desktop, re.MULTILINE)[1]
    mime = ElementTree.parse(ROOT / "resources" / "peviewer-mime.xml")
    (kind,) = mime.getroot()
    assert kind.get("type") == opened
    assert [glob.get("pattern") for glob in kind if glob.tag.endswith("glob")] == ["*.peview"]


def test_citation_and_changelog_name_the_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
    told = subprocess.run(
        [sys.executable, ROOT / ".ci" / "notes.py", f"v{__version__}"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert told.startswith("The first version.")
    assert "## " not in told


def test_all_of_it_is_forced_to_the_disk_before_it_takes_its_target_s_place(tmp_path, monkeypatch):
    target = tmp_path / "a.txt"
    forced = []
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
    assert mode_meanwhile == mode
    assert target.stat().st_mode & 0o777 == mode


def test_what_was_left_of_an_unfinished_file_a_day_ago_goes_and_nothing_else(tmp_path):
    old = [tmp_path / f".{digits}.part" for digits in ("0" * 12, "f" * 12)] + [
        tmp_path / ".mine.part"
    ]
    for part in old:
        part.write_text("half")
    for part in old[1:]:
        os.utime(part, (0, 0))
    write(tmp_path / "a.txt", b"whole")
    expected = [old[0].name, ".mine.part", "a.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == expected


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
