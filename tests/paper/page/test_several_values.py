"""Panes of several values on one page: in how many columns they stand, and what is said once above them."""

from pathlib import Path

import matplotlib as mpl
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.sweep import pages, swept
from peviewer.figures.panes.catalog import panes
from peviewer.figures.presets import preset
from peviewer.paper.marks.labels import LABEL
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.sizes import Sizing
from peviewer.paper.style import Style

SQUARE, SINGLE, SLIDE = (Sizing(preset_size=name).style() for name in ("square", "single", "1080p"))
LLAMA = "rope-llama-3.1"


def page_of(name, path, values, named="shift"):
    ((_, page, _),) = pages(panes(name), swept(preset(named).document, path, values), None, Path("a.png"))
    return page


def laid_out(page, style):
    with mpl.rc_context(settings(style)):
        return fitted(page, style)


def names(page):
    return [text.get_text() for legend in page.legends if legend.get_visible() for text in legend.get_texts()]


@pytest.mark.slow
@pytest.mark.parametrize("style", [SQUARE, SINGLE], ids=["square", "single"])
def test_what_all_legends_name_alike_stands_once_above_them(style):
    found = names(paint(page_of("scaling", "encoding.factor", (2, 8, 32), LLAMA), style))
    assert [found.count(name) for name in ("after", "before")] == [1, 1]


def test_tables_of_several_values_show_the_same_columns():
    page = page_of("deciding", "encoding.base", (1e4, 1e6, 1e8), "choose-base")
    written = [text.get_text().replace("\n", " ") for axes in paint(page, SLIDE).axes for text in axes.texts]
    assert written.count("better") == 3
    assert written.count("why it matters") in (0, 3)


def test_what_differs_from_value_to_value_is_named_with_each():
    found = names(paint(page_of("similarity", "encoding.base", (1e4, 1e6)), SQUARE))
    assert [found.count(name) for name in ("measured", "lag 24", "lag 17")] == [1, 2, 2]


@pytest.mark.slow
def test_lines_of_rows_that_gave_way_are_not_named_above_all():
    page = page_of("attention", "encoding.heads", (4, 8, 16), "alibi")
    assert {"span", "95 %"} <= {line.label for line in page.legend}
    painted = paint(page, SQUARE)
    assert any("How far" in words for words in painted.left_out)
    assert names(painted) == ["head 3"]


@pytest.mark.slow
def test_without_a_legend_nothing_is_named_above_all():
    page = page_of("scaling", "encoding.factor", (2, 8, 32), LLAMA)
    assert names(paint(page, SQUARE.but(legend=False))) == []


@pytest.mark.slow
def test_clocks_stand_in_the_columns_that_make_them_largest():
    found = laid_out(page_of("clocks", "encoding.base", (1e2, 1e4, 1e6)), SQUARE)
    assert len({block.frame.left for block in found.blocks}) == 3
    dials = [area for area in found.areas if "pair" in area.panel.title]
    assert min(area.axes.bbox.height for area in dials) > 150


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "path", "values", "named"),
    [
        ("attention", "encoding.heads", (4, 8, 16), "alibi"),
        ("shift", "shift.phi", (50, 100, 200), "shift"),
        ("score", "encoding.base", (1e4, 5e5, 1e7), LLAMA),
    ],
)
def test_rows_that_can_be_spared_give_way_where_all_would_be_flat(name, path, values, named):
    found = laid_out(page_of(name, path, values, named), SQUARE)
    assert min(area.axes.bbox.height for area in found.areas) > 180


@pytest.mark.slow
def test_no_title_of_many_small_panels_is_smaller_than_the_least_type():
    found = laid_out(page_of("statistics", "encoding.base", (1e2, 1e4, 1e6)), SQUARE)
    words = [item.size for area in found.areas for item in area.header.items]
    assert min(words) >= found.shown.style.sizes.least - 1e-6


@pytest.mark.slow
def test_words_that_come_and_go_with_the_room_they_leave_stand_below_the_title():
    found = laid_out(page_of("score", "encoding.base", (1e4, 5e5, 1e7), LLAMA), SINGLE)
    for block in found.blocks:
        assert all(area.header.bottom + area.header.height <= block.title.bottom + 1 for area in block.areas)


@pytest.mark.slow
@pytest.mark.parametrize("other", ["", "scaling=yarn"], ids=["alone", "A and B"])
def test_a_high_and_narrow_legend_stands_above_the_whole_row(other):
    document = preset(LLAMA).document
    figure = panes("scaling")[0].figure(compare_with(document, other) if other else document)
    found = laid_out(figure, SINGLE)
    page = paint(figure, SINGLE)
    (legend,) = [legend for legend in page.legends if legend.get_visible()]
    assert legend.get_window_extent().width > found.areas[0].axes.bbox.width
    assert legend.get_window_extent().height < min(area.axes.bbox.height for area in found.areas[:2])


@pytest.mark.slow
def test_heatmaps_of_two_are_as_high_as_a_column_allows_once_the_row_below_them_gives_way():
    figure = panes("bias")[0].figure(compare_with(preset("alibi").document, "scheme=kerple"))
    found = laid_out(figure, SINGLE)
    heats = [area for area in found.areas if area.panel.heatmap is not None]
    assert len(heats) == 2
    assert min(area.axes.bbox.height for area in heats) > 60


@pytest.mark.slow
def test_square_cells_of_two_stand_in_one_row():
    figure = panes("operator")[0].figure(compare_with(Document(), "base=100"))
    found = laid_out(figure, SLIDE)
    assert [len(row) for row in found.blocks[0].grid] == [4, 1]
    assert min(area.pixels[0] for area in found.areas[:4]) > 300


@pytest.mark.slow
@pytest.mark.parametrize("style", [SQUARE, SINGLE], ids=["square", "single"])
def test_the_title_above_the_steps_of_each_value_is_no_smaller_than_its_table(style):
    found = laid_out(page_of("table", "encoding.base", (1e2, 1e4, 1e6)), style)
    titles = [item for area in found.areas for item in area.header.items if "Step" in item.texts[0].get_text()]
    assert len(titles) == 3
    assert all(item.size >= 0.8 * item.natural for item in titles)


@pytest.mark.slow
def test_titles_of_all_values_have_their_base_lines_level_though_one_has_a_legend():
    page = page_of("score", "encoding.base", (1e4, 1e5, 1e6), LLAMA)
    found = laid_out(page, SINGLE)
    heights = {round(area.header.bottom + area.header.base - area.axes.bbox.y1, 3) for area in found.areas}
    assert len(heights) == 1
    assert len({area.header.legend is None for area in found.areas}) == 2


@pytest.mark.slow
@pytest.mark.parametrize("style", [SQUARE, SINGLE], ids=["square", "single"])
def test_tables_of_all_values_have_one_size_and_the_same_columns(style):
    found = laid_out(page_of("table", "encoding.base", (1e2, 1e4, 1e6), "steps"), style)
    looks = {area.table for area in found.areas if area.table is not None}
    assert len(looks) == 1


@pytest.mark.slow
def test_formulas_of_all_values_have_one_size_and_no_label_of_a_bar_is_longer_than_it():
    figures = page_of("distance", "pairwise.metric", ("euclidean", "sse", "cosine", "dot"))
    found = laid_out(figures, SQUARE)
    assert len({round(block.title.items[1].size, 6) for block in found.blocks}) == 1
    bars = [area.bar for area in found.areas if area.bar is not None]
    assert len(bars) == 4
    least, renderer = found.shown.style.sizes.least, found.page.canvas.get_renderer()
    for label, room in ((bar.yaxis.label, bar.bbox.height) for bar in bars):
        assert label.get_fontsize() == pytest.approx(least) or label.get_window_extent(renderer).height <= room + 1
    assert min(bar.yaxis.label.get_fontsize() for bar in bars) < found.shown.style.sizes.axis


@pytest.mark.slow
def test_panels_that_would_be_flat_stand_in_another_number_of_columns():
    found = laid_out(page_of("buckets", "encoding.max_distance", (64, 128, 256), "t5"), SINGLE)
    assert [len(row) for row in found.shown.rows] == [2, 1]
    assert all(area.axes.bbox.width < 4 * area.axes.bbox.height for area in found.areas)


@pytest.mark.slow
def test_heatmaps_of_all_values_have_equally_many_pixels():
    found = laid_out(page_of("bias", "bias.head", (1, 3, 5, 8), "alibi"), SQUARE)
    assert len({area.pixels for area in found.areas if area.panel.heatmap is not None}) == 1


def beside_lines(page):
    return [text.get_text() for axes in page.axes for text in axes.texts if text.get_gid() == LABEL]


@pytest.mark.slow
@pytest.mark.parametrize(("path", "values", "shifted"), [
    ("encoding.base", (10, 1e3, 1e5), "$t$ + $φ$ = 150"),
    ("shift.phi", (10, 20, 50, 120), "$t$ + $φ$"),  # another number in each
])  # fmt: skip
def test_rules_without_room_for_their_names_are_named_once_above_all(path, values, shifted):
    style = Style(990, 750, theme="paper", dpi=300)
    painted = paint(page_of("distance", path, values), style)
    assert [name for name in names(painted) if "$φ$" in name] == [shifted]
    assert not [label for label in beside_lines(painted) if label.startswith("$t$ + $φ$")]
    wide = paint(page_of("distance", path, values), Style(1600, 900))
    assert names(wide) == []
    assert sum(label.startswith("$t$ + $φ$") for label in beside_lines(wide)) == len(values)
