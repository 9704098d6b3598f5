"""Panels are measured and placed until nothing moves any more, and beside each other on wide pages."""

from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.text import Text

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.deck.places import own_places
from peviewer.figures.grammar import Heatmap, Listing
from peviewer.figures.palette import DARK, colormap, colour_steps, contrast, luminance
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.presets import preset
from peviewer.model.sampling.grid import cells
from peviewer.paper.page import division, layout
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.sizes import named_size
from peviewer.paper.style import Style


def places(page):
    texts = [(text.get_text(), text.get_position(), text.get_fontsize()) for text in page.findobj(Text)]
    return [axes.get_position().bounds for axes in page.axes], texts


@pytest.mark.slow
@pytest.mark.parametrize("style", [Style(), Style.of_pixels(500, 400), Style.default("paper")])
def test_a_page_on_which_nothing_moves_any_more_is_the_page_of_all_rounds(made, monkeypatch, style):
    rounds, measured = [], layout.measured_alike
    monkeypatch.setattr(
        layout, "measured_alike", lambda *given, even: (rounds.append(1), measured(*given, even=even))[1]
    )
    settled = places(paint(made.stacked, style))
    assert 2 <= len(rounds) <= layout.ROUNDS
    rounds.clear()
    monkeypatch.setattr(layout, "_layout_state", lambda _area: object())
    assert places(paint(made.stacked, style)) == settled
    assert len(rounds) == layout.ROUNDS + 1


def test_a_dark_slide_has_its_words_where_a_light_one_has_them(made):
    light, dark = (paint(made.stacked, Style.default(theme)) for theme in ("slide-light", "slide-dark"))
    assert places(light) == places(dark)
    assert light.get_facecolor() != dark.get_facecolor()


def test_square_panels_of_a_row_have_one_scale():
    page = paint(PANES["clocks"].figure(Document()), Style.default("paper"))
    clock, rotation, _ = page.axes
    units = [axes.bbox.width / abs(np.diff(axes.get_xlim())[0]) for axes in (clock, rotation)]
    assert units[0] == pytest.approx(units[1], rel=0.02)


def test_tables_below_each_other_leave_no_gap_and_the_upper_one_its_share():
    few = paint(PANES["table"].figure(Document().edited({"encoding.length": 3, "encoding.dim": 2})), Style())
    upper, lower = (axes.bbox for axes in few.axes)
    lowest = min(line.get_window_extent().y0 for line in few.axes[0].lines)
    assert lowest == pytest.approx(upper.y0, abs=2), "a few rows reach down to the next table"
    assert lower.y1 < upper.y0
    many = paint(PANES["table"].figure(Document().edited({"encoding.dim": 32})), Style())
    upper, lower = (axes.bbox for axes in many.axes)
    assert upper.height >= lower.height


def test_rows_of_one_scale_stand_evenly_apart_below_their_headings():
    page = paint(PANES["clocks"].figure(Document()), Style.of_pixels(1080, 1080))
    clock, _, row = (axes.bbox for axes in page.axes)
    head, title, second = (next(t for t in page.findobj(Text) if t.get_text().startswith(begin))
                           for begin in ("pair", "Every", "Fast"))  # fmt: skip
    assert row.height == pytest.approx(
        row.width / np.ptp(page.axes[2].get_xlim()) * np.ptp(page.axes[2].get_ylim()), 0.01
    )
    assert clock.y0 - second.get_window_extent().y1 == pytest.approx(row.y0, rel=0.4), "as much above as below"
    for words, below in ((head, clock), (second, row)):
        assert 0 <= words.get_window_extent().y0 - below.y1 < 20
    assert title.get_window_extent().y0 > head.get_window_extent().y1


@pytest.mark.slow
def test_an_expression_without_room_leaves_the_width_to_its_neighbour():
    eight = Composition(tuple(PANES["clocks"].figure(Document()) for _ in range(8)))
    page = paint(eight, Style())
    clock, rotation, row = page.axes[:3]
    assert not rotation.get_visible()
    middles = [(axes.bbox.x0 + axes.bbox.x1) / 2 for axes in (clock, row)]
    assert middles[0] == pytest.approx(middles[1], abs=page.bbox.width / 50)
    assert page.axes[0].get_visible()


@pytest.mark.slow
def test_words_of_a_panel_without_room_stand_above_its_neighbour():
    document = preset("choose-plain").document
    style = own_places(Style()).look(Style()).but(width=1818, height=768, dpi=144)
    page = paint(Composition(tuple(PANES[name].figure(document) for name in document.view.panes)), style)
    numbers, *_ = (axes for axes in page.axes if axes.get_visible() and axes.bbox.x0 > page.bbox.width / 2)
    assert any(not axes.get_visible() for axes in page.axes)
    words = next(text for text in page.texts if text.get_text().startswith("pair "))
    assert words.get_position()[0] * page.bbox.width == pytest.approx(numbers.bbox.x0, abs=1)


@pytest.mark.slow
def test_a_legend_stands_on_two_lines_where_one_would_be_too_small_to_read(made):
    line = next(mark for mark in made.curves().marks if isinstance(mark, made.Curve))
    curves = tuple(replace(line, label=f"what the curve {k} is") for k in range(4))
    figure = made.figure((replace(made.curves(), marks=curves, legend=True),))
    heights = []
    for width in (1200, 420):
        page = paint(figure, Style.of_pixels(width, 500))
        (legend,) = (one for one in page.legends if one.get_visible())
        heights.append(legend.get_window_extent(page.canvas.get_renderer()).height)
        assert legend.get_texts()[0].get_fontsize() > 6
    assert heights[1] > 1.8 * heights[0]


def test_titles_side_by_side_stand_level_though_what_is_beside_them_is_smaller(made):
    facts = "short enough to stand here", "long enough to be set in smaller type than it has"
    few = replace(made.curves(), title="A title of some length", marks=made.curves().marks[:1], legend=False)
    panels = [replace(few, fact=fact) for fact in facts]
    page = paint(made.figure(tuple(panels)), Style.of_pixels(800, 600))
    titles = [text for text in page.texts if text.get_text() == few.title]
    (size,) = {text.get_fontsize() for text in page.texts if "enough" in text.get_text()}
    assert size < titles[0].get_fontsize()
    assert len({text.get_position()[1] for text in titles}) == 1


def test_a_title_goes_on_above_neighbours_without_one_and_no_further(made):
    long, clocks = "A title with more words than its own panel has room for", made.clocks(1)

    def room(*titles):
        row = tuple(replace(clocks, title=title) for title in titles)
        page = paint(made.figure(row), Style.of_pixels(700, 400))
        first = page.findobj(lambda text: isinstance(text, Text) and text.get_text().startswith("A title"))
        end = max(text.get_window_extent(page.canvas.get_renderer()).x1 for text in first)
        return end, [axes.bbox for axes in page.axes if axes.get_visible()]

    end, boxes = room(long, "", "")
    assert boxes[0].x1 < end
    end, boxes = room(long, "Next", "")
    assert end < boxes[1].x0


def test_titles_side_by_side_stand_above_their_facts_where_one_has_no_room_beside_it(made):
    def lines(facts):
        panels = [replace(made.stacked.rows[0][0], title="A title", fact=fact) for fact in facts]
        page = paint(replace(made.stacked, rows=(tuple(panels),), heights=(1.0,)), Style.of_pixels(900, 500))
        words = [text for text in page.findobj(Text) if text.get_text() in {"A title", *facts}]
        return [{text.get_position()[1] for text in words if text.get_text() in kind} for kind in (["A title"], facts)]

    titles, below = lines(["short", "a fact " + "as long " * 6 + "as this"])
    assert len(titles) == len(below) == 1
    assert min(titles) > max(below)
    titles, beside = lines(["short", "shorter"])
    assert titles == beside


def test_a_title_that_names_a_and_b_is_broken_before_it_gets_small():
    style = Style.of_pixels(1080, 1080)
    page = paint(PANES["distance"].figure(compare_with(Document(), "base=100,dim=64")), style)
    title = next(text for text in page.findobj(Text) if text.get_text().startswith("Distance"))
    assert title.get_text().splitlines() == [
        "Distance between positions", "A: 256 dimensions, base 10\u2009000", "B: 64 dimensions, base 100"
    ]  # fmt: skip
    assert title.get_fontsize() >= 0.8 * style.sizes.title
    assert any("omega" in text.get_text() for text in page.findobj(Text)), "the formula stays"


def test_what_has_nothing_below_reaches_as_far_down_as_the_words_of_what_stands_beside_it():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "table"))
    page = paint(Composition(figures, columns=2), Style())
    heatmap, *tables = [axes for axes in page.axes if axes.yaxis.get_ticks_position() != "right"]
    words = heatmap.get_tightbbox(page.canvas.get_renderer()).y0
    assert heatmap.bbox.y0 > words + 30
    assert min(axes.bbox.y0 for axes in tables) == pytest.approx(words, abs=2)


def test_a_listing_with_a_large_share_keeps_its_type_and_its_rows_as_far_as_that_reaches(made):
    blank, sizes = made.Axis("value", "", (0.0, 1.0)), []
    for count in (8, 14, 26):
        rows = tuple((f"row {k}", "one") for k in range(count))
        listing = made.Panel(blank, blank, (made.Listing(("Row", "What"), rows),))
        page = paint(replace(made.stacked, rows=((listing,), (made.curves(),)), heights=(6.0, 1.0)), Style())
        high, other = (axes.bbox.height for axes in page.axes[:2])
        sizes.append((page.axes[0].texts[0].get_fontsize(), round(high / (high + other), 2)))
    assert sizes[0][0] == sizes[1][0] > sizes[2][0], "the type of a few rows is as large as there is"
    assert sizes[0][1] < division.MOST < sizes[1][1] <= 6 / 7
    assert division.MOST < sizes[2][1]


@pytest.mark.slow
def test_beside_pictures_of_their_own_which_have_more_above_them_a_heatmap_is_as_tall_as_ever():
    encoding, clocks = (PANES[name].figure(Document()) for name in ("encoding", "clocks"))
    tops = [paint(Composition((encoding, beside), columns=2), Style()).axes[0].bbox.y1 for beside in (encoding, clocks)]
    assert tops[1] >= tops[0] - 2


def test_titles_of_a_row_share_a_line_whatever_stands_below_them(made):
    """A fact or a legend on a line of its own, or a title on two, moves the others', too."""
    panel = replace(made.stacked.rows[0][0], title="A title", fact="")
    others = (
        replace(panel, fact="a fact about as long as the panel"),
        replace(made.curves(), title="A title", legend=True),
    )
    for other in others:
        page = paint(replace(made.stacked, rows=((panel, other),), heights=(1.0,)), Style.of_pixels(600, 500))
        first, second = (text for text in page.texts if text.get_text() == "A title")
        assert first.get_position()[1] == second.get_position()[1]
        (beside,) = [text for text in page.texts if text.get_text() == other.fact] or [page.legends[0].get_texts()[0]]
        assert beside.get_window_extent().y1 < second.get_window_extent().y0, "it stands below"


def test_facts_on_lines_of_their_own_follow_their_titles_though_a_legend_is_below_one_of_them(made):
    plain = replace(made.curves(), title="A title", fact="a fact about as long as the panel", legend=False)
    page = paint(made.figure((plain, replace(plain, legend=True))), Style.of_pixels(600, 500))
    facts = {text.get_position()[1] for text in page.texts if text.get_text() == plain.fact}
    assert len(facts) == 1
    title = next(text for text in page.texts if text.get_text() == "A title")
    assert facts.pop() < title.get_position()[1]


@pytest.mark.parametrize("title", ["A title that leaves no room", ""])
@pytest.mark.parametrize("kept", [1, 2])
def test_what_legends_of_a_row_name_alike_is_named_once_above_all_of_it(made, title, kept):
    """Also where one of them names more than the other."""
    curves = replace(made.curves(), title=title, legend=True)
    fewer = replace(curves, marks=curves.legend_marks[:kept])
    page = paint(made.figure((fewer, curves)), Style.of_pixels(600, 500))
    (legend,) = (legend for legend in page.legends if legend.get_visible())
    assert len(legend.get_texts()) == len(curves.legend_marks)
    box, (first, second) = legend.get_window_extent(page.canvas.get_renderer()), page.axes
    assert box.x0 == pytest.approx(first.bbox.x0, abs=1)
    assert box.y0 > max(axes.bbox.y1 for axes in (first, second))
    assert all(box.y0 > text.get_window_extent().y1 - 1 for text in page.texts if title and text.get_text() == title)


@pytest.mark.slow
def test_equal_titles_have_one_size_and_as_many_lines_though_one_has_more_room(made):
    def titles(width, *words):
        plain = replace(made.stacked.rows[0][0], fact="")
        page = paint(made.figure(tuple(replace(plain, title=title) for title in words)), Style.of_pixels(width, 400))
        found = [text for text in page.texts if text.get_text().replace("\n", " ") in words]
        return [text.get_text().count("\n") for text in found], {text.get_fontsize() for text in found}

    found = [
        titles(width, *(f"{side}: a title of a certain length indeed" for side in "AB"))
        for width in range(300, 700, 25)
    ]
    assert {tuple(lines) for lines, _ in found} == {(0, 0), (1, 1)}
    assert {len(sizes) for _, sizes in found} == {1}
    lines, sizes = titles(320, "A title that is much too long for one line", "A")
    assert lines == [1, 0]
    assert len(sizes) == 1


@pytest.mark.slow
def test_words_above_matrices_of_two_take_two_lines_in_a_column():
    compared = compare_with(preset("operator").document, "base=100")
    page = paint(PANES["operator"].figure(compared), named_size("single-600").style())
    titles = [text for text in page.texts if text.get_text().startswith(("A:", "B:"))]
    assert len(titles) == 4
    assert {text.get_text().count("\n") for text in titles} == {1}
    assert len({text.get_fontsize() for text in page.texts}) == 1


@pytest.mark.slow
def test_titles_above_square_cells_reach_beyond_them_rather_than_be_broken_or_small():
    style, compared = Style(), compare_with(Document(), "base=500")
    page = paint(PANES["operator"].figure(compared), style)
    titles = [text for text in page.texts if "First 6 pairs" in text.get_text()]
    assert len(titles) == 2
    assert {text.get_fontsize() for text in titles} == {style.sizes.axis}
    assert not any("\n" in text.get_text() for text in titles)
    assert all(text.get_window_extent().x1 <= page.bbox.x1 for text in titles)


@pytest.mark.parametrize(
    ("size", "wide", "least"),
    [((1920, 1080), True, 350), pytest.param((1080, 1080), False, 200, marks=pytest.mark.slow)],
)
def test_the_matrix_is_a_large_square_that_is_seen_in_the_dark(size, wide, least):
    figure = pane("operator").figure(Document())
    style = Style(*size, theme="slide-dark")
    with mpl.rc_context(settings(style)):
        found = fitted(figure, style)
        areas = found.areas
        width, height = areas[0].pixels
        frame = mpl.colors.to_hex(areas[0].axes.spines["top"].get_edgecolor())
    assert sorted(area.panel.title for area in areas) == sorted(panel.title for panel in figure.panels)
    assert isinstance(areas[1].panel.marks[0], Listing) is wide
    assert abs(width - height) <= 1
    assert width >= least
    assert contrast(frame, style.palette.window) >= 3
    heat = areas[0].panel.heatmap
    assert isinstance(heat, Heatmap)
    places = cells(-0.5, 255.5, 256, width)
    steps, _ = colour_steps(heat.raster.sample(places, places, heat.reduce), heat.levels)
    seen = luminance(colormap(DARK.diverging)[steps])
    assert (np.diag(seen).max() + 0.05) / (seen[0, -1] + 0.05) >= 3


def edges(page, title):
    """Return the lower and the upper edge of the panel with a title of its x-axis, as shares of the page."""
    (found,) = [axes for axes in page.axes if axes.get_visible() and axes.get_xlabel() == title]
    return found.get_position().y0, found.get_position().y1


@pytest.mark.parametrize(("name", "scheme"), [("place", "swin"), ("tiles", "sincos2d")])
def test_squares_that_a_page_is_too_high_for_stand_in_the_middle_of_it(name, scheme):
    figure = pane(name).figure(compare_with(Document().edited({"encoding.scheme": scheme}), "length=25"))
    page = paint(figure, Style(1080, 1080) if name == "place" else Style())
    squares = [axes.get_position() for axes in page.axes if axes.get_xlabel()]
    assert all(0.3 < (place.y0 + place.y1) / 2 < 0.5 for place in squares)  # below a title


def test_curves_below_squares_take_the_height_that_these_leave():
    figure = pane("offsets").figure(preset("swin").document)
    low = edges(paint(figure, Style(1080, 1080)), "columns to the key")[0]
    high = edges(paint(figure, Style(1080, 1080)), "places to the key")[1]
    assert low - high < 0.2  # two lines of words, and a legend


def test_the_title_of_an_axis_is_not_repeated_beside_it_though_its_numbers_differ():
    grids = compare_with(Document().edited({"encoding.scheme": "sincos2d", "encoding.length": 196}), "length=100")
    page = paint(pane("tiles").figure(grids), Style(1080, 1080))
    squares = [axes for axes in page.axes if axes.get_xlabel()]
    assert [axes.get_ylabel() for axes in squares] == ["row of the tile", "", "row", ""]
    assert all(label.get_visible() and label.get_text() for axes in squares for label in axes.get_yticklabels())


def test_a_figure_of_two_has_no_wide_form_of_one():
    assert pane("operator").figure(Document()).wide
    assert not pane("operator").figure(compare_with(Document(), "base=100")).wide
