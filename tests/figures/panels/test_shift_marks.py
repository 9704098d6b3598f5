"""The shift in the panes beside it: rows t and t + φ, and the lag φ; nothing where it leads out of the table."""

import pytest

from peviewer.base.words import whole
from peviewer.document.document import Document
from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.panes.catalog import pane

FOUR = ("encoding", "shift", "binary", "distance")
FIRST = {"encoding.first": 1000, "shift.row": 1050}


def panels(name, **changes):
    document = Document().edited({path.replace("__", "."): value for path, value in changes.items()})
    return pane(name).figure(document).panels


def rules(panel):
    return [(mark.direction, mark.at, mark.dashed) for mark in panel.marks if isinstance(mark, Rule)]


@pytest.mark.parametrize("name", FOUR)
def test_each_of_the_four_first_panes_shows_the_shift(name):
    assert panels(name, shift__phi=10.0) != panels(name, shift__phi=10.5)


@pytest.mark.parametrize(("transposed", "direction"), [(False, "y"), (True, "x")])
def test_encoding_marks_the_row_and_the_row_phi_on_however_it_is_turned(transposed, direction):
    (panel,) = panels("encoding", shift__phi=10.25, view__transposed=transposed)
    assert rules(panel) == [(direction, 50, False), (direction, 60.25, True)]
    assert [mark.label for mark in panel.marks[1:]] == ["*t* = 50", "*t* + *φ* = 60.25"]


def test_positions_count_from_the_first():
    (panel,) = panels("encoding", shift__phi=-50.0, **FIRST)
    assert rules(panel) == [("y", 1050, False), ("y", 1000, True)]


def test_binary_marks_both_rows_in_the_counter_and_in_the_table():
    counter, table, _ = panels("binary", shift__phi=10.0)
    assert rules(counter) == rules(table) == [("x", 50, False), ("x", 60, True)]


def test_distance_marks_the_lag_and_the_row_phi_on_from_the_cursor():
    matrix, profile = panels("distance", shift__phi=-10.0)
    assert [mark.at for mark in matrix.marks if isinstance(mark, Diagonal)] == [-10]
    assert ("x", 10, True) in rules(profile)


@pytest.mark.parametrize("phi", [0.0, 150.0, -51.0, 1e9])
def test_no_shift_and_one_that_leads_out_of_the_table_mark_nothing(phi):
    (panel,) = panels("encoding", shift__phi=phi)
    assert rules(panel) == []
    assert rules(panels("binary", shift__phi=phi)[0]) == []


@pytest.mark.parametrize("first", [0, 1_000, -5_000_000])
def test_a_table_without_the_compared_row_shows_the_shift_from_its_first(first):
    short = {"encoding.length": 12, "encoding.first": first}
    assert rules(panels("encoding", shift__phi=3.5, **short)[0]) == [("y", first, False), ("y", first + 3.5, True)]
    assert f"Row {whole(first)}, shifted" in panels("shift", shift__phi=3.5, **short)[-1].title


@pytest.mark.parametrize("phi", [0.0, 200.0, -1e9])
def test_a_lag_that_no_two_positions_have_is_not_marked(phi):
    matrix, profile = panels("distance", shift__phi=phi)
    assert not [mark for mark in matrix.marks if isinstance(mark, Diagonal)]
    assert [rule for rule in rules(profile) if rule[0] == "x"] == [("x", 20, False)]


@pytest.mark.parametrize(("name", "said"), [
    ("encoding", "Marked are row *t* = 50 and, dashed, row *t* + *φ* = 60.50."),
    ("binary", "Marked are position *t* = 50 and, dashed, position *t* + *φ* = 60.50."),
    ("distance", "all pairs of positions that are *φ* = 10.50 apart; on the curve it is *t* + *φ*."),
])  # fmt: skip
def test_the_explanation_says_what_is_marked_and_nothing_where_nothing_is(name, said):
    document = Document().edited({"shift.phi": 10.5})
    assert said in pane(name).explanation(document)
    still = pane(name).explanation(document.edited({"shift.phi": 0}))
    assert "φ" not in still
    assert still == still.strip()


def test_transposed_the_explanation_speaks_of_columns():
    document = Document().edited({"shift.phi": 10, "view.transposed": True})
    assert "Marked are column *t* = 50 and, dashed, column *t* + *φ* = 60." in pane("encoding").explanation(document)


def test_a_row_that_the_shift_leads_out_of_the_table_is_not_spoken_of_on_the_curve():
    document = Document().edited({"shift.phi": 10.5, "cursor.position": 195})
    said = pane("distance").explanation(document)
    assert "are *φ* = 10.50 apart." in said
    assert "on the curve" not in said
    assert [rule for rule in rules(pane("distance").figure(document).panels[1]) if rule[0] == "x"] == [
        ("x", 195, False)
    ]
