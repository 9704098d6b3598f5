"""The test of the house: a scheme and a pane are one new file and one line each, and everything else follows."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]

HALVING = '''
"""Frequencies that halve from pair to pair."""

from typing import ClassVar, Literal

import numpy as np

from peviewer.base.parameters import parameter
from peviewer.model.encodings.turning import Turning


class Halving(Turning):
    """Frequencies that halve from pair to pair."""

    title: ClassVar[str] = "Halving"
    scheme: Literal["halving"] = "halving"
    fastest: float = parameter(1.0, title="Fastest", symbol="f", gt=0, le=3, help="The first frequency.")

    def doubled(self):
        return self.fastest / 2.0 ** np.arange(self.pairs), np.zeros(self.pairs)


SCHEME = Halving
'''

SUMS = '''
"""Powers of the position, summed: a pane with a field of its own."""

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.figures.grammar import Axis, Curve, Figure, Panel
from peviewer.figures.panels.axes import position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.sampling.series import Samples


class Sums(Parameters):
    """Powers."""

    power: int = parameter(2, title="Power", symbol="p", ge=1, le=3, help="To which power.")


def _draw(document):
    places = np.array(document.encoding.positions, dtype=float)
    curve = Curve(Samples(places, np.cumsum(places ** document.of(Sums).power)), "sum")
    return Figure("Sums of powers", ((Panel(position_axis(document), Axis("sum", "", (0.0, 1e9)), (curve,)),),))


PANE = Pane(
    "sums", Scheme, "sums of powers",
    reads=lambda document: (document.encoding, document.of(Sums)),
    draw=_draw,
    explain=lambda document: f"The sum of t to the power {document.of(Sums).power}. It grows.",
    formula=lambda document: Formula(r"\\mathrm{sum\\ of\\ powers}"),
    section=Sums,
    choices=("sums.power",),
)
'''

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


def grown(folder, new, content, catalog, line, before):
    """Copy the house, with one file more and one line more in a catalog."""
    root = folder / "house"
    for part in ("peviewer", "resources"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    (root / new).write_text(content.lstrip(), encoding="utf-8")
    text = (root / catalog).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (root / catalog).write_text(text.replace(before, f"{line}\n{before}"), encoding="utf-8")
    return root


def python(root, *arguments):
    command = [sys.executable, "-m", "peviewer", *arguments] if arguments[0] != "-c" else [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def window(root, changes, home):
    """Return the controls and the titles of the panes that the window shows."""
    return json.loads(python(root, "-c", WINDOW, changes, str(home)).splitlines()[-1])


@pytest.mark.slow
def test_a_new_scheme_is_one_file_and_one_line(tmp_path):
    encodings = "peviewer/model/encodings"
    root = grown(
        tmp_path, f"{encodings}/halving.py", HALVING, f"{encodings}/catalog.py", '    "halving",', '    "alibi",'
    )
    assert "halving\tFrequencies that halve from pair to pair." in python(root, "schemes").splitlines()
    assert "encoding.fastest" in python(root, "fields")
    chosen = ("--set", "encoding.scheme=halving", "--set", "encoding.fastest=2", "--set", "encoding.length=9")
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
    assert len(drawn) == 17
    told = window(root, '{"encoding.scheme": "halving"}', tmp_path)
    assert "encoding.fastest" in told["controls"]
    assert set(told["shown"]) == {"encoding", "shift", "binary", "distance"}


@pytest.mark.slow
def test_a_new_pane_with_its_own_fields_is_one_file_and_one_line(tmp_path):
    panes = "peviewer/figures/panes"
    file, line, before = f"{panes}/attention/sums.py", '"attention.sums",', '"attention.bias",'
    root = grown(tmp_path, file, SUMS, f"{panes}/catalog.py", line, before)
    assert "sums\tsums of powers" in python(root, "panes").splitlines()
    assert "sums.power" in python(root, "fields")
    picture, session = tmp_path / "sums.png", ("--set", "sums.power=3", "--set", "encoding.length=4")
    python(root, "export", "sums", "-o", str(picture), *session, "--size", "480x360")
    data = tmp_path / "sums.npz"
    python(root, "data", "sums", "-o", str(data), "--session", str(picture))
    with np.load(data) as arrays:
        assert any(np.array_equal(array, [0, 1, 9, 36]) for array in arrays.values())
    told = window(root, '{"sums.power": 1, "view.panes": ["encoding", "sums"]}', tmp_path)
    assert told["shown"]["sums"] == "Sums of powers"
    assert "sums.power" in told["controls"]
