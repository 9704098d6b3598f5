"""Every mark is named with its number, and a legend names what is drawn, in every pane, alone and compared."""

import re

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Band, Curve, Diagonal, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets

CASES = {
    "alone": slice(None, None, 24),
    "both": slice(0, None, 8),
    "difference": slice(1, None, 8),
}
SHOWS = ["alone", *(pytest.param(name, marks=pytest.mark.nightly) for name in ("both", "difference"))]


@pytest.fixture(scope="module", params=SHOWS)
def shows(request):
    return request.param


@pytest.fixture(scope="module")
def panels(shows):
    """Return all panels of some presets, alone or compared, of panes they open, and of each pane once a scheme."""
    found, drawn = [], set()
    for known in list(presets().values())[CASES[shows]]:
        document = known.document
        if shows == "alone":
            document = document.edited({"compare.against": None})
        elif document.compare.against is None:
            field = "rows" if hasattr(document.encoding, "rows") else "length"  # the length of a grid follows
            document = compare_with(document, f"{field}={max(1, getattr(document.encoding, field) // 2)}")
        if shows != "alone":
            document = document.edited({"compare.shows": shows})
        for pane in (pane for pane in PANES.values() if pane.shows_any(document)):
            sort = pane.name, document.encoding.scheme
            if sort not in drawn or pane.name in document.view.panes:
                drawn.add(sort)
                found += [(known.name, pane.name, panel) for panel in pane.figure(document).panels]
    return found


def look(mark):
    return mark.color, mark.dashed if isinstance(mark, Rule | Diagonal) else mark.style


@pytest.mark.slow
def test_every_mark_says_its_number(panels):
    count = 0
    for preset, pane, panel in panels:
        marks = [mark for mark in panel.marks if isinstance(mark, Rule | Diagonal)]
        named = [look(mark) for mark in marks if mark.label]
        for mark in marks:
            is_axis = isinstance(mark, Rule) and (mark.at, mark.color) == (0.0, "muted")
            if is_axis:
                continue
            count += 1
            if mark.label:
                assert re.search(r"\d|π", mark.label), (preset, pane, mark)
            else:
                assert look(mark) in named, (preset, pane, mark)
    assert count


def test_a_legend_names_what_is_drawn_and_nothing_else(panels):
    entries = 0
    for preset, pane, panel in panels:
        if not panel.legend:
            continue
        for mark in panel.legend_marks:
            entries += 1
            if isinstance(mark, Rule):
                low, high = (panel.x if mark.direction == "x" else panel.y).shown
                assert low <= mark.at <= high, (preset, pane, mark.label)
                continue
            if isinstance(mark, Band):
                low, high = (panel.x if mark.direction == "x" else panel.y).shown
                assert max(low, mark.low) < min(high, mark.high), (preset, pane, mark.label)
                continue
            x, y = mark.series.sample(*panel.x.shown, 500)
            inside = (x >= panel.x.shown[0]) & (x <= panel.x.shown[1]) & np.isfinite(y)
            assert inside.any(), (preset, pane, mark.label)
        curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
        others = {curve.color for curve in curves} - {mark.color for mark in panel.legend_marks}
        assert len(others) <= 1, (preset, pane, others)
    assert entries


@pytest.mark.parametrize(("pane", "name"), [("frequencies", "λ > L − 1"), ("scaling", "blended")])
@pytest.mark.parametrize("against", ["", "base=1e6,slow=2"])
def test_shading_is_named_once_for_each_of_two_that_are_compared(pane, name, against):
    document = presets()["rope-llama-3.1"].document
    document = compare_with(document, against) if against else document
    legend = PANES[pane].figure(document).panels[0].legend_marks
    named = [mark.label.replace("*", "") for mark in legend if isinstance(mark, Band)]
    assert named == ([f"A: {name}", f"B: {name}"] if against else [name])


def test_a_legend_does_not_name_what_a_zoom_leaves_out():
    document = Document().edited({"view.zoom": {"position": (0.0, 30.0)}, "cursor.position": 20})
    for panel in PANES["similarity"].figure(document).panels:
        assert [mark.label for mark in panel.legend_marks if isinstance(mark, Rule)] == ["*t* = 20"]
        assert "lag 24" in [mark.label for mark in panel.marks if isinstance(mark, Rule)]
