"""Every switch of a Style takes its part out of the picture, and puts it in.

What has no room is named.
"""

from dataclasses import replace

import pytest

from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

SLIDE = Style.of_pixels(900, 700)
PAPER = Style.default("paper")


def words(page):
    """All that is written on a page."""
    legends = [text.get_text() for legend in page.legends for text in legend.get_texts()]
    labels = [text for axes in page.axes for text in (axes.get_xlabel(), axes.get_ylabel())]
    return [text.get_text() for text in [*page.texts, *page.artists]] + legends + labels


def whole(made):
    """A Figure with every part that can be left out."""
    curves = made.curves(title="Curves", legend=True)
    figure = made.figure((made.heat(bar="brightness"),), (curves,))
    return replace(
        figure,
        formula="x^2",
        caption="One *t* says it.",
    )


def test_slides_carry_title_and_formula_and_papers_do_not(made):
    page = paint(whole(made), SLIDE)
    assert {"Made $here$", "$x^2$"} <= set(words(page))
    assert not {"Made $here$", "$x^2$"} & set(words(paint(whole(made), PAPER)))


PARTS = {
    "title": "Made $here$",
    "formula": "$x^2$",
    "caption": "One $t$ says it.",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_switch_takes_its_part_out_of_the_picture_and_no_other(made, part):
    style = PAPER if part == "caption" else SLIDE
    page = paint(whole(made), style.but(**{name: name != part for name in PARTS}, height=900))
    written = set(words(page))
    assert [name for name, text in PARTS.items() if text not in written] == [part]


def test_a_caption_stands_below_all_axes_and_inside_the_page(made):
    long = replace(
        whole(made), caption="A sentence that is long enough to need several lines. " * 4
    )
    page = paint(long, PAPER.but(caption=True, height=1200))
    renderer = page.canvas.get_renderer()
    lines = [
        text.get_window_extent(renderer) for text in page.texts if "sentence" in text.get_text()
    ]
    assert len(lines) > 2
    assert min(box.x0 for box in lines) >= 0
    assert max(box.x1 for box in lines) <= page.bbox.width
    assert min(box.y0 for box in lines) >= 0
    assert max(box.y1 for box in lines) < min(axes.get_tightbbox(renderer).y0 for axes in page.axes)


def test_type_has_the_size_that_was_asked_for(made):
    for style, points in ((PAPER.but(font_size=7.0), 7.0), (Style(font_size=40.0), 40 * 72 / 96)):
        figure = made.figure((made.heat(),))
        page = paint(figure, style)
        axes = page.axes[0]
        assert axes.xaxis.label.get_fontsize() == pytest.approx(points)
        expected = points * style.sizes.tick / style.sizes.axis
        assert axes.xaxis.get_ticklabels()[0].get_fontsize() == pytest.approx(expected)


def titles(page):
    return {text.get_text() for text in [*page.texts, *page.artists]}


@pytest.mark.slow
def test_a_page_with_room_leaves_nothing_out_and_one_without_says_which_panels():
    figure = PANES["score"].figure(preset("rope-llama-3.1").document)
    assert paint(figure, Style()).left_out == ()
    small = paint(figure, PAPER)
    spared = [panel.title for k in figure.spare_rows for panel in figure.rows[k]]
    assert small.left_out == tuple(map(unstarred, spared))
    assert not titles(small) & set(spared)


@pytest.mark.slow
def test_what_a_style_does_not_ask_for_is_not_missed():
    """A paper's figure has no formula; what a Figure does not have is not left out either."""
    figure = PANES["waves"].figure(Document())
    assert paint(figure, PAPER).left_out == ("remarks beside titles",)
    without = replace(
        figure, rows=tuple(tuple(replace(one, fact="") for one in row) for row in figure.rows)
    )
    assert paint(without, PAPER).left_out == ()


@pytest.mark.slow
def test_a_table_with_room_for_no_row_gives_way_with_its_title_and_is_named():
    figure = PANES["precision"].figure(Document())
    few = Composition((figure,) * 3, columns=2)
    page = paint(few, Style(1080, 900, font_size=26.0))
    table = "Distinct positions, largest errors"
    assert table in page.left_out
    assert table not in titles(page)
    assert len([axes for axes in page.axes if axes.get_visible()]) == len(few.figures)


@pytest.mark.parametrize(
    "compared", [compare_with(Document(), "base=100"), with_several(Document(), "base=100,1000")]
)
def test_names_of_encodings_stay_where_the_rest_of_a_legend_has_no_room(compared):
    page = paint(PANES["distance"].figure_for_file(compared), Style.of_pixels(300, 150))
    named = {text.get_text() for legend in page.legends for text in legend.get_texts()}
    bases = {f"$b$ = {base}" for base in ("10$\\,$000", "100", "1$\\,$000")}
    expected = {"A: base 10\u2009000", "B: base 100"} if compared.compared_document else bases
    assert named == (expected)
