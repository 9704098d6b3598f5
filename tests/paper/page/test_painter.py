"""A page has its exact size, everything inside it, data areas aligned, ticks to the point."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.text import Text

from peviewer.base.work import Cancelled, cancellable
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, presets
from peviewer.paper.page.painter import paint, painting
from peviewer.paper.style import Style, StyleError
from tests.served import served

STYLES = {
    "1080p": Style(),
    "800x600": Style.of_pixels(800, 600),
    "6x4in": Style.of_inches(6, 4, 300),
    "column": Style.default("paper"),
}
WIDER = [name for name in STYLES if name != "column"]


def data_axes(page):
    """Return the axes that are no colour bars."""
    return [axes for axes in page.axes if axes.yaxis.get_ticks_position() != "right"]


def bars(page):
    return [axes for axes in page.axes if axes.yaxis.get_ticks_position() == "right"]


def words(page):
    """Return every visible piece of text with its box, in pixels."""
    renderer = page.canvas.get_renderer()
    for image in page.findobj(AxesImage):
        image.set_visible(False)  # no word stands where it does for the sake of cells
    page.draw_without_rendering()
    named = [text for legend in page.findobj(Legend) for text in legend.get_texts()]
    found = [text for text in page.findobj(Text) if text.get_visible() and text.get_text() and text not in named]
    legends = [legend for legend in page.findobj(Legend) if legend.get_visible()]
    shown = [text for text in found if _on_axis(text)] + legends
    return [(str(item), item.get_window_extent(renderer)) for item in shown]


def _on_axis(text):
    """Ticks outside the window keep their text but are not drawn."""
    if text.axes is None:
        return True
    ticks = [(axis, tick) for axis in (text.axes.xaxis, text.axes.yaxis) for tick in axis.get_major_ticks()]
    own = next(((axis, tick) for axis, tick in ticks if text in (tick.label1, tick.label2)), None)
    if own is None:
        return True
    low, high = sorted(own[0].get_view_interval())
    return low <= own[1].get_loc() <= high


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [(1920, 1080), (801, 601), (333, 777), (1000, 100 + 313)])
@pytest.mark.parametrize("dpi", [96.0, 300.0, 97.3])
def test_the_picture_has_exactly_the_pixels_asked_for(made, size, dpi):
    page = paint(made.figure((made.heat(),)), Style(*size, dpi))
    page.canvas.draw()
    assert np.asarray(page.canvas.buffer_rgba()).shape == (size[1], size[0], 4)


def cases():
    """Every pane in a column, where room is shortest, and in one size more, as in one of its presets."""
    panes = [(DEFAULT, pane, "column") for pane in PANES]
    panes += [(DEFAULT, pane, style) for pane, style in zip(PANES, itertools.cycle(WIDER))]
    for pane, style in zip(PANES, itertools.cycle(("column", *WIDER))):
        opening = [name for name, preset in presets().items() if name != DEFAULT and pane in preset.document.view.panes]
        panes += [(name, pane, style) for name in opening[len(opening) // 2 :][:1]]
    return panes


def hold_apart(page):
    """Assert that every word lies on the page and none on another."""
    boxes = words(page)
    width, height = page.bbox.width, page.bbox.height
    for name, box in boxes:
        assert -1 <= box.x0, name
        assert box.x1 <= width + 1, name
        assert -1 <= box.y0, name
        assert box.y1 <= height + 1, name
    for (first, a), (second, b) in itertools.combinations(boxes, 2):
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        up = min(a.y1, b.y1) - max(a.y0, b.y0)
        tolerated = 0.2 * min(a.height, b.height, a.width, b.width)
        assert min(across, up) <= tolerated, f"{first} lies on {second}"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("preset", "pane", "style"), cases())
def test_no_word_of_any_pane_is_clipped_or_lies_on_another(preset, pane, style):
    hold_apart(paint(PANES[pane].figure(served(pane, presets()[preset].document)), STYLES[style]))


@pytest.mark.slow
@pytest.mark.parametrize("style", [STYLES["1080p"], STYLES["column"]], ids=["1080p", "column"])
def test_no_word_of_a_table_or_a_shape_is_clipped_or_lies_on_another(made, style):
    far = made.sheet(10**7, 10**4, 10**15, window=((10**15 + 99.5, 10**15 + 10**5), (5000.5, 9000)), colormap="viridis")
    hold_apart(paint(made.figure((made.sheet(),), (made.listing(),)), style))
    hold_apart(paint(made.figure((far,)), style))
    hold_apart(paint(made.figure((made.listing(40),)), style))
    hold_apart(paint(made.figure((made.clocks(),), (made.listing(), made.sheet(5, 3, decimals=8))), style))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_stacked_panels_share_their_edges_though_only_one_has_a_bar(made, style):
    page = paint(made.stacked, style)
    above, below = data_axes(page)
    assert above.bbox.x0 == below.bbox.x0
    assert above.bbox.x1 == below.bbox.x1


def test_panels_beside_each_other_are_equally_wide_and_their_titles_stand_level(made):
    page = paint(made.figure((made.heat(bar=None, title="left"), made.heat(title="right"))), Style())
    left, right = data_axes(page)
    assert abs(left.bbox.width - right.bbox.width) <= 1
    titles = [text for text in page.texts if text.get_text() in ("left", "right")]
    assert titles[0].get_position()[1] == titles[1].get_position()[1]


def test_the_bar_is_as_tall_as_the_heatmap_with_three_to_five_ticks(made):
    page = paint(made.figure((made.heat(),)), Style())
    (data,), (bar,) = data_axes(page), bars(page)
    assert (bar.bbox.y0, bar.bbox.y1) == (data.bbox.y0, data.bbox.y1)
    assert 3 <= len(bar.get_yticks()) <= 5


def test_data_areas_cover_whole_pixels(made):
    for axes in paint(made.stacked, Style(801, 601)).axes:
        assert np.abs(axes.bbox.extents - np.round(axes.bbox.extents)).max() < 1e-6


def test_a_heatmap_is_sampled_at_the_pixels_of_its_own_area(made):
    calls = []
    many = made.Asked(100_000, 100_000, (calls,))
    page = paint(made.figure((made.heat(100_000, 100_000, raster=many),)), Style())
    (axes,) = data_axes(page)
    assert calls == [(round(axes.bbox.height), round(axes.bbox.width))]


def test_cells_larger_than_pixels_are_sampled_once_each(made):
    calls = []
    paint(made.figure((made.heat(raster=made.Asked(8, 12, (calls,))),)), Style())
    assert calls == [(8, 12)]


def test_small_cells_have_the_same_samples_in_every_format_and_large_ones_are_enlarged_for_those_that_are_scaled(made):
    calls, style = [], Style.of_inches(4, 3, 100)
    for resolution in (None, 300):
        many = made.heat(100_000, 100_000, raster=made.Asked(100_000, 100_000, (calls,)))
        paint(made.figure((many,)), style, resolution=resolution)
    assert len(set(calls)) == 1
    for rows, columns, share in ((8, 12, 2.5), (3, 300, 0.5)):
        page = paint(made.figure((made.heat(rows, columns),)), style, resolution=300)
        (axes,) = data_axes(page)
        (image,) = axes.get_images()
        assert image.get_array().shape[0] > share * axes.bbox.height


def test_slides_carry_their_title_and_figures_in_papers_do_not(made):
    def texts(style):
        return [text.get_text() for text in paint(made.stacked, style).texts]

    assert "Made $here$" in texts(Style())
    assert "Made $here$" not in texts(Style.default("paper"))


def test_inverted_axes_grow_downwards(made):
    (axes,) = data_axes(paint(made.figure((made.heat(inverted=True),)), Style()))
    assert axes.get_ylim() == (7.5, -0.5)


def test_whole_axes_have_whole_ticks(made):
    (axes,) = data_axes(paint(made.figure((made.heat(2, 3),)), Style()))
    assert list(axes.get_xticks()) == [0, 1, 2]
    assert list(axes.get_yticks()) == [0, 1]


@pytest.mark.parametrize("window", [(2.2, 2.8), (1.6, 2.4), (2.2, 4.1), (0.2, 5.8)])
def test_no_tick_stands_between_whole_numbers_however_few_are_seen(made, window):
    panel = made.heat(8, 12)
    panel = replace(panel, x=replace(panel.x, whole=True, window=window))
    (axes,) = data_axes(paint(made.figure((panel,)), Style()))
    seen = [tick for tick in axes.get_xticks() if window[0] <= tick <= window[1]]
    assert all(float(tick).is_integer() for tick in seen)
    assert len(seen) == len({tick for tick in range(12) if window[0] <= tick <= window[1]})


@pytest.mark.parametrize("limits", [(0, 190), (-1.1, 1.1), (0.07, 0.13), (1.25, 1.75), (-0.5, 40)])
def test_three_numbers_stand_on_an_axis_that_has_room_for_them(made, limits):
    panel = made.curves()
    panel = replace(panel, y=replace(panel.y, limits=limits), x=replace(panel.x, limits=limits, whole=False))
    (axes,) = data_axes(paint(made.figure((panel,)), Style(420, 230, theme="slide-light")))
    assert len(axes.get_yticks()) >= 3
    assert len(axes.get_xticks()) >= 3


def test_a_single_cell_has_one_tick(made):
    (axes,) = data_axes(paint(made.figure((made.heat(1, 1),)), Style()))
    assert list(axes.get_xticks()) == [0]
    assert list(axes.get_yticks()) == [0]


@pytest.mark.slow
def test_words_stand_on_several_lines_where_one_is_too_short_and_get_smaller_only_where_these_are(made):
    def lines(style, text):
        page = paint(made.figure((made.heat(bar=None, title=text), made.heat(title=text))), style)
        return page.texts[0].get_text().count("\n") + 1, page.texts[0].get_fontsize() / style.sizes.axis

    assert lines(Style(), "A title") == (1, 1)
    assert lines(Style(), "A title " * 12) == (2, 1)
    count, size = lines(Style(), "A title " * 40)
    assert count == 3
    assert size < 1


def test_a_logarithmic_axis_shows_powers_of_ten(made):
    x = np.geomspace(1, 1e5, 50)
    axis = made.Axis("wavelength", "*λ*", (1, 1e5), log=True)
    panel = made.Panel(axis, made.Axis("value", "value", (0, 1)), (made.Curve(made.Samples(x, x / 1e5)),))
    (axes,) = data_axes(paint(made.figure((panel,)), Style()))
    assert axes.get_xscale() == "log"
    assert {1, 10, 100} <= set(np.round(axes.get_xticks(), 6))


def test_a_step_is_centred_on_its_whole_number_and_reaches_both_ends(made):
    (axes,) = data_axes(paint(made.figure((made.curves(4),)), Style()))
    step = next(line for line in axes.lines if line.get_drawstyle() == "steps-mid")
    path = step.get_path().cleaned(simplify=False)
    assert path is not None
    x, y = step.get_data()
    assert (x[0] + x[1]) / 2 == -0.5
    assert (x[-1] + x[-2]) / 2 == 3.5
    assert list(y) == [0, 0, 1, 0, 1, 1]


def test_a_window_far_out_keeps_its_cells_and_writes_its_ticks_in_full(made):
    far = 10**15
    page = paint(made.figure((made.heat(8, 12, start=far),)), Style())
    (axes,) = data_axes(page)
    page.canvas.draw()
    low, high = axes.get_xlim()
    assert high - low == 12
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert "1\u2009000\u2009000\u2009000\u2009000\u2009000" in labels


def test_a_note_stands_alone(made):
    page = paint(made.note, Style())
    (axes,) = page.axes
    assert not len(axes.get_xticks())
    assert "$M$($φ$)" in axes.texts[0].get_text()


def test_the_legend_names_every_labelled_line_above_the_data(made):
    page = paint(made.stacked, Style())
    (legend,) = page.findobj(Legend)
    assert [text.get_text() for text in legend.get_texts()] == ["sine", "bit $b$", "dots", "half", "three"]
    assert legend.get_window_extent(page.canvas.get_renderer()).y0 >= data_axes(page)[1].bbox.y1


def test_a_page_too_small_for_its_panels_is_refused_in_one_line(made):
    many = made.figure(*((made.curves(title="Curves", legend=True),) for _ in range(6)))
    with pytest.raises(StyleError, match="200x100 pixels is not allowed: too small"):
        paint(many, Style(200, 100))


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


@pytest.mark.parametrize(
    ("limits", "style", "expected"),
    [
        ((1, 1e5), Style(), [1, 10, 100, 1000, 1e4, 1e5]),
        ((0.6, 1.6e-4), Style(400, 200), [1e-3, 1e-2, 1e-1]),
        ((2, 60), Style(), [2, 5, 10, 20, 50]),
        ((2, 8), Style(), [2, 3, 4, 5, 6, 7, 8]),
        ((3e-4, 3.6e-4), Style(), [3e-4, 3.1e-4, 3.2e-4, 3.3e-4, 3.4e-4, 3.5e-4, 3.6e-4]),
        ((1e-9, 1), Style(400, 210), [1e-8, 1e-6, 1e-4, 1e-2, 1]),
    ],
)
def test_a_logarithmic_axis_has_round_ticks_inside_its_ends_as_far_as_there_is_room(made, limits, style, expected):
    low, high = sorted(limits)
    axis = made.Axis("wavelength", "*λ*", (low, high), log=True)
    panel = made.Panel(made.axis("pair", 4), axis, (made.Curve(made.Samples(np.arange(4.0), np.full(4, low))),))
    (axes,) = data_axes(paint(made.figure((panel,)), style))
    assert axes.get_yticks() == pytest.approx(expected)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize(("direction", "at"), [("x", 99.0), ("y", 99.0), ("x", 1.5), ("y", 1.5), ("y", 60.0)])
def test_the_label_of_a_rule_stays_inside_its_panel(made, direction, at, log):
    rule = made.Rule(direction, at, "a rather long label of a rule")
    axes = [made.Axis(name, name, (1.0, 100.0), log=log) for name in "ab"]
    page = paint(made.figure((made.Panel(*axes, (rule,)),)), Style(700, 300))
    (data,) = page.axes
    (label,) = data.texts
    box, area = label.get_window_extent(page.canvas.get_renderer()), data.bbox
    assert area.x0 - 1 <= box.x0
    assert box.x1 <= area.x1 + 1
    assert area.y0 - 6 <= box.y0
    assert box.y1 <= area.y1 + 1


def test_the_label_of_a_rule_without_room_is_left_out(made):
    axis = made.Axis("a", "a", (0.0, 1.0))
    panels = [made.Panel(axis, made.Axis("b", "b", (0.0, 1.0)), (made.Rule("y", 0.5, "half"),)) for _ in range(9)]
    page = paint(made.figure(*((panel,) for panel in panels)), Style(600, 500))
    assert not any(axes.texts for axes in page.axes)


def test_who_waits_for_a_turn_to_paint_can_give_up_and_the_next_one_paints():
    with painting({}):
        with ThreadPoolExecutor(1) as pool, pytest.raises(Cancelled):
            pool.submit(give_up).result(60)
    with painting({"font.size": 3.0}):
        assert mpl.rcParams["font.size"] == 3.0


def test_settings_are_those_asked_for_whatever_another_thread_painted_meanwhile():
    waits = threading.Event()

    def size():
        with cancellable(waits.set), painting({"font.size": 3.0}):
            return mpl.rcParams["font.size"]

    with ThreadPoolExecutor(1) as pool:
        with painting({"font.size": 3.0}):
            found = pool.submit(size)
            assert waits.wait(60)
        assert found.result(60) == 3.0


def give_up():
    with cancellable(lambda: True), painting({}):
        pass


@pytest.mark.parametrize("questions", [1, 4])
def test_painting_ends_where_nobody_wants_the_page_any_longer(made, questions):
    asked = itertools.count(1)
    with cancellable(lambda: next(asked) >= questions), pytest.raises(Cancelled):
        paint(made.stacked, Style(400, 300))
    assert next(asked) == questions + 1


@pytest.mark.slow
def test_cells_of_a_few_pixels_are_embedded_whole_in_vector_formats_and_shared_by_pixels_in_others():
    """A page of 656 pixels has 2.6 of them for each of 256 columns: in PDF they are columns of one width."""
    figure, style = PANES["encoding"].figure(Document()), Style.default("paper")
    (vector,), (raster,) = (paint(figure, style, resolution=some).axes[0].images for some in (300.0, None))
    cells = np.asarray(vector.get_array())
    (high, wide), across = cells.shape[:2], raster.get_array().shape[1]
    assert 256 < across < 3 * 256
    assert (high % 200, wide % 256) == (0, 0)
    blocks = cells.reshape(200, high // 200, 256, wide // 256, 3)
    assert np.ptp(blocks, axis=(1, 3)).max() == 0
