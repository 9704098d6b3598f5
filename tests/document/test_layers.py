"""The layers of a model: kept, undone, refused where they contradict each other, and ended with its encoding."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document, DocumentError
from peviewer.document.layers import Layers, is_same_rule
from peviewer.document.tables import open_table

FULL = pv.Rope(dim=256, base=1e6, length=131_072)
SLIDING = pv.Rope(dim=256, base=1e4, length=131_072)
COMPRESSED = pv.Rope(dim=64, base=1.6e5, length=131_072)
LAYERS = {
    "layers.rules": (FULL, SLIDING, COMPRESSED),
    "layers.indices": (1, 1, 0, -1, 2),
    "layers.windows": (1024, 1024, 0, 0, 0),
    "layers.kinds": ("sliding", "sliding", "full", "full", "compressed"),
    "layers.source": "config.json",
}


def model():
    """Return a Document as a configuration with layers of three rules opens it."""
    opened = Document().opening(FULL)
    return opened.edited({"compare.against": SLIDING, **LAYERS})


def test_they_are_part_of_a_session():
    document = model()
    assert Document.from_json(document.to_json()) == document
    assert document.layers.rule(4) == COMPRESSED
    assert document.layers.rule(3) is None
    assert document.layers.rule(5) is None


def test_the_first_layer_of_a_is_chosen_where_layers_are_opened():
    assert model().cursor.layer == 2
    assert model().edited({**LAYERS, "cursor.layer": 4}).cursor.layer == 4


def test_a_layer_that_is_chosen_makes_its_rule_a():
    third = model().edited({"cursor.layer": 4})
    assert third.encoding == COMPRESSED
    assert third.compare.against == SLIDING
    assert third.layers == model().layers


def test_where_that_is_b_both_change_places():
    swapped = model().edited({"cursor.layer": 1})
    assert swapped.encoding == SLIDING
    assert swapped.compare.against == FULL
    back = swapped.edited({"cursor.layer": 2})
    assert back.encoding == FULL
    assert back.compare.against == SLIDING


def test_a_layer_without_positions_or_with_the_rule_of_a_changes_nothing_else():
    document = model()
    for layer in (2, 3, 9999):
        chosen = document.edited({"cursor.layer": layer})
        assert chosen.encoding is document.encoding
        assert chosen.compare is document.compare


def test_a_rule_stays_the_same_however_much_of_it_is_looked_at():
    shorter = model().edited({"encoding.length": 500, "encoding.first": 3})
    assert is_same_rule(shorter.encoding, FULL)
    assert shorter.edited({"cursor.layer": 2}).encoding is shorter.encoding
    assert not is_same_rule(shorter.edited({"encoding.base": 77}).encoding, FULL)
    wide = pv.AxialRope(rows=3, columns=40)
    assert is_same_rule(wide, pv.AxialRope(rows=8))


def test_undoing_sets_the_fields_alone():
    document = model()
    edited_document = document.edited({"cursor.layer": 4}, alone=True)
    assert edited_document.encoding is document.encoding


def test_they_end_where_another_encoding_is_opened(tmp_path):
    np.save(tmp_path / "a.npy", np.eye(9))
    opened, _ = open_table(model(), str(tmp_path / "a.npy"))
    assert opened.layers == Layers()
    assert model().opening(pv.Alibi()).layers == Layers()
    assert model().edited({"encoding.scheme": "alibi"}).layers == Layers()


def test_they_stay_while_a_parameter_changes():
    document = model()
    assert document.edited({"encoding.base": 5000}).layers is document.layers
    assert document.edited({"compare.against": None}).layers is document.layers


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"layers.indices": (0, 3)}, "indices"),
        ({"layers.indices": (-2,)}, "indices"),
        ({"layers.indices": (0,), "layers.kinds": (), "layers.windows": (1, 2)}, "windows"),
        ({"layers.windows": (1, 1, 1, 1, -1)}, "windows"),
        ({"layers.kinds": ("full",)}, "kinds"),
    ],
)
def test_what_contradicts_itself_is_refused_by_its_field(changes, field):
    with pytest.raises(
        DocumentError, match=rf"^layers\.{field} = \[.*\] is not allowed: it must be a list of "
    ):
        model().edited(changes)


def test_several_are_different_rules_or_windows():
    one_window = Layers(rules=(FULL,), indices=(0, 0), windows=(0, 512))
    assert one_window.are_several
    layers = Layers(rules=(FULL,), indices=(0, -1))
    assert layers.are_several
    assert not Layers(rules=(FULL, SLIDING), indices=(0, 0)).are_several
    assert not Layers().are_several
