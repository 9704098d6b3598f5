"""The test of the house: a scheme and a pane are one new file and one line each, and everything else follows."""

import json
import subprocess
import sys

import numpy as np
import pytest

from tests.contributed import ROOT, grown

WINDOW = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from peviewer.app.controls.panel import ParametersPanel
from peviewer.app.look.themes import Appearance
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.window import MainWindow
from peviewer.figures.presets import preset

app = QApplication([])
document = preset("shift").document.edited(json.loads(sys.argv[1]))
window = MainWindow(Session(document, "Grown"), Settings(Path(sys.argv[2])), Appearance("light"))
window.show()
app.processEvents()
seen = {name: dock.view for name, dock in window.docks.items() if dock.seen}
while not all(view.figure() for view in seen.values()):  # one a turn
    app.processEvents()
shown = {name: view.figure().title for name, view in seen.items()}
print(json.dumps({"controls": window.findChild(ParametersPanel).paths(), "shown": shown}))
window.close_without_asking()
window.finish()
"""


def python(root, *arguments):
    command = (
        [sys.executable, "-m", "peviewer", *arguments]
        if arguments[0] != "-c"
        else [sys.executable, *arguments]
    )
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def window(root, changes, home):
    """Return the controls and the titles of the panes that the window shows."""
    return json.loads(python(root, "-c", WINDOW, changes, str(home)).splitlines()[-1])


@pytest.mark.slow
def test_a_new_scheme_is_one_file_and_one_line(tmp_path):
    root = grown(tmp_path, "To add a scheme")
    described = (
        "Frequencies that halve from pair to pair: sin(t·f/2ⁱ) and cos(t·f/2ⁱ) in columns 2i, 2i+1."
    )
    assert f"halving\t{described}" in python(root, "schemes").splitlines()
    assert "encoding.fastest" in python(root, "fields")
    chosen = (
        "--set",
        "encoding.scheme=halving",
        "--set",
        "encoding.fastest=2",
        "--set",
        "encoding.length=9",
    )
    data = tmp_path / "table.csv"
    python(root, "data", "encoding", "-o", str(data), *chosen, "--set", "encoding.dim=4")
    assert '"scheme": "halving"' in data.read_text(encoding="utf-8")
    python(root, "check", *chosen)
    program = (
        "from peviewer.figures.panes.catalog import PANES; from peviewer.figures.presets import Document; "
        "document = Document().edited({'encoding.scheme': 'halving', 'encoding.dim': 8}); "
        "print(*[name for name, pane in PANES.items() if pane.serves(document) and pane.figure(document).rows])"
    )
    drawn = python(root, "-c", program).split()
    assert {"encoding", "shift", "frequencies", "clocks", "distance", "properties"} <= set(drawn)
    assert len(drawn) == 19
    told = window(root, '{"encoding.scheme": "halving"}', tmp_path)
    assert "encoding.fastest" in told["controls"]
    expected = {"encoding", "shift", "binary", "distance"}
    assert set(told["shown"]) == expected


@pytest.mark.slow
def test_a_new_pane_with_its_own_fields_is_one_file_and_one_line(tmp_path):
    root = grown(tmp_path, "To add a pane")
    assert "powers\ta power of the position" in python(root, "panes").splitlines()
    assert "powers.power" in python(root, "fields")
    picture = tmp_path / "powers.png"
    session = ("--set", "powers.power=3", "--set", "encoding.length=4")
    python(root, "export", "powers", "-o", str(picture), *session, "--size", "480x360")
    data = tmp_path / "powers.npz"
    python(root, "data", "powers", "-o", str(data), "--session", str(picture))
    with np.load(data) as arrays:
        assert any(np.array_equal(array, [0, 1, 8, 27]) for array in arrays.values())
    told = window(root, '{"powers.power": 1, "view.panes": ["encoding", "powers"]}', tmp_path)
    assert told["shown"]["powers"] == "Powers of the position"
    assert "powers.power" in told["controls"]


@pytest.mark.slow
def test_a_new_parameter_is_one_field(tmp_path):
    root = grown(tmp_path, "To add a scheme", "To add a parameter")
    assert "encoding.ratio" in python(root, "fields")
    data = tmp_path / "table.npy"
    chosen = ("--set", "scheme=halving", "ratio=4", "length=3", "dim=4")
    python(root, "data", "encoding", "-o", str(data), *chosen)
    angles = np.arange(3)[:, None] * [1, 1 / 4]
    assert np.allclose(np.load(data)[:, ::2], np.sin(angles))
    told = window(root, '{"encoding.scheme": "halving"}', tmp_path)
    assert "encoding.ratio" in told["controls"]
    refused = subprocess.run(
        [sys.executable, "-m", "peviewer", "check", "--set", "scheme=halving", "ratio=1"],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "ratio = 1 is not allowed" in refused.stderr


@pytest.mark.slow
def test_what_contributing_shows_has_types(tmp_path):
    root = grown(
        tmp_path, "To add a scheme", "To add a parameter", "To add a pane", "To add a file format"
    )
    added = ["model/encodings/halving.py", "figures/panes/attention/powers.py", "exporters/tiff.py"]
    files = [f"peviewer/{file}" for file in added]
    settings = str(ROOT / "pyproject.toml")
    for words in (["mypy", "--config-file", settings], ["ruff", "check", "--config", settings]):
        done = subprocess.run(
            [sys.executable, "-m", *words, *files],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
