"""Several values follow the encoding, and end where another is opened.

Scalings side by side share a factor.
"""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.document.tables import open_table
from peviewer.figures.compare.several import value_names
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.rope import Rope

ROPE = Document().edited(
    {"encoding.scheme": "rope", "encoding.length": 131_072, "encoding.trained": 8192}
)


def drawn(document, field):
    return [getattr(each.encoding, field) for each in document.documents_of_values]


def factors(document):
    return {each.encoding.scaling: each.encoding.factor for each in document.documents_of_values}


def test_the_own_value_is_drawn_first_where_it_is_not_listed_and_not_stored():
    document = with_several(Document(), "dim=64,128")
    assert drawn(document, "dim") == [256, 64, 128]
    assert [scheme.dim for scheme in document.compare.several] == [64, 128]
    listed = with_several(Document(), "dim=64,256,128")
    assert drawn(listed, "dim") == [64, 256, 128]


def test_other_fields_are_those_of_the_encoding_and_its_own_value_can_be_another():
    document = with_several(Document(), "dim=64,128").edited(
        {"encoding.length": 77, "encoding.dim": 32}
    )
    assert drawn(document, "dim") == [32, 64, 128]
    assert drawn(document, "length") == [77, 77, 77]


def test_a_value_that_the_encoding_no_longer_allows_is_left_out():
    document = with_several(ROPE.edited({"encoding.scaling": "yarn"}), "slow=2,20")
    edited_document = document.edited({"encoding.fast": 16.0})
    assert drawn(edited_document, "slow") == [1, 2]
    of_one_value = document.edited({"encoding.fast": 16.0, "encoding.slow": 2.0})
    assert of_one_value.documents_of_values == []


@pytest.mark.parametrize("changes", [{"encoding.scheme": "rope"}, {"encoding.scheme": "alibi"}])
def test_several_values_end_with_another_scheme(changes):
    document = with_several(Document(), "dim=64,128").edited(changes)
    assert document.documents_of_values == []
    assert document.compare.several == ()


@pytest.mark.parametrize("text", ["dim=64,128", "base=9"])
def test_opening_a_table_ends_what_was_compared(tmp_path, text):
    path = tmp_path / "table.npy"
    np.save(path, np.eye(9))
    before = with_several(Document(), text) if "," in text else compare_with(Document(), text)
    opened, _ = open_table(before, str(path))
    assert opened.documents_of_values == []
    assert opened.compared_document is None
    assert opened.encoding.length == 9


def test_opening_the_configuration_of_the_same_scheme_ends_what_was_compared(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(
        '{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "rope_theta": 500.0}'
    )
    for before in (with_several(ROPE, "base=5,6"), compare_with(ROPE, "base=9")):
        opened, _ = open_table(before, str(path))
        assert opened.documents_of_values == []
        assert opened.compared_document is None
        assert opened.encoding.base == 500


def test_of_b_and_several_values_the_one_chosen_last_stays():
    several = with_several(compare_with(Document(), "base=9"), "dim=64,128")
    assert several.compared_document is None
    both = compare_with(several, "base=9")
    assert both.documents_of_values == []
    assert both.edited({"compare.against": None}).documents_of_values == []


@pytest.mark.parametrize(
    ("changes", "factor"),
    [
        ({}, 16),  # L/L₀
        ({"encoding.length": 8192}, 4),  # no longer than in training
        ({"encoding.factor": 6}, 6),  # chosen
        ({"encoding.scaling": "yarn"}, 4),  # in use
        (
            {"encoding.length": 10_000_000, "encoding.trained": 8},
            10_000,
        ),  # the largest that is allowed
    ],
)
def test_scalings_side_by_side_take_one_factor_and_one_trained_length(changes, factor):
    document = with_several(ROPE.edited(changes), "scaling=linear,ntk,yarn,llama3,dynamic")
    known = factors(document)
    assert {known[name] for name in ("linear", "ntk", "yarn", "llama3")} == {factor}
    assert known["dynamic"] == 1, "it follows L itself"
    expected = {document.encoding.trained}
    assert set(drawn(document, "trained")) == expected
    assert [scheme.fast for scheme in document.compare.several if scheme.scaling == "llama3"] == [4]


def test_the_factor_is_changed_for_all_scalings_at_once():
    document = with_several(ROPE, "scaling=linear,yarn,dynamic").edited({"encoding.factor": 3})
    expected = {"none": 3, "linear": 3, "yarn": 3, "dynamic": 1}
    assert factors(document) == expected


def test_a_and_b_take_one_factor_too_unless_another_is_named():
    yarn = ROPE.edited({"encoding.scaling": "yarn"})
    assert compare_with(yarn, "scaling=llama3").compare.against.factor == 4
    assert compare_with(yarn, "scaling=llama3,factor=8").compare.against.factor == 8
    pinned = yarn.edited({"compare.against": yarn.encoding}).edited({"encoding.scaling": "llama3"})
    assert pinned.encoding.factor == 4
    assert pinned.encoding.trained == 8192
    assert yarn.edited({"encoding.scaling": "llama3"}).encoding.factor == 8, "as published"


@pytest.mark.parametrize(
    ("schemes", "names"),
    [
        ([Rope(dim=64), Rope(dim=32)], ["*D* = 64", "*D* = 32"]),
        ([Rope(scaling="yarn"), Rope(scaling="llama3", factor=4), Rope()],
         ["YaRN (factor 4)", "Llama 3 (factor 4)", "no scaling"]),
        ([Rope(scaling="dynamic", factor=1), Rope(scaling="dynamic", factor=8)],
         ["*f* = 1", "*f* = 8"]),
        ([Rope(length=9, base=50.0), Rope(length=8, base=60.0)], ["*L* = 9, *b* = 50", "*L* = 8, *b* = 60"]),
        ([Rope(layout="interleaved"), Rope()], ["Neighbours", "Halves"]),
    ],
)  # fmt: skip
def test_names_are_the_values_that_differ(schemes, names):
    assert value_names(schemes) == names


def test_base_1_turns_all_pairs_alike_and_yarn_says_why_it_cannot():
    rope = Rope(base=1.0, dim=8)
    assert set(rope.frequencies()) == {1.0}
    document = Document().edited({"encoding.base": 1})
    assert pane("frequencies").explanation(document).startswith("All pairs turn alike. ")
    slower = ("slower", "grow longer", "tell the position")
    said = " ".join(
        pane(name).explanation(document) for name in ("frequencies", "binary", "clocks", "waves")
    )
    assert not [words for words in slower if words in said]
    with pytest.raises(ValueError, match="YaRN divides by ln b, so it must be greater than 1"):
        Rope(base=1.0, scaling="yarn")
    frequencies = Rope(base=1.0, scaling="llama3").frequencies()
    assert frequencies[-1] == 1
