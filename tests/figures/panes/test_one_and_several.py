"""What panes say where there is one of something, or where numbers would be cut: as one says it."""

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.xpos import XPos


def test_a_lone_sine_is_a_turning_pair_without_a_part_in_the_score():
    document = Document().edited({"encoding.dim": 33})
    assert PANES["score"].figure(document).panels[-1].marks[0].rows[-1] == ("turning pairs", "16 of 17")
    assert PANES["deciding"].figure(document).panels[0].marks[0].rows[1][1] == "17"


def test_one_pair_is_told_of_as_the_only_one():
    document = Document().edited({"encoding.scheme": "rope", "encoding.dim": 2, "encoding.scaling": "linear"})
    scaling = PANES["scaling"]
    assert scaling.figure(document).panels[-1].title == "The only pair completes a turn within *L*"
    assert scaling.explanation(document) == "There is one pair only, and it is slowed down 4 times."
    short = Document().edited({"encoding.scheme": "rope", "encoding.dim": 2, "encoding.length": 3})
    assert scaling.figure(short).panels[-1].title == "The only pair never completes a turn within *L*"


def test_a_pair_that_comes_back_at_every_position_repeats_at_each():
    document = Document().edited({"encoding.scheme": "timestep", "encoding.dim": 2, "encoding.scale": 6.2831853})
    assert "repeats every position." in PANES["encoding"].explanation(document)


def test_numbers_of_claims_are_told_in_plain_words():
    told = {claim.name: claim.detail for claim in properties(Alibi(heads=2, length=200))}
    assert told["own-bias"] == "the fewest different biases that 200 distances have in any one head"
    told = {claim.name: claim.detail for claim in properties(XPos(length=50, dim=8))}
    assert told["norm-kept"].startswith("what a query at t = 49 keeps of the pair that loses most")
    told = {claim.name: claim for claim in properties(Rope(length=32_768, dim=128, trained=4096))}
    assert told["seen-angles"].value == 18, "64 pairs come farther, 18 of them to angles that were not there"
    assert told["seen-angles"].detail == (
        "of 64 pairs come to angles that the trained 4\u2009096 positions did not have"
    )
