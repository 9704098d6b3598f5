"""The shift in the panes beside it: rows t and t + φ, and the lag φ; nothing where it leads out of the table."""

import pytest

from peviewer.base.words import whole
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.panes.catalog import pane

FOUR = ("encoding", "shift", "binary", "distance")
FIRST = {"encoding.first": 1000, "cursor.position": 1050}


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


@pytest.mark.parametrize(("transposed", "direction"), [(False, "y"), (True, "x")])
def test_every_heatmap_of_shift_marks_its_row(transposed, direction):
    before, after, _ = panels("shift", shift__phi=10.0, view__transposed=transposed)
    assert rules(before) == [(direction, 50, False), (direction, 60, True)]
    assert rules(after) == [(direction, 50, False)]
    odd, _ = panels("shift", shift__phi=10.0, view__transposed=transposed, encoding__dim=7)
    assert rules(odd) == [(direction, 50, False)]


def test_positions_count_from_the_first():
    (panel,) = panels("encoding", shift__phi=-50.0, **FIRST)
    assert rules(panel) == [("y", 1050, False), ("y", 1000, True)]


def test_binary_marks_both_rows_in_the_counter_and_in_the_table():
    counter, table, _ = panels("binary", shift__phi=10.0)
    assert rules(counter) == rules(table) == [("x", 50, False), ("x", 60, True)]


def test_distance_marks_the_lag_and_the_row_phi_on_from_the_reference_position():
    matrix, profile = panels("distance", shift__phi=-10.0)
    assert [mark.at for mark in matrix.marks if isinstance(mark, Diagonal)] == [-10]
    assert rules(profile)[:2] == [("x", 50, False), ("x", 40, True)]


@pytest.mark.parametrize("phi", [-60.0, -1.0, 0.0, 1.0, 60.0, 150.0, -51.0, 1e9])
@pytest.mark.parametrize("name", ["encoding", "shift", "binary"])
def test_whatever_phi_is_both_lines_stand_on_the_table_so_that_none_vanishes_while_it_is_dragged(name, phi):
    panel = panels(name, shift__phi=phi)[0]
    moved = [mark for mark in panel.marks if isinstance(mark, Rule)]
    assert [mark.moves for mark in moved] == ["cursor.position", "shift.phi"]
    assert all(-0.5 < mark.at < 199.5 for mark in moved)


def test_with_phi_0_both_lines_are_one():
    line, on = (mark for mark in panels("encoding", shift__phi=0.0)[0].marks if isinstance(mark, Rule))
    assert (line.at, line.label, line.dashed) == (50, "*t* = 50", False)
    assert (on.at, on.label, on.dashed, on.color) == (50, "", False, line.color)


@pytest.mark.parametrize(("phi", "at", "label"), [
    (149.0, 199, "*t* + *φ* = 199"), (150.0, 199.25, "*t* + *φ* = 200, outside"),
    (-51.0, -0.25, "*t* + *φ* = −1, outside"), (1e9, 199.25, "*t* + *φ* = 1 000 000 050, outside"),
])  # fmt: skip
def test_outside_the_table_the_mark_waits_at_the_edge_and_says_where_it_would_be(phi, at, label):
    _, waiting = (mark for mark in panels("encoding", shift__phi=phi)[0].marks if isinstance(mark, Rule))
    assert (waiting.at, waiting.label) == (at, label)


@pytest.mark.parametrize("first", [0, 1_000, -5_000_000])
def test_a_table_without_the_position_shows_the_one_nearest_to_it(first):
    short = {"encoding.length": 12, "encoding.first": first}
    near = min(max(50, first), first + 11)
    (panel,) = panels("encoding", shift__phi=-0.5 if near > first else 3.5, **short)
    assert rules(panel)[0] == ("y", near, False)
    assert f"Row {whole(near)}, shifted" in panels("shift", shift__phi=3.5, **short)[-1].title


def test_one_position_alone_is_marked_and_so_is_where_the_shift_would_lead():
    (panel,) = panels("encoding", encoding__length=1)
    assert [mark.label for mark in panel.marks[1:]] == ["*t* = 0", "*t* + *φ* = 100, outside"]
    assert rules(panel) == [("y", 0, False), ("y", pytest.approx(0.4975), True)]


@pytest.mark.parametrize("length", [1, 2, 5, 50, 200, 10**7])
@pytest.mark.parametrize("phi", [-1e9, 1e9])
def test_a_mark_that_waits_is_at_the_edge_of_any_table(length, phi):
    (panel,) = panels("encoding", encoding__length=length, shift__phi=phi)
    _, waiting = (mark for mark in panel.marks if isinstance(mark, Rule))
    low, high = panel.y.limits
    from_edge = (high - waiting.at if phi > 0 else waiting.at - low) / (high - low)
    assert 0 < from_edge < 0.0026


@pytest.mark.parametrize(("phi", "at", "label"), [
    (0.0, 0, "lag *φ* = 0"), (199.0, 199, "lag *φ* = 199"), (200.0, 199, "lag *φ* = 200, outside"),
    (-250.0, -199, "lag *φ* = −250, outside"),
])  # fmt: skip
def test_the_line_of_the_lag_waits_in_the_corner_where_no_two_positions_are_so_far_apart(phi, at, label):
    matrix, _ = panels("distance", shift__phi=phi)
    (diagonal,) = (mark for mark in matrix.marks if isinstance(mark, Diagonal))
    assert (diagonal.at, diagonal.label) == (at, label)


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
    assert ("Marked is" in still) is (name != "distance")
    assert still == still.strip()


def test_transposed_the_explanation_speaks_of_columns():
    document = Document().edited({"shift.phi": 10, "view.transposed": True})
    assert "Marked are column *t* = 50 and, dashed, column *t* + *φ* = 60." in pane("encoding").explanation(document)


def test_a_row_that_the_shift_leads_out_of_the_table_is_not_spoken_of_on_the_curve():
    document = Document().edited({"shift.phi": 10.5, "cursor.position": 195})
    said = pane("distance").explanation(document)
    assert "are *φ* = 10.50 apart." in said
    assert "on the curve" not in said
    assert "the edge: row *t* + *φ* = 205.50 is outside the table." in pane("encoding").explanation(document)


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (200, "Marked are row *t* = 50 and, dashed, row *t* + *φ* = 60."),
        (60, "Marked is row *t* = 50."),
        (40, "Marked is row *t* = 39."),
    ],
)
def test_a_mark_that_the_shorter_of_two_cuts_off_is_not_spoken_of(length, said):
    document = compare_with(Document().edited({"shift.phi": 10.0}), f"length={length},base=100")
    text = pane("encoding").explanation(document)
    assert said in text
    shown = pane("encoding").figure(document).panels[0]
    seen = [mark.label for mark in shown.marks if isinstance(mark, Rule) and mark.at <= shown.y.limits[1]]
    assert len(seen) == {200: 2, 60: 1, 40: 1}[length]
    assert ("on the curve it is" in pane("distance").explanation(document)) is (length == 200)
