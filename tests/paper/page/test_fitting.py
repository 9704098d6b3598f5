"""What gives way where a page is small: whole parts, in one order, in every panel of a page."""

from collections import defaultdict
from dataclasses import replace

import matplotlib as mpl
import pytest
from matplotlib.legend import Legend
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.fitting import HIDING_ORDER, PAPER_HIDING_STEPS
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page import fitting
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.style import Style, StyleError

WIDE = sum("tables beside" in parts for parts in PAPER_HIDING_STEPS)  # steps that only figures with a wide form take


def hiding_step(figure, style):
    with mpl.rc_context(settings(style)):
        return fitted(figure, style)[0] - WIDE


def statistics():
    return PANES["statistics"].figure(Document())


def test_a_large_page_gives_up_nothing():
    assert hiding_step(statistics(), Style(1920, 1080)) == 0


@pytest.mark.slow
def test_the_smaller_the_page_the_more_gives_way():
    pages = (Style.of_inches(wide, 0.75 * wide, theme="paper") for wide in (6.9, 3.3, 2.5, 2.2))
    found = [hiding_step(statistics(), page) for page in pages]
    assert found == sorted(found)
    assert found[-1] > found[0]


@pytest.mark.slow
@pytest.mark.parametrize(("style", "least"), [(Style(1080, 1080), 0.2), (Style.default("paper"), 0.18)])
def test_small_matrices_are_rather_larger_without_what_can_be_spared(style, least):
    """On a square page with curves below them those of two windows had a tenth of its width."""
    figure = PANES["offsets"].figure(compare_with(Document().edited({"encoding.scheme": "swin"}), "length=100"))
    with mpl.rc_context(settings(style)):
        found = fitted(figure, style)
    assert len(found.areas) == 4
    assert min(min(area.pixels) for area in found.areas) > least * style.width


def test_no_mark_is_without_a_name_where_panels_are_lowest():
    """The bits of 64 and two tables above one another in a column of a paper, with two marks close to each other."""
    figure = PANES["binary"].figure(compare_with(preset("counter-64").document, "base=100"))
    page = paint(figure, Style.default("paper"))
    *tables, curves = page.axes
    assert [len([text for text in axes.texts if "=" in text.get_text()]) for axes in tables] == [2, 2, 2]
    assert [text.get_text()[:2] for legend in page.findobj(Legend) for text in legend.get_texts()] == ["bi", "A:", "B:"]
    assert curves.get_xlabel()


def test_a_large_matrix_keeps_what_is_below_it():
    figure = PANES["operator"].figure(Document())
    with mpl.rc_context(settings(Style())):
        assert len(fitted(figure, Style()).areas) == len(figure.panels)


@pytest.fixture
def tried(monkeypatch):
    """Return the pages that were laid out to find one that fits."""
    found, lay_out = [], fitting.lay_out
    monkeypatch.setattr(fitting, "lay_out", lambda shown: found.append(shown) or lay_out(shown))
    return found


@pytest.mark.slow
def test_all_that_is_tried_to_fit_a_page_asks_for_the_same_formulas_which_matplotlib_keeps(monkeypatch, tried):
    asked, parse = defaultdict(set), MathTextParser.parse

    def noted(parser, text, dpi, prop, **named):
        asked[len(tried)].add((text, dpi, prop.get_size_in_points()))
        return parse(parser, text, dpi, prop, **named)

    monkeypatch.setattr(MathTextParser, "parse", noted)
    assert hiding_step(statistics(), Style.default("paper")) > 0
    assert len(tried) > 1
    first, *later = asked.values()
    assert first
    assert len(later) == len(tried) - 1
    assert set().union(*later) <= first


def test_what_a_figure_does_not_have_does_not_give_way(tried):
    """Of panels without facts, formulas and legends nothing can, before their titles do: one page is tried."""
    panels = [replace(panel, fact="") for panel in statistics().panels]
    rows, heights = tuple((panel,) for panel in panels), (1.0,) * len(panels)
    figure = replace(statistics(), rows=rows, formula="", heights=heights, spare=())
    style = Style.of_inches(2.6, 2.6, theme="paper")
    assert {panel.legend for panel in panels} == {False}
    assert hiding_step(figure, style) == HIDING_ORDER.index("axis titles")
    assert len(tried) == 1


@pytest.mark.slow
def test_facts_go_first_and_titles_stay_while_panels_fit_at_all():
    figure, style = statistics(), Style.default("paper")
    written = [text.get_text() for text in paint(figure, style).findobj(Text)]
    assert any(panel.fact for panel in figure.panels)
    assert not any("everywhere" in text or "vary by less" in text for text in written)
    assert any("Norm" in text for text in written)
    assert HIDING_ORDER[hiding_step(figure, style) - 1] == "fact"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["statistics", "waves"])
def test_the_legend_that_tells_a_and_b_apart_stays_while_panels_are_legible_at_all(name):
    figure = PANES[name].figure(compare_with(Document(), "base=100"))
    page = paint(figure, Style.default("paper"))
    assert [text.get_text() for legend in page.legends for text in legend.get_texts()] == ["A", "B"]


def test_the_curves_of_a_binary_counter_are_told_apart_in_a_column():
    """Of A and B all panels are one below the other, so that one axis of positions is enough for them."""
    figure = PANES["binary"].figure(compare_with(Document(), "base=100"))
    assert [len(row) for row in figure.rows] == [1, 1, 1, 1]
    assert [panel.title[:2] for panel in figure.panels[1:3]] == ["A:", "B:"]
    page = paint(figure, Style.default("paper"))
    named = [text.get_text().partition(":")[0] for legend in page.legends for text in legend.get_texts()]
    assert named == ["bit 4", "A", "B"]
    assert sum(bool(axes.get_xlabel()) for axes in page.axes) == 1
    beside = [[text.get_text() for text in axes.texts] for axes in page.axes[:3]]
    assert all(any("150" in text for text in some) for some in beside)


@pytest.mark.slow
def test_formulas_of_two_that_would_take_the_page_give_way_and_those_that_fit_stay():
    """The sums of both stand in their lines: set as high as alone, they would take a fifth of the page."""
    figure = PANES["score"].figure(compare_with(preset("rope-qwen-yarn").document, "scaling=none"))
    high = replace(figure, formula=figure.formula.replace(r"\Sigma_", r"\sum_"))
    style = Style(1920, 1080)
    formulas = [any("frac" in text.get_text() for text in paint(each, style).findobj(Text)) for each in (high, figure)]
    assert formulas == [False, True]


@pytest.mark.slow
def test_six_panes_have_room_on_a_slide():
    names = ("shift", "statistics", "frequencies", "clocks", "distance", "binary")
    page = paint(Composition(tuple(PANES[name].figure(Document()) for name in names)), Style(1920, 1080))
    assert len(page.axes) > len(names)


@pytest.mark.slow
def test_where_not_even_bare_panels_fit_one_sentence_says_so():
    with pytest.raises(StyleError, match="100x100 pixels is not allowed: too small for what"):
        paint(statistics(), Style(100, 100))


@pytest.mark.slow
def test_a_page_on_which_no_size_helps_is_refused_with_what_does():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "frequencies"))
    with pytest.raises(StyleError, match=r"fewer panes, or set a smaller font size$"):
        paint(Composition(figures, 1), Style(1000, 1000, font_size=120))
    with pytest.raises(StyleError, match=r"too small for what this picture shows$"):
        paint(Composition(figures, 1), Style(150, 150))


def test_type_is_smaller_where_several_panes_share_a_page_unless_its_size_was_chosen():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "angles") * 3)
    for style, floor in ((Style(), 20.0), (Style.of_inches(6.9, 3.6, theme="paper"), 6.0)):
        sizes = [
            Composition(figures[:count]).with_fitting_type(style).sizes.axis * style.dpi / 72 for count in (1, 2, 4, 6)
        ]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] == sizes[1] == style.sizes.axis * style.dpi / 72
        assert sizes[-1] >= floor
    chosen = Style(font_size=24.0)
    assert Composition(figures).with_fitting_type(chosen) is chosen


@pytest.mark.slow
def test_a_small_page_spares_rows_of_panels_that_a_figure_can_do_without():
    figure = PANES["operator"].figure(Document())
    with mpl.rc_context(settings(Style.default("paper"))):
        large, small = fitted(figure, Style()), fitted(figure, Style.default("paper"))
    assert [len(row) for row in large.blocks[0].grid] == [2, 4]
    assert [len(row) for row in small.blocks[0].grid] == [2, 1]


@pytest.mark.slow
def test_what_gave_way_before_rows_were_spared_comes_back_into_their_room():
    style = Style.default("paper")
    with mpl.rc_context(settings(style)):
        shown = fitted(PANES["score"].figure(Document().edited({"encoding.scheme": "xpos"})), style)
    ((area,),) = shown.blocks[0].grid
    assert area.panel.legend
    assert area.panel.fact


@pytest.mark.slow
@pytest.mark.parametrize("name", ["operator", "clocks"])
def test_no_type_is_smaller_than_can_be_read_in_any_column_or_in_a_crowd(name):
    figure = PANES[name].figure(Document())
    crowd = Composition((figure, PANES["table"].figure(Document())) * 2, columns=4)
    for shown, style in ((figure, Style.default("paper")), (crowd, Style()), (figure, Style(1080, 1080))):
        page = paint(shown, style)
        texts = [text for axes in page.axes if axes.get_visible() for text in axes.texts if text.get_visible()]
        with_fitting_type = shown.with_fitting_type(style) if isinstance(shown, Composition) else style
        assert min(text.get_fontsize() for text in texts) >= with_fitting_type.sizes.least - 1e-6


@pytest.mark.slow
def test_titles_of_a_page_have_one_size_and_legends_of_a_pane_one_place():
    names = "encoding", "clocks", "operator", "shift"
    page = paint(Composition(tuple(PANES[name].figure(Document()) for name in names)), Style(1200, 700))
    assert len({text.get_fontsize() for text in page.texts if text.get_fontweight() == "bold"}) == 1
    similarity = paint(PANES["similarity"].figure(Document()), Style())
    boxes = [legend.get_window_extent() for legend in similarity.legends]
    assert len(boxes) == 2
    assert boxes[0].x0 == pytest.approx(boxes[1].x0, abs=1)


def test_a_formula_that_would_be_too_small_stands_on_several_lines():
    for style, lines in ((Style(), 1), (Style(1080, 1080), 2)):
        page = paint(PANES["similarity"].figure(Document()), style)
        (formula,) = [text.get_text() for text in page.findobj(Text) if "omega_i = b" in text.get_text()]
        assert formula.count("\n") + 1 == lines


SCHEMES = {"scaling": "rope-llama-3.1", "bias": "alibi", "buckets": "t5", "attention": "attention"}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1080), (1080, 1920)])
@pytest.mark.parametrize("name", sorted(PANES))
def test_no_type_of_a_slide_is_smaller_than_24_pixels_whatever_the_pane_and_the_shape(name, size):
    style = Style.of_pixels(*size)
    document = preset(SCHEMES[name]).document if name in SCHEMES else Document()
    page = paint(PANES[name].figure(document), style)
    axes = [axes for axes in page.axes if axes.get_visible()]
    texts = [
        *page.texts,
        *page.artists,
        *(text for legend in page.legends if legend.get_visible() for text in legend.get_texts()),
    ]
    texts += [text for one in axes for text in (*one.texts, one.xaxis.label, one.yaxis.label)]
    texts += [text for one in axes for text in (*one.get_xticklabels(), *one.get_yticklabels())]
    smallest = min(text.get_fontsize() for text in texts if text.get_visible() and text.get_text())
    assert smallest * style.dpi / 72 >= 24 - 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shift", "operator"])
def test_remarks_give_way_where_words_would_be_higher_than_what_they_are_above(name):
    figure = PANES[name].figure(compare_with(Document(), "base=100"))
    for style in (Style(1080, 1080), Style.default("paper")):
        with mpl.rc_context(settings(style)):
            areas = fitted(figure, style).areas
        remarked = [area for area in areas if area.panel.fact and not area.panel.is_listing]
        assert all(area.header.height <= area.axes.bbox.height for area in remarked)
