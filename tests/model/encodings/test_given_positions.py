"""Positions that are given one by one: real, repeated, falling, typed or from a file."""

import os
import re

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of
from peviewer.exporters.code import DIALECTS
from peviewer.figures.grammar import Curve, Heatmap, Rule
from peviewer.figures.panes.catalog import PANES, follow_scheme, pane
from tests.plain_sines import plain_sines

TIMES = (0, 0.3, 2.7, 11)
PACKED = (*range(10), *range(5))
CLOSED = [pv.Sinusoidal, pv.Tensor2Tensor, pv.Timestep, pv.Rope, pv.XPos, pv.Alibi, pv.Kerple, pv.Sandwich]  # fmt: skip


def test_rows_are_those_of_the_positions_in_their_order():
    scheme = pv.Sinusoidal(at=TIMES, dim=8)
    expected = plain_sines(TIMES, 8)
    assert scheme.length == 4
    assert np.abs(scheme.table() - expected).max() < 1e-14
    assert np.abs(np.asarray(scheme) - expected).max() < 1e-14
    assert np.abs(scheme[2:] - expected[2:]).max() < 1e-14
    assert scheme.angles()[:, 0].tolist() == list(TIMES)
    assert np.abs(scheme.raster(0.5).exact(range(4), range(8)) - plain_sines(np.array(TIMES) + 0.5, 8)).max() < 1e-14  # fmt: skip


def test_distances_are_those_of_the_rows_and_not_of_lags_between_them():
    rows = plain_sines(TIMES, 8)
    expected = np.linalg.norm(rows[:, None] - rows, axis=2)
    assert pv.pairwise(pv.Sinusoidal(at=TIMES, dim=8)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("kind", CLOSED)
@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("0, 0.3, 2.7, 11", TIMES),
        ("0..9, 0..4", PACKED),
        ("-1; 2..0", (-1, 2, 1, 0)),
        ("1e3 5", (1000, 5)),
    ],
)
def test_closed_forms_take_positions_as_they_are_typed(kind, typed, numbers):
    scheme = Document(encoding={"scheme": kind.scheme_name(), "at": typed}).encoding
    assert scheme.at == numbers
    assert scheme.length == len(numbers)


def test_a_column_of_a_file_gives_the_positions(tmp_path):
    path = tmp_path / "events.csv"
    path.write_text("name,hours\na,0\nb,0.3\nc,2.7\nd,11\n")
    assert pv.Sinusoidal(at=f"{path}:hours").at == TIMES
    alone = tmp_path / "alone.txt"
    alone.write_text("5\n3.5\n")
    assert pv.Sinusoidal(at=str(alone)).at == (5, 3.5)


@pytest.mark.parametrize(
    ("at", "message"),
    [
        (range(10**6), "1\u2009000\u2009000 positions is not allowed: it must be at most 4\u2009096"),
        ([0, float("nan")], "it has a number that is not finite"),
        ("0, 1e400", "it must be numbers with commas between them"),
        ("0..99999999", "it must be numbers with commas between them"),
        ([1e16], "a position must be from"),
        ("many words", "it must be numbers with commas between them"),
        ("FOLDER/words.csv:day", "'Monday' in line 2 of words.csv is no number"),
        ("FOLDER/words.csv:dya", "no column dya; did you mean day?"),
        ("FOLDER/none.csv:day", "cannot be read: No such file"),
    ],
)  # fmt: skip
def test_what_gives_no_positions_is_refused_in_one_line(tmp_path, at, message):
    (tmp_path / "words.csv").write_text("day,hour\nMonday,1\n")
    at = at.replace("FOLDER", str(tmp_path)) if isinstance(at, str) else at
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        pv.Sinusoidal(at=at)
    assert "\n" not in str(error.value)


def test_length_and_first_position_do_not_contradict_given_positions():
    with pytest.raises(ValueError, match="length = 9 is not allowed: at has 4 positions"):
        pv.Sinusoidal(at=TIMES, length=9)
    document = Document(encoding={"first": 7, "length": 9}).edited({"encoding.at": "0, 0.3"})
    assert (document.encoding.first, document.encoding.length) == (0, 2)


def test_a_row_is_labelled_by_its_position_and_read_as_it_is():
    document = Document(encoding={"at": TIMES, "dim": 8}, cursor={"position": 2})
    figure = pane("encoding").figure(document)
    panel = figure.panels[0]
    assert panel.marks[-1].label == "*t* = 2.7"
    assert panel.y.words == (0, ("0", "0.3", "2.7", "11"))
    shown = panel.marks[0].raster.sample(np.arange(4.0), np.arange(8.0))
    assert np.abs(shown - plain_sines(TIMES, 8)).max() < 1e-6


@pytest.mark.parametrize(
    ("at", "places"), [(TIMES, TIMES), ((0, 1, 1, 2), range(4)), ((3, 2, 1), range(3))]
)
def test_waves_stand_over_the_values_or_over_rows_where_these_repeat_or_fall(at, places):
    document = Document(encoding={"at": at, "dim": 8})
    panel = pane("waves").figure(document).panels[0]
    points = panel.marks[-1].series
    assert points.x.tolist() == list(places)
    assert points.y == pytest.approx(plain_sines(at, 8)[:, 0])


@pytest.mark.parametrize("columns", ["", "0, 3"])
def test_a_wave_is_drawn_from_the_first_given_position_to_the_last(columns):
    document = Document(encoding={"at": TIMES, "dim": 8}, waves={"columns": columns})
    panel = pane("waves").figure(document).panels[0]
    (curve, *_) = [mark for mark in panel.marks if isinstance(mark, Curve)]

    drawn_positions, drawn_values = curve.series.sample(*panel.x.limits, pixels=50)

    assert (drawn_positions[0], drawn_positions[-1]) == (TIMES[0], TIMES[-1])
    assert drawn_values == pytest.approx(plain_sines(drawn_positions, 8)[:, 0])


def test_columns_in_one_plot_stand_over_rows_where_positions_fall():
    document = Document(encoding={"at": (0, 1, 2, 0, 1), "dim": 8}, waves={"columns": "1"})
    panel = pane("waves").figure(document).panels[0]
    (curve,) = [mark for mark in panel.marks if isinstance(mark, Curve)]
    assert curve.series.x.tolist() == [0, 1, 2, 3, 4]
    assert curve.series.y == pytest.approx(plain_sines((0, 1, 2, 0, 1), 8)[:, 1])


def test_scores_of_packed_sequences_depend_on_their_own_positions_and_hide_others():
    packed = Document(encoding={"scheme": "alibi", "heads": 1, "at": (0, 1, 2, 0, 1)})
    figure = pane("terms").figure(packed)
    panels = dict(zip(figure.names, figure.panels, strict=True))
    bias = panels["bias"].marks[0].raster.exact(range(5), range(5))
    assert bias[4] == pytest.approx(-np.abs(np.array([0, 1, 2, 0, 1]) - 1.0) / 256)
    weights = panels["weights"].marks[0].raster.exact(range(5), range(5))
    assert (weights[3:, :3] == 0).all()
    assert (weights[:3, 3:] == 0).all()
    assert weights.sum(axis=1) == pytest.approx(np.ones(5))
    assert "these are 2, and no query sees a key of another one" in pane("terms").explanation(packed)  # fmt: skip


def test_times_that_fall_are_one_sequence_unless_whole_ones_begin_anew():
    assert pv.Rope(at="0..3, 0..1").sequences.tolist() == [0, 0, 0, 0, 1, 1]
    assert pv.Rope(at="3, 2, 1").sequences.tolist() == [0, 0, 0]
    assert pv.Rope(at="0.5, 2, 1").sequences.tolist() == [0, 0, 0]


@pytest.mark.parametrize("name", PANES)
def test_a_pane_shows_given_positions_or_says_why_not(name):
    document = Document(encoding={"at": TIMES, "dim": 8})
    shown = pane(name)
    if shown.serves(document):
        assert shown.figure(document).panels
        assert shown.explanation(document)
    elif isinstance(document.encoding, shown.needs):
        assert "counts positions one after the other" in shown.reason_empty(document)


def test_rotations_turn_rows_by_the_positions_that_are_given():
    rope = pv.Rope(dim=4, at=(3, 0.5), layout="interleaved")
    turned = rope.rotate([[1, 2, 3, 4], [1, 2, 3, 4]])
    assert turned[0].round(4).tolist() == [-1.2722, -1.8389, 2.8787, 4.0882]
    assert turned[1] == pytest.approx(pv.Rope(dim=4, layout="interleaved").rotate([1, 2, 3, 4], 0.5))  # fmt: skip


@pytest.mark.parametrize("scheme", ["t5", "shaw", "swin", "learned"])
def test_schemes_of_whole_positions_say_so(scheme):
    document = Document(encoding={"scheme": scheme})
    with pytest.raises(DocumentError, match="has whole positions, one after the other"):
        path_of(document, "at")


def test_given_positions_open_and_close_no_panes():
    before = Document()
    given = before.edited({"encoding.at": "0, 0.3, 2.7"})
    assert follow_scheme(before, given).view == before.view
    assert follow_scheme(given, before).view == before.view


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x00\xff\xfe" * 99, "it is no text in UTF-8"),
        (b"1" * 10**7, "is no number"),
        (b"1\n" * 5000, "has more than 4\u2009096 rows"),
        (b"", "has no numbers"),
        (b"a,b\n1\n", "has several columns: name one, as in times.csv:a (a, b)"),
    ],
)
def test_a_file_that_is_no_column_of_numbers_is_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "times.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        pv.Sinusoidal(at=str(path))
    assert "\n" not in str(error.value)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "times.csv")
    with pytest.raises(ValueError, match="it is not an ordinary file"):
        pv.Sinusoidal(at=str(tmp_path / "times.csv"))


@pytest.mark.parametrize("kind", CLOSED)
def test_code_is_of_the_positions_that_are_given_or_there_is_none(kind):
    given = kind(at=(0, 1, 2, 0, 1))
    lines = given.code(DIALECTS["numpy"])
    assert not lines or "np.array([0.0, 1.0, 2.0, 0.0, 1.0])" in "".join(lines)
    assert bool(lines) == (kind not in (pv.Sandwich, pv.XPos))
    assert lines or "given positions have no code" in given.why_no_code


TIMES_IN_STEPS = (0, 0.3, 2.7, 5.1, 11)


def shifted(phi):
    cursor = {"position": 2}
    encoding = {"at": TIMES_IN_STEPS, "dim": 8}
    return Document(encoding=encoding, cursor=cursor, shift={"phi": phi})


def test_a_shift_turns_the_rows_of_given_positions_into_those_that_are_later_by_phi():
    figure = pane("shift").figure(shifted(phi=1.5))

    _, turned, clocks, row = figure.panels
    (heatmap,) = [mark for mark in turned.marks if isinstance(mark, Heatmap)]
    rows = heatmap.raster.exact(range(5), range(8))
    later_times = np.array(TIMES_IN_STEPS) + 1.5
    assert rows == pytest.approx(plain_sines(later_times, 8))
    assert row.title == "Row 2.7, turned, lands on row 4.2"
    assert row.fact.startswith("differences ≤ 10⁻¹")
    assert clocks.marks[0].before[0] == pytest.approx(2.7)


@pytest.mark.parametrize(
    ("phi", "marked_rows"), [(2.4, [2, 3]), (-2.4, [2, 1]), (1.5, [2]), (9.0, [2])]
)
def test_t_plus_phi_is_marked_where_it_is_a_given_position(phi, marked_rows):
    document = shifted(phi)
    table = pane("shift").figure(document).panels[0]
    rules = [mark for mark in table.marks if isinstance(mark, Rule)]
    assert [rule.at for rule in rules] == marked_rows
    written = [float(rule.label.rpartition(" = ")[2]) for rule in rules]
    assert written == pytest.approx([TIMES_IN_STEPS[row] for row in marked_rows])


@pytest.mark.parametrize("name", ["shift", "operator"])
@pytest.mark.parametrize("change", [{"content.kind": "ones"}, {"shift.operator": "concatenated"}])
def test_of_given_positions_only_the_table_is_shifted(name, change):
    document = shifted(1.5).edited(change)
    assert "the table alone, without content" in pane(name).reason_empty(document)


def test_the_profile_of_distances_stands_over_the_values():
    document = Document(encoding={"at": TIMES, "dim": 8}, cursor={"position": 2})
    profile = pane("distance").figure(document).panels[1]

    curves = [mark for mark in profile.marks if isinstance(mark, Curve)]
    (rule,) = [mark for mark in profile.marks if isinstance(mark, Rule)]
    rows = plain_sines(TIMES, 8)
    for curve in curves:
        assert curve.series.x.tolist() == list(TIMES)
        assert curve.series.y == pytest.approx(np.linalg.norm(rows - rows[2], axis=1))
    assert rule.at == 2.7


def test_the_profile_stands_over_rows_where_values_fall():
    document = Document(encoding={"at": (3, 1, 2), "dim": 8}, cursor={"position": 1})
    profile = pane("distance").figure(document).panels[1]
    assert profile.x.limits == (-0.5, 2.5)
    (rule,) = [mark for mark in profile.marks if isinstance(mark, Rule)]
    assert rule.at == 1
