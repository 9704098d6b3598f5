"""The similarity pane as data: measured curves, the closed form over them, the first rise marked."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Rule
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of, panels


def _values(panel, low, high):
    return [curve.series.sample(low, high, 4000) for curve in of(panel, Curve)]


@pytest.mark.parametrize("by", ["position", "lag"])
def test_by_position_and_by_lag(by):
    changes = {"encoding.first": 10, "cursor.position": 25, "similarity.by": by}
    dots, squares = panels("similarity", changes)
    start = 10 if by == "position" else -15
    assert dots.x == squares.x
    assert dots.x.quantity == by
    assert dots.x.limits == (start - 0.5, start + 199.5)
    assert dots.x.cursor == ("other" if by == "position" else "lag")
    table = Document().edited(changes).encoding.table()
    (x, measured), (_, closed) = _values(dots, start - 0.5, start + 199.5)
    expected = list(range(start, start + 200))
    assert x.tolist() == expected
    assert np.allclose(measured, table @ table[15], atol=1e-11)
    assert np.allclose(closed, measured, atol=1e-3)
    assert x[measured.argmax()] == start + 15
    (_, measured), _ = _values(squares, start - 0.5, start + 199.5)
    assert np.allclose(measured, np.square(table - table[15]).sum(axis=1), atol=1e-11)


@pytest.mark.parametrize(("position", "by", "marks"), [
    (20, "position", [63]), (100, "position", [57, 143]), (100, "lag", [-43, 43]), (511, "position", [468]),
])  # fmt: skip
def test_the_first_rise_is_marked_and_said(position, by, marks):
    changes = {
        "encoding.dim": 512,
        "encoding.length": 512,
        "cursor.position": position,
        "similarity.by": by,
    }
    dots, squares = panels("similarity", changes)
    for panel in (dots, squares):
        rules = [rule for rule in of(panel, Rule) if rule.color == "muted"]
        assert sorted(rule.at for rule in rules) == marks
        expected = ["lag 43"] if rules[0].label else []
        assert [rule.label for rule in rules if rule.label] == (expected)
    document = Document().edited(changes)
    explanation = pane("similarity").explanation(document)
    assert "falls up to lag 43 on both sides" in explanation


@pytest.mark.parametrize("kind", ["ones", "normal"])
def test_content_leaves_the_closed_form_and_both_are_in_sight(kind):
    changes = {"content.kind": kind, "cursor.position": 20}
    dots, squares = panels("similarity", changes)
    table = Document().edited(changes).embedded.table()
    plain = Document().encoding.table()
    (_, closed), (_, measured) = _values(dots, -0.5, 199.5)
    assert np.allclose(measured, table @ table[20], atol=1e-9)
    assert np.allclose(closed, plain @ plain[20], atol=1e-3)
    _, (_, measured) = _values(squares, -0.5, 199.5)
    assert np.allclose(measured, np.square(table - table[20]).sum(axis=1), atol=1e-9)
    for panel in (dots, squares):
        values = np.concatenate([y for _, y in _values(panel, -0.5, 199.5)])
        assert panel.y.limits[0] < values.min()
        assert values.max() < panel.y.limits[1]
    drawn = [("Σ cos *ω*ᵢ(*s* − *t*)", "wide"), ("measured", "line")]
    assert [(curve.label, curve.style) for curve in of(dots, Curve)] == drawn, (
        "thin on what it should run along"
    )


def test_odd_dimensions_have_no_closed_form():
    dots, squares = panels("similarity", {"encoding.dim": 7})
    assert [len(of(panel, Curve)) for panel in (dots, squares)] == [1, 1]
    assert not [rule for rule in of(dots, Rule) if rule.color == "muted"]
