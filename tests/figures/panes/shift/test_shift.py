"""The Shift pane as data: PE beside M(φ)·PE, the clocks it turns, and one row laid over another."""

import numpy as np
import pytest

from peviewer.base.numbers import power, steady
from peviewer.document.document import Document
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import pane
from peviewer.figures.readings import read_panel
from tests.figures.drawn import of, panels

LAYOUTS = pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])


def _rows(document):
    """Return row t + φ, and row t turned."""
    (row,) = pane("shift").tables(document)
    return row.columns["expected"], row.columns["shifted"]


@LAYOUTS
@pytest.mark.parametrize("dim", [2, 20, 256])
def test_clocks_stand_at_the_columns_of_their_pairs_and_turn_from_t_by_phi(layout, dim):
    changes = {
        "encoding.layout": layout,
        "encoding.dim": dim,
        "cursor.position": 37,
        "shift.phi": -10.5,
    }
    encoding = Document().edited(changes).encoding
    (dials,) = panels("shift", changes)[2].marks
    pairs = np.array(dials.picks.values)
    omegas = 10_000.0 ** (-2 * pairs / dim)
    order = encoding.columns
    expected = pytest.approx(np.exp(37j * omegas), abs=1e-12)
    assert np.exp(1j * np.array(dials.before)) == expected
    assert dials.turned == pytest.approx(omegas * -10.5)
    middle = (
        order.sines[pairs] + (order.cosines if layout == "interleaved" else order.sines)[pairs]
    ) / 2
    assert dials.x == pytest.approx(middle)
    assert dials.picks.field == "clocks.pair"
    assert dials.names == tuple(f"*i* = {pair}" for pair in pairs)
    assert dials.turns.field == "shift.phi"
    assert dials.turns.value == -10.5
    assert dials.turns.rates == pytest.approx(omegas)
    assert 1 <= len(pairs) <= 48
    assert len(set(np.diff(pairs))) <= 1, "evenly spread"


@pytest.mark.parametrize(("row", "phi", "title"), [
    (9000, 100.0, "Row 199, turned, lands on row 299"), (7, -10.5, "Row 7, turned, lands on row −3.5"),
])  # fmt: skip
def test_the_turned_row_lies_on_the_row_it_reaches(row, phi, title):
    changes = {"cursor.position": row, "shift.phi": phi}
    direct, turned = _rows(Document().edited(changes))
    positions = min(row, 199) + phi
    table = Document().encoding.table(positions=positions)
    assert np.allclose(direct, table, atol=1e-13)
    assert np.allclose(direct, turned, atol=1e-12)
    assert not np.array_equal(direct, turned), "the two are computed in different ways"
    _, after, _, overlay = panels("shift", changes)
    assert overlay.title == title
    error = np.abs(direct - turned).max()
    assert overlay.fact == f"differences ≤ {power(int(np.ceil(np.log10(error))))}"
    assert after.fact == f"*φ* = {steady(phi)}"


@LAYOUTS
@pytest.mark.parametrize(("dim", "style"), [(64, "points"), (256, "line")])
def test_sines_and_cosines_are_pale_behind_the_turned_row_and_each_is_read_once(layout, dim, style):
    document = Document().edited({"encoding.layout": layout, "encoding.dim": dim, "shift.phi": 3.5})
    overlay = pane("shift").figure(document).panels[-1]
    (direct, turned) = _rows(document)
    looks = [(curve.color, curve.style) for curve in of(overlay, Curve)]
    assert looks == [("sine", "wide"), ("cosine", "wide"), ("ink", style), ("ink", style)]
    for j in range(dim):
        side = "cos" if document.encoding.columns.is_cosine[j] else "sin"
        read = [(reading.name, reading.value) for reading in read_panel(overlay, j, 0, 0.0)]
        assert read == [(f"PE(*t* + *φ*), {side}", direct[j]), (f"*M*·PE(*t*), {side}", turned[j])]
    expected = ["PE(*t* + *φ*), sin", "PE(*t* + *φ*), cos", "*M*·PE(*t*)"]
    assert [curve.label for curve in overlay.legend_marks] == expected


@pytest.mark.parametrize("content", ["none", "ones"])
def test_sines_and_cosines_that_change_places_turn_pairs_back(content):
    changes = {
        "encoding.layout": "flipped",
        "shift.operator": "concatenated",
        "content.kind": content,
    }
    document = Document().edited(
        changes | {"shift.phi": 3.5, "encoding.length": 20, "encoding.dim": 10}
    )
    positions = np.arange(20) - 3.5
    back = document.encoding.table(positions=positions)
    figure = pane("shift").figure(document)
    shown = figure.panels[1].heatmap.raster.exact(range(20), range(10))
    assert np.allclose(shown, back, atol=1e-12) is (content == "none")
    text = pane("shift").explain(document)
    assert "turns each pair back, by −*φ*" in text
    assert "do not form a pair" not in text
    edited_document = document.edited({"shift.operator": "interleaved"})
    assert "do not form a pair" in pane("shift").explain(edited_document)
