"""The panes there are: what each reads, what serves which scheme, their parts, and which a scheme brings."""

import subprocess
import sys
from itertools import permutations

import pytest

from peviewer.base.names import UnknownName
from peviewer.document.arrangement import Split, TabGroup, tab_groups
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.catalog import PANES, follow_scheme, offered_panes, pane, panes_for
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Scheme
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
    serve_all = {"deciding", "terms"}
    return {name for name, pane in PANES.items() if pane.serves(document)} - serve_all


def test_each_scheme_is_served_by_the_panes_that_show_what_it_gives():
    turning = {"frequencies", "precision", "clocks", "score", "attention", "properties"}
    biases = {"bias", "attention", "properties"}
    assert served_by("alibi") == served_by("kerple") == served_by("sandwich") == biases
    assert served_by("t5") == served_by("shaw") == served_by("transformer_xl") == biases
    assert served_by("none") == {"attention", "properties"}
    assert served_by("rope") == turning | {"scaling"}
    assert served_by("xpos") == turning
    assert served_by("axial_rope") == served_by("swin") == {"offsets", "properties"}
    grids = {"offsets", "tiles"}
    needs_a_model = {"layers"}
    expected = (
        {*PANES} - {"bias", "scaling", "attention", "deciding", "terms"} - grids - needs_a_model
    )
    assert served_by("sinusoidal") == expected
    assert served_by("sincos") == served_by("learned")
    assert served_by("sinusoidal") == served_by("timestep") == served_by("tensor2tensor")


@pytest.mark.slow
def test_a_section_of_a_pane_is_known_wherever_documents_are_read():
    program = (
        'import peviewer as pv; document = pv.Document.from_json(\'{"peviewer": 1, "waves": {"step": 3}}\'); '
        "print(document.get('waves.step'), document.edited({'clocks.count': 5}).get('clocks.count'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
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
    document = Document().edited(changes)
    assert PANES["encoding"].is_quick(document) is quick
    edited_document = Document().edited(changes)
    assert not PANES["spectrum"].is_quick(edited_document)


STANDARD = Document().view.panes


def chosen(document, scheme, **changes):
    """Return the Document that has followed a scheme."""
    edited_document = document.edited({"encoding.scheme": scheme, **changes})
    return follow_scheme(document, edited_document)


def compared(document, scheme):
    other = None if scheme is None else document.edited({"encoding.scheme": scheme}).encoding
    return follow_scheme(document, document.edited({"compare.against": other}))


def test_each_scheme_names_one_to_four_panes_that_show_it():
    for name, kind in SCHEMES.items():
        scheme = kind()
        assert "panes" in vars(kind), "in its own file"
        assert 1 <= len(set(scheme.panes)) == len(scheme.panes) <= 4, name
        document = Document(encoding=scheme)
        for shown in scheme.panes:
            assert PANES[shown].serves(document), name
            assert PANES[shown].needs is not Scheme, (
                "one that tells of any scheme says nothing of this one"
            )
        assert panes_for(scheme)[: len(scheme.panes)] == list(scheme.panes)
        expected = {pane.name for pane in PANES.values() if pane.serves(document)}
        assert set(panes_for(scheme)) == expected


def test_no_pane_is_left_empty_and_what_serves_stays():
    kinds = "sinusoidal", "rope", "xpos", "alibi", "t5", "learned", "sincos", "swin"
    for first, then in permutations(kinds, 2):
        before = chosen(Document(), first)
        after = chosen(before, then)
        assert all(PANES[name].serves(after) for name in after.view.panes), (first, then)
        stayed = [name for name in before.view.panes if PANES[name].serves(after)]
        assert [name for name in after.view.panes if name in stayed] == stayed, (first, then)
        assert len(after.view.panes) <= 4 + len(stayed), (first, then)


def test_a_pane_that_serves_keeps_its_place_and_what_was_arranged_by_hand():
    arrangement = Split(
        True,
        (TabGroup(("encoding",), "encoding"), Split(False, (TabGroup(("frequencies",), "frequencies"),
                                                         TabGroup(("waves", "shift"), "waves")), (1.0, 3.0))),
        (1.5, 0.5),
    )  # fmt: skip
    before = Document().edited({
        "view.panes": ("frequencies", "encoding", "waves", "shift"), "view.arrangement": arrangement,
    })  # fmt: skip
    after = chosen(before, "rope")
    assert after.view.panes == ("frequencies", "clocks", "score", "attention")
    expected = [
        TabGroup(("clocks",), "clocks"),
        TabGroup(("frequencies",), "frequencies"),
        TabGroup(("score", "attention"), "score"),
    ]
    assert list(tab_groups(after.view.arrangement)) == expected
    assert after.view.arrangement.shares == before.view.arrangement.shares


def test_with_b_the_panes_stay_and_those_of_the_other_are_offered():
    both = compared(Document(), "alibi")
    assert both.view.panes == STANDARD
    assert offered_panes(both) == ["bias", "attention"]
    with_one = both.edited({"view.panes": (*STANDARD, "bias")})
    assert offered_panes(with_one) == []
    swapped = both.edited({"encoding.scheme": "alibi", "compare.against": Document().encoding})
    assert follow_scheme(both, swapped).view == both.view
    assert compared(Document(), "tensor2tensor").view == Document().view


def test_what_shows_both_schemes_is_offered_first():
    both = compared(Document(), "rope")
    assert offered_panes(both)[0] in ("clocks", "frequencies")
    assert all(PANES[name].serves(both.compared_document) for name in offered_panes(both))


def test_a_pane_that_shows_neither_scheme_is_replaced_in_its_place():
    before = Document().edited({"view.panes": ("encoding", "binary")})
    rope = before.edited({"encoding.scheme": "rope"}).encoding
    alibi = before.edited({"compare.against": rope, "encoding.scheme": "alibi"})
    after = follow_scheme(before, alibi)
    assert len(after.view.panes) == 2
    assert all(PANES[name].shows_any(after) for name in after.view.panes)


def test_another_field_or_a_scheme_alike_moves_nothing():
    document = Document().edited({"view.panes": ("waves",)})
    same = document.edited({"encoding.length": 30})
    assert follow_scheme(document, same) is same
    assert chosen(document, "timestep").view == document.view


def test_the_scheme_that_was_opened_brings_back_its_panes_unless_others_were_chosen():
    opened = Document().edited({"view.panes": ("waves", "shift"), "view.maximised": "shift"})
    rope = follow_scheme(opened, opened.edited({"encoding.scheme": "rope"}), opened)
    assert set(rope.view.panes) & set(opened.view.panes) == set()
    back = rope.edited({"encoding.scheme": "sinusoidal"})
    assert follow_scheme(rope, back, opened).view == opened.view, (
        "though most of the others would show it, too"
    )
    chosen = rope.edited({"view.panes": (*rope.view.panes, "properties")})
    kept = follow_scheme(chosen, chosen.edited({"encoding.scheme": "sinusoidal"}), opened)
    assert set(kept.view.panes) >= {"clocks", "properties"}
