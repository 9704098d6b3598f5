"""The Properties pane: what fails is red and says why, and claims are counted."""

import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import pane
from tests.plain_sines import plain_sines


def drawn(changes=()):
    """Return the panel and its listing."""
    document = Document().edited(dict(changes))
    figure = pane("properties").figure(document)
    panel = figure.panels[0]
    return panel, panel.marks[0]


def test_properties_turn_red_with_the_reason():
    good, listing = drawn()
    assert good.title == "All claims hold"
    assert False not in listing.verdicts
    bad, listing = drawn({"content.kind": "ones"})
    assert False in listing.verdicts
    failed = [
        row for row, verdict in zip(listing.rows, listing.verdicts, strict=True) if verdict is False
    ]
    assert all("content" in row[2] for row in failed)
    assert bad.title == f"{len(failed)} of 12 claims fail"


@pytest.mark.parametrize(
    ("changes", "title", "undecided"),
    [
        ({}, "All claims hold", 0),
        ({"encoding.first": 9 * 10**15, "shift.phi": 0.25}, "0 of 12 claims fail, 2 cannot be decided", 2),
        ({"encoding.first": 9 * 10**15, "shift.phi": 0.25, "content.kind": "ones"},
         "4 of 12 claims fail, 1 cannot be decided", 1),
        ({"encoding.dim": 7}, "7 of 12 claims fail", 0),
        ({"shift.operator": "flipped"}, "1 of 12 claims fails", 0),
    ],
)  # fmt: skip
def test_claims_are_counted_and_those_that_rounding_leaves_open_have_no_sign(
    changes, title, undecided
):
    document = Document().edited(changes)
    (panel, listing) = drawn(changes)
    assert panel.title == title
    assert listing.verdicts.count(None) == undecided + 4, "and those that inform"
    assert ("cannot be decided" in pane("properties").explain(document)) == bool(undecided)
    shift = next(row[0] for row in listing.rows if "A shift is linear" in row[0])
    assert shift.count("(*x* + PE)(") == (2 if "content.kind" in changes else 0)


def test_a_perfect_table_fails_nothing_and_its_end_is_only_reported():
    sines = plain_sines(range(60), 32)
    document = Document(encoding=pv.Table(sines.round(6)))
    properties = pane("properties")
    panel = properties.figure(document).panels[0]
    listing = panel.marks[0]
    claims = {
        row[0]: (row, verdict) for row, verdict in zip(listing.rows, listing.verdicts, strict=True)
    }
    assert panel.title == "All claims hold"
    assert "All claims hold here." in properties.explain(document)
    end, verdict = claims["Extends to any length"]
    assert end[1] == "59"
    assert verdict is None
    step, verdict = claims["Neighbours are equally far apart"]
    assert step[2] == "the distance between neighbours, equal to 6 decimals (1.3×10⁻⁶)"
    assert verdict is True
    columns = properties.tables(document)[0].columns
    assert columns["verdict"][columns["claim"].index("extends")] == "informs"
