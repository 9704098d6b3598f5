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


def grown(tmp_path, new, content, catalog, line, before):
    """Copy the house, with one file more and one line more in a catalog."""
    for part in ("peviewer", "resources"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / new).write_text(content.lstrip(), encoding="utf-8")
    text = (tmp_path / catalog).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (tmp_path / catalog).write_text(text.replace(before, f"{line}\n{before}"), encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def with_scheme(tmp_path_factory):
    return grown(
        tmp_path_factory.mktemp("scheme"),
        "peviewer/model/encodings/halving.py",
        HALVING,
        "peviewer/model/encodings/catalog.py",
        '    "halving",',
        '    "alibi",',
    )


@pytest.fixture(scope="module")
def with_pane(tmp_path_factory):
    return grown(
        tmp_path_factory.mktemp("pane"),
        "peviewer/figures/panes/sums.py",
        SUMS,
        "peviewer/figures/panes/catalog.py",
        '"sums",',
        '"bias",',
    )


def python(root, *arguments):
    command = [sys.executable, "-m", "peviewer", *arguments] if arguments[0] != "-c" else [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_new_scheme_is_one_file_and_one_line(with_scheme, tmp_path):
    assert "halving\tFrequencies that halve from pair to pair." in python(with_scheme, "schemes").splitlines()
    assert "encoding.fastest" in python(with_scheme, "fields")
    chosen = ("--set", "encoding.scheme=halving", "--set", "encoding.fastest=2", "--set", "encoding.length=9")
    data = tmp_path / "table.csv"
    python(with_scheme, "data", "encoding", "-o", str(data), *chosen, "--set", "encoding.dim=4")
    assert '"scheme": "halving"' in data.read_text(encoding="utf-8")
    python(with_scheme, "check", *chosen)
    program = (
        "from peviewer.figures.panes.catalog import PANES; from peviewer.figures.presets import Document; "
        "document = Document().edited({'encoding.scheme': 'halving', 'encoding.dim': 8}); "
        "print(*[name for name, pane in PANES.items() if pane.serves(document) and pane.figure(document).rows])"
    )
    drawn = python(with_scheme, "-c", program).split()
    assert {"encoding", "shift", "frequencies", "clocks", "distance", "properties"} <= set(drawn)
    assert len(drawn) == 17


@pytest.mark.slow
def test_a_new_pane_with_its_own_fields_is_one_file_and_one_line(with_pane, tmp_path):
    assert "sums\tsums of powers" in python(with_pane, "panes").splitlines()
    assert "sums.power" in python(with_pane, "fields")
    picture, session = tmp_path / "sums.png", ("--set", "sums.power=3", "--set", "encoding.length=4")
    python(with_pane, "export", "sums", "-o", str(picture), *session, "--size", "480x360")
    data = tmp_path / "sums.npz"
    python(with_pane, "data", "sums", "-o", str(data), "--session", str(picture))
    with np.load(data) as arrays:
        assert any(np.array_equal(array, [0, 1, 9, 36]) for array in arrays.values())


@pytest.mark.slow
def test_the_window_shows_the_scheme(with_scheme, tmp_path):
    told = json.loads(
        python(with_scheme, "-c", WINDOW, '{"encoding.scheme": "halving"}', str(tmp_path)).splitlines()[-1]
    )
    assert "encoding.fastest" in told["controls"]
    assert set(told["shown"]) == {"encoding", "shift", "binary", "distance"}


@pytest.mark.slow
def test_the_window_shows_the_pane_and_its_field(with_pane, tmp_path):
    panes = '{"sums.power": 1, "view.panes": ["encoding", "sums"]}'
    told = json.loads(python(with_pane, "-c", WINDOW, panes, str(tmp_path)).splitlines()[-1])
    assert told["shown"]["sums"] == "Sums of powers"
    assert "sums.power" in told["controls"]
