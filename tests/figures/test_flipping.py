"""A and B take turns in one place by choice, or where a heatmap of each would be too small."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.fitting.flipping import flips
from peviewer.figures.panes.catalog import PANES

LINE = 20
COMPARED = compare_with(Document(), "base=50")


def figure(name, document=COMPARED):
    return PANES[name].figure(document)


def is_flipped(shown, width, height):
    return flips(shown, shown, width, height, LINE)


@pytest.mark.parametrize(
    ("name", "width", "height", "flipped"),
    [
        ("encoding", 900, 400, False),
        ("encoding", 300, 400, True),
        ("encoding", 900, 150, True),
        ("distance", 1000, 700, False),
        ("distance", 360, 240, True),
        ("waves", 300, 200, False),
    ],
)
def test_a_heatmap_takes_turns_where_each_copy_would_be_too_small(name, width, height, flipped):
    assert is_flipped(figure(name), width, height) is flipped


def test_by_choice_they_take_turns_at_any_size_and_a_difference_never():
    chosen = COMPARED.edited({"compare.shows": "flip"})
    assert is_flipped(figure("encoding", chosen), 2000, 2000)
    difference = COMPARED.edited({"compare.shows": "difference"})
    assert not is_flipped(figure("encoding", difference), 100, 100)


@pytest.mark.parametrize("name", ["encoding", "shift", "distance"])
def test_both_sides_have_the_same_axes_and_colours_in_the_same_places(name):
    of_a, of_b = figure(name).flips
    assert (of_a.side, of_b.side) == ("A", "B")
    assert of_a.heights == of_b.heights
    for a, b in zip(of_a.panels, of_b.panels, strict=True):
        expected = (b.x.shown, b.y.shown)
        assert (a.x.shown, a.y.shown) == expected
        if a.heatmap:
            assert a.heatmap.levels == b.heatmap.levels
            assert a.heatmap.raster != b.heatmap.raster


def test_curves_of_both_stay_in_one_plot_whichever_side_is_shown():
    for side in figure("distance").flips:
        profile = side.panels_by_key["profile", 0]
        assert {mark.label[:1] for mark in profile.legend_marks if mark.label[1:2] == ":"} == {
            "A",
            "B",
        }


def test_a_file_has_both_beside_each_other():
    chosen = COMPARED.edited({"compare.shows": "flip"})
    assert figure("encoding", chosen).rows == figure("encoding").rows
    assert [panel.owner for panel in figure("encoding", chosen).panels] == ["A", "B"]


def test_a_zoom_is_that_of_both():
    zoomed = COMPARED.edited({"view.zoom": {"position": (10.0, 20.0)}})
    for side in figure("encoding", zoomed).flips:
        assert side.panels[0].y.shown == (10.0, 20.0)
