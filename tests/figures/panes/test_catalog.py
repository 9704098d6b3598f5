"""The panes there are: what each reads, what serves which scheme, and their parts alone."""

import subprocess
import sys

import pytest

from peviewer.base.words import UnknownName
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.model.encodings.sinusoidal import Sinusoidal


def test_an_unknown_pane_is_refused_with_a_suggestion():
    with pytest.raises(UnknownName, match=r"^'distanc' is not a pane; did you mean distance\?$"):
        pane("distanc")


def test_what_is_no_part_is_refused_in_one_line():
    with pytest.raises(UnknownName, match="'matix' is not a part of distance; did you mean matrix"):
        pane("distance.matix")
    with pytest.raises(UnknownName, match="not a part of encoding; there are: none"):
        pane("encoding.heatmap")
    small = Document().edited({"encoding.dim": 8})
    with pytest.raises(DocumentError, match="Operator has no part blocks here"):
        pane("operator.blocks").figure_for_file(small)
    assert pane("operator.ways").figure_for_file(small).rows


def served_by(scheme):
    document = Document().edited({"encoding.scheme": scheme})
    return {name for name, pane in PANES.items() if pane.serves(document)} - {"deciding"}  # which serves all


def test_each_scheme_is_served_by_the_panes_that_show_what_it_gives():
    turning = {"frequencies", "precision", "clocks", "score", "attention", "properties"}
    biases = {"bias", "attention", "properties"}
    assert served_by("alibi") == served_by("kerple") == served_by("sandwich") == biases
    assert served_by("t5") == biases
    assert served_by("rope") == turning | {"scaling"}
    assert served_by("xpos") == turning
    assert served_by("axial_rope") == served_by("swin") == {"offsets", "properties"}
    grids = {"offsets", "tiles"}
    assert served_by("sinusoidal") == {*PANES} - {"bias", "scaling", "attention", "deciding"} - grids
    assert served_by("sincos") == served_by("learned")
    assert served_by("sinusoidal") == served_by("timestep") == served_by("tensor2tensor")


@pytest.mark.slow
def test_a_section_of_a_pane_is_known_wherever_documents_are_read():
    program = (
        'import peviewer as pv; document = pv.Document.from_json(\'{"peviewer": 1, "waves": {"step": 3}}\'); '
        "print(document.get('waves.step'), document.edited({'clocks.count': 5}).get('clocks.count'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "3 5\n", done.stderr


@pytest.mark.parametrize(
    ("changes", "quick"),
    [
        ({}, True),
        ({"encoding.dim": 65_536}, False),
        ({"content.kind": "normal"}, False),
        ({"compare.several": [Sinusoidal(dim=8), Sinusoidal(dim=65_536)]}, False),
    ],
)
def test_only_closed_forms_are_computed_at_once(changes, quick):
    assert PANES["encoding"].is_quick(Document().edited(changes)) is quick
    assert not PANES["spectrum"].is_quick(Document().edited(changes))
