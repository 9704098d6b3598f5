"""A legend names what is drawn, in every pane."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Band, Curve, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from tests.figures.drawn import of


def test_a_legend_names_what_is_drawn_and_nothing_else():
    documents = [known.document for known in list(presets().values())[::24]]
    shown = [
        (known, document)
        for document in documents
        for known in PANES.values()
        if known.shows_any(document)
    ]
    entries = 0
    for panel in (
        panel
        for known, document in shown
        for panel in known.figure(document).panels
        if panel.legend
    ):
        for mark in panel.legend_marks:
            entries += 1
            if isinstance(mark, Rule):
                low, high = (panel.x if mark.direction == "x" else panel.y).shown
                assert low <= mark.at <= high, (panel.title, mark.label)
                continue
            if isinstance(mark, Band):
                low, high = (panel.x if mark.direction == "x" else panel.y).shown
                assert max(low, mark.low) < min(high, mark.high), (panel.title, mark.label)
                continue
            x, y = mark.series.sample(*panel.x.shown, 500)
            inside = (x >= panel.x.shown[0]) & (x <= panel.x.shown[1]) & np.isfinite(y)
            assert inside.any(), (panel.title, mark.label)
        curves = of(panel, Curve)
        others = {curve.color for curve in curves} - {mark.color for mark in panel.legend_marks}
        assert len(others) <= 1, (panel.title, others)
    assert entries


@pytest.mark.parametrize(("pane", "name"), [("frequencies", "λ > L − 1"), ("scaling", "blended")])
@pytest.mark.parametrize("against", ["", "base=1e6,slow=2"])
def test_shading_is_named_once_for_each_of_two_that_are_compared(pane, name, against):
    document = presets()["rope-llama-3.1"].document
    document = compare_with(document, against) if against else document
    figure = PANES[pane].figure(document)
    legend = figure.panels[0].legend_marks
    named = [mark.label.replace("*", "") for mark in legend if isinstance(mark, Band)]
    assert named == ([f"A: {name}", f"B: {name}"] if against else [name])


def test_a_legend_does_not_name_what_a_zoom_leaves_out():
    document = Document().edited({"view.zoom": {"position": (0.0, 30.0)}, "cursor.position": 20})
    for panel in PANES["similarity"].figure(document).panels:
        assert [mark.label for mark in panel.legend_marks if isinstance(mark, Rule)] == ["*t* = 20"]
        assert "lag 24" in [mark.label for mark in panel.marks if isinstance(mark, Rule)]
