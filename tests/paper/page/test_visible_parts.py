"""Every switch of a Style takes its part out of the picture, and puts it in; what has no room is named."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from peviewer.base.words import UnknownName, unstarred
from peviewer.document.document import Document
from peviewer.exporters.picture.render import render
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.fonts import families, font_settings
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.sizes import NAMED_SIZES, named_size
from peviewer.paper.style import Style, StyleError

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
    return replace(made.figure((made.heat(),), (curves,)), formula="x^2", caption="One *t* says it.")


def test_slides_carry_title_and_formula_and_papers_do_not(made):
    assert {"Made $here$", "$x^2$"} <= set(words(paint(whole(made), SLIDE)))
    assert not {"Made $here$", "$x^2$"} & set(words(paint(whole(made), PAPER)))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("title", "Made $here$"),
        ("formula", "$x^2$"),
        ("labels", "dimension $t$"),
        ("bars", "value"),
        ("legend", "sine"),
        ("caption", "One $t$ says it."),
    ],
)
@pytest.mark.parametrize("style", [SLIDE, PAPER], ids=["slide", "paper"])
def test_a_switch_decides_alone_whether_a_part_is_there(made, style, part, text):
    # The curves have an axis of the bar's label too.
    figure = made.figure((made.heat(),)) if part == "bars" else whole(made)
    shown = paint(figure, style.but(**{part: True}, height=900))
    hidden = paint(figure, style.but(**{part: False}, height=900))
    assert text in words(shown)
    assert text not in words(hidden)


def test_without_a_legend_rules_are_not_named_on_the_data_instead(made):
    page = paint(whole(made), SLIDE.but(legend=False))
    assert [text.get_text() for axes in page.axes for text in axes.texts] == []


@pytest.mark.slow
def test_what_is_left_out_gives_its_room_to_the_data(made):
    sides = {"labels": "width", "bars": "width", "title": "height", "formula": "height"}
    for part, side in sides.items():
        with_it = paint(whole(made), SLIDE).axes[0].bbox
        without = paint(whole(made), SLIDE.but(**{part: False, **({"formula": False} if part == "title" else {})}))
        if part != "formula":  # beside a title it takes no room
            assert getattr(without.axes[0].bbox, side) > getattr(with_it, side)


def test_a_caption_stands_below_all_axes_and_inside_the_page(made):
    long = replace(whole(made), caption="A sentence that is long enough to need several lines. " * 4)
    page = paint(long, PAPER.but(caption=True, height=1200))
    renderer = page.canvas.get_renderer()
    lines = [text.get_window_extent(renderer) for text in page.texts if "sentence" in text.get_text()]
    assert len(lines) > 2
    assert min(box.x0 for box in lines) >= 0
    assert max(box.x1 for box in lines) <= page.bbox.width
    assert min(box.y0 for box in lines) >= 0
    assert max(box.y1 for box in lines) < min(axes.get_tightbbox(renderer).y0 for axes in page.axes)


@pytest.mark.slow
def test_a_switch_changes_pixels_of_the_file(made):
    from peviewer.document.document import Document

    pictures = [
        render(whole(made), "png", document=Document(), style=SLIDE.but(**switch))
        for switch in ({}, {"title": False}, {"labels": False}, {"bars": False}, {"legend": False}, {"caption": True},
                       {"formula": False}, {"font": "serif"}, {"font_size": 24.0})
    ]  # fmt: skip
    assert len(set(pictures)) == len(pictures)


def test_type_has_the_size_that_was_asked_for(made):
    for style, points in ((PAPER.but(font_size=7.0), 7.0), (Style(font_size=40.0), 40 * 72 / 96)):
        axes = paint(made.figure((made.heat(),)), style).axes[0]
        assert axes.xaxis.label.get_fontsize() == pytest.approx(points)
        assert axes.xaxis.get_ticklabels()[0].get_fontsize() == pytest.approx(
            points * style.sizes.tick / style.sizes.axis
        )


@pytest.mark.parametrize("size", [3.9, 201.0, float("nan")])
def test_a_type_size_out_of_range_is_refused(size):
    with pytest.raises(StyleError, match=r"font size = .* from 4 to 200"):
        Style(font_size=size)


@pytest.mark.slow
def test_a_picture_is_set_in_the_font_that_was_asked_for(made):
    from matplotlib.font_manager import FontProperties, findfont

    for font, family in (("serif", "STIXGeneral"), ("sans", "DejaVu Sans"), ("dejavu serif", "DejaVu Serif")):
        found = font_settings(Style(font=font))["font.family"]
        assert found[0] == family
        assert family.replace(" ", "") in findfont(FontProperties(found[0])).replace(" ", "")
        page = paint(whole(made), SLIDE.but(font=font))
        FigureCanvasAgg(page).draw()
        title = next(text for text in page.texts if "Made" in text.get_text())
        assert title.get_fontfamily()[0] == family


def test_a_font_that_is_not_installed_is_refused_in_one_line():
    with pytest.raises(StyleError, match=r"font = 'DejaVu Sanz' .* did you mean DejaVu Sans\?"):
        font_settings(Style(font="DejaVu Sanz"))
    assert "DejaVu Sans" in families()


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", NAMED_SIZES)
def test_a_named_size_is_what_its_label_says(made, name):
    size = named_size(name)
    style = size.style()
    assert f"{size.width:g} × {size.height:g}" in size.label
    page = paint(made.figure((made.heat(),)), style)
    assert (page.bbox.width, page.bbox.height) == pytest.approx((style.width, style.height))
    assert style.printed == (size.dpi is not None)
    assert size.style("slide-dark", transparent=True) == size.style("slide-dark").but(transparent=True)


def test_columns_come_at_300_and_600_dots_an_inch():
    coarse, fine = named_size("ieee-single").style(), named_size("ieee-single-600").style()
    assert (coarse.dpi, fine.dpi) == (300, 600)
    assert np.allclose((fine.width, fine.height), (2 * coarse.width, 2 * coarse.height))


def test_an_unknown_size_is_refused_with_what_was_meant():
    with pytest.raises(UnknownName, match=r"'singel' is not a size; did you mean single\?"):
        named_size("singel")


COLUMN = Style.default("paper")


def titles(page):
    return {text.get_text() for text in [*page.texts, *page.artists]}


@pytest.mark.slow
def test_a_page_with_room_leaves_nothing_out_and_one_without_says_which_panels():
    figure = PANES["score"].figure(preset("rope-llama-3.1").document)
    assert paint(figure, Style()).left_out == ()
    small = paint(figure, COLUMN)
    spared = [panel.title for k in figure.spare for panel in figure.rows[k]]
    assert small.left_out == tuple(map(unstarred, spared))
    assert not titles(small) & set(spared)


@pytest.mark.slow
def test_what_a_style_does_not_ask_for_is_not_missed():
    """A paper's figure has no formula; a legend, a title or a remark that was switched off is not left out either."""
    figure = PANES["statistics"].figure(Document())
    assert paint(figure, COLUMN).left_out == ("remarks beside titles",)
    without = replace(figure, rows=tuple(tuple(replace(one, fact="") for one in row) for row in figure.rows))
    assert paint(without, COLUMN).left_out == ()
    score = PANES["score"].figure(preset("rope-llama-3.1").document)
    assert "the legend" not in paint(score, Style(480, 320, legend=False)).left_out


@pytest.mark.slow
def test_a_column_that_gave_way_and_words_without_room_are_named():
    assert paint(PANES["properties"].figure(Document()), COLUMN).left_out == ("the column What it is",)
    many = PANES["clocks"].figure(Document().edited({"clocks.count": 24}))
    assert "some words beside shapes" in paint(many, Style(1080, 1080)).left_out
    for style in (Style(), Style(1080, 1080)):
        assert paint(PANES["clocks"].figure(Document()), style).left_out == ()


@pytest.mark.slow
def test_of_several_panes_each_thing_is_named_once():
    figures = tuple(PANES["statistics"].figure(Document()) for _ in range(2))
    found = paint(Composition(figures), Style.of_inches(7, 2.6, theme="paper")).left_out
    assert found.count("remarks beside titles") == 1
    assert len(set(found)) == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["score", "operator", "statistics", "frequencies", "scaling"])
def test_a_caption_speaks_of_no_panel_that_a_small_page_leaves_out(name):
    document = Document() if name in ("operator", "statistics") else preset("rope-llama-3.1").document
    left_out = paint(PANES[name].figure(document), Style.of_inches(3.3, 2, theme="paper")).left_out
    caption = unstarred(PANES[name].caption(document)).casefold()
    assert not [words for words in left_out if words.casefold() in caption]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "shown", "table"), [
    ("precision", Document(), "Told apart, largest errors"),
    ("buckets", preset("t5").document, "What each holds"),
])  # fmt: skip
def test_a_table_with_room_for_no_row_gives_way_with_its_title_and_is_named(name, shown, table):
    few = Composition(
        (PANES[name].figure(shown),) * 3, columns=2 if name == "precision" else 1, even=True, heading="All"
    )
    size = Style(1080, 900) if name == "precision" else COLUMN
    page = paint(few, size)
    assert table in page.left_out
    assert table not in titles(page)
    assert len([axes for axes in page.axes if axes.get_visible()]) == len(few.figures)


def test_a_picture_of_a_table_alone_keeps_it():
    assert "All claims hold" in titles(paint(PANES["properties"].figure(Document()), Style(1080, 1080)))
