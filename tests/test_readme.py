"""The README is true: its pictures are those of the window, its Python and its commands run, what it names exists."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_files_and_folders_that_are_named_exist():
    named = set(
        re.findall(
            r"[`(](?:\.\./)?((?:peviewer|tests|resources)/[^`) *]+)[`)]", TEXT + CONTRIBUTING
        )
    )
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_it_is_short():
    assert len(TEXT.splitlines()) <= 120


@pytest.mark.slow
def test_its_pictures_are_those_of_the_window(tmp_path):
    """Made by the same script; another build of a font or of NumPy may move an edge by a hair."""
    subprocess.run(
        [sys.executable, "-m", "tests.pictures", "--into", str(tmp_path)], cwd=ROOT, check=True
    )
    kept = ROOT / "resources" / "pictures"
    for name in ("window.png", "panes.png"):
        with Image.open(kept / name) as before, Image.open(tmp_path / name) as after:
            assert before.size == after.size
            old = np.asarray(before.convert("RGB"), dtype=int)
            new = np.asarray(after.convert("RGB"), dtype=int)
        assert (np.abs(old - new).max(axis=-1) <= 24).mean() > 0.97
    with Image.open(kept / "shift.gif") as before, Image.open(tmp_path / "shift.gif") as after:
        assert before.size == after.size
        assert before.n_frames == after.n_frames > 20
    assert (kept / "shift.gif").stat().st_size < 3_000_000


@pytest.mark.slow
def test_its_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it writes a file
    names = {}
    exec(compile(_block("encoding = "), "README.md", "exec"), names)
    assert names["encoding"].table().shape == (200, 256)


def test_a_scheme_of_ones_own_is_shown_as_it_says(tmp_path, monkeypatch, capsys):
    from peviewer.cli.main import main
    from peviewer.model.encodings.catalog import SCHEMES

    monkeypatch.chdir(tmp_path)
    Path("my_encoding.py").write_text(_block("(Tabled)"), encoding="utf-8")
    window, export = (words for words in _commands() if "--scheme" in words)
    assert window == ["--scheme", "my_encoding.py"]
    try:
        assert main(export) == 0
    finally:
        SCHEMES.pop("my-encoding", None)
    assert Path("mine.png").exists()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_its_commands_are_understood(tmp_path, monkeypatch, capsys):
    from peviewer.cli.main import main

    monkeypatch.chdir(tmp_path)
    tried = 0
    for words in _commands():
        if words[0].startswith("-") or "--scheme" in words:
            continue  # the window
        if words[0] == "animate":
            words += ["--seconds", "0.2"]
        assert main(words) == (1 if words[0] == "check" else 0), (
            words
        )  # with odd d some claims fail
        tried += 1
    assert tried > 6
    actual = [
        line
        for line in capsys.readouterr().err.splitlines()
        if not line.startswith("peviewer: note: ")
    ]
    assert actual == []


def _commands():
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, flags=re.DOTALL)
    return [
        shlex.split(line)[1:]
        for block in blocks
        for line in block.splitlines()
        if line.startswith("peviewer ")
    ]


def _block(word):
    (code,) = (
        code for code in re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL) if word in code
    )
    return code
