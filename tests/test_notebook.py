"""What a notebook's cells show: one kernel runs them all, as a researcher would type them."""

import base64
import io

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from PIL import Image

import peviewer as pv

CELLS = {
    "import": "import peviewer as pv; encoding = pv.Sinusoidal(40, 16)",
    "encoding": "encoding",
    "claims": "pv.properties(encoding)",
    "figure": "pv.figure('distance', encoding, figsize=(5, 4), dpi=80, metric='dot')",
    "dark": "import matplotlib; matplotlib.rcParams.update({'axes.facecolor': 'black', 'xtick.labelsize': 40}); _",
    "inline": "%matplotlib inline\npv.figure('distance', encoding, figsize=(5, 4), dpi=80, metric='dot')",
    "svg": "%config InlineBackend.figure_formats = ['svg']\npv.figure('shift', encoding)",
    "kept": "kept = pv.figure('shift', encoding)",
    "clip": "pv.animate('shift', encoding, seconds=0.2, fps=10, size=(320, 240))",
}


@pytest.fixture(scope="module")
def shown():
    """What each cell shows, by media type."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS.values()])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return {
        name: [output["data"] for output in cell["outputs"] if "data" in output]
        for name, cell in zip(CELLS, notebook["cells"], strict=True)
    }


def picture(data):
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB"))


@pytest.mark.slow
def test_a_figure_shows_itself_once_in_a_fresh_notebook_at_the_size_that_was_asked_for(shown):
    (data,) = shown["figure"]
    assert picture(data).shape == (320, 400, 3)
    assert picture(data).std() > 20
    assert not shown["kept"]


@pytest.mark.slow
def test_no_style_of_a_notebook_changes_a_figure_afterwards(shown):
    assert np.array_equal(picture(shown["dark"][0]), picture(shown["figure"][0]))


@pytest.mark.slow
def test_after_the_inline_magic_a_figure_is_shown_once_in_the_formats_chosen_there(shown):
    (inline,), (svg,) = shown["inline"], shown["svg"]
    assert picture(inline).std() > 20
    assert svg["image/svg+xml"].startswith("<?xml")


def test_an_encoding_shows_its_parameters_and_its_claims_their_verdicts():
    encoding = pv.Sinusoidal(40, 16)
    card, table = (shown._repr_html_() for shown in (encoding, pv.properties(encoding)))
    assert_parameters_and_verdicts(card, table)


@pytest.mark.slow
def test_a_notebook_shows_them_too(shown):
    assert_parameters_and_verdicts(*(shown[name][0]["text/html"] for name in ("encoding", "claims")))


def assert_parameters_and_verdicts(card, table):
    assert "Sinusoidal, 40 × 16" in card
    assert "PE(t, 2i) = sin ωᵢt" in card
    assert "10\u2009000" in card
    assert table.count("✓ holds") == 12
    assert "constant-step" in table


@pytest.mark.slow
def test_a_clip_is_played_where_it_was_made(shown):
    assert shown["clip"][0]["text/html"].startswith(("<video", "<img"))
