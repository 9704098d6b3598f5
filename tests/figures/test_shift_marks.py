"""The shift in the panes beside it: rows t and t + φ, and the lag φ.

At the edge where it leads out of the table.
"""

import pytest

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of, panels


def rules(panel):
    return [(mark.direction, mark.at, mark.dashed) for mark in of(panel, Rule)]


@pytest.mark.parametrize(("transposed", "direction"), [(False, "y"), (True, "x")])
def test_tables_mark_the_row_and_the_row_phi_on_however_they_are_turned(transposed, direction):
    changes = {"shift.phi": 10.25, "view.transposed": transposed}
    (panel,) = panels("encoding", changes)
    (before, after, *_) = panels("shift", changes)
    assert rules(panel) == rules(before) == [(direction, 50, False), (direction, 60.25, True)]
    assert [mark.label for mark in of(panel, Rule)] == ["*t* = 50", "*t* + *φ* = 60.25"]
    odd, _ = panels("shift", {**changes, "encoding.dim": 7})
    assert rules(after) == rules(odd) == [(direction, 50, False)]


@pytest.mark.parametrize(("phi", "at", "label"), [
    (149.0, 199, "*t* + *φ* = 199"), (150.0, 199.25, "*t* + *φ* = 200, outside"), (0.0, 50, ""),
    (-51.0, -0.25, "*t* + *φ* = −1, outside"), (1e9, 199.25, "*t* + *φ* = 1\u2009000\u2009000\u2009050, outside"),
])  # fmt: skip
def test_both_lines_stand_on_the_table_and_say_where_they_would_be_outside(phi, at, label):
    for name in ("encoding", "shift", "binary"):
        here, there = of(panels(name, {"shift.phi": phi})[0], Rule)
        assert here.at == 50
        assert here.label == "*t* = 50"
        assert here.moves == "cursor.position"
        expected = (
            at,
            label,
            "shift.phi",
            phi != 0,
        )
        assert (there.at, there.label, there.moves, there.dashed) == expected, name


@pytest.mark.parametrize("first", [0, 1_000, -5_000_000])
def test_a_table_without_the_position_shows_the_one_nearest_to_it(first):
    short = {"encoding.length": 12, "encoding.first": first}
    near = min(max(50, first), first + 11)
    (panel,) = panels("encoding", {"shift.phi": -0.5 if near > first else 3.5, **short})
    assert rules(panel)[0] == ("y", near, False)
    assert f"Row {number(near)}, turned" in panels("shift", {"shift.phi": 3.5, **short})[-1].title


@pytest.mark.parametrize(("phi", "at", "label"), [
    (0.0, 0, ""), (199.0, 199, "lag *φ* = 199"), (-250.0, -199, "lag *φ* = −250, outside"),
])  # fmt: skip
def test_the_line_of_a_lag_waits_in_the_corner_where_no_positions_are_so_far_apart(phi, at, label):
    matrix, _ = panels("distance", {"shift.phi": phi})
    (diagonal,) = of(matrix, Diagonal)
    assert diagonal.at == at
    assert diagonal.label == label


@pytest.mark.parametrize(("name", "said"), [
    ("encoding", "Marked are row *t* = 50 and, dashed, row *t* + *φ* = 60.5."),
    ("binary", "Marked are position *t* = 50 and, dashed, position *t* + *φ* = 60.5."),
    ("distance", "all pairs of positions that are *φ* = 10.5 apart; on the curve it is *t* + *φ*."),
])  # fmt: skip
def test_the_explanation_says_what_is_marked_and_nothing_where_nothing_is(name, said):
    document = Document().edited({"shift.phi": 10.5})
    assert said in pane(name).explanation(document)
    edited_document = document.edited({"shift.phi": 0})
    still = pane(name).explanation(edited_document)
    assert "φ" not in still
    assert ("Marked is" in still) is (name != "distance")
    assert still == still.strip()
