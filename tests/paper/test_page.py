"""A page has its exact size, everything inside it, data areas aligned, ticks to the point."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.legend import Legend
from matplotlib.text import Text

from peviewer.base.work import Cancelled, cancellable
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.grammar import Heatmap, Listing
from peviewer.figures.palette import DARK, colormap, colour_steps, contrast, luminance
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.model.sampling.grid import cells
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.fitting import fitted_page
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.painting import painting
from peviewer.paper.style import Style, StyleError
from peviewer.paper.text import FormulaText
from tests.made_figures import Checks


def is_bar(axes):
    return axes.yaxis.get_ticks_position() == "right"


def data_of(page):
    return [axes for axes in page.axes if not is_bar(axes)]


@pytest.mark.parametrize(("size", "dpi"), [((801, 601), 97.3), ((333, 777), 300.0)])
def test_the_picture_has_exactly_the_pixels_asked_for(made, size, dpi):
    figure = made.figure((made.heat(),))
    page = paint(figure, Style(*size, dpi))
    page.canvas.draw()
    expected = (size[1], size[0], 4)
    assert np.asarray(page.canvas.buffer_rgba()).shape == expected


@pytest.mark.nightly
def test_stacked_panels_share_edges_on_whole_pixels_though_only_one_has_a_bar(made):
    for style in (Style.of_pixels(801, 601), Style.default("paper")):
        page = paint(made.stacked, style)
        above, below = data_of(page)
        assert above.bbox.x0 == below.bbox.x0
        assert above.bbox.x1 == below.bbox.x1
        for axes in page.axes:
            assert np.abs(axes.bbox.extents - np.round(axes.bbox.extents)).max() < 1e-6


def test_panels_beside_each_other_are_equally_wide_and_their_titles_stand_level(made):
    figure = made.figure((made.heat(bar=None, title="left"), made.heat(title="right")))
    page = paint(figure, Style())
    left, right = data_of(page)
    assert abs(left.bbox.width - right.bbox.width) <= 1
    titles = [text for text in page.texts if text.get_text() in ("left", "right")]
    assert titles[0].get_position()[1] == titles[1].get_position()[1]


def test_the_bar_is_as_tall_as_the_heatmap_with_three_to_five_ticks(made):
    figure = made.figure((made.heat(),))
    page = paint(figure, Style())
    data, bar = sorted(page.axes, key=is_bar)
    assert bar.bbox.y0 == data.bbox.y0
    assert bar.bbox.y1 == data.bbox.y1
    assert 3 <= len(bar.get_yticks()) <= 5


def test_a_heatmap_is_sampled_at_the_pixels_of_its_own_area(made):
    calls = []
    many = made.Asked(100_000, 100_000, (calls,))
    figure = made.figure((made.heat(100_000, 100_000, raster=many),))
    page = paint(figure, Style())
    (axes,) = data_of(page)
    assert calls == [(round(axes.bbox.height), round(axes.bbox.width))]
    calls.clear()
    paint(made.figure((made.heat(raster=made.Asked(8, 12, (calls,))),)), Style())
    assert calls == [(8, 12)], "large cells once each"


@dataclass(frozen=True)
class Gaps(Checks):
    """Checks without a number in its first cell."""

    def sample(self, rows, columns, reduce="mean"):
        values = super().sample(rows, columns, reduce)
        values[(np.asarray(rows) == 0)[:, None] & (np.asarray(columns) == 0)] = np.nan
        return values


@pytest.mark.nightly
def test_rows_and_columns_begin_anywhere_and_missing_numbers_have_their_own_colour(made):
    images = []
    for start in (0, 70):
        panel = made.heat(8, 12, start=start, raster=Gaps(8, 12))
        panel = replace(
            panel, y=made.axis("position", 8, start), marks=(replace(panel.marks[0], y0=start),)
        )
        figure = made.figure((panel,))
        page = paint(figure, Style(theme="slide-dark"))
        (axes,) = data_of(page)
        images += axes.images
    first, other = (np.asarray(image.get_array())[..., :3] for image in images)
    np.testing.assert_array_equal(first, other)
    expected = DARK.raised.lower()
    assert mpl.colors.to_hex(first[0, 0] / 255) == expected
    low = images[1].get_extent()[2]
    high = images[1].get_extent()[3]
    assert low == 69.5
    assert high == 77.5


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (1, 1)])
def test_whole_axes_have_whole_ticks_and_inverted_ones_grow_downwards(made, rows, columns):
    figure = made.figure((made.heat(rows, columns, inverted=True),))
    page = paint(figure, Style())
    (axes,) = data_of(page)
    assert list(axes.get_xticks()) == list(range(columns))
    assert list(axes.get_yticks()) == list(range(rows))
    assert axes.get_ylim() == (rows - 0.5, -0.5)


@pytest.mark.slow
def test_words_take_several_lines_first_and_get_smaller_only_where_these_are_too_few(made):
    def lines(style, text):
        figure = made.figure((made.heat(bar=None, title=text), made.heat()))
        page = paint(figure, style)
        found = [line for line in page.texts if line.get_text().startswith(("A title", "title"))]
        return len(found), found[0].get_fontsize() / style.sizes.axis

    assert lines(Style(), "A title") == (1, 1)
    assert lines(Style(), "A title " * 12) == (2, 1)
    count, size = lines(Style(), "A title " * 40)
    assert count == 3
    assert size < 1


def test_a_step_is_centred_on_its_whole_number_and_reaches_both_ends(made):
    figure = made.figure((made.curves(4),))
    page = paint(figure, Style())
    (axes,) = data_of(page)
    step = next(line for line in axes.lines if line.get_drawstyle() == "steps-mid")
    path = step.get_path().cleaned(simplify=False)
    assert path is not None
    x, y = step.get_data()
    assert (x[0] + x[1]) / 2 == -0.5
    assert (x[-1] + x[-2]) / 2 == 3.5
    expected = [0, 0, 1, 0, 1, 1]
    assert list(y) == expected


def test_a_window_far_out_keeps_its_cells_and_writes_its_ticks_in_full(made):
    far = 10**15
    figure = made.figure((made.heat(8, 12, start=far),))
    page = paint(figure, Style())
    (axes,) = data_of(page)
    page.canvas.draw()
    low, high = axes.get_xlim()
    assert high - low == 12
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert "1\u2009000\u2009000\u2009000\u2009000\u2009000" in labels


def test_the_legend_names_every_labelled_line_above_the_data(made):
    page = paint(made.stacked, Style())
    (legend,) = page.findobj(Legend)
    expected = ["sine", "bit $b$", "dots", "half", "three"]
    assert [text.get_text() for text in legend.get_texts()] == expected
    assert legend.get_window_extent(page.canvas.get_renderer()).y0 >= data_of(page)[1].bbox.y1


@pytest.mark.nightly
def test_painting_leaves_matplotlibs_settings_alone(made):
    before = dict(mpl.rcParams)
    mpl.rcParams["font.size"] = 37
    try:
        first = paint(made.stacked, Style())
        assert mpl.rcParams["font.size"] == 37
        assert first.texts[0].get_fontsize() != 37
    finally:
        mpl.rcParams["font.size"] = before["font.size"]
    paint(made.stacked, Style.default("paper"))
    assert dict(mpl.rcParams) == before


def test_a_page_looks_alike_whatever_style_a_notebook_has_when_it_is_drawn(made):
    figure = made.figure((made.heat(),))
    page = paint(figure, Style(400, 300))
    pictures = []
    for style in ({}, {"font.family": "serif", "mathtext.fontset": "stix", "text.hinting": "none"}):
        with mpl.rc_context(style):
            page.canvas.draw()
            pictures.append(np.asarray(page.canvas.buffer_rgba()).copy())
    np.testing.assert_array_equal(*pictures)


@pytest.mark.parametrize(
    ("limits", "style", "expected"),
    [
        ((1, 1e5), Style(), [1, 10, 100, 1000, 1e4, 1e5]),
        ((0.6, 1.6e-4), Style(400, 200), [1e-3, 1e-2, 1e-1]),
        ((2, 60), Style(), [2, 5, 10, 20, 50]),
        ((3e-4, 3.6e-4), Style(), [3e-4, 3.1e-4, 3.2e-4, 3.3e-4, 3.4e-4, 3.5e-4, 3.6e-4]),
        ((1e-9, 1), Style(400, 210), [1e-8, 1e-6, 1e-4, 1e-2, 1]),
    ],
)
def test_a_logarithmic_axis_has_round_ticks_inside_its_ends_as_far_as_there_is_room(
    made, limits, style, expected
):
    low, high = sorted(limits)
    axis = made.Axis("wavelength", "*λ*", (low, high), log=True)
    panel = made.Panel(
        made.axis("pair", 4), axis, (made.Curve(made.Samples(np.arange(4.0), np.full(4, low))),)
    )
    page = paint(made.figure((panel,)), style)
    (axes,) = data_of(page)
    assert axes.get_yticks() == pytest.approx(expected)
    axes.invert_yaxis()  # as in a notebook
    assert axes.get_yticks() == pytest.approx(expected)


def test_who_waits_to_paint_can_give_up_and_the_next_has_its_own_settings():
    waits = threading.Event()

    def size(cancelled):
        with cancellable(cancelled), painting({"font.size": 3.0}):
            return mpl.rcParams["font.size"]

    with ThreadPoolExecutor(1) as pool:
        with painting({"font.size": 4.0}):
            with pytest.raises(Cancelled):
                pool.submit(size, lambda: True).result(60)
            found = pool.submit(size, waits.set)
            assert waits.wait(60)
        assert found.result(60) == 3.0


def test_painting_ends_where_nobody_wants_the_page_any_longer(made):
    asked = itertools.count(1)
    with cancellable(lambda: next(asked) >= 4), pytest.raises(Cancelled):
        paint(made.stacked, Style(400, 300))
    assert next(asked) == 5


@pytest.mark.slow
def test_cells_of_a_few_pixels_are_whole_in_vector_formats_and_shared_in_others():
    """A page of 656 pixels has 2.6 of them for each of 256 columns: in PDF they are columns of one width."""
    figure = PANES["encoding"].figure(Document())
    style = Style.default("paper")
    (vector,), (raster,) = (
        paint(figure, style, resolution=some).axes[0].images for some in (300.0, None)
    )
    cells = np.asarray(vector.get_array())
    (high, wide) = cells.shape[:2]
    across = raster.get_array().shape[1]
    assert 256 < across < 3 * 256
    assert high % 200 == 0
    assert wide % 256 == 0
    blocks = cells.reshape(200, high // 200, 256, wide // 256, 3)
    assert np.ptp(blocks, axis=(1, 3)).max() == 0


@pytest.mark.slow
def test_a_title_that_names_a_and_b_is_broken_where_it_is_too_long():
    style = Style.of_pixels(1080, 1080)
    document = compare_with(Document(), "base=100,dim=64")
    page = paint(PANES["distance"].figure(document), style)
    title = [text for text in page.texts if text.get_fontweight() == "bold"]
    actual = [line.get_text() for line in reversed(title)]
    assert actual == [
        "Distance between positions",
        "A: 256 dimensions, base 10\u2009000 · B: 64 dimensions, base 100",
    ]
    assert all(line.get_fontsize() >= 0.7 * style.sizes.title for line in title)


def test_panels_with_facts_are_at_least_a_line_of_type_apart():
    style = Style(960, 540, theme="paper")
    figure = PANES["clocks"].figure(Document())
    assert any(panel.fact for panel in figure.panels)
    left, right, *_ = (axes.get_position() for axes in paint(figure, style).axes)
    gap = style.width * (right.x0 - left.x1)
    line_height = style.sizes.axis * style.dpi / 72
    assert gap >= line_height - 1


@pytest.mark.slow
def test_titles_of_a_row_share_a_line_whatever_stands_below_them(made):
    """A fact or a legend on a line of its own, or a title on two, moves the others', too."""
    panel = replace(made.stacked.rows[0][0], title="A title", fact="")
    others = (
        replace(panel, fact="a fact about as long as the panel"),
        replace(made.curves(), title="A title", legend=True),
    )
    for other in others:
        rows = ((panel, other),)
        page = paint(replace(made.stacked, rows=rows, heights=(1.0,)), Style.of_pixels(600, 500))
        first, second = (text for text in page.texts if text.get_text() == "A title")
        assert first.get_position()[1] == second.get_position()[1]
        (beside,) = [text for text in page.texts if text.get_text() == other.fact] or [
            page.legends[0].get_texts()[0]
        ]
        assert beside.get_window_extent().y1 < second.get_window_extent().y0, "it stands below"


@pytest.mark.slow
def test_what_legends_of_a_row_name_alike_is_named_once_above_all_of_it(made):
    """Also where one of them names more than the other."""
    curves = replace(made.curves(), title="A title that leaves no room", legend=True)
    fewer = replace(curves, marks=curves.legend_marks[:2])
    figure = made.figure((fewer, curves))
    page = paint(figure, Style.of_pixels(600, 500))
    (legend,) = (legend for legend in page.legends if legend.get_visible())
    assert len(legend.get_texts()) == len(curves.legend_marks)
    box = legend.get_window_extent(page.canvas.get_renderer())
    (first, second) = page.axes
    expected = pytest.approx(first.bbox.x0, abs=1)
    assert box.x0 == expected
    assert box.y0 > max(axes.bbox.y1 for axes in (first, second))
    titles = [text for text in page.texts if text.get_text() == curves.title]
    assert titles
    assert all(box.y0 > text.get_window_extent().y1 - 1 for text in titles)


@pytest.mark.slow
def test_the_matrix_is_a_large_square_that_is_seen_in_the_dark():
    figure = pane("operator").figure(Document())
    style = Style(theme="slide-dark")
    with mpl.rc_context(settings(style)):
        found = fitted_page(figure, style)
        areas = found.areas
        width, height = areas[0].pixels
        frame = mpl.colors.to_hex(areas[0].axes.spines["top"].get_edgecolor())
    expected = sorted(panel.title for panel in figure.panels)
    assert sorted(area.panel.title for area in areas) == expected
    assert isinstance(areas[1].panel.marks[0], Listing), "beside it"
    assert abs(width - height) <= 1
    assert width >= 350
    assert contrast(frame, style.palette.window) >= 3
    heat = areas[0].panel.heatmap
    assert isinstance(heat, Heatmap)
    places = cells(-0.5, 255.5, 256, width)
    steps, _ = colour_steps(heat.raster.sample(places, places, heat.reduce), heat.levels)
    seen = luminance(colormap(DARK.diverging)[steps])
    assert (np.diag(seen).max() + 0.05) / (seen[0, -1] + 0.05) >= 3


@pytest.mark.slow
def test_the_title_of_an_axis_is_not_repeated_beside_it_though_its_numbers_differ():
    document = Document().edited({"encoding.scheme": "sincos"})
    grids = compare_with(document, "rows=10,columns=10")
    figure = pane("tiles").figure(grids)
    page = paint(figure, Style(1080, 1080))
    squares = [axes for axes in page.axes if axes.get_xlabel()]
    expected = ["row of the tile", "", "row", ""]
    assert [axes.get_ylabel() for axes in squares] == expected
    assert all(
        label.get_visible() and label.get_text()
        for axes in squares
        for label in axes.get_yticklabels()
    )


@pytest.mark.slow
def test_facts_go_first_and_titles_stay_while_panels_fit_at_all():
    figure = PANES["shift"].figure(Document())
    style = Style.of_inches(3.4, 2.6, theme="paper")
    written = [text.get_text() for text in paint(figure, style).findobj(Text)]
    facts = [panel.fact for panel in figure.panels if panel.fact]
    assert facts
    assert not set(facts) & set(written)
    assert any("lands on row" in text for text in written)


@pytest.mark.slow
def test_a_page_on_which_no_size_helps_is_refused_with_what_does():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "frequencies"))
    with pytest.raises(StyleError, match=r"fewer panes, or set a smaller font size$"):
        paint(Composition(figures, 1), Style(1000, 1000, font_size=120))
    with pytest.raises(StyleError, match=r"too small for what this picture shows"):
        paint(Composition(figures, 1), Style(150, 150))


def test_type_is_smaller_where_several_panes_share_a_page_unless_its_size_was_chosen():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "waves") * 3)
    for style, floor in ((Style(), 20.0), (Style.of_inches(6.9, 3.6, theme="paper"), 6.0)):
        sizes = [
            Composition(figures[:count]).with_fitting_type(style).sizes.axis * style.dpi / 72
            for count in (1, 2, 4, 6)
        ]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] == sizes[1] == style.sizes.axis * style.dpi / 72
        assert sizes[-1] >= floor
    chosen = Style(font_size=24.0)
    assert Composition(figures).with_fitting_type(chosen) is chosen


@pytest.mark.slow
def test_titles_of_a_page_have_one_size_and_legends_of_a_pane_one_place():
    names = "encoding", "clocks"
    page = paint(
        Composition(tuple(PANES[name].figure(Document()) for name in names)), Style(1200, 700)
    )
    assert len({text.get_fontsize() for text in page.texts if text.get_fontweight() == "bold"}) == 1
    figure = PANES["similarity"].figure(Document())
    similarity = paint(figure, Style())
    boxes = [legend.get_window_extent() for legend in similarity.legends]
    assert len(boxes) == 2
    expected = pytest.approx(boxes[1].x1, abs=1)
    assert boxes[0].x1 == expected


@pytest.mark.parametrize(
    ("name", "type_size", "left_out"),
    [
        ("similarity", 24.0, ()),
        ("similarity", 40.0, ()),
        ("encoding", 60.0, ("numbers along upper sides", "the formula")),
        ("shift", 24.0, ()),
        ("shift", 40.0, ("remarks beside titles",)),
        ("precision", 24.0, ()),
    ],
)
def test_what_takes_the_room_of_the_data_is_left_out(name, type_size, left_out):
    style = Style(600, 500, font_size=type_size)

    figure = PANES[name].figure(Document())
    page = paint(figure, style)

    assert page.left_out == left_out


def test_a_low_page_leaves_out_a_table_rather_than_the_words_above_others():
    figure = PANES["precision"].figure(Document())
    page = paint(figure, Style(360, 200))

    assert page.left_out == ("Distinct positions, largest errors",)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("times", "lines"),
    [
        (1, 1),
        (2, 2),
    ],
)
def test_a_formula_that_would_be_too_small_stands_on_several_lines(times, lines):
    figure = PANES["similarity"].figure(Document())
    long_figure = replace(figure, formula=r",\quad ".join(times * [figure.formula]))
    page = paint(long_figure, Style(1080, 1080, formula="all"))
    assert len([text for text in page.artists if isinstance(text, FormulaText)]) == lines
