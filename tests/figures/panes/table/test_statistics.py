"""The statistics pane as data: four curves over the positions, one set of points over the dimensions."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Curve
from peviewer.figures.panes.catalog import pane
from peviewer.model.encodings.learned import Learned


def _panels(changes=()):
    return pane("statistics").figure(Document().edited(dict(changes))).panels


def _of(kind, panel):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


@pytest.mark.parametrize(("content", "dim"), [("none", 256), ("none", 7), ("ones", 256), ("normal", 7)])
def test_the_curves_are_the_table_s(content, dim):
    changes = {"content.kind": content, "encoding.dim": dim, "encoding.first": -20}
    table = Document().edited(changes).embedded.table()
    directions = table / np.linalg.norm(table, axis=1)[:, None]
    expected = [np.linalg.norm(table, axis=1), table.mean(1), table.std(1), np.ptp(directions @ directions.T, axis=1)]
    panels = _panels(changes)
    assert len({panel.x for panel in panels[:4]}) == 1
    assert panels[0].x.limits == (-20.5, 179.5)
    for panel, values in zip(panels[:4], expected, strict=True):
        (curve,) = _of(Curve, panel)
        x, y = curve.series.sample(-20.5, 179.5, 1000)
        assert x.tolist() == list(range(-20, 180))
        assert np.allclose(y, values, atol=1e-6)
        low, high = panel.y.limits
        assert low < high
        assert low <= values.min()
        assert values.max() <= high
    assert len({panel.y.quantity for panel in panels} - {""}) == 5, "each has its own scale"
    assert {panel.y.label for panel in panels} == {""}, "titles say what it is"


def test_the_dimensions_that_hardly_vary_are_shown_and_counted():
    panel = _panels({"encoding.dim": 512, "encoding.length": 50})[4]
    assert panel.fact == "163 of 512 vary by less than 0.01"
    deviations = Document().edited({"encoding.dim": 512, "encoding.length": 50}).encoding.table().std(axis=0)
    (band,) = _of(Band, panel)
    assert (band.direction, band.high) == ("y", 0.01)
    lively, still = (curve.series.sample(-1, 600, 10_000) for curve in _of(Curve, panel))
    assert still[0].tolist() == np.flatnonzero(deviations < 0.01).tolist()
    assert lively[0].tolist() == np.flatnonzero(deviations >= 0.01).tolist()
    assert np.allclose(still[1], np.maximum(deviations[deviations < 0.01], panel.y.limits[0]), atol=1e-8)
    assert (panel.x.quantity, panel.y.log) == ("dimension", True)
    assert panel.y.limits[0] > 0


def test_a_view_that_compares_with_a_sample_says_so():
    assert _panels({"content.kind": "ones", "encoding.length": 512})[3].fact == ""
    fact = _panels({"content.kind": "ones", "encoding.length": 2000, "encoding.dim": 1024})[3].fact
    assert fact.replace("\N{THIN SPACE}", "") == "over 512 of 2000 positions, 512 of 1024 dimensions"


def test_dimensions_of_random_content_that_is_not_counted_cell_by_cell_are_said_to_vary_as_on_average():
    few, many = (_panels({"content.kind": "normal", "encoding.length": length})[4].fact for length in (200, 9000))
    assert "on average" not in few
    assert "on average" in many


@pytest.mark.parametrize(("length", "dim"), [(2, 2), (2, 256), (3, 12), (8, 3), (50, 256), (20_000, 12)])
def test_what_is_said_of_the_shaded_stretch_is_counted(length, dim):
    document = Document().edited({"encoding.length": length, "encoding.dim": dim})
    text, fact = (pane("statistics").explanation(document), pane("statistics").figure(document).panels[4].fact)
    still = int(fact.replace("\N{THIN SPACE}", "").split()[0])
    assert (f" of {dim} varies by" in fact) is (still == 1)
    assert ("shaded" in text) is bool(still)
    assert ("every dimension varies" in text) is not bool(still)
    said = {0: "every dimension varies", 1: "the dimension in the shaded stretch hardly varies", dim: f"all {dim} dim"}
    assert said.get(still, f"the {still} dimensions in the shaded stretch hardly vary") in text


@pytest.mark.parametrize("scale", [3e-7, 400.0])
def test_what_hardly_varies_is_small_beside_the_spread_of_a_table_of_any_scale(scale):
    numbers = scale * np.random.default_rng(0).standard_normal((60, 20))
    numbers[:, [3, 7]] *= 1e-3
    document = Document(encoding=Learned(numbers))
    panel = pane("statistics").figure(document).panels[4]
    assert panel.fact.startswith("2 of 20 vary by less than ")
    assert panel.fact.endswith(", 1 % of the spread")
    still = _of(Curve, panel)[1].series.sample(-1, 600, 10_000)
    assert still[0].tolist() == [3, 7]
    low, high = panel.y.limits
    assert low < numbers.std(axis=0).min() < numbers.std(axis=0).max() < high < 3 * numbers.std(axis=0).max()
    said = pane("statistics").explanation(document)
    assert "a hundredth of the table’s spread, the root mean square of these deviations" in said
