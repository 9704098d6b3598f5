"""The operator pane: what it says of M(φ), of its entries and of its errors, against a matrix of the tests' own."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Heatmap, Listing, Note
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of
from tests.own_formulas import columns, configured, numbers


def _panel(document, name):
    figure = pane("operator").figure(document)
    return figure.panels[figure.names.index(name)]


def test_rows_and_columns_of_the_matrix_have_a_cursor_each():
    """With one for both the crosshair would stand on the diagonal, wherever the pointer is."""
    matrix = _panel(Document(), "matrix")
    assert matrix.x.cursor == "dimension"
    assert matrix.y.cursor == "row"


def test_the_title_of_the_first_pairs_stays_on_one_line_while_a_shift_plays():
    document = Document().edited({"shift.phi": 75.58})
    actual = _panel(document, "blocks").title
    assert actual == "*M*(75.58): first 8 pairs"


def test_where_rounding_hides_the_error_no_verdict_is_given():
    document = configured("far out", {"shift.operator": "flipped", "shift.phi": 0.3})
    places = document.encoding.positions
    expected = float(places[0])
    assert float(places[0]) + 0.3 == expected, "the shift is lost"
    figure = pane("operator").figure(document)
    text = pane("operator").explanation(document)
    assert figure.title == "The operator *M*(*φ*)"
    assert of(figure.panels[-1], Listing)[0].verdicts == (None,) * 5
    assert "Rounding is too large here" in text
    assert "the rows miss" not in text


MATRICES = {
    "diag(cos ωᵢφ, sin ωᵢφ; −sin ωᵢφ, cos ωᵢφ)": lambda c, s: (
        np.kron(np.diag(c), np.eye(2)) + np.kron(np.diag(s), [[0, 1], [-1, 0]])
    ),
    "(cos Ω, sin Ω; −sin Ω, cos Ω)": lambda c, s: np.block(
        [[np.diag(c), np.diag(s)], [np.diag(-s), np.diag(c)]]
    ),
    "(cos Ω, −sin Ω; sin Ω, cos Ω)": lambda c, s: np.block(
        [[np.diag(c), np.diag(-s)], [np.diag(s), np.diag(c)]]
    ),
}


@pytest.mark.parametrize(
    ("layout", "operator"),
    [
        ("interleaved", "concatenated"),
        ("concatenated", "flipped"),
        ("flipped", "interleaved"),
        ("flipped", "flipped"),
    ],
)
def test_the_formula_is_the_matrix_that_is_drawn(layout, operator):
    document = Document().edited({"encoding.dim": 10, "encoding.layout": layout, "shift.operator": operator,
                                  "encoding.schedule": "endpoint", "shift.phi": 2.5})  # fmt: skip
    matrix, *rest = pane("operator").formula_text(document).removeprefix("M(φ) = ").split(",  ")
    assert rest[-1] == "ωᵢ = b^(−i/(d/2−1))"
    assert (operator != "interleaved") is ("Ω = diag ωᵢφ" in rest)
    angles = 2.5 * 10_000.0 ** (-np.arange(5) / 4)
    drawn = of(_panel(document, "matrix"), Heatmap)[0].raster.exact(range(10), range(10))
    assert np.allclose(drawn, MATRICES[matrix](np.cos(angles), np.sin(angles)), atol=1e-14)


def test_with_odd_dimensions_nothing_is_said_of_a_matrix_that_does_not_exist():
    document = configured("flipped, odd")
    figure = pane("operator").figure(document)
    assert of(figure.panels[0], Note)
    assert pane("operator").formula_text(document) == ""
    assert "no *M*(*φ*) exists" in pane("operator").explanation(document)


@pytest.mark.parametrize(("name", "operator"), [
    ("turned", "flipped"), ("concatenated", "concatenated"), ("far out", "interleaved"), ("time step", "flipped"),
])  # fmt: skip
def test_beside_a_large_matrix_stand_the_entries_of_the_first_pairs(name, operator):
    document = configured(name, {"shift.operator": operator, "shift.phi": 3.0})
    figure = pane("operator").figure(document)
    placed = columns(document.edited({"encoding.layout": operator}))
    pairs = document.encoding.dim // 2
    assert ("blocks" in figure.names) is (pairs > 8)
    if pairs <= 8:
        return
    corner = _panel(document, "blocks")
    shown = [place for place, (pair, _) in enumerate(placed) if pair < 8]
    (heat,) = of(corner, Heatmap)
    whole = _panel(document, "matrix").heatmap.raster.exact(range(2 * pairs), range(2 * pairs))
    expected = whole[np.ix_(shown, shown)]
    assert heat.raster.exact(range(16), range(16)) == pytest.approx(expected, abs=1e-6)
    for axis in (corner.x, corner.y):
        actual = [numbers(text)[0] for text in axis.names]
        assert actual == ([] if shown == list(range(16)) else shown)
        assert bool(axis.names) is (axis.cursor is None), "a cursor counts as the matrix does"


@pytest.mark.parametrize(("phi", "which"), [
    (-10.0, "the worst of 40 rows that stay in the table"), (49.0, "the one row that stays in the table"),
    (0.0, "the worst of 50 rows tried"), (60.0, "the worst of 50 rows tried"),
])  # fmt: skip
def test_the_rows_that_an_error_is_of_are_named(phi, which):
    document = Document().edited({"encoding.length": 50, "encoding.dim": 100, "shift.phi": phi})
    assert _panel(document, "ways").fact == f"error in {which}"
    assert pane("operator").tables(document)[0].labels["error"] == f"in {which}"
