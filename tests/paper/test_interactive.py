"""Pages of one's own: drawing into axes that are given."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import peviewer as pv

ENCODING = pv.Sinusoidal(length=20, dim=8)


@pytest.fixture
def page():
    own = Figure(figsize=(8, 5), layout="constrained")
    FigureCanvasAgg(own)
    return own


def test_a_plot_is_drawn_into_axes_that_are_given(page):
    left, right = page.subplots(1, 2)
    assert pv.figure(ENCODING, "distance.matrix", ax=left) is left
    pv.figure(ENCODING, "distance.profile", ax=right, **{"cursor.position": 4, "metric": "dot"})
    page.canvas.draw()
    assert left.get_xlim() == (-0.5, 19.5)
    assert left.get_ylim() == (19.5, -0.5)
    assert left.images, "the matrix"
    curve = next(line for line in right.lines if len(line.get_xdata()) == 20)
    expected = pv.profile(ENCODING, 4, "dot")
    assert np.allclose(curve.get_ydata(), expected)
    assert right.get_title(loc="left").startswith("From position")


@pytest.mark.parametrize("layout", ["none", "tight", "constrained"])
def test_a_colour_bar_has_room_within_the_page_and_beside_other_axes(layout):
    page = Figure(layout=layout)
    FigureCanvasAgg(page)
    left, right = page.subplots(1, 2)
    for axes in (left, right):
        pv.figure(ENCODING, "encoding", ax=axes)
    page.canvas.draw()
    bars = [bar.get_tightbbox() for bar in page.axes if bar not in (left, right)]
    assert [left.bbox.x1 < bars[0].x0, bars[0].x1 < right.bbox.x0, right.bbox.x1 < bars[1].x0] == [
        True
    ] * 3
    assert bars[1].x1 <= page.bbox.x1


@pytest.mark.parametrize(("ground", "lightness"), [("white", (0, 1)), ("black", (2, 3))])
def test_colours_suit_the_ground_of_the_figure(page, ground, lightness):
    page.set_facecolor(ground)
    axes = page.subplots()
    pv.figure(ENCODING, "distance.profile", ax=axes)
    low, high = lightness
    assert low <= sum(mpl.colors.to_rgb(axes.xaxis.label.get_color())) <= high


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"panes": "distance"},
            "one plot, not 2: name a part, as in distance.matrix or distance.profile",
        ),
        ({"panes": "properties"}, "nothing but a table"),
        ({"panes": ["distance", "shift"]}, "one pane, not 2"),
        ({"panes": "distance.matrix", "size": (300, 200)}, "ax and size exclude"),
        ({"panes": "distance.matrix", "ax": 5}, "ax = 5 is not allowed"),
    ],
)
def test_what_axes_do_not_take_is_refused_in_one_line(page, given, words):
    with pytest.raises(ValueError, match=words) as caught:
        pv.figure(**{"encoding": ENCODING, "ax": page.subplots(), **given})
    assert "\n" not in str(caught.value)


def test_a_second_call_draws_beside_the_first_in_the_next_colour_within_both_limits():
    axes = Figure().subplots()
    dims = 16, 64, 256
    alone = []
    for dim in dims:
        pv.figure(pv.Sinusoidal(60, dim), "distance.profile", ax=axes)
        other = Figure().subplots()
        pv.figure(pv.Sinusoidal(60, dim), "distance.profile", ax=other)
        alone.append(other.get_ylim())
    assert axes.get_ylabel() == "distance"
    legend = axes.get_legend()
    expected = [f"$d$ = {dim}" for dim in dims]
    assert [text.get_text() for text in legend.get_texts()] == expected
    assert len({handle.get_color() for handle in legend.legend_handles}) == 3
    _, own_names = axes.get_legend_handles_labels()
    assert own_names == expected
    expected = (min(low for low, _ in alone), max(high for _, high in alone))
    assert axes.get_ylim() == expected
    assert axes.get_title(loc="left") == "From position $t$ = 15"
    pv.figure(
        pv.Sinusoidal(60, 16), "distance.profile", ax=axes, label="mine", **{"cursor.position": 9}
    )
    assert axes.get_legend().get_texts()[-1].get_text() == "mine"
    assert "$t$ = 15" in axes.get_title(loc="left")
    assert "$t$ = 9" in axes.get_title(loc="left")
