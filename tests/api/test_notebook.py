"""What a notebook's cells show: one kernel runs them all, as a researcher would type them."""

import base64
import io
import re

import pytest

import peviewer as pv
from peviewer.api.arguments import document_from_arguments

CELLS = {
    "import": "import peviewer as pv; encoding = pv.Sinusoidal(40, 16)",
    "encoding": "encoding",
    "claims": "pv.properties(encoding)",
    "figure": "pv.figure(encoding, 'distance', figsize=(5, 4), dpi=80, metric='dot')",
    "dark": "import matplotlib; matplotlib.rcParams.update({'axes.facecolor': 'black', 'xtick.labelsize': 40}); _",
    "inline": "%matplotlib inline\npv.figure(encoding, 'distance', figsize=(5, 4), dpi=80, metric='dot')",
    "svg": "%config InlineBackend.figure_formats = ['svg']\npv.figure(encoding, 'shift')",
    "kept": "kept = pv.figure(encoding, 'shift')",
    "sliders": "pv.interact(encoding, 'distance', figsize=(4, 3))",
    "clip": "pv.animate(encoding, 'shift', seconds=0.2, fps=10, size=(320, 240))",
}


def run_cells():
    """Return what each cell shows, by media type."""
    client = pytest.importorskip("nbclient")
    import nbformat

    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in CELLS.values()]
    )
    client.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return {
        name: [output["data"] for output in cell["outputs"] if "data" in output]
        for name, cell in zip(CELLS, notebook["cells"], strict=True)
    }


def picture(data):
    from PIL import Image

    return Image.open(io.BytesIO(base64.b64decode(data["image/png"]))).convert("RGB")


def assert_parameters_and_verdicts(card, table):
    assert "Sinusoidal, 40 × 16" in card
    assert "PE(t, 2i) = sin ωᵢt" in card
    assert "10\u2009000" in card
    assert table.count("✓ holds") == 12
    assert "Neighbours are equally far apart <code>constant-step</code>" in table


def test_an_encoding_shows_its_parameters_and_its_claims_their_verdicts():
    encoding = pv.Sinusoidal(40, 16)
    assert str(pv.properties(encoding)).startswith("✓ unique")
    assert_parameters_and_verdicts(
        *(shown._repr_html_() for shown in (encoding, pv.properties(encoding)))
    )


@pytest.mark.parametrize(
    ("encoding", "sentences"),
    [
        (pv.Sinusoidal(8, 4), {"All rows have one norm, √(<i>d</i>/2)"}),
        (pv.Sinusoidal(8, 4).table(), {"All rows have one norm", "Extends to any length"}),
        (pv.Alibi(heads=4), {"No key is favoured over a nearer one"}),
        (pv.Swin(), {"Every offset has a bias of its own"}),
    ],
    ids=["rule", "array", "biases", "grid"],
)
def test_claims_are_told_in_the_sentences_of_their_pane(encoding, sentences):
    table = pv.properties(encoding)._repr_html_()
    told = re.findall(r'<tr><td style="text-align: left">(.*?) <code>', table)
    assert sentences <= set(told)
    assert len(told) == len(pv.properties(encoding))


@pytest.mark.parametrize(
    ("chosen", "size"),
    [({"size": "320x240"}, (320, 240)), ({"inches": (3, 2), "dpi": 100}, (300, 200))],
)
def test_a_clip_knows_its_size_however_it_was_given(chosen, size):
    assert pv.animate(pv.Sinusoidal(20, 8), "clocks", seconds=0.1, fps=10, **chosen).size == size


def test_a_clip_of_a_picture_has_its_size(tmp_path):
    encoding = pv.Sinusoidal(20, 8)
    picture = pv.export(encoding, "clocks", tmp_path / "a.png", size=(320, 240))
    assert pv.animate(session=picture, seconds=0.1, fps=10).size == (320, 240)


@pytest.mark.slow
def test_a_notebook_shows_figures_once_in_its_formats_and_encodings_claims_and_clips():
    shown = run_cells()
    assert_parameters_and_verdicts(
        *(shown[name][0]["text/html"] for name in ("encoding", "claims"))
    )
    (figure,), (dark,), (inline,), (svg,) = (
        shown[name] for name in ("figure", "dark", "inline", "svg")
    )
    assert picture(figure).size == (400, 320), "as was asked for"
    assert len(picture(figure).getcolors(1 << 24)) > 50
    assert not shown["kept"]
    assert picture(dark).tobytes() == picture(figure).tobytes(), (
        "no style changes a figure afterwards"
    )
    assert len(picture(inline).getcolors(1 << 24)) > 50
    assert svg["image/svg+xml"].startswith("<?xml")
    assert "application/vnd.jupyter.widget-view+json" in shown["sliders"][0]
    assert shown["clip"][0]["text/html"].startswith(("<video", "<img"))


@pytest.mark.parametrize("length", [1, 2, 50, 200, 10**6])
def test_the_marked_rows_lie_in_a_short_table_too(length):
    encoding = pv.Sinusoidal(length=length, dim=8, first=5)
    document = document_from_arguments(encoding, {})
    assert document.reference_position == document.cursor.position
    assert document.cursor.position + document.shift.phi in encoding.positions
    assert document_from_arguments(encoding, {"phi": -7, "position": 5}).shift.phi == -7
