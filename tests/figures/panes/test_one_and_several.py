"""What panes say where there is one of something, or where numbers would be cut: as one says it."""

import re

import pytest

from peviewer.document.document import Document
from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Curve, Listing
from peviewer.figures.panes.catalog import PANES
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.xpos import XPos

SMALL = {
    "one number": {"dim": 1},
    "one pair": {"dim": 2},
    "one position": {"length": 1},
    "two positions": {"length": 2},
    "a pair that turns once a position": {"scheme": "timestep", "dim": 2, "scale": 6.2831853},
    "one turn in all": {"dim": 2, "length": 7},
    "positions that are one number": {"first": 9 * 10**15, "length": 3, "dim": 4},
    "one rotary pair": {"scheme": "rope", "dim": 2, "scaling": "linear"},
    "one slow rotary pair": {"scheme": "rope", "dim": 2, "length": 3},
    "one slow pair of several": {"scheme": "rope", "dim": 6, "base": 30.0, "length": 50},
    "one lossy position": {"scheme": "xpos", "length": 1},
    "one head": {"scheme": "alibi", "heads": 1, "length": 2},
    "few buckets": {"scheme": "t5", "bucket_count": 4, "max_distance": 3, "length": 2},
    "one bucket in use": {"scheme": "t5", "length": 1},
    "one rotary pair that turns": {"scheme": "rope", "dim": 2, "length": 200},
    "one lossy pair": {"scheme": "xpos", "dim": 2, "length": 2},
    "one pair that does not turn": {"scheme": "rope", "dim": 4, "rotated": "part", "share": 0.5},
    "one pair of two that is new": {"scheme": "rope", "dim": 4, "length": 20, "trained": 8},
    "one pair of two that was new": {"scheme": "rope", "dim": 4, "length": 20, "trained": 8, "scaling": "linear"},
    "nowhere above": {"scheme": "rope", "dim": 2, "length": 9, "trained": 8, "scaling": "linear"},
}
THINGS = "positions|turns|pairs|heads|rows|numbers|biases|distances|dimensions|lags|keys|claims"
WRONG = re.compile(rf"(?<![\d.,\u2009×])1 (?:{THINGS})\b|\bof 1 (?:{THINGS})\b|\b1 of 1 pair")
PLURAL = "(?:are|have|come|complete|hold)"
VERB = re.compile(  # "0 of 1 bias of head 1 are", "1 of 64 pairs, shaded, come", "1 of the buckets hold"
    rf"\bof 1 \w+( of [a-z]+ \w+| never)? {PLURAL}\b"
    rf"|(?<![\d\u2009.,])1 of (the \w+|\d+ \w+( of [a-z]+ \w+| never)?)(, [^,.]*,)? {PLURAL}\b"
    r"|\b1 distance have\b|\b(all|the) 1\b|\b1, fast|\bat 0 of the\b|\bfrom (\S+) to \6 (across|downwards)",
    re.IGNORECASE,
)


def _document(name):
    turned_once = {"shift.phi": 6.2831853}
    return Document().edited(turned_once | {f"encoding.{field}": value for field, value in SMALL[name].items()})


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", SMALL)
def test_one_is_not_several(name):
    document = _document(name)
    for known in PANES.values():
        figure = known.figure(document)
        listed = [m for panel in figure.panels for m in panel.marks if isinstance(m, Listing)]
        rows = [" ".join(row) for listing in listed for row in listing.rows if known.name != "properties"]
        facts = [f"{panel.title} {panel.fact}" for panel in figure.panels]
        for said in (known.explanation(document), alt_text(figure), figure.title, *facts, *rows):
            assert not WRONG.search(said.replace("*", "")), (known.name, said)
            assert not VERB.search(said.replace("*", "")), (known.name, said)


def test_a_lone_sine_is_a_turning_pair_without_a_part_in_the_score():
    document = Document().edited({"encoding.dim": 33})
    assert PANES["score"].figure(document).panels[-1].marks[0].rows[-1] == ("turning pairs", "16 of 17")
    assert PANES["deciding"].figure(document).panels[0].marks[0].rows[1][1] == "17"


@pytest.mark.parametrize("name", SMALL)
def test_a_curve_of_one_value_is_a_point(name):
    document = _document(name)
    for known in PANES.values():
        for panel in known.figure(document).panels:
            lines = [mark for mark in panel.marks if isinstance(mark, Curve) and mark.style in ("line", "dashed")]
            assert all(len(mark.series.sample(*panel.x.limits, 500)[0]) > 1 for mark in lines), (
                known.name,
                panel.title,
            )


@pytest.mark.parametrize("name", SMALL)
def test_the_verbs_of_claims_are_those_of_one_or_of_several(name):
    scheme = _document(name).encoding
    for claim in properties(scheme):
        said = f"{claim.value:g} {claim.detail}"
        assert not VERB.search(said), (claim.name, said)


def test_one_pair_is_told_of_as_the_only_one():
    document = _document("one rotary pair")
    scaling = PANES["scaling"]
    assert scaling.figure(document).panels[-1].title == "The only pair completes a turn within *L*"
    assert scaling.explanation(document) == "There is one pair only, and it is slowed down 4 times."
    short = _document("one slow rotary pair")
    assert scaling.figure(short).panels[-1].title == "The only pair never completes a turn within *L*"


def test_a_pair_that_comes_back_at_every_position_repeats_at_each():
    document = _document("a pair that turns once a position")
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
