"""The Clocks, Operator, Table and Properties panes as data."""

from math import cos, sin

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.figures.grammar import Arrows, Heatmap, Listing, Note, Numbers, Path, Rings, Words
from peviewer.figures.panes.catalog import pane


def drawn(name, changes=()):
    return pane(name).figure(Document().edited(dict(changes)))


def of(kind, panel):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_a_hand_stands_at_its_pairs_angle():
    one, _, _ = drawn("clocks", {"clocks.pair": 5, "cursor.position": 3, "shift.phi": 2.5}).panels
    omega = pv.Sinusoidal().frequencies()[5]
    before, after = of(Arrows, one)
    assert (before.dx[0], before.dy[0]) == pytest.approx((cos(3 * omega), sin(3 * omega)))
    assert (after.dx[0], after.dy[0]) == pytest.approx((cos(5.5 * omega), sin(5.5 * omega)))
    assert after.strong
    assert not before.strong


def test_clocks_run_from_the_fastest_to_the_slowest_pair():
    small = drawn("clocks", {"clocks.count": 8, "cursor.position": 0, "shift.phi": 1.0}).panels[2]
    (rings,) = [ring for ring in of(Rings, small) if ring.color == "muted"]
    (hands,) = of(Arrows, small)
    omegas = pv.Sinusoidal().frequencies()
    assert len(rings.x) == len(hands.dx) == 8
    assert hands.dx[0] == pytest.approx(cos(omegas[0]))
    assert hands.dx[-1] == pytest.approx(cos(omegas[-1]))
    names = of(Words, small)[0].texts
    assert (names[0], names[-1]) == ("*i* = 0", "*i* = 127")


def test_w_times_the_pair_before_is_the_pair_after():
    panel = drawn("clocks", {"clocks.pair": 9, "cursor.position": 7, "shift.phi": -4.25}).panels[1]
    columns = {words.x[0]: [float(text.replace("−", "-")) for text in words.texts]
               for words in of(Words, panel) if len(words.x) == 2 and not words.small}  # fmt: skip
    after, left, right, before = (columns[x] for x in sorted(columns))
    w = np.array([left, right]).T
    assert np.allclose(w @ before, after, atol=2e-4)


def test_a_fast_hands_trace_is_never_more_than_a_turn():
    small = drawn("clocks", {"shift.phi": 50}).panels[2]
    for path in of(Path, small):
        assert path.fading
        assert len(path.x) < 90
    slow = of(Path, small)[-1]
    assert np.hypot(slow.x[0] - slow.x[-1], slow.y[0] - slow.y[-1]) < 0.01


def test_by_position_the_hand_starts_from_zero():
    one = drawn("clocks", {"clocks.turn": "position", "cursor.position": 6}).panels[0]
    before, after = of(Arrows, one)
    assert (before.dx[0], before.dy[0]) == (1.0, 0.0)
    assert after.dx[0] == pytest.approx(cos(6.0))


def test_the_trace_ends_at_the_tip():
    one = drawn("clocks", {"cursor.position": 0, "shift.phi": 1.0}).panels[0]
    (trace,) = [path for path in of(Path, one) if path.fading]
    assert (trace.x[-1], trace.y[-1]) == pytest.approx((cos(1.0), sin(1.0)))
    assert 0 < trace.x[0] ** 2 + trace.y[0] ** 2 <= 1 + 1e-9


@pytest.mark.parametrize("layout", ["interleaved", "concatenated"])
def test_the_operator_pane_shows_m_in_its_own_layout(layout):
    figure = drawn("operator", {"encoding.dim": 8, "encoding.layout": layout, "shift.phi": 2.0})
    matrix = of(Heatmap, figure.panels[0])[0].raster.sample(np.arange(8), np.arange(8))
    assert np.allclose(matrix, pv.shift_matrix(pv.Sinusoidal(dim=8, layout=layout), 2.0), atol=1e-7)


def test_the_operator_pane_shows_the_packed_forms():
    figure = drawn("operator", {"encoding.dim": 8, "shift.phi": 2.0})
    first, second = (of(Heatmap, panel)[0].raster.values for panel in figure.panels[2:4])
    angles = 2.0 * pv.Sinusoidal(dim=8).frequencies()
    assert np.allclose(first, [np.cos(angles), np.sin(angles)])
    assert np.allclose(second, [-np.sin(angles), np.cos(angles)])


def test_the_operator_pane_condemns_another_layouts_m():
    right = of(Listing, drawn("operator").panels[-1])[0]
    wrong = of(Listing, drawn("operator", {"shift.operator": "concatenated"}).panels[-1])[0]
    assert right.verdicts == (True,) * 5
    assert wrong.verdicts == (False,) * 5
    assert len(right.rows) == 5


def test_odd_dimensions_have_no_operator():
    assert of(Note, drawn("operator", {"encoding.dim": 7}).panels[0])


def test_the_table_holds_the_numbers_and_builds_a_row():
    figure = drawn("table", {"encoding.length": 10, "encoding.dim": 6, "cursor.position": 4})
    numbers = of(Numbers, figure.panels[0])[0]
    assert np.allclose(numbers.raster.exact(range(10), range(6)), pv.Sinusoidal(length=10, dim=6).table())
    listing = of(Listing, figure.panels[1])[0]
    assert [row[1] for row in listing.rows] == ["1.0000", "21.5443", "464.1589"]
    assert [row[3] for row in listing.rows] == ["−0.7568", "0.1846", "0.0086"]
    assert [row[4] for row in listing.rows] == ["−0.6536", "0.9828", "1.0000"]
    assert listing.rows[2][5] == "4, 5"


def test_coloured_cells_are_on_request():
    assert of(Numbers, drawn("table").panels[0])[0].colormap is None
    assert of(Numbers, drawn("table", {"table.coloured": True}).panels[0])[0].colormap == "diverging"


def test_properties_turn_red_with_the_reason():
    good, bad = drawn("properties").panels[0], drawn("properties", {"content.kind": "ones"}).panels[0]
    assert good.title == "All claims hold"
    assert False not in of(Listing, good)[0].verdicts
    listing = of(Listing, bad)[0]
    assert False in listing.verdicts
    failed = [row for row, verdict in zip(listing.rows, listing.verdicts, strict=True) if verdict is False]
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
def test_claims_are_counted_and_those_that_rounding_leaves_open_have_no_sign(changes, title, undecided):
    document = Document().edited(changes)
    panel = pane("properties").figure(document).panels[0]
    (listing,) = of(Listing, panel)
    assert panel.title == title
    assert listing.verdicts.count(None) == undecided + 1, "and the one that informs"
    assert ("cannot be decided" in pane("properties").explain(document)) == bool(undecided)
    shift = next(row[0] for row in listing.rows if "A shift is linear" in row[0])
    assert shift.count("(*x* + PE)(") == (2 if "content.kind" in changes else 0)
