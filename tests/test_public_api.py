"""The public Python API: its names, and how little is loaded until one of them is used."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import peviewer as pv

ROOT = Path(pv.__file__).parents[1]
NAMES = [
    "Document",
    "DocumentError",
    "Sinusoidal",
    "binary_table",
    "figure",
    "lag_profile",
    "pairwise",
    "profile",
    "shift",
    "shift_matrix",
    "show",
]


def _loaded_after(code):
    """Return the modules that a fresh Python has loaded after `code`."""
    program = f"import sys\n{code}\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_all_names_are_sorted_and_there():
    assert pv.__all__ == sorted(pv.__all__)
    assert set(NAMES) <= set(pv.__all__)


@pytest.mark.parametrize("name", pv.__all__)
def test_every_name_can_be_used(name):
    assert getattr(pv, name) is not None
    assert name in dir(pv)
    assert (getattr(pv, name).__doc__ or "").strip()


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'peviewer' has no attribute 'Sinusodial'"):
        _ = pv.Sinusodial


def test_the_version_is_a_version():
    assert [part.isdigit() for part in pv.__version__.split(".")[:3]] == [True] * 3


def test_importing_peviewer_loads_next_to_nothing():
    loaded = _loaded_after("import peviewer")
    assert not loaded & {"PySide6", "pyqtgraph", "matplotlib", "numpy", "pydantic"}


@pytest.mark.parametrize(
    "code",
    [
        "import peviewer as pv; pv.Sinusoidal(length=5, dim=4).table(); pv.pairwise; pv.shift; pv.binary_table",
        "from peviewer.figures.panes.catalog import PANES; from peviewer.figures.presets import presets; "
        "[pane.figure(preset.document) for pane in PANES.values() for preset in presets().values()]",
        "from peviewer import Document; Document.from_json(Document().to_json())",
    ],
)
def test_what_is_true_and_shown_loads_no_painter(code):
    assert not _loaded_after(code) & {"PySide6", "pyqtgraph", "matplotlib", "PIL"}


def test_names_work_together():
    encoding = pv.Sinusoidal(length=200, dim=256, base=10_000.0, schedule="paper", layout="interleaved", first=0)
    table = encoding.table()
    assert table.shape == (200, 256)
    assert encoding.frequencies().shape == encoding.wavelengths().shape == (128,)
    assert encoding.angles().shape == (200, 128)
    assert encoding.raster().shape == (200, 256)
    assert encoding.table(positions=np.array([0.5, 1e6])).shape == (2, 256)
    assert np.allclose(table @ pv.shift_matrix(encoding, 7).T, pv.shift(table, encoding, 7), atol=1e-12)
    assert np.allclose(pv.pairwise(encoding, "dot")[20], pv.profile(encoding, position=20, metric="dot"))
    assert np.allclose(pv.pairwise(table), pv.pairwise(encoding), atol=1e-6)
    assert pv.lag_profile(encoding, [1, 2.5], metric="cosine").shape == (2,)
    assert pv.binary_table(100, bits=10).shape == (100, 10)


def test_a_figure_is_a_matplotlib_figure():
    page = pv.figure("encoding", pv.Sinusoidal(length=20, dim=8), transposed=True)
    assert type(page).__module__.startswith("matplotlib")
    assert page.axes


def test_a_figure_of_nothing_known_is_refused():
    with pytest.raises(ValueError, match="is not a pane"):
        pv.figure("encodng", pv.Sinusoidal())
    with pytest.raises(ValueError, match="colour"):
        pv.figure("encoding", pv.Sinusoidal(), colour="red")
