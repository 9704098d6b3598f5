"""The notebooks run, show what is stored in them, and what they say is so."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image

import peviewer as pv
from tests.notebooks import NOTEBOOKS, run

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")

NAMES = ("table-and-shift", "rope-and-scalings", "my-own-table")
LARGEST_FILE = 400_000  # bytes

# Mean of all pixels: another build of a font or of NumPy may move an edge by a hair.
LARGEST_DIFFERENCE = 2.0


def stored(name):
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(notebook):
    """Return what the cells show, by media types; what they print is plain text."""
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    return [output.get("data", {"text/plain": output.get("text")}) for output in outputs]


def texts(notebook):
    """Return what the cells print and show, without pictures."""
    without_pictures = []
    for data in shown(notebook):
        kinds = sorted(kind for kind in data if kind.startswith("text/"))
        without_pictures.append([data[kind] for kind in kinds])
    return without_pictures


def pictures(notebook):
    """Return the colours of the pictures that the cells show."""
    colours = []
    for data in shown(notebook):
        if "image/png" in data:
            file = io.BytesIO(base64.b64decode(data["image/png"]))
            picture = Image.open(file).convert("RGB")
            colours.append(np.asarray(picture, dtype=int))
    return colours


def test_there_are_three():
    assert {path.stem for path in NOTEBOOKS.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_stored_as_it_was_run_from_top_to_bottom(name):
    counts = [cell.execution_count for cell in code_cells(stored(name))]
    assert counts == list(range(1, len(counts) + 1))
    assert (NOTEBOOKS / f"{name}.ipynb").stat().st_size < LARGEST_FILE
    assert len(pictures(stored(name))) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_its_links_lead_to_notebooks_that_exist(name):
    text = "\n".join(cell.source for cell in stored(name).cells)
    linked = re.findall(r"\]\((?!https:)([^)]+)\)", text)
    assert [file for file in linked if not (NOTEBOOKS / file).is_file()] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_run_anew_it_shows_what_is_stored(name):
    before = stored(name)
    after = run(NOTEBOOKS / f"{name}.ipynb")
    assert [cell.source for cell in after.cells] == [cell.source for cell in before.cells]
    assert texts(after) == texts(before)
    stored_pictures = pictures(before)
    made_pictures = pictures(after)
    assert [made.shape for made in made_pictures] == [kept.shape for kept in stored_pictures]
    for made, kept in zip(made_pictures, stored_pictures, strict=True):
        assert np.abs(made - kept).mean() < LARGEST_DIFFERENCE


def unfinished_pairs(base):
    encoding = pv.Sinusoidal(length=200, dim=64, base=base)
    return int((encoding.wavelengths() > encoding.length).sum())


def test_the_answers_on_the_base_of_the_sinusoids_are_right():
    slowest = pv.Sinusoidal(dim=64, base=100).wavelengths()[-1]
    few, many = unfinished_pairs(100), unfinished_pairs(10_000)
    said = f"{few} instead of {many}. The slowest wavelength is then {slowest:.0f} positions."
    assert said in stored("table-and-shift").cells[-1].source


def test_the_claims_that_fail_with_words_are_those_that_the_answer_names():
    encoding = pv.Sinusoidal(length=200, dim=64)
    claims = pv.properties(encoding, content="normal")
    failing = {claim.name for claim in claims if claim.verdict == "fails"}
    named = {"constant-norm", "constant-step", "distance-by-lag", "dot-by-lag", "linear-shift"}
    assert named <= failing
    assert not {"unique", "orthogonal"} & failing


def test_the_answers_on_factor_and_base_of_rope_are_right():
    answers = stored("rope-and-scalings").cells[-1].source
    rope = pv.Rope(dim=128, length=32_768, trained=4_096)
    new = {
        scaling: rope.replace(scaling=scaling, factor=8).pairs_with_new_angles(rope.length)
        for scaling in ("linear", "ntk", "yarn")
    }
    assert new["linear"] == new["yarn"] == 0
    assert f"{new['ntk']} for NTK-aware scaling" in answers

    wide, usual = rope.replace(base=500_000), rope
    counts = [int((scheme.wavelengths() > 4_096).sum()) for scheme in (wide, usual)]
    assert "{} instead of {}, and all of them get new angles".format(*counts) in answers
    assert wide.pairs_with_new_angles(16_384) == counts[0]
