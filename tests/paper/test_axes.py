"""Ticks, tick labels and colour bars on paper."""

from dataclasses import replace
from itertools import pairwise

import pytest
from matplotlib.figure import Figure

from peviewer.document.document import Document
from peviewer.figures.fitting.hiding import PAPER_STEPS
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.axes import Ticks
from peviewer.paper.page.hiding import reduced
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def test_named_whole_numbers_are_written_by_their_names(made):
    figure = made.figure((made.heat(2, 9),))
    (panel,) = figure.panels
    named = replace(panel, y=replace(panel.y, names=("· sin", "· cos")))
    page = paint(replace(figure, rows=((named,),)), Style())
    page.canvas.draw()
    labels = [label.get_text() for label in page.axes[0].get_yticklabels()]
    assert [label for label in labels if label] == ["· sin", "· cos"]


def test_words_are_written_at_their_positions_as_many_as_have_room():
    far = 10**15
    changes = {"encoding.dim": 8, "encoding.first": far, "view.transposed": True}
    for words, shown in [
        ("the $5 *cat* sat", ["the", r"\$5", "∗cat∗", "sat"]),
        ("internationalization " * 12, ["international…"] * 3),
    ]:
        document = Document().edited({**changes, "encoding.sentence": words})
        figure = PANES["encoding"].figure(document)
        page = paint(
            figure,
            Style(),
        )
        page.canvas.draw()
        assert [label.get_text() for label in page.axes[0].get_xticklabels()] == shown


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("size", "length", "dim", "expected"),
    [
        ((1600, 900), 50, 64, ("", "")),
        ((480, 270), 10_000_000, 65_536, ("mean of", "mean of")),
    ],
)
def test_it_is_said_where_cells_are_smaller_than_pixels(size, length, dim, expected):
    document = Document().edited({"encoding.length": length, "encoding.dim": dim})
    figure = PANES["encoding"].figure(document)
    page = paint(figure, Style(*size))
    (axes, *_) = page.axes
    for title, words in zip((axes.get_xlabel(), axes.get_ylabel()), expected, strict=True):
        assert (": " in title) is bool(words)
        assert f": {words}" in title or not words


@pytest.mark.slow
def test_an_axis_says_briefly_what_a_point_is_a_narrow_one_by_its_symbol():
    figure = PANES["score"].figure(
        Document().edited({"encoding.scheme": "rope", "encoding.length": 4096})
    )
    titles = [
        paint(figure, Style(width=width, height=400)).axes[0].get_xlabel() for width in (800, 200)
    ]
    assert "positions back" in titles[0]
    assert "positions back" not in titles[1]
    assert all(": mean of up to" in title for title in titles)


@pytest.mark.parametrize(
    ("levels", "height", "expected"),
    [
        ((0, 13.3227), 0.8, [0, 5, 10]),
        ((-128, 128), 0.8, [-100, -50, 0, 50, 100]),
        ((0, 360), 0.8, [0, 90, 180, 270, 360]),
        ((-1, 1), 0.25, [-1, 0, 1]),
        ((-1, 1), 0.12, [-1, 1]),
    ],
)
def test_a_bar_has_round_numbers_that_stay_apart(levels, height, expected):
    page = Figure(figsize=(2, 2), dpi=100)
    axes = page.add_axes((0.4, 0.1, 0.1, height))
    axes.set(ylim=levels)
    axes.yaxis.set_major_locator(Ticks("y", 11.0))
    assert list(axes.get_yticks()) == expected


def test_numbers_of_tiles_stand_in_their_middle():
    document = Document().edited(
        {"encoding.scheme": "sincos", "encoding.rows": 14, "encoding.columns": 14}
    )
    figure = PANES["tiles"].figure(document)
    page = paint(figure, Style())
    page.canvas.draw()
    axis = page.axes[0].xaxis
    written = {
        float(label.get_text()): tick
        for tick, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)
    }
    assert len(written) >= 3
    assert written == {number: 14 * number + 6.5 for number in written}


def far_numbers(page):
    """Return the numbers along the far sides of a page, with their boxes."""
    sides = [child for axes in page.axes for child in axes.child_axes]
    labels = [label for side in sides for label in side.get_xticklabels() if label.get_text()]
    return {
        label.get_text(): label.get_window_extent(page.canvas.get_renderer()) for label in labels
    }


def test_other_numbers_stand_along_the_far_side_apart_and_give_way_first(made):
    heat = made.heat(20, 60)
    far = tuple((float(k), f"{'*λ* = ' if k == 0 else ''}{k * 100}") for k in range(0, 60, 2))
    figure = made.figure(
        (replace(heat, x=replace(heat.x, far_numbers=far), title="Cells", fact="a fact"),)
    )
    page = paint(figure, Style(640, 480))
    found = sorted(far_numbers(page).items(), key=lambda one: one[1].x0)
    assert 4 <= len(found) < len(far)
    assert "λ" in found[0][0]
    assert all(one.x1 < other.x0 for (_, one), (_, other) in pairwise(found))
    assert min(box.y0 for _, box in found) > page.axes[0].bbox.y1
    assert paint(figure, Style(640, 110)).left_out[:1] == ("numbers along upper sides",)
    (lesser,) = reduced(figure, PAPER_STEPS[1]).panels
    assert lesser.x.far_numbers == ()
    assert lesser.fact == "a fact"
