"""What a pane needs of a scheme: drawn where it is given, one sentence everywhere else."""

import subprocess
import sys

import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Note
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.model.encodings.catalog import SCHEMES

EVERY_PANE = pytest.mark.parametrize("pane", PANES.values(), ids=PANES)
EVERY_SCHEME = pytest.mark.parametrize("scheme", SCHEMES)


@pytest.mark.sampled
@EVERY_PANE
@EVERY_SCHEME
def test_every_pane_draws_every_scheme_or_says_in_one_sentence_why_not(pane, scheme):
    document = Document().edited({"encoding.scheme": scheme, "encoding.length": 20})
    figure = pane.figure(document)
    assert figure.name == pane.name
    notes = [mark.text for panel in figure.panels for mark in panel.marks if isinstance(mark, Note)]
    if pane.serves(document):
        assert isinstance(document.encoding, pane.needs)
        assert pane.reason_empty(document) == ""
        assert not notes or (pane.name, scheme) == ("tiles", "learned")  # an example whose rows are no patches
        return
    refusal = pane.reason_empty(document)
    assert notes == [refusal]
    assert refusal == pane.explanation(document) == pane.caption(document) == pane.read(document)
    assert refusal.startswith(f"{SCHEMES[scheme].title} gives {SCHEMES[scheme].gives}; {pane.title} shows ")
    assert refusal.count(".") == 1
    assert not pane.formula_text(document)


def served_by(scheme):
    document = Document().edited({"encoding.scheme": scheme})
    return {name for name, pane in PANES.items() if pane.serves(document)} - {"deciding"}  # which serves all


def test_each_scheme_is_served_by_the_panes_that_show_what_it_gives():
    turning = {"frequencies", "precision", "angles", "clocks", "score", "attention", "properties"}
    biases = {"bias", "attention", "properties"}
    assert served_by("alibi") == served_by("kerple") == served_by("sandwich") == biases
    assert served_by("t5") == biases | {"buckets"}
    assert served_by("rope") == turning | {"scaling"}
    assert served_by("xpos") == turning
    assert served_by("axial_rope") == served_by("swin") == {"offsets", "place", "properties"}
    grids = {"offsets", "place", "tiles", "translation"}
    assert served_by("sinusoidal") == {*PANES} - {"bias", "buckets", "scaling", "attention", "deciding"} - grids
    assert served_by("sincos2d") == served_by("learned") | {"translation"}
    assert served_by("sinusoidal") == served_by("timestep") == served_by("tensor2tensor")


def test_every_scheme_has_words_of_its_own():
    for name, scheme in SCHEMES.items():
        assert scheme.title
        assert scheme.gives
        document = Document().edited({"encoding.scheme": name})
        assert document.encoding.size
        assert document.encoding.formula().text


def test_what_a_pane_says_follows_the_document():
    said = PANES["encoding"].explanation
    for path, value in {"view.transposed": True, "encoding.layout": "flipped", "content.kind": "ones"}.items():
        assert said(Document().edited({path: value})) != said(Document())
    odd = Document().edited({"encoding.dim": 7})
    for name in ("distance", "similarity", "statistics", "shift", "operator"):
        assert PANES[name].explanation(odd) != PANES[name].explanation(Document()), name
    wrong = Document().edited({"shift.operator": "flipped"})
    for name in ("shift", "operator"):
        assert "built for another layout" in PANES[name].explanation(wrong)
    with_content = Document().edited({"content.kind": "normal"})
    assert "≠" in PANES["shift"].formula_text(with_content)
    assert "depends on their lag alone" not in PANES["distance"].explanation(with_content)


@pytest.mark.slow
def test_the_formula_below_the_question_mark_is_the_picture_s():
    seen = set()
    for document in {preset.document.encoding: preset.document for preset in presets().values()}.values():
        for pane in PANES.values():
            shown = pane.formula(document).mathtext if pane.serves(document) else ""
            if (sort := (pane.name, document.encoding.scheme, shown)) not in seen:
                seen.add(sort)
                assert pane.figure(document).formula == shown


def test_a_zoom_reaches_the_axes_that_keep_it():
    document = Document().edited({"view.zoom": {"position": [10, 20], "distance/position": [30, 40], "value": [0, 1]}})
    windows = {
        name: {axis.window for panel in PANES[name].figure(document).panels for axis in (panel.x, panel.y)}
        for name in ("encoding", "distance", "similarity")
    }
    assert windows["encoding"] == {None, (10.0, 20.0)}
    assert windows["distance"] == {None, (30.0, 40.0)}
    assert windows["similarity"] == {None, (10.0, 20.0)}


@pytest.mark.slow
def test_a_section_of_a_pane_is_known_wherever_documents_are_read():
    program = (
        'import peviewer as pv; document = pv.Document.from_json(\'{"peviewer": 1, "waves": {"step": 3}}\'); '
        "print(document.get('waves.step'), document.edited({'clocks.count': 5}).get('clocks.count'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "3 5\n", done.stderr
