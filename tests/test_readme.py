"""The README is true: its pictures are what its commands make, its Python runs, its words name what exists."""

import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from peviewer.cli.main import main
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"<!-- peviewer (export .*?) -->", TEXT)


def test_files_and_folders_that_are_named_exist():
    contributing = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:peviewer|tests|resources)/[^` *]+)`", TEXT + contributing))
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_picture_says_its_command():
    shown = set(re.findall(r"!\[.*?\]\((\S+?)\)", TEXT))
    made = {words[words.index("-o") + 1] for words in map(shlex.split, PICTURES)}
    measured = set(re.findall(r"<!-- python -m tests.benchmarks --picture (\S+) -->", TEXT))
    assert shown == made | measured
    assert made
    assert all((ROOT / picture).is_file() for picture in shown)


@pytest.mark.slow
@pytest.mark.parametrize("command", PICTURES)
def test_a_picture_is_what_its_command_makes(command, tmp_path):
    words = shlex.split(command)
    place = words.index("-o") + 1
    kept = ROOT / words[place]
    words[place] = str(tmp_path / kept.name)
    assert main(words) == 0
    with Image.open(kept) as before, Image.open(tmp_path / kept.name) as after:
        assert before.size == after.size
        old, new = (np.asarray(picture.convert("RGB"), dtype=int) for picture in (before, after))
    # Another build of a font or of NumPy may move an edge by a hair; another picture may not pass.
    assert (np.abs(old - new).max(axis=-1) <= 24).mean() > 0.99


def test_the_python_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it writes a file
    names = _run("encoding = ")
    assert names["encoding"].table().shape == (200, 256)


def test_an_array_and_a_file_are_taken_as_the_readme_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = _run("pv.Table(")
    assert np.array_equal(names["pv"].Table("wpe.npy").table(), names["table"])


def test_the_number_of_panes_is_true():
    assert f"\nThe {len(PANES)} panes show " in TEXT


def test_a_line_of_pyqtgraph_is_drawn_in_a_live_pane(qtbot, qapp):
    names = _run("PaneWidget")
    pane = names["pane"]
    qtbot.addWidget(pane, before_close_func=lambda widget: widget.dispose())
    assert any(isinstance(item, names["pg"].InfiniteLine) and item.value() == 8 for item in pane.plots[1].items)
    assert pane.grab().toImage().size() == pane.size()


def test_a_function_of_ones_own_is_taken_as_the_readme_says():
    halves = _run("pv.Own(")["halves"]
    assert halves.table().shape == (200, 16)


def test_a_scheme_of_ones_own_is_shown_as_the_readme_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("my_encoding.py").write_text(_block("(pv.Tabled)"), encoding="utf-8")
    (block,) = (block for block in re.findall(r"```sh\n(.*?)```", TEXT, flags=re.DOTALL) if "--scheme" in block)
    window, *commands = (shlex.split(line)[1:] for line in block.splitlines())
    assert window == ["--scheme", "my_encoding.py"]
    try:
        assert [main(words) for words in commands] == [0, 1]  # its rows have not one norm
    finally:
        SCHEMES.pop("my-encoding", None)
    assert Path("mine.png").exists()
    assert capsys.readouterr().err == ""


def _run(word):
    """Run the one block of Python in the README that has a word, and return its names."""
    names = {}
    exec(compile(_block(word), "README.md", "exec"), names)
    return names


def _block(word):
    (code,) = (code for code in re.findall(r"```python\n(.*?)```", TEXT, flags=re.DOTALL) if word in code)
    return code


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_the_commands_of_the_readme_are_understood(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"The same from the command line:\n\n```sh\n(.*?)```", TEXT, flags=re.DOTALL)
    painted = False
    for line in block.splitlines():
        words = shlex.split(line)
        assert words[0] == "peviewer"
        if "--group" in words:
            if painted:  # the slides of all its presets: once is enough
                at = words.index("--group")
                del words[at : at + 2]
            painted = True
        if words[1] in ("export", "deck", "panes", "presets", "check", "schemes", "animate"):
            short = ["--seconds", "0.2"] if words[1] == "animate" or ".mp4 " in line else []
            assert main([*words[1:], *short]) == (1 if words[1] == "check" else 0), line  # with odd d some claims fail
    assert [line for line in capsys.readouterr().err.splitlines() if not line.startswith("peviewer: note: ")] == []
