"""The panes of what acts on attention by the offset on a grid: what they draw, say and write."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Curve, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.swin import Swin
from tests.figures.drawn import of

OFFSETS = PANES["offsets"]


@pytest.mark.parametrize("name", ["pixtral", "qwen2-vl"])
def test_every_pair_is_drawn_once_in_the_colour_of_its_axis(name):
    document = preset(name).document
    scheme = document.encoding
    _, _, axes, pairs = OFFSETS.figure(document).panels
    drawn = [curve.series.exact(-1, scheme.pairs) for curve in of(pairs, Curve)]
    assert np.array_equal(np.sort(np.concatenate([places for places, _ in drawn])), np.arange(scheme.pairs))
    for axis, (places, rates) in enumerate(drawn):
        assert (scheme.turned_by()[places.astype(int)] == axis).all()
        assert np.array_equal(rates, scheme.frequencies()[places.astype(int)])
    assert [curve.color for curve in of(pairs, Curve)] == [curve.color for curve in of(axes, Curve)]


@pytest.mark.parametrize(("other", "titles"), [("columns=4", ["A", "B"]), ("rows=4", ["A − B"])])
def test_two_grids_in_which_a_position_is_at_another_place_are_not_subtracted(other, titles):
    both = compare_with(Document(encoding=AxialRope(rows=8, columns=8)), other)
    document = both.edited({"compare.shows": "difference", "cursor.position": 11})
    found = [panel.title.partition(":")[0] for panel in OFFSETS.figure(document).panels if "From" in panel.title]
    assert found == titles


@pytest.mark.parametrize("name", ["swin", "pixtral", "qwen2-vl"])
def test_dragging_a_line_leads_to_the_place_under_it(name):
    document = preset(name).document.edited({"encoding.first": 10, "cursor.position": 10 + 17})
    *frame, row, column = document.encoding.places(27).tolist()
    down, across = of(OFFSETS.figure(document).panels[1], Rule)
    moved = round((row + 1 - down.origin) * down.per), round((2 - across.origin) * across.per)
    assert document.encoding.places(moved).tolist() == [[*frame, row + 1, column], [*frame, row, 2]]


def test_words_are_of_the_scheme_on_show():
    assert "16 by frames, 24 by rows and 24 by columns" in OFFSETS.explanation(preset("qwen2-vl").document)
    assert "one of 169 biases" in OFFSETS.explanation(preset("swin").document)
    assert "7 × 5 places" in OFFSETS.explanation(Document(encoding=Swin(rows=7, columns=5)))
    video = preset("qwen2-vl").document.edited({"cursor.position": 245})
    assert OFFSETS.figure(video).panels[1].title == "From position *t* = 245, frame 1"


def test_beside_another_scheme_no_curve_of_an_axis_is_lost():
    document = compare_with(preset("pixtral").document, "sharing=halves")
    labels = [[curve.label for curve in of(panel, Curve)] for panel in OFFSETS.figure(document).panels]
    assert labels.count(["along rows", "along columns"]) == 2
    assert labels.count(["by rows", "by columns"]) == 2
