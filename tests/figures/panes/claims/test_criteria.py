"""The Criteria pane as data: a verdict and its number in each cell, and sentences on what fails."""

import numpy as np
import pytest

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Listing
from peviewer.figures.panes.catalog import pane
from peviewer.model.claims.criteria import CRITERIA, criteria
from tests.figures.drawn import of
from tests.own_formulas import numbers

FOUR_WAYS = ("*t*", "*t* / *L*", "bits", "sines")


def listing(document):
    figure = pane("criteria").figure(document)
    return of(figure.panels[0], Listing)[0]


@pytest.mark.parametrize(("length", "dim"), [(64, 12), (5, 7), (2, 1), (1, 4)])
def test_each_cell_has_the_verdict_and_the_number_that_decides(length, dim):
    document = Document().edited({"encoding.length": length, "encoding.dim": dim})
    shown = listing(document)
    assert shown.columns[1:5] == FOUR_WAYS
    found = criteria(document.encoding)
    for row, criterion in zip(shown.rows, CRITERIA, strict=True):
        for text, findings in zip(row[1:5], found.values(), strict=True):
            finding = findings[criterion]
            sign = {True: "✓\u00a0", False: "✗\u00a0", None: "–"}[finding.holds]
            assert text.startswith(sign)
            if finding.holds is not None:
                ends = {number(finding.least, 3), number(finding.greatest, 3)}
                assert {*text[2:].partition(",")[0].split(" to ")} == ends


@pytest.mark.parametrize(("dim", "is_told"), [(7, True), (8, False)])
def test_of_numbers_that_look_alike_the_difference_is_told(dim, is_told):
    document = Document().edited({"encoding.length": 9, "encoding.dim": dim})
    [steps] = [row[4] for row in listing(document).rows if row[0].startswith("Neighbours")]
    distances = np.linalg.norm(np.diff(document.encoding.table(), axis=0), axis=1)
    alike, _, difference = steps[2:].partition(", differing by ")
    assert alike == number(float(distances.mean()), 3)
    assert bool(difference) is is_told
    if is_told:
        expected = pytest.approx(np.ptp(distances), rel=0.1)
        assert numbers(difference)[0] == expected


@pytest.mark.parametrize(
    ("changes", "title", "said", "unsaid"),
    [
        ({"length": 65, "dim": 12}, "Only sines meet all four", ("here to 64.", "moved by up to 0.492", "1 to 2.65 apart"),
         ("odd", "repeat")),
        ({"length": 2, "dim": 12}, "Only *t*, bits and sines meet all four", ("moved by up to 0.25",), ("grows", "jump")),
        ({"length": 1, "dim": 2}, "*t*, *t* / *L*, bits and sines meet all four", (), ("depends", "grows", "jump")),
        ({"length": 9, "dim": 1}, "No way meets all four", ("With odd *d*",), ("repeat",)),
        ({"length": 9, "dim": 2, "scheme": "timestep", "scale": 6.283185307179586}, "No way meets all four",
         ("two positions have the same row",), ("odd",)),
    ],
)  # fmt: skip
def test_it_says_what_fails_and_who_meets_all(changes, title, said, unsaid):
    document = Document().edited({f"encoding.{name}": value for name, value in changes.items()})
    figure = pane("criteria").figure(document)
    assert figure.panels[0].title == title
    explanation = pane("criteria").explanation(document)
    assert f"{title}." in explanation
    assert [part for part in said if part not in explanation] == []
    assert [part for part in unsaid if part in explanation] == []


def test_only_the_sines_of_a_and_b_have_a_column_each_where_both_have_one_length():
    document = Document().edited({"encoding.length": 60})
    both = compare_with(document, "base=50")
    expected = ("Criterion", *FOUR_WAYS[:3], "A: sines", "B: sines")
    assert listing(both).columns[:6] == expected


def test_what_is_written_to_files_is_what_is_shown():
    document = Document().edited({"encoding.length": 33, "encoding.dim": 6})
    (table,) = pane("criteria").tables(document)
    columns = table.columns
    rows = zip(columns["encoding"], columns["criterion"], columns["holds"], strict=True)
    failing = [(name, criterion) for name, criterion, holds in rows if holds == "no"]
    assert failing == [("t", "bounded"), ("t / L", "extends"), ("bits", "constant-step")]
    assert columns["greatest"][11] == pytest.approx(6**0.5)
